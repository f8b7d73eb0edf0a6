package api

import (
	"maps"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Container are the settings that a container gets from its template (contract-v2 3). Members that the service does not
// return are absent.
type Container struct {
	ImageName               Optional[string]
	ContainerDiskInGB       Optional[int64]
	ContainerRegistryAuthID Optional[string] // empty for none
	DockerEntrypoint        Optional[[]string]
	DockerStartCmd          Optional[[]string]
	Env                     Optional[map[string]string]
	Ports                   Optional[[]string]
}

// Container returns the settings that containers get from the template.
func (t Template) Container() Container {
	return Container{
		ImageName: t.ImageName, ContainerDiskInGB: t.ContainerDiskInGB,
		ContainerRegistryAuthID: t.ContainerRegistryAuthID, DockerEntrypoint: t.DockerEntrypoint,
		DockerStartCmd: t.DockerStartCmd, Env: t.Env, Ports: t.Ports,
	}
}

// Equal reports whether all settings are equal. A setting that one of the two lacks is no difference, and neither is an
// empty list or map in place of none.
func (c Container) Equal(other Container) bool {
	return equal(c.ImageName, other.ImageName) && equal(c.ContainerDiskInGB, other.ContainerDiskInGB) &&
		equal(c.ContainerRegistryAuthID, other.ContainerRegistryAuthID) &&
		equalLists(c.DockerEntrypoint, other.DockerEntrypoint) &&
		equalLists(c.DockerStartCmd, other.DockerStartCmd) &&
		equalBy(c.Ports, other.Ports, func(x, y []string) bool { return members.AsSet.Same(x, y) }) &&
		equalMaps(c.Env, other.Env)
}

func equal[T comparable](a, b Optional[T]) bool {
	return equalBy(a, b, func(x, y T) bool { return x == y })
}

func equalLists(a, b Optional[[]string]) bool { return equalBy(a, b, slices.Equal[[]string]) }

func equalMaps(a, b Optional[map[string]string]) bool {
	return equalBy(a, b, maps.Equal[map[string]string, map[string]string])
}

func equalBy[T any](a, b Optional[T], same func(x, y T) bool) bool {
	x, inA := a.Get()
	y, inB := b.Get()
	return !inA || !inB || same(x, y)
}
