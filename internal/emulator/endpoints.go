package emulator

import (
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// endpoints is the resource of contract 2.3.
func (s *Server) endpoints() resource[account.Endpoint] {
	shown := func(include wire.Flags) func(account.Endpoint) any {
		return func(e account.Endpoint) any { return s.endpointAnswer(e, include) }
	}
	return resource[account.Endpoint]{
		Server: s, kind: KindEndpoints, path: "/v1/endpoints", section: "2.3", noun: "Endpoint",
		of:      func(a *account.Account) *account.Collection[account.Endpoint] { return a.Endpoints },
		create:  (*account.Account).CreateEndpoint,
		update:  (*account.Account).UpdateEndpoint,
		remove:  (*account.Account).DeleteEndpoint,
		changed: shown(wire.Flags{"includeTemplate": true}),
		shown: func(r *wire.Request) (func(account.Endpoint) any, error) {
			include, err := r.Flags("includeTemplate", "includeWorkers")
			return shown(include), err
		},
	}
}

// endpointAnswer is an endpoint as the service answers it. The members below hide the stored ones of the same name.
type endpointAnswer struct {
	account.EndpointMembers
	Name             string            `json:"name"`
	NetworkVolumeIDs []string          `json:"networkVolumeIds"`
	Env              map[string]string `json:"env"`
	Template         any               `json:"template,omitempty"`
	Workers          *[]podAnswer      `json:"workers,omitempty"`
}

func (s *Server) endpointAnswer(e account.Endpoint, include wire.Flags) endpointAnswer {
	a := endpointAnswer{EndpointMembers: e.EndpointMembers, Name: e.Name, Env: map[string]string{}}
	if e.Flashboot && s.options.FlashbootSuffix {
		a.Name += " -fb"
	}
	// They come back in any order (contract 2.3), so not in the one that was sent.
	a.NetworkVolumeIDs = slices.Clone(e.NetworkVolumeIDs)
	slices.Reverse(a.NetworkVolumeIDs)
	// Only behind the API's back can a template go before its endpoints.
	if t, err := s.account.Templates.Find(e.TemplateID); err == nil {
		a.Env = t.Env // An endpoint has no other: its template's, secrets included.
		if include["includeTemplate"] {
			a.Template = s.templateAnswer(t)
		}
	}
	if include["includeWorkers"] {
		workers := []podAnswer{}
		for _, worker := range s.account.Workers(e.ID) {
			workers = append(workers, s.podAnswer(worker, nil))
		}
		a.Workers = &workers
	}
	return a
}
