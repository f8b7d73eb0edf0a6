package emulator

import (
	"cmp"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// endpoints is the resource of contract 2.3.
func (s *Server) endpoints() resource[account.Endpoint] {
	shown := func(include endpointFlags) func(account.Endpoint) any {
		return func(e account.Endpoint) any { return s.endpointAnswer(e, include) }
	}
	return resource[account.Endpoint]{
		kind: KindEndpoints, path: "/v1/endpoints", noun: "Endpoint",
		of:      func(a *account.Account) *account.Collection[account.Endpoint] { return a.Endpoints },
		create:  (*account.Account).CreateEndpoint,
		update:  (*account.Account).UpdateEndpoint,
		remove:  (*account.Account).DeleteEndpoint,
		changed: shown(endpointFlags{template: true}),
		shown: func(r *wire.Request) (func(account.Endpoint) any, error) {
			include, err := endpointFlagsOf(r)
			return shown(include), err
		},
	}
}

// endpointFlags are the objects that GET embeds beside the endpoint.
type endpointFlags struct{ template, workers bool }

func endpointFlagsOf(r *wire.Request) (flags endpointFlags, err error) {
	err = cmp.Or(
		r.Flag("includeTemplate", &flags.template),
		r.Flag("includeWorkers", &flags.workers),
	)
	return flags, err
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

func (s *Server) endpointAnswer(e account.Endpoint, include endpointFlags) endpointAnswer {
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
		if include.template {
			a.Template = s.templateAnswer(t)
		}
	}
	if include.workers {
		workers := []podAnswer{}
		for _, worker := range s.account.Workers(e.ID) {
			workers = append(workers, s.podAnswer(worker, podFlags{}))
		}
		a.Workers = &workers
	}
	return a
}
