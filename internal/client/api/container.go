package api

import "github.com/podfleet/terraform-provider-podfleet/internal/client/members"

// Container are the settings that a container gets from its template (contract-v2 3). Members that the service does not
// return are absent.
type Container struct {
	ImageName               Optional[string]            `json:"imageName"`
	ContainerDiskInGB       Optional[int64]             `json:"containerDiskInGb"`
	ContainerRegistryAuthID Optional[string]            `json:"containerRegistryAuthId"` // empty for none
	DockerEntrypoint        Optional[[]string]          `json:"dockerEntrypoint"`
	DockerStartCmd          Optional[[]string]          `json:"dockerStartCmd"`
	Env                     Optional[map[string]string] `json:"env"`
	Ports                   Optional[[]string]          `json:"ports" compare:"set"`
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
	shown := members.Of(other)
	for name, setting := range members.Of(c) {
		if !setting.IsReturnedAs(shown[name]) {
			return false
		}
	}
	return true
}
