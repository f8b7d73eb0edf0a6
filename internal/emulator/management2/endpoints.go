package management2

import (
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// endpointHandlers are the operations of contract-v2 5.1 to 5.3, and 5.5.
func endpointHandlers() map[string]handler {
	find := func(c *call) (account.Endpoint, error) { return c.account.Endpoints.Find(c.id()) }
	return map[string]handler{
		"ListEndpoints":  always(listEndpoints),
		"CreateEndpoint": creates(createEndpoint, endpointOf),
		"GetEndpoint":    shows(find, endpointOf),
		"UpdateEndpoint": changes(find, updateEndpoint, endpointOf),
		"DeleteEndpoint": deletes(find, deleteEndpoint),

		"ListEndpointReleases": on(find, listReleases),
	}
}

// endpoint is an endpoint on the wire. It has no container settings if its template is gone.
type endpoint struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	*container
	Type           string          `json:"type"`
	RequestURLs    requestURLs     `json:"requestUrls"`
	GPU            *endpointGPU    `json:"gpu,omitempty"`
	CPU            []cpu           `json:"cpu,omitempty"`
	Workers        endpointWorkers `json:"workers"`
	Scaling        scaling         `json:"scaling"`
	DataCenterIDs  []string        `json:"dataCenterIds"`
	NetworkVolumes []string        `json:"networkVolumes"`
	Timeout        int             `json:"timeout"` // milliseconds
	Flashboot      string          `json:"flashboot"`
	CreatedAt      string          `json:"createdAt"`
}

// requestURLs are the URLs of a queue.
type requestURLs struct {
	Run        string `json:"run"`
	RunSync    string `json:"runSync"`
	Status     string `json:"status"`
	Stream     string `json:"stream"`
	Cancel     string `json:"cancel"`
	Retry      string `json:"retry"`
	PurgeQueue string `json:"purgeQueue"`
	Health     string `json:"health"`
}

type endpointGPU struct {
	Pools               []string `json:"pools"`
	ExcludedTypes       []string `json:"excludedTypes"`
	Count               int      `json:"count"`
	AllowedCudaVersions []string `json:"allowedCudaVersions"`
	MinCudaVersion      *string  `json:"minCudaVersion"` // nil is none
}

// cpu is the CPUs of a worker or pod.
type cpu struct {
	ID        string `json:"id"`
	VcpuCount int    `json:"vcpuCount"`
	Memory    int    `json:"memory"` // GB
}

type endpointWorkers struct {
	Min         int  `json:"min"`
	Max         int  `json:"max"`
	IdleTimeout *int `json:"idleTimeout,omitempty"` // seconds; nil for a queue that scales by requests
}

// scaling has one of the two values, by its type.
type scaling struct {
	Type         string   `json:"type"`
	QueueDelay   *float64 `json:"queueDelay,omitempty"` // seconds
	RequestCount *int     `json:"requestCount,omitempty"`
}

// typeQueue is the one type of endpoints that the emulator has.
const typeQueue = "QUEUE"

func endpointOf(c *call, e account.Endpoint) any {
	shown := endpoint{
		ID: e.ID, Name: e.Name, Type: typeQueue, RequestURLs: c.requestURLs(e.ID),
		Workers: endpointWorkers{Min: e.WorkersMin, Max: e.WorkersMax}, Scaling: scaling{Type: e.ScalerType},
		DataCenterIDs: notNil(e.DataCenterIDs), NetworkVolumes: notNil(slices.Clone(e.Volumes())),
		Timeout: e.ExecutionTimeoutMs, Flashboot: e.FlashbootMode(), CreatedAt: e.CreatedAt,
	}
	if t, err := c.account.Templates.Find(e.TemplateID); err == nil {
		settings := containerOf(t.Settings())
		shown.container = &settings
	}
	if e.ScalerType == account.ScalerRequestCount {
		shown.Scaling.RequestCount = &e.ScalerValue
	} else {
		delay := e.Delay()
		shown.Scaling.QueueDelay, shown.Workers.IdleTimeout = &delay, &e.IdleTimeout
	}
	if e.ComputeType == account.ComputeCPU {
		for _, flavor := range e.Flavors() {
			shown.CPU = append(shown.CPU, cpu{flavor.ID, flavor.VcpuCount, account.FlavorMemory(flavor.ID, flavor.VcpuCount)})
		}
		return shown
	}
	pools, excluded := e.Pools()
	shown.GPU = &endpointGPU{
		Pools: notNil(pools), ExcludedTypes: notNil(excluded), Count: e.GpuCount,
		AllowedCudaVersions: notNil(e.AllowedCudaVersions), MinCudaVersion: textOrNull(e.MinCudaVersion),
	}
	return shown
}

// requestURLs returns the URLs of an endpoint's queue, at the host that the client called.
func (c *call) requestURLs(id string) requestURLs {
	base := "http://" + c.HTTP.Host + besideQueue + "/" + id
	return requestURLs{
		Run: base + "/run", RunSync: base + "/runsync", Status: base + "/status/{job_id}",
		Stream: base + "/stream/{job_id}", Cancel: base + "/cancel/{job_id}", Retry: base + "/retry/{job_id}",
		PurgeQueue: base + "/purge-queue", Health: base + "/health",
	}
}

func listEndpoints(c *call) (any, error) {
	return page(c, "endpoints", c.account.Endpoints.Listed(c.now),
		func(e account.Endpoint) int { return c.account.Endpoints.Number(e.ID) }, endpointOf)
}

func createEndpoint(c *call, in account.EndpointDraft) (account.Endpoint, error) {
	if in.Type != typeQueue {
		return account.Endpoint{}, notImplemented("endpoints of type " + in.Type)
	}
	if err := c.fitsWith(in.TemplateID); err != nil {
		return account.Endpoint{}, err
	}
	e, err := c.account.AddEndpoint(in, c.now)
	if err == nil {
		c.api.service.Reconcile(e.ID)
	}
	return e, err
}

func updateEndpoint(c *call, e account.Endpoint, in account.EndpointDraft) (account.Endpoint, error) {
	if err := c.fitsWith(in.TemplateID); err != nil {
		return account.Endpoint{}, err
	}
	e, changed, err := c.account.ChangeEndpoint(e.ID, in, c.now)
	for _, id := range changed {
		c.api.service.Reconcile(id)
	}
	return e, err
}

func deleteEndpoint(c *call, e account.Endpoint) error {
	err := c.account.RemoveEndpoint(e.ID, c.now)
	c.api.service.Reconcile(e.ID)
	return err
}

// fitsWith does the same as fits with the id of a template that need not exist; nil is none.
func (c *call) fitsWith(templateID *string) error {
	if templateID == nil {
		return nil
	}
	if t, err := c.account.Templates.Find(*templateID); err == nil {
		return c.fits(t)
	}
	return nil
}
