package emulator

import (
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// endpoint is an endpoint as it is stored (contract 2.3). The control interface shows it whole.
type endpoint struct {
	endpointMembers
	// What is never answered.
	CPUFlavorIDs []string `json:"cpuFlavorIds"`
	VcpuCount    int      `json:"vcpuCount"`
}

// endpointMembers are what is stored and answered alike.
type endpointMembers struct {
	ID                  string   `json:"id"`
	Name                string   `json:"name"`
	TemplateID          string   `json:"templateId"`
	ComputeType         string   `json:"computeType"`
	GpuTypeIDs          []string `json:"gpuTypeIds"`
	GpuCount            int      `json:"gpuCount"`
	InstanceIDs         []string `json:"instanceIds"`
	AllowedCudaVersions []string `json:"allowedCudaVersions"`
	MinCudaVersion      string   `json:"minCudaVersion,omitempty"`
	DataCenterIDs       []string `json:"dataCenterIds"`
	NetworkVolumeID     string   `json:"networkVolumeId"`
	NetworkVolumeIDs    []string `json:"networkVolumeIds"`
	WorkersMin          int      `json:"workersMin"`
	WorkersMax          int      `json:"workersMax"`
	WorkersStandby      int      `json:"workersStandby"`
	IdleTimeout         int      `json:"idleTimeout"` // seconds
	ScalerType          string   `json:"scalerType"`
	ScalerValue         int      `json:"scalerValue"`
	ExecutionTimeoutMs  int      `json:"executionTimeoutMs"`
	Flashboot           bool     `json:"flashboot"`
	Version             int      `json:"version"`
	UserID              string   `json:"userId"`
	CreatedAt           string   `json:"createdAt"`
}

const (
	// accountID is the owner of everything.
	accountID = "user_emulator"

	computeGPU = "GPU"
	computeCPU = "CPU"
)

// timestamp spells a moment as the answers do (contract 2.1).
func timestamp(at time.Time) string { return at.Format(time.RFC3339) }

func newEndpoint(id string) endpoint {
	return endpoint{
		endpointMembers: endpointMembers{
			ID:                  id,
			ComputeType:         computeGPU,
			GpuTypeIDs:          []string{},
			GpuCount:            1,
			InstanceIDs:         []string{},
			AllowedCudaVersions: []string{},
			DataCenterIDs:       []string{},
			NetworkVolumeIDs:    []string{},
			WorkersMax:          3,
			WorkersStandby:      3,
			IdleTimeout:         5,
			ScalerType:          "QUEUE_DELAY",
			ScalerValue:         4,
			ExecutionTimeoutMs:  600000,
			Flashboot:           true,
			UserID:              accountID,
			CreatedAt:           timestamp(clock.Start),
		},
		CPUFlavorIDs: []string{},
		VcpuCount:    2,
	}
}

func (e endpoint) key() (id, name string) { return e.ID, e.Name }

// holds leaves the volumes out: only a running worker holds them (contract 2.4).
func (e endpoint) holds() []reference {
	return []reference{{kindTemplates, e.TemplateID}}
}

// volumes are all that the endpoint names, by either member.
func (e endpoint) volumes() []string {
	if e.NetworkVolumeID == "" {
		return e.NetworkVolumeIDs
	}
	return append([]string{e.NetworkVolumeID}, e.NetworkVolumeIDs...)
}

// endpointFlags are what GET embeds beside the endpoint.
type endpointFlags struct{ template, workers bool }

func (c *call) endpointFlags() (flags endpointFlags, err error) {
	err = firstOf(
		c.flag("includeTemplate", &flags.template),
		c.flag("includeWorkers", &flags.workers),
	)
	return flags, err
}

// endpointAnswer is an endpoint as the service answers it. The members below hide the stored ones of the same name.
type endpointAnswer struct {
	endpointMembers
	Name             string            `json:"name"`
	NetworkVolumeIDs []string          `json:"networkVolumeIds"`
	Env              map[string]string `json:"env"`
	Template         *templateAnswer   `json:"template,omitempty"`
	Workers          *[]podAnswer      `json:"workers,omitempty"`
}

func (s *Server) endpointAnswer(e endpoint, include endpointFlags) endpointAnswer {
	a := endpointAnswer{endpointMembers: e.endpointMembers, Name: e.Name, Env: map[string]string{}}
	if e.Flashboot && s.options.FlashbootSuffix {
		a.Name += " -fb"
	}
	// They come back in any order (contract 2.3), so not in the one that was sent.
	a.NetworkVolumeIDs = slices.Clone(e.NetworkVolumeIDs)
	slices.Reverse(a.NetworkVolumeIDs)
	// Only behind the API's back can a template go before its endpoints.
	if t, err := s.templates.find(e.TemplateID); err == nil {
		a.Env = t.Env // An endpoint has no other: its template's, secrets included.
		if include.template {
			embedded := s.templateAnswer(t)
			a.Template = &embedded
		}
	}
	if include.workers {
		workers := []podAnswer{}
		for _, worker := range s.pods.all(func(p pod) bool { return p.EndpointID == e.ID }) {
			workers = append(workers, s.podAnswer(worker, podFlags{}))
		}
		a.Workers = &workers
	}
	return a
}

func (s *Server) findEndpoint(c *call) (endpoint, error) {
	return s.endpoints.find(c.request.PathValue("endpointId"))
}

func (s *Server) listEndpoints(c *call) (any, error) {
	include, err := c.endpointFlags()
	if err != nil {
		return nil, err
	}
	answers := []endpointAnswer{}
	for _, e := range s.endpoints.all(func(endpoint) bool { return true }) {
		answers = append(answers, s.endpointAnswer(e, include))
	}
	return answers, nil
}

func (s *Server) createEndpoint(c *call) (any, error) {
	in, err := decodeBody[endpointCreate](c)
	if err != nil {
		return nil, err
	}
	if err := in.check(s); err != nil {
		return nil, err
	}
	e := newEndpoint("")
	set(&e.ComputeType, in.ComputeType)
	in.apply(&e)
	if err := firstOf(e.checkWorkers(s, endpoint{}), in.checkPlaces(s, e)); err != nil {
		return nil, err
	}
	if e.WorkersMax == 0 {
		return nil, errNothingSaid // A PATCH to 0 works (contract 2.3).
	}
	e.ID = s.endpoints.vacant(s.ids.endpoint)
	e.WorkersStandby = e.WorkersMax
	e.CreatedAt = timestamp(s.clock.Now())
	s.endpoints.save(e)
	s.engine.Reconcile(e.ID, s.clock.Now())
	return s.endpointAnswer(e, endpointFlags{template: true}), nil
}

func (s *Server) getEndpoint(c *call, e endpoint) (any, error) {
	include, err := c.endpointFlags()
	if err != nil {
		return nil, err
	}
	return s.endpointAnswer(e, include), nil
}

func (s *Server) updateEndpoint(c *call, e endpoint) (any, error) {
	in, err := decodeBody[endpointUpdate](c)
	if err != nil {
		return nil, err
	}
	if err := in.check(s); err != nil {
		return nil, err
	}
	before := e
	in.apply(&e)
	if err := firstOf(e.checkWorkers(s, before), in.checkPlaces(s, e)); err != nil {
		return nil, err
	}
	if e.rolledFrom(before) {
		e.Version++
	}
	s.endpoints.save(e)
	s.engine.Reconcile(e.ID, s.clock.Now())
	return s.endpointAnswer(e, endpointFlags{template: true}), nil
}

// deleteEndpoint ends the workers too, those among them that were put there behind the API's back.
func (s *Server) deleteEndpoint(_ *call, e endpoint) (any, error) {
	s.endpoints.remove(e.ID)
	s.engine.Reconcile(e.ID, s.clock.Now())
	delete(s.usage, e.ID)
	for _, worker := range s.pods.all(func(p pod) bool { return p.EndpointID == e.ID }) {
		s.pods.remove(worker.ID)
	}
	return nil, nil
}

// rollEndpointsOn is the rolling release of every endpoint on a template (contract 2.2).
func (s *Server) rollEndpointsOn(templateID string) {
	for _, e := range s.endpoints.all(func(e endpoint) bool { return e.TemplateID == templateID }) {
		e.Version++
		s.endpoints.place(e.ID, e)
		s.engine.Reconcile(e.ID, s.clock.Now())
	}
}
