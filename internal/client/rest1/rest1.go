// Package rest1 is version 1 of the management interface (api/CONTRACT.md, sections 1 and 2): its paths, the spelling
// of its members, and the words and shapes of its errors. See package rest.
package rest1

import (
	"encoding/json"
	"regexp"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// The first elements of paths.
const (
	pods           = "pods"
	endpoints      = "endpoints"
	networkVolumes = "networkvolumes"
)

// Version returns version 1. It has no catalogue. With postsUpdates, it sends updates as POST …/update, for proxies
// that reject PATCH. Most rejections of version 1 are 500 (contract 2.6).
func Version(postsUpdates bool) rest.Version {
	in := func(path, one string) rest.Collection {
		return rest.Collection{ // Other versions take the path as the name that processes share.
			Shared: path, Path: path, One: one, PostsUpdates: postsUpdates, Paths: members.Version1, Items: items,
		}
	}
	return rest.Version{
		Traits: rest.Traits{Number: 1, ListsWorkers: true, Wording: transport.Wording{
			IsOwn: isOwnError, Meanings: rest.Meanings(
				transport.Meaning{Message: regexp.MustCompile(`(?i)exceeded max body size`), Kind: transport.KindTooLarge},
				transport.Meaning{Message: regexp.MustCompile(`(?i)cannot use pod templates`), Kind: transport.KindWrongKind},
			)}},
		Pods: podRequests(in(pods, "Pod")), Endpoints: endpointRequests(in(endpoints, "Endpoint")),
		Templates:      templateRequests(in("templates", "Template")),
		NetworkVolumes: volumeRequests(in(networkVolumes, "NetworkVolume")),
		ContainerRegistryAuths: rest.ContainerRegistryAuths{
			Collection: in("containerregistryauth", "ContainerRegistryAuth"),
		},
		Billing: rest.Report[api.BillingFilter, api.BillingReport]{Request: report, Read: readReport},
	}
}

// isOwnError reports whether an error's body has the shape that version 1 gives its errors (contract 1): an object with
// a text error, and perhaps the status.
func isOwnError(status int, body []byte) bool {
	var own struct {
		Error  *string `json:"error"`
		Status *int    `json:"status"`
	}
	return json.Unmarshal(body, &own) == nil && own.Error != nil && *own.Error != "" &&
		(own.Status == nil || *own.Status == status)
}

// items reads a list, which is an array, and has no pages.
func items(a *transport.Answer) (all []members.Members, next *transport.Request, err error) {
	all, err = transport.Decode(a, func([]members.Members) error { return nil })
	return all, nil, err
}
