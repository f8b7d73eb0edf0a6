package emulator

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// The operations of contract 2.5.

// containerRegistryAuthAnswer has no credentials.
type containerRegistryAuthAnswer struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func answerOfAuth(a account.ContainerRegistryAuth) containerRegistryAuthAnswer {
	return containerRegistryAuthAnswer{ID: a.ID, Name: a.Name}
}

func (s *Server) findContainerRegistryAuth(r *wire.Request) (account.ContainerRegistryAuth, error) {
	return s.account.ContainerRegistryAuths.Find(r.PathValue("containerRegistryAuthId"))
}

func (s *Server) listContainerRegistryAuths(*wire.Request) (any, error) {
	answers := []containerRegistryAuthAnswer{}
	for _, a := range s.account.ContainerRegistryAuths.All() {
		answers = append(answers, answerOfAuth(a))
	}
	return answers, nil
}

func (s *Server) createContainerRegistryAuth(r *wire.Request) (any, error) {
	in, err := wire.DecodeBody[account.ContainerRegistryAuthCreate](r)
	if err != nil {
		return nil, err
	}
	a, err := s.account.CreateContainerRegistryAuth(in, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return answerOfAuth(a), nil
}

func (s *Server) getContainerRegistryAuth(_ *wire.Request, a account.ContainerRegistryAuth) (any, error) {
	return answerOfAuth(a), nil
}

func (s *Server) deleteContainerRegistryAuth(_ *wire.Request, a account.ContainerRegistryAuth) (any, error) {
	return nil, s.account.DeleteContainerRegistryAuth(a.ID, s.clock.Now())
}
