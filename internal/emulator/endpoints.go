package emulator

import (
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// endpoints is the resource of contract 2.3.
func (s *Server) endpoints() resource[account.Endpoint] {
	shown := func(include wire.Flags) func(account.Endpoint) map[string]any {
		return func(e account.Endpoint) map[string]any { return s.endpointAnswer(e, include) }
	}
	return resource[account.Endpoint]{
		Server: s, kind: KindEndpoints, path: "/v1/endpoints", section: "2.3", noun: "Endpoint",
		of:      func(a *account.Account) *account.Collection[account.Endpoint] { return a.Endpoints },
		create:  (*account.Account).CreateEndpoint,
		update:  (*account.Account).UpdateEndpoint,
		remove:  (*account.Account).DeleteEndpoint,
		changed: shown(wire.Flags{"includeTemplate": true}),
		shown: func(r *wire.Request) (func(account.Endpoint) map[string]any, error) {
			include, err := r.Flags("includeTemplate", "includeWorkers")
			return shown(include), err
		},
	}
}

// endpointAnswer returns an endpoint as the service answers it.
func (s *Server) endpointAnswer(e account.Endpoint, include wire.Flags) map[string]any {
	if e.Flashboot && s.options.FlashbootSuffix {
		e.Name += " -fb"
	}
	// They come back in any order (contract 2.3), so not in the one that was sent.
	e.NetworkVolumeIDs = slices.Clone(e.NetworkVolumeIDs)
	slices.Reverse(e.NetworkVolumeIDs)
	answer := shownAs("Endpoint", e)
	answer["env"] = map[string]string{}
	// Only behind the API's back can a template go before its endpoints.
	if t, err := s.account.Templates.Find(e.TemplateID); err == nil {
		answer["env"] = t.Env // An endpoint has no other: its template's, secrets included.
		if include["includeTemplate"] {
			answer["template"] = s.templateAnswer(t)
		}
	}
	if include["includeWorkers"] {
		workers := []any{}
		for _, worker := range s.account.Workers(e.ID) {
			workers = append(workers, s.podAnswer(worker, nil))
		}
		answer["workers"] = workers
	}
	return answer
}
