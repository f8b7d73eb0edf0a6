package account

import (
	"cmp"
	"slices"
	"time"
)

// Endpoint is an endpoint as the account stores it (contract 2.3).
type Endpoint struct {
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
	// Never answered by version 1.
	CPUFlavorIDs []string `json:"cpuFlavorIds"`
	VcpuCount    int      `json:"vcpuCount"`
	// These are as version 2 got them. Each counts only while it means what version 1 has: GpuTypeIDs, CPUFlavorIDs with
	// VcpuCount, and ScalerValue in whole seconds.
	GpuPools           []string      `json:"gpuPools,omitempty"`
	ExcludedGpuTypeIDs []string      `json:"excludedGpuTypeIds,omitempty"`
	CPUs               []EndpointCPU `json:"cpus,omitempty"`
	QueueDelay         float64       `json:"queueDelay,omitempty"`
	// PriorityFlashboot is Flashboot with priority.
	PriorityFlashboot bool `json:"priorityFlashboot,omitempty"`
}

// The compute types of endpoints and pods.
const (
	ComputeGPU = "GPU"
	ComputeCPU = "CPU"
)

const (
	// UserID is the owner of all objects.
	UserID = "user_emulator"

	// ScalerRequestCount scales by requests for each worker; the other scaler by their delay.
	ScalerRequestCount = "REQUEST_COUNT"
	scalerQueueDelay   = "QUEUE_DELAY"
)

func newEndpoint(id string, at time.Time) Endpoint {
	return Endpoint{
		ID:                  id,
		ComputeType:         ComputeGPU,
		GpuTypeIDs:          []string{},
		GpuCount:            1,
		InstanceIDs:         []string{},
		AllowedCudaVersions: []string{},
		DataCenterIDs:       []string{},
		NetworkVolumeIDs:    []string{},
		WorkersMax:          3,
		WorkersStandby:      3,
		IdleTimeout:         5,
		ScalerType:          scalerQueueDelay,
		ScalerValue:         4,
		ExecutionTimeoutMs:  600000,
		Flashboot:           true,
		UserID:              UserID,
		CreatedAt:           endpointTimestamp(at),
		CPUFlavorIDs:        []string{},
		VcpuCount:           2,
	}
}

func endpointTimestamp(at time.Time) string { return at.Format(time.RFC3339) }

func (e Endpoint) key() (id, name string) { return e.ID, e.Name }

// uses has the volumes as what can be deleted: only running workers hold them (contract 2.4).
func (e Endpoint) uses() []use {
	list := []use{{reference{KindTemplates, e.TemplateID}, true}}
	for _, id := range e.Volumes() {
		list = append(list, use{reference{KindNetworkVolumes, id}, false})
	}
	return list
}

// ScalesByRequests reports whether the scaler counts jobs for each worker; the other one measures their delay.
func (e Endpoint) ScalesByRequests() bool { return e.ScalerType == ScalerRequestCount }

// Volumes returns the ids of all volumes that the endpoint names, in either member.
func (e Endpoint) Volumes() []string {
	if e.NetworkVolumeID == "" {
		return e.NetworkVolumeIDs
	}
	return append([]string{e.NetworkVolumeID}, e.NetworkVolumeIDs...)
}

// CreateEndpoint creates an endpoint.
func (a *Account) CreateEndpoint(in Input, at time.Time) (Endpoint, error) {
	e, err := over(newEndpoint("", at), in)
	if err == nil {
		err = a.checkReferences(in, e)
	}
	if err := cmp.Or(err, a.checkWorkers(e, Endpoint{}), a.volumesAreInReach(e)); err != nil {
		return Endpoint{}, err
	}
	if e.WorkersMax == 0 {
		return Endpoint{}, errNoWorkers // An update to 0 works (contract 2.3).
	}
	e.ID = a.Endpoints.vacant(a.ids.endpoint)
	e.Name = cmp.Or(e.Name, "endpoint-"+e.ID) // Version 2 has no endpoint without a name.
	e.WorkersStandby = e.WorkersMax
	a.Endpoints.save(e, at)
	return e, nil
}

// UpdateEndpoint updates an endpoint.
func (a *Account) UpdateEndpoint(before Endpoint, in Input, at time.Time) (Endpoint, error) {
	e, err := over(before, in)
	if err == nil {
		err = a.checkReferences(in, e)
	}
	if err == nil {
		err = a.checkWorkers(e, before)
	}
	if err == nil && in.has("dataCenterIds", "networkVolumeId", "networkVolumeIds") {
		err = a.volumesAreInReach(e)
	}
	if err != nil {
		return Endpoint{}, err
	}
	e.Name = cmp.Or(e.Name, before.Name)
	e.PriorityFlashboot = e.PriorityFlashboot && !in.has("flashboot")
	changes := changesOf(before, e) // All others change in place (contract 2.3).
	if len(changes) > 0 || e.TemplateID != before.TemplateID || e.NetworkVolumeID != before.NetworkVolumeID {
		a.release(&e, append(changes, changesOfSettings(a.settingsOf(before), a.settingsOf(e))...), at)
	}
	if e.TemplateID != before.TemplateID {
		a.RemoveCopy(e.ID, at)
	}
	a.Endpoints.save(e, at)
	return e, nil
}

// checkReferences returns an error for an object that an input gives and that does not exist, and for a template of
// pods.
func (a *Account) checkReferences(in Input, e Endpoint) error {
	err := a.givenExists(in, "networkVolumeId", KindNetworkVolumes, e.NetworkVolumeID)
	for _, id := range e.NetworkVolumeIDs {
		err = cmp.Or(err, a.givenExists(in, "networkVolumeIds", KindNetworkVolumes, id))
	}
	if err := cmp.Or(err, a.givenExists(in, "templateId", KindTemplates, e.TemplateID)); err != nil {
		return err
	}
	if t, err := a.Templates.Find(e.TemplateID); in.has("templateId") && (err != nil || !t.IsServerless) {
		return conflict("endpoints cannot use pod templates: templateId %q is not serverless", t.ID)
	}
	return nil
}

// DeleteEndpoint deletes an endpoint and its workers, those too that were injected, and the copy of a template that it
// keeps.
func (a *Account) DeleteEndpoint(e Endpoint, at time.Time) error {
	a.RemoveCopy(e.ID, at)
	a.Endpoints.Remove(e.ID, at)
	for _, worker := range a.Workers(e.ID) {
		a.Pods.Remove(worker.ID, at)
	}
	delete(a.meter.sums, metered{billedEndpoints, e.ID})
	return nil
}

// RemoveCopy deletes the copy of a template that an endpoint keeps, if it keeps one.
func (a *Account) RemoveCopy(endpointID string, at time.Time) {
	e, _ := a.Endpoints.Find(endpointID)
	if t, err := a.Templates.Find(e.TemplateID); err == nil && t.CopyOf == endpointID {
		a.Templates.Remove(t.ID, at)
	}
}

// checkWorkers checks a change of the numbers of workers; before a create both are 0. Numbers that stay are not
// checked: direct access may have set them.
func (a *Account) checkWorkers(e, before Endpoint) error {
	if e.WorkersMin == before.WorkersMin && e.WorkersMax == before.WorkersMax {
		return nil
	}
	if e.WorkersMin > e.WorkersMax {
		return invalid("workersMin must not be more than workersMax: %d, %d", e.WorkersMin, e.WorkersMax)
	}
	if e.WorkersMax <= before.WorkersMax {
		return nil // Fewer workers are never over the quota.
	}
	left := a.config.WorkersQuota - e.WorkersMax
	for other := range a.Endpoints.All() {
		if left < 0 { // And stays so: a sum of all could overflow.
			break
		}
		if other.ID != e.ID {
			left -= other.WorkersMax
		}
	}
	if left < 0 {
		return conflict("workersMax: the workers quota of %d is exceeded by %d", a.config.WorkersQuota, -left)
	}
	return nil
}

// volumesAreInReach returns an error for a volume that is in none of the endpoint's data centers.
func (a *Account) volumesAreInReach(e Endpoint) error {
	if len(e.DataCenterIDs) == 0 {
		return nil
	}
	for _, id := range e.Volumes() {
		v, err := a.NetworkVolumes.Find(id)
		if err == nil && !slices.Contains(e.DataCenterIDs, v.DataCenterID) {
			return outOfReach("network volume", v)
		}
	}
	return nil
}
