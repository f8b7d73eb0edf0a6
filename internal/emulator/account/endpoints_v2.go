package account

import (
	"cmp"
	"maps"
	"math"
	"strings"
	"time"
)

// endpointNames are the names of endpoints over version 2 (contract-v2 5.1), beside container settings.
var endpointNames = names{
	"id": "id", "createdAt": "createdAt", "name": "name", "timeout": "executionTimeoutMs",
	"scaling.type": "scalerType", "scaling.queueDelay": "queueDelay", "scaling.requestCount": "scalerValue",
	"workers.min": "workersMin", "workers.max": "workersMax", "workers.idleTimeout": "idleTimeout",
	"gpu.pools": "gpuPools", "gpu.excludedTypes": "excludedGpuTypeIds", "gpu.count": "gpuCount",
	"gpu.allowedCudaVersions": "allowedCudaVersions", "gpu.minCudaVersion": "minCudaVersion", // empty clears
	"cpu": "cpus", "dataCenterIds": "dataCenterIds", "networkVolumes": "networkVolumeIds",
}

// EndpointCPU is a flavor that workers may have.
type EndpointCPU struct {
	ID        string `json:"id"`
	VcpuCount int    `json:"vcpuCount"`
}

// The values of flashboot over version 2.
const (
	FlashbootOff      = "OFF"
	FlashbootOn       = "FLASHBOOT"
	FlashbootPriority = "PRIORITY_FLASHBOOT"
)

// Shown returns an endpoint as version 2 names its members, without the settings of its template.
func (e Endpoint) Shown() map[string]any {
	e.GpuPools, e.ExcludedGpuTypeIDs = e.pools()
	e.NetworkVolumeIDs, e.QueueDelay = e.Volumes(), e.delay()
	its := maps.Clone(endpointNames)
	maps.DeleteFunc(its, func(way, _ string) bool {
		return way == "cpu" || way == "workers.idleTimeout" && e.ScalesByRequests() ||
			strings.HasPrefix(way, "gpu.") && e.ComputeType == ComputeCPU
	})
	shown := renamed(e, its)
	shown["flashboot"] = e.flashbootMode()
	if e.ComputeType == ComputeCPU {
		var cpus []map[string]any
		for _, cpu := range e.flavors() {
			cpus = append(cpus, shownCPU(cpu.ID, cpu.VcpuCount, flavorMemory(cpu.ID, cpu.VcpuCount)))
		}
		shown["cpu"] = cpus
	}
	return shown
}

// shownCPU returns the CPUs of a worker or pod over version 2, with their memory in GB.
func shownCPU(id string, vcpus, memory int) map[string]any {
	return map[string]any{"id": id, "vcpuCount": vcpus, "memory": memory}
}

// AddEndpoint creates an endpoint with a template of its own.
func (a *Account) AddEndpoint(in Input, at time.Time) (Endpoint, error) {
	if in.has("gpu") == in.has("cpu") {
		return Endpoint{}, under("contract-v2 5.1", invalid("an endpoint has gpu or cpu, exactly one of them"))
	}
	usual := newEndpoint("", at)
	usual.IdleTimeout, usual.ExecutionTimeoutMs, usual.Flashboot, usual.Version = 10, 0, false, 2
	if in.has("cpu") {
		usual.ComputeType = ComputeCPU
	}
	e, settings, err := a.endpointOver(usual, Endpoint{}, defaultSettings(), in)
	if err != nil {
		return Endpoint{}, err
	}
	e.ID = a.Endpoints.vacant(a.ids.endpoint)
	e.WorkersStandby = e.WorkersMax
	a.keepCopy(&e, settings, at)
	a.Endpoints.save(e, at)
	return e, nil
}

// ChangeEndpoint updates an endpoint. One that is bound to a template shares it with others, which change too.
func (a *Account) ChangeEndpoint(before Endpoint, in Input, at time.Time) (Endpoint, error) {
	bound, gone := a.Templates.Find(before.TemplateID) // It can be gone with another endpoint.
	if gone != nil {
		bound.Settings = defaultSettings()
	}
	e, settings, err := a.endpointOver(before, before, bound.Settings, in)
	if err != nil {
		return Endpoint{}, err
	}
	a.Endpoints.save(e, at)
	changes := changesOfSettings(a.settingsOf(before), settings)
	switch copies := in.has("templateId"); {
	case copies, gone != nil && in.stored(containerNames).hasSettings():
		if copies {
			changes = append(changesOf(before, e), changes...)
		}
		a.keepCopy(&e, settings, at)
		a.release(&e, changes, at)
		a.Endpoints.save(e, at)
	case gone == nil:
		t := bound // Whoever shares it.
		t.Settings = settings
		if in.has("name") {
			t.Name = copyName(e)
		}
		a.replaceTemplate(bound, t, at)
		e, _ = a.Endpoints.Find(e.ID) // It may have a new version.
	}
	return e, nil
}

// RemoveEndpoint deletes an endpoint with the template that it is bound to, whoever shares it.
func (a *Account) RemoveEndpoint(e Endpoint, at time.Time) error {
	a.Templates.Remove(e.TemplateID, at)
	return a.DeleteEndpoint(e, at)
}

// settingsOver returns the container settings of an input over those of the template that it names, or else over the
// present ones. A GPU endpoint gets the CUDA versions of the template, unless the input has a constraint of its own.
func (a *Account) settingsOver(e *Endpoint, present Settings, body, in Input) (Settings, error) {
	if !body.has("templateId") {
		return a.container(present, in)
	}
	t, err := a.Templates.Find(body.Text("templateId"))
	if err == nil && !t.IsServerless {
		err = &Error{Reason: Unprocessable, Message: "templateId: endpoints cannot use pod templates"}
	}
	if err != nil {
		return present, under("contract-v2 5.3", err)
	}
	if e.ComputeType == ComputeGPU && len(t.AllowedCudaVersions) > 0 && !in.has("allowedCudaVersions", "minCudaVersion") {
		e.AllowedCudaVersions, e.MinCudaVersion = t.AllowedCudaVersions, ""
	}
	return a.copied(t, in)
}

func copyName(e Endpoint) string { return e.Name + "-template" }

// keepCopy gives an endpoint a template of its own with these settings, or writes them to the one that it has. The
// caller stores the endpoint.
func (a *Account) keepCopy(e *Endpoint, s Settings, at time.Time) {
	t, err := a.Templates.Find(e.TemplateID)
	if err != nil || t.CopyOf != e.ID {
		t = newTemplate(a.Templates.vacant(a.ids.template), at)
		t.VolumeInGb, t.IsServerless, t.CopyOf = 0, true, e.ID
		e.TemplateID = t.ID
	}
	t.Name = copyName(*e)
	t.Settings = s
	a.Templates.save(t, at)
}

// endpointOver returns an endpoint with the members of an input, and its container settings: the present ones, or those
// of a template, with those of the input. before is what the endpoint was, nothing in a create.
func (a *Account) endpointOver(usual, before Endpoint, present Settings, body Input) (Endpoint, Settings, error) {
	in := body.stored(containerNames, endpointNames)
	e, err := over(usual, in)
	if err == nil && in.has("idleTimeout") && e.ScalesByRequests() {
		err = under("contract-v2 5.1", &Error{
			Reason: Unprocessable, Message: "workers.idleTimeout: a queue that scales by requests has none",
		})
	}
	if err == nil {
		present, err = a.settingsOver(&e, present, body, in)
	}
	if err != nil {
		return e, present, err
	}
	if in.has("networkVolumeIds") {
		e.NetworkVolumeID = ""
	}
	if in.has("queueDelay") {
		e.ScalerValue = int(math.Ceil(e.QueueDelay))
	}
	if mode := body.Text("flashboot"); mode != "" {
		e.Flashboot, e.PriorityFlashboot = mode != FlashbootOff, mode == FlashbootPriority
	}
	err = cmp.Or(e.setGPUs(body, in), e.setCPUs(in))
	if err == nil && in.has("executionTimeoutMs") && e.ExecutionTimeoutMs < 0 {
		err = invalid("timeout must not be negative")
	}
	return e, present, cmp.Or(under("contract-v2 5.1", err), a.checkPlaces(e, in), a.checkWorkers(e, before))
}

// checkPlaces returns an error for data centers and volumes that do not exist, or not together.
func (a *Account) checkPlaces(e Endpoint, in Input) error {
	if !in.has("dataCenterIds", "networkVolumeIds") {
		return nil
	}
	if err := checkDataCenterIDs(e.DataCenterIDs); err != nil {
		return err
	}
	for _, id := range e.NetworkVolumeIDs {
		if _, err := a.NetworkVolumes.Find(id); err != nil && in.has("networkVolumeIds") {
			return doesNotExist("networkVolumes:", id)
		}
	}
	return a.volumesAreInReach(e)
}

func checkDataCenterIDs(ids []string) error {
	for _, id := range ids {
		if _, ok := Lookup(AllDataCenters(), id); !ok {
			return doesNotExist("dataCenterIds:", id)
		}
	}
	return nil
}

// delay returns the scaler's value of QUEUE_DELAY in seconds.
func (e Endpoint) delay() float64 {
	if int(math.Ceil(e.QueueDelay)) == e.ScalerValue {
		return e.QueueDelay
	}
	return float64(e.ScalerValue)
}

// flashbootMode returns the value of flashboot over version 2.
func (e Endpoint) flashbootMode() string {
	switch {
	case e.Flashboot && e.PriorityFlashboot:
		return FlashbootPriority
	case e.Flashboot:
		return FlashbootOn
	}
	return FlashbootOff
}
