package emulator

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// containerRegistryAuthHandlers are the operations of contract 2.5.
type containerRegistryAuthHandlers struct{ *Server }

// containerRegistryAuthAnswer has no credentials.
type containerRegistryAuthAnswer struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (h containerRegistryAuthHandlers) shown(a account.ContainerRegistryAuth) any {
	return containerRegistryAuthAnswer{ID: a.ID, Name: a.Name}
}

func (h containerRegistryAuthHandlers) find(r *wire.Request) (account.ContainerRegistryAuth, error) {
	return h.account.ContainerRegistryAuths.Find(r.PathValue("containerRegistryAuthId"))
}

func (h containerRegistryAuthHandlers) list(*wire.Request) (any, error) {
	answers := []any{}
	for _, a := range h.account.ContainerRegistryAuths.Listed(h.clock.Now()) {
		answers = append(answers, h.shown(a))
	}
	return answers, nil
}

func (h containerRegistryAuthHandlers) create(
	in account.ContainerRegistryAuthCreate,
) (account.ContainerRegistryAuth, error) {
	return h.account.CreateContainerRegistryAuth(in, h.clock.Now())
}

func (h containerRegistryAuthHandlers) get(_ *wire.Request, a account.ContainerRegistryAuth) (any, error) {
	return h.shown(a), nil
}

func (h containerRegistryAuthHandlers) delete(_ *wire.Request, a account.ContainerRegistryAuth) (any, error) {
	return nil, h.account.DeleteContainerRegistryAuth(a.ID, h.clock.Now())
}
