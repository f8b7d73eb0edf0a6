package rest2

import "github.com/podfleet/terraform-provider-podfleet/internal/client/members"

// persistentOf converts a volume on the machine of a pod to a request (contract-v2 4, 8.1); nil if that has none, or
// one of 0 GB, which is no volume. A value that it lacks is the one of now, because the service takes both or none.
func persistentOf(size, sizeNow members.Optional[int64], path, pathNow members.Optional[string]) members.Body {
	gb := size.Or(sizeNow.Or(0))
	if size.IsZero() && path.IsZero() || gb == 0 {
		return nil
	}
	return members.Body{"size": gb, "path": path.Or(pathNow.Or(""))}
}

// networkMount converts a network volume of a pod to a request.
func networkMount(volumeID, path string) []members.Body {
	return []members.Body{{"volumeId": volumeID, "path": path}}
}
