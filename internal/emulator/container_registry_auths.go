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

func answerOfAuth(a account.ContainerRegistryAuth) containerRegistryAuthAnswer {
	return containerRegistryAuthAnswer{ID: a.ID, Name: a.Name}
}

func (h containerRegistryAuthHandlers) find(r *wire.Request) (account.ContainerRegistryAuth, error) {
	return h.account.ContainerRegistryAuths.Find(r.PathValue("containerRegistryAuthId"))
}

func (h containerRegistryAuthHandlers) list(*wire.Request) (any, error) {
	answers := []containerRegistryAuthAnswer{}
	for _, a := range h.account.ContainerRegistryAuths.Listed(h.clock.Now()) {
		answers = append(answers, answerOfAuth(a))
	}
	return answers, nil
}

func (h containerRegistryAuthHandlers) create(r *wire.Request) (any, error) {
	in, err := decodeBody[account.ContainerRegistryAuthCreate](r)
	if err != nil {
		return nil, err
	}
	a, err := h.account.CreateContainerRegistryAuth(in, h.clock.Now())
	if err != nil {
		return nil, err
	}
	return answerOfAuth(a), nil
}

func (h containerRegistryAuthHandlers) get(_ *wire.Request, a account.ContainerRegistryAuth) (any, error) {
	return answerOfAuth(a), nil
}

func (h containerRegistryAuthHandlers) delete(_ *wire.Request, a account.ContainerRegistryAuth) (any, error) {
	return nil, h.account.DeleteContainerRegistryAuth(a.ID, h.clock.Now())
}
