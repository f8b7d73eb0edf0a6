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
		"CreateContainerRegistryAuth": creates((*account.Account).CreateContainerRegistryAuth, containerRegistryAuthOf),
		"GetContainerRegistryAuth":    shows(find, containerRegistryAuthOf),
		"DeleteContainerRegistryAuth": deletes(find, (*account.Account).RemoveContainerRegistryAuth),
	}
}

// containerRegistryAuthOf leaves the credentials out.
func containerRegistryAuthOf(_ *call, auth account.ContainerRegistryAuth) object {
	return object{"id": auth.ID, "name": auth.Name}
}
