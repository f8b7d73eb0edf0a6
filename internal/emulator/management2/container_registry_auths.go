package management2

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"

// containerRegistryAuthHandlers are the operations of contract-v2 7, but for delegations.
func containerRegistryAuthHandlers() map[string]handler {
	find := func(c *call) (account.ContainerRegistryAuth, error) {
		return c.account.ContainerRegistryAuths.Find(c.id())
	}
	return map[string]handler{
		"ListContainerRegistryAuths": lists("registries",
			func(c *call) []account.ContainerRegistryAuth { return c.account.ContainerRegistryAuths.Listed(c.now) },
			containerRegistryAuthOf),
		"CreateContainerRegistryAuth": creates(
			func(c *call, in account.ContainerRegistryAuthCreate) (account.ContainerRegistryAuth, error) {
				return c.account.CreateContainerRegistryAuth(in, c.now)
			}, containerRegistryAuthOf),
		"GetContainerRegistryAuth": shows(find, containerRegistryAuthOf),
		"DeleteContainerRegistryAuth": deletes(find, func(c *call, auth account.ContainerRegistryAuth) error {
			return c.account.RemoveContainerRegistryAuth(auth.ID, c.now)
		}),
	}
}

// containerRegistryAuth has no credentials.
type containerRegistryAuth struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func containerRegistryAuthOf(_ *call, auth account.ContainerRegistryAuth) any {
	return containerRegistryAuth{auth.ID, auth.Name}
}
