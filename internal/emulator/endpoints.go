package emulator

import (
	"cmp"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// endpointHandlers are the operations of contract 2.3.
type endpointHandlers struct{ *Server }

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
	Template         *templateAnswer   `json:"template,omitempty"`
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
			embedded := s.templateAnswer(t)
			a.Template = &embedded
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

func (h endpointHandlers) find(r *wire.Request) (account.Endpoint, error) {
	return h.account.Endpoints.Find(r.PathValue("endpointId"))
}

func (h endpointHandlers) list(r *wire.Request) (any, error) {
	include, err := endpointFlagsOf(r)
	if err != nil {
		return nil, err
	}
	answers := []endpointAnswer{}
	for _, e := range h.account.Endpoints.Listed(h.clock.Now()) {
		answers = append(answers, h.endpointAnswer(e, include))
	}
	return answers, nil
}

func (h endpointHandlers) shown(e account.Endpoint) any {
	return h.endpointAnswer(e, endpointFlags{template: true})
}

func (h endpointHandlers) create(in account.EndpointCreate) (account.Endpoint, error) {
	now := h.clock.Now()
	e, err := h.account.CreateEndpoint(in, now)
	if err == nil {
		h.engine.Reconcile(e.ID, now)
	}
	return e, err
}

func (h endpointHandlers) get(r *wire.Request, e account.Endpoint) (any, error) {
	include, err := endpointFlagsOf(r)
	if err != nil {
		return nil, err
	}
	return h.endpointAnswer(e, include), nil
}

func (h endpointHandlers) update(e account.Endpoint, in account.EndpointUpdate) (account.Endpoint, error) {
	now := h.clock.Now()
	e, err := h.account.UpdateEndpoint(e.ID, in, now)
	if err == nil {
		h.engine.Reconcile(e.ID, now)
	}
	return e, err
}

func (h endpointHandlers) delete(_ *wire.Request, e account.Endpoint) (any, error) {
	now := h.clock.Now()
	if err := h.account.DeleteEndpoint(e.ID, now); err != nil {
		return nil, err
	}
	h.engine.Reconcile(e.ID, now)
	return nil, nil
}
