package management2

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"

// containerRegistryAuthHandlers are the operations of contract-v2 7, but for delegations.
func containerRegistryAuthHandlers() map[string]handler {
	return map[string]handler{
		"ListContainerRegistryAuths":  always(listContainerRegistryAuths),
		"CreateContainerRegistryAuth": always(createContainerRegistryAuth),
		"GetContainerRegistryAuth":    on(findContainerRegistryAuth, getContainerRegistryAuth),
		"DeleteContainerRegistryAuth": on(findContainerRegistryAuth, deleteContainerRegistryAuth),
	}
}

// containerRegistryAuth has no credentials.
type containerRegistryAuth struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func findContainerRegistryAuth(c *call) (account.ContainerRegistryAuth, error) {
	return c.account.ContainerRegistryAuths.Find(c.id())
}

func listContainerRegistryAuths(c *call) (any, error) {
	list := []containerRegistryAuth{}
	for _, auth := range c.account.ContainerRegistryAuths.Listed(c.now) {
		list = append(list, containerRegistryAuth{auth.ID, auth.Name})
	}
	return map[string]any{"registries": list}, nil
}

func createContainerRegistryAuth(c *call) (any, error) {
	body, err := bodyOf[account.ContainerRegistryAuthCreate](c)
	if err != nil {
		return nil, err
	}
	auth, err := c.account.CreateContainerRegistryAuth(body, c.now)
	if err != nil {
		return nil, err
	}
	return containerRegistryAuth{auth.ID, auth.Name}, nil
}

func getContainerRegistryAuth(_ *call, auth account.ContainerRegistryAuth) (any, error) {
	return containerRegistryAuth{auth.ID, auth.Name}, nil
}

func deleteContainerRegistryAuth(c *call, auth account.ContainerRegistryAuth) (any, error) {
	return nil, c.account.RemoveContainerRegistryAuth(auth.ID, c.now)
}
