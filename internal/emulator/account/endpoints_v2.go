package account

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// EndpointDraft is a create or update of an endpoint over version 2 (contract-v2 5.1). A nil member was left out.
type EndpointDraft struct {
	Name *string `json:"name"`
	Container
	Type    string `json:"type"`
	Scaling struct {
		QueueDelay   *float64 `json:"queueDelay"` // seconds
		RequestCount *int     `json:"requestCount"`
	} `json:"scaling"`
	Workers struct {
		Min         *int `json:"min"`
		Max         *int `json:"max"`
		IdleTimeout *int `json:"idleTimeout"`
	} `json:"workers"`
	GPU              *EndpointGPU   `json:"gpu"`
	CPUs             *[]EndpointCPU `json:"cpu"`
	DataCenterIDs    *[]string      `json:"dataCenterIds"`
	NetworkVolumeIDs *[]string      `json:"networkVolumes"`
	TimeoutMs        *int           `json:"timeout"`
	Flashboot        *string        `json:"flashboot"`
	TemplateID       *string        `json:"templateId"`
}

// EndpointGPU is the GPUs of workers in a draft.
type EndpointGPU struct {
	Pools               *[]string `json:"pools"`
	ExcludedTypes       *[]string `json:"excludedTypes"`
	Count               *int      `json:"count"`
	AllowedCudaVersions *[]string `json:"allowedCudaVersions"`
	MinCudaVersion      *string   `json:"minCudaVersion"` // empty clears
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

// AddEndpoint creates an endpoint with a template of its own.
func (a *Account) AddEndpoint(in EndpointDraft, at time.Time) (Endpoint, error) {
	if (in.GPU == nil) == (in.CPUs == nil) {
		return Endpoint{}, under("contract-v2 5.1", invalid("an endpoint has gpu or cpu, exactly one of them"))
	}
	e := newEndpoint("", at)
	e.IdleTimeout, e.ExecutionTimeoutMs, e.Flashboot, e.Version = 10, 0, false, 2
	if in.CPUs != nil {
		e.ComputeType = ComputeCPU
	}
	from, err := a.templateOf(&e, in)
	if err := cmp.Or(err, a.change(&e, in, Endpoint{})); err != nil {
		return Endpoint{}, err
	}
	e.ID = a.Endpoints.vacant(a.ids.endpoint)
	e.WorkersStandby = e.WorkersMax
	a.keepCopy(&e, in.overTemplate(from), at)
	a.firstRelease(e)
	a.Endpoints.save(e, at)
	return e, nil
}

// ChangeEndpoint updates an endpoint. One that is bound to a template shares it with others, which change too.
func (a *Account) ChangeEndpoint(before Endpoint, in EndpointDraft, at time.Time) (Endpoint, error) {
	e := before
	from, err := a.templateOf(&e, in)
	if err := cmp.Or(err, a.change(&e, in, before)); err != nil {
		return Endpoint{}, err
	}
	a.Endpoints.save(e, at)
	was := a.settingsOf(before)
	bound, err := a.Templates.Find(e.TemplateID)
	switch {
	case in.TemplateID != nil:
		a.keepCopy(&e, in.overTemplate(from), at)
		a.release(&e, append(changesOf(before, e), changesOfSettings(was, a.settingsOf(e))...), at)
		a.Endpoints.save(e, at)
	case err == nil:
		t := bound // Whoever shares it.
		t.Settings = in.over(t.Settings)
		if in.Name != nil {
			t.Name = copyName(e)
		}
		a.replaceTemplate(bound, t, at)
		e, _ = a.Endpoints.Find(e.ID) // It may have a new version.
	case !in.hasNoSettings(): // Its template is gone, with another endpoint.
		a.keepCopy(&e, in.over(defaultSettings()), at)
		a.release(&e, changesOfSettings(was, a.settingsOf(e)), at)
		a.Endpoints.save(e, at)
	}
	return e, nil
}

// RemoveEndpoint deletes an endpoint with the template that it is bound to, whoever shares it.
func (a *Account) RemoveEndpoint(e Endpoint, at time.Time) error {
	a.Templates.remove(e.TemplateID, at)
	return a.DeleteEndpoint(e, at)
}

// templateOf returns the template that a draft names; without one, the defaults. A GPU endpoint gets its CUDA versions,
// unless the draft has a constraint of its own.
func (a *Account) templateOf(e *Endpoint, in EndpointDraft) (t Template, err error) {
	t.Settings = defaultSettings()
	if in.TemplateID == nil {
		return t, nil
	}
	t, err = a.Templates.Find(*in.TemplateID)
	given := in.GPU != nil && (in.GPU.AllowedCudaVersions != nil || in.GPU.MinCudaVersion != nil)
	switch {
	case err != nil:
	case !t.IsServerless:
		err = &Error{Reason: Unprocessable, Message: "templateId: endpoints cannot use pod templates"}
	case e.ComputeType == ComputeGPU && !given && len(t.AllowedCudaVersions) > 0:
		e.AllowedCudaVersions, e.MinCudaVersion = t.AllowedCudaVersions, ""
	}
	return t, under("contract-v2 5.3", err)
}

func copyName(e Endpoint) string { return e.Name + "-template" }

// keepCopy gives an endpoint a template of its own with these settings, or writes them to the one that it has. The
// caller stores the endpoint.
func (a *Account) keepCopy(e *Endpoint, s Settings, at time.Time) {
	t, err := a.Templates.Find(e.TemplateID)
	if err != nil || !e.OwnTemplate {
		t = newTemplate(a.Templates.vacant(a.ids.template), at)
		t.VolumeInGb, t.IsServerless, t.CopyOf = 0, true, e.ID
		e.TemplateID, e.OwnTemplate = t.ID, true
	}
	t.Name = copyName(*e)
	t.Settings = s
	a.Templates.save(t, at)
}

// change gives an endpoint the members of a draft, but for container settings, and checks what comes of it.
func (a *Account) change(e *Endpoint, in EndpointDraft, before Endpoint) error {
	set(&e.Name, in.Name)
	set(&e.WorkersMin, in.Workers.Min)
	set(&e.WorkersMax, in.Workers.Max)
	set(&e.DataCenterIDs, in.DataCenterIDs)
	set(&e.ExecutionTimeoutMs, in.TimeoutMs)
	if in.NetworkVolumeIDs != nil {
		e.NetworkVolumeID, e.NetworkVolumeIDs = "", *in.NetworkVolumeIDs
	}
	if in.Flashboot != nil {
		e.Flashboot, e.PriorityFlashboot = *in.Flashboot != FlashbootOff, *in.Flashboot == FlashbootPriority
	}
	in.scale(e)
	if in.Workers.IdleTimeout != nil {
		if e.ScalerType == ScalerRequestCount {
			return &Error{
				Reason: Unprocessable, Message: "workers.idleTimeout: a queue that scales by requests has none",
				Rule: "contract-v2 5.1",
			}
		}
		e.IdleTimeout = *in.Workers.IdleTimeout
	}
	return cmp.Or(
		a.checkContainer(in.Container),
		under("contract-v2 5.1", cmp.Or(in.chooseGPUs(e), in.chooseCPUs(e), in.checkTimeout())),
		a.checkPlaces(*e, in), a.checkWorkers(*e, before),
	)
}

func (in EndpointDraft) scale(e *Endpoint) {
	switch {
	case in.Scaling.QueueDelay != nil:
		e.ScalerType, e.QueueDelay = scalerQueueDelay, *in.Scaling.QueueDelay
		e.ScalerValue = int(math.Ceil(e.QueueDelay))
	case in.Scaling.RequestCount != nil:
		e.ScalerType, e.ScalerValue, e.QueueDelay = ScalerRequestCount, *in.Scaling.RequestCount, 0
	}
}

func (in EndpointDraft) checkTimeout() error {
	if in.TimeoutMs != nil && *in.TimeoutMs < 0 {
		return invalid("timeout must not be negative")
	}
	return nil
}

// checkPlaces returns an error for data centers and volumes that do not exist, or not together.
func (a *Account) checkPlaces(e Endpoint, in EndpointDraft) error {
	if in.DataCenterIDs == nil && in.NetworkVolumeIDs == nil {
		return nil
	}
	if err := checkDataCenterIDs(e.DataCenterIDs); err != nil {
		return err
	}
	for _, id := range e.NetworkVolumeIDs {
		if _, err := a.NetworkVolumes.Find(id); err != nil && in.NetworkVolumeIDs != nil {
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

// Delay returns the scaler's value of QUEUE_DELAY in seconds.
func (e Endpoint) Delay() float64 { return cmp.Or(e.QueueDelay, float64(e.ScalerValue)) }

// FlashbootMode returns the value of flashboot over version 2.
func (e Endpoint) FlashbootMode() string {
	switch {
	case e.Flashboot && e.PriorityFlashboot:
		return FlashbootPriority
	case e.Flashboot:
		return FlashbootOn
	}
	return FlashbootOff
}

// forgetVersion2 drops what version 2 got for a member that version 1 changes.
func (e *Endpoint) forgetVersion2(changed func(names ...string) bool) {
	if changed("gpuTypeIds") {
		e.GpuPools, e.ExcludedGpuTypeIDs = nil, nil
	}
	if changed("cpuFlavorIds", "vcpuCount") {
		e.CPUs = nil
	}
	if changed("scalerType", "scalerValue") {
		e.QueueDelay = 0
	}
	if changed("flashboot") {
		e.PriorityFlashboot = false
	}
}

// someOrNil takes an empty list for none.
func someOrNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

// agree makes both versions show a change by direct access, in whichever of their members it is.
func (e *Endpoint) agree(before Endpoint) {
	e.GpuPools, e.ExcludedGpuTypeIDs, e.CPUs = someOrNil(e.GpuPools), someOrNil(e.ExcludedGpuTypeIDs), someOrNil(e.CPUs)
	var changed []string // of the members of version 1
	switch {
	case !slices.Equal(e.GpuPools, before.GpuPools) || !slices.Equal(e.ExcludedGpuTypeIDs, before.ExcludedGpuTypeIDs):
		if types, err := typesOf(e.GpuPools, e.ExcludedGpuTypeIDs); err == nil {
			e.GpuTypeIDs = types
		}
	case !slices.Equal(e.GpuTypeIDs, before.GpuTypeIDs):
		changed = append(changed, "gpuTypeIds")
	}
	switch {
	case !slices.Equal(e.CPUs, before.CPUs) && len(e.CPUs) > 0:
		e.CPUFlavorIDs, e.VcpuCount = nil, e.CPUs[0].VcpuCount
		for _, cpu := range e.CPUs {
			e.CPUFlavorIDs = append(e.CPUFlavorIDs, cpu.ID)
		}
	case !slices.Equal(e.CPUFlavorIDs, before.CPUFlavorIDs) || e.VcpuCount != before.VcpuCount:
		changed = append(changed, "vcpuCount")
	}
	switch {
	case e.QueueDelay != before.QueueDelay && e.QueueDelay > 0:
		e.ScalerValue = int(math.Ceil(e.QueueDelay))
	case e.ScalerType != before.ScalerType || e.ScalerValue != before.ScalerValue:
		changed = append(changed, "scalerValue")
	}
	e.forgetVersion2(func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(changed, name) })
	})
}
