package account

import (
	"cmp"
	"slices"
	"time"
)

// Pod is a pod as the account stores it (contract 2.6). A worker is a pod too: one with an EndpointID.
type Pod struct {
	ID            string `json:"id"`
	Name          string `json:"name"`
	DesiredStatus string `json:"desiredStatus"`
	Locked        bool   `json:"locked"`
	Settings
	VolumeInGb        int            `json:"volumeInGb"`
	VolumeMountPath   string         `json:"volumeMountPath"`
	VolumeEncrypted   bool           `json:"volumeEncrypted"`
	TemplateID        string         `json:"templateId"`
	EndpointID        string         `json:"endpointId,omitempty"` // of a worker
	SlsVersion        *int           `json:"slsVersion,omitempty"` // of a worker
	Interruptible     bool           `json:"interruptible"`
	CostPerHr         float64        `json:"costPerHr"` // USD
	AdjustedCostPerHr float64        `json:"adjustedCostPerHr"`
	MemoryInGb        int            `json:"memoryInGb"`
	VcpuCount         int            `json:"vcpuCount"`
	Gpu               *GPU           `json:"gpu,omitempty"` // nil of a CPU pod
	GpuCount          int            `json:"gpuCount,omitempty"`
	CPUFlavorID       string         `json:"cpuFlavorId,omitempty"`
	MachineID         string         `json:"machineId"`
	PortMappings      map[string]int `json:"portMappings"` // nil until the pod is ready and while EXITED
	PublicIP          *string        `json:"publicIp"`     // the same, and on a machine without a public address
	LastStartedAt     string         `json:"lastStartedAt"`
	LastStatusChange  string         `json:"lastStatusChange"`
	CreatedAt         string         `json:"createdAt"`
	ConsumerUserID    string         `json:"consumerUserId"`
	// Never answered, or only in another shape.
	ComputeType      string  `json:"computeType"`
	CloudType        string  `json:"cloudType"`
	GlobalNetworking bool    `json:"globalNetworking"`
	NetworkVolumeID  string  `json:"networkVolumeId"`
	Machine          Machine `json:"machine"`
	// ReadyAt is when the pod is or was ready after the last start, to the nanosecond.
	ReadyAt string `json:"readyAt"`
	// CudaVersion is that of the machine; empty of a CPU pod.
	CudaVersion string `json:"cudaVersion,omitempty"`
	// Networked says that the pod has an address for the account's other pods, since its last start.
	Networked bool `json:"networked,omitempty"`
	// Failed is the state ERROR of version 2. Fates and direct access set it.
	Failed bool `json:"failed,omitempty"`
}

// The states a pod is meant to be in.
const (
	StatusRunning    = "RUNNING"
	StatusExited     = "EXITED"
	StatusTerminated = "TERMINATED"
)

const (
	cloudSecure    = "SECURE"
	cloudCommunity = "COMMUNITY"
)

// podTimestamp shows fractions of a second, so that two starts within one can be told apart.
func podTimestamp(at time.Time) string { return at.Format(time.RFC3339Nano) }

// newPod returns a running pod that is not ready. A create chooses its machine; newPod gives it one for injected pods.
func newPod(id string, at time.Time) Pod {
	now := podTimestamp(at)
	p := Pod{
		ID:               id,
		Name:             "my pod",
		DesiredStatus:    StatusRunning,
		Settings:         newSettings(),
		VolumeInGb:       20,
		VolumeMountPath:  "/workspace",
		MachineID:        "m00000000000",
		LastStartedAt:    now,
		LastStatusChange: now,
		CreatedAt:        now,
		ConsumerUserID:   UserID,
		ComputeType:      ComputeGPU,
		CloudType:        cloudSecure,
	}
	p.onGPUs(AllGPUTypes()[0], DataCenters()[0], MachineRequest{GpuCount: 1, SupportPublicIP: true})
	return p
}

func (p Pod) key() (id, name string) { return p.ID, p.Name }

// uses does not depend on the status: a stopped pod can start again.
func (p Pod) uses() []use {
	return given(
		use{reference{KindTemplates, p.TemplateID}, true},
		use{reference{KindNetworkVolumes, p.NetworkVolumeID}, true},
		use{reference{KindContainerRegistryAuths, p.Registry}, true},
		use{reference{KindEndpoints, p.EndpointID}, false},
	)
}

// PodFilter chooses pods by the names of their members. Of a name with several values any will do; names that mean
// nothing are ignored.
type PodFilter map[string][]string

// ListPods returns the pods that pass a filter, with workers only if the request includes them.
func (a *Account) ListPods(filter PodFilter, workers bool, at time.Time) ([]Pod, error) {
	err := cmp.Or(
		filter.once("id"),
		filter.oneOf("computeType", ComputeGPU, ComputeCPU),
		filter.oneOf("desiredStatus", StatusRunning, StatusExited, StatusTerminated),
	)
	if err != nil {
		return nil, err
	}
	chosen := func(p Pod) bool { return (p.EndpointID == "" || workers) && filter.passes(p) }
	return a.Pods.Listed(at, chosen), nil
}

// oneOf returns an error if a filter by an enumeration has another value. A filter by an id may name an object that
// does not exist.
func (f PodFilter) oneOf(name string, choices ...string) error {
	for _, value := range f[name] {
		if err := OneOf(name, value, choices...); err != nil {
			return err
		}
	}
	return nil
}

// once returns an error if a filter that takes one value has more.
func (f PodFilter) once(name string) error {
	if len(f[name]) > 1 {
		return under("contract 2.1", invalid("%s takes one value", name))
	}
	return nil
}

func (f PodFilter) passes(p Pod) bool {
	gpuTypeID := ""
	if p.Gpu != nil {
		gpuTypeID = p.Gpu.ID
	}
	for name, value := range map[string]string{
		"computeType":     p.ComputeType,
		"cpuFlavorId":     p.CPUFlavorID,
		"dataCenterId":    p.Machine.DataCenterID,
		"desiredStatus":   p.DesiredStatus,
		"endpointId":      p.EndpointID,
		"gpuTypeId":       gpuTypeID,
		"id":              p.ID,
		"imageName":       p.Image,
		"name":            p.Name,
		"networkVolumeId": p.NetworkVolumeID,
		"templateId":      p.TemplateID,
	} {
		if values, given := f[name]; given && !slices.Contains(values, value) {
			return false
		}
	}
	return true
}

// CreatePod creates a pod and starts it.
func (a *Account) CreatePod(in Input, at time.Time) (Pod, error) {
	p, err := a.podOf(in, at)
	if err != nil {
		return Pod{}, err
	}
	wanted, err := over(newMachineRequest(p.CloudType), in)
	if err != nil {
		return Pod{}, err
	}
	if !in.has("imageName") && p.TemplateID == "" {
		return Pod{}, errNoImage
	}
	err = cmp.Or(
		a.givenExists(in, "containerRegistryAuthId", KindContainerRegistryAuths, p.Registry),
		a.exists("templateId", KindTemplates, p.TemplateID),
		a.exists("networkVolumeId", KindNetworkVolumes, p.NetworkVolumeID),
		a.checkReach("networkVolumeId", "networkVolumeId", p, wanted),
	)
	if err != nil {
		return Pod{}, err
	}
	wanted, err = a.narrow(&p, wanted)
	if err == nil {
		err = a.settle(a.placer, &p, wanted)
	}
	if err != nil {
		return Pod{}, err
	}
	a.startNew(&p, at)
	return p, nil
}

// podOf returns the pod of a create, with what it leaves out from its template. The env of the pod has the variables of
// both. Later changes of the template do not reach the pod (contract 2.6).
func (a *Account) podOf(in Input, at time.Time) (Pod, error) {
	usual := newPod("", at)
	p, err := over(usual, in)
	if t, unknown := a.Templates.Find(p.TemplateID); err == nil && unknown == nil {
		usual.Settings, usual.VolumeInGb, usual.VolumeMountPath = t.Settings, t.VolumeInGb, t.VolumeMountPath
		p, err = over(usual, in)
	}
	p.Env = merged(usual.Env, p.Env)
	return p, err
}

// startNew gives a new pod, on its machine, an id, starts it and stores it.
func (a *Account) startNew(p *Pod, at time.Time) {
	p.ID = a.Pods.vacant(a.ids.pod)
	p.MachineID = a.placer.machineID()
	a.deploy(p, at)
	a.Pods.save(*p, at)
}

// UpdatePod updates a pod. All but its name and lock are the container's, which is reset for it.
func (a *Account) UpdatePod(before Pod, in Input, at time.Time) (Pod, error) {
	p, err := over(before, in)
	if err == nil {
		err = a.givenExists(in, "containerRegistryAuthId", KindContainerRegistryAuths, p.Registry)
	}
	if err := cmp.Or(err, before.isNoWorker(), before.checkUpdate(in, p)); err != nil {
		return Pod{}, err
	}
	if resets(in) && p.DesiredStatus == StatusRunning {
		a.renew(&p, p.PortMappings, at)
	}
	a.Pods.save(p, at)
	return p, nil
}

// DeletePod deletes a pod.
func (a *Account) DeletePod(p Pod, at time.Time) error {
	if err := cmp.Or(p.isNoWorker(), p.isNotLocked("deleted")); err != nil {
		return err
	}
	a.Pods.Remove(p.ID, at)
	return nil
}

// checkReach refuses a volume that the pod could not reach. The subject precedes its id.
func (a *Account) checkReach(member, subject string, p Pod, wanted MachineRequest) error {
	if p.NetworkVolumeID == "" {
		return nil
	}
	v, err := a.NetworkVolumes.Find(p.NetworkVolumeID)
	switch {
	case p.CloudType != cloudSecure:
		return invalid("%s: network volumes are in the secure cloud only", member)
	case err != nil:
		return doesNotExist(subject, p.NetworkVolumeID)
	case len(wanted.DataCenterIDs) > 0 && !slices.Contains(wanted.DataCenterIDs, v.DataCenterID):
		return outOfReach(subject, v)
	}
	return nil
}

// checkUpdate judges an update of a pod by what comes of it.
func (p Pod) checkUpdate(in Input, after Pod) error {
	if after.VolumeInGb < p.VolumeInGb {
		return cannotShrink("volumeInGb", p.VolumeInGb, after.VolumeInGb)
	}
	if unlocks := in.has("locked") && !after.Locked; unlocks || !resets(in) {
		return nil
	}
	return p.isNotLocked("reset")
}

// resets reports whether an update takes a new container. It is enough that a member is given: an update that changes
// nothing restarts too (contract 2.1).
func resets(in Input) bool {
	for name := range in {
		if name != "name" && name != "locked" {
			return true
		}
	}
	return false
}

// isNoWorker returns an error for a worker, which only its endpoint changes. Every operation that changes a pod calls
// it.
func (p Pod) isNoWorker() error {
	if p.EndpointID != "" {
		return invalid("the pod is a worker of endpoint %q and cannot be changed by itself", p.EndpointID)
	}
	return nil
}

func (p Pod) isNotLocked(participle string) error {
	if p.Locked {
		return conflict("the pod is locked and cannot be %s", participle)
	}
	return nil
}

func (p Pod) isRunning(participle string) error {
	if p.DesiredStatus != StatusRunning {
		return podIsNotRunning(p.DesiredStatus, participle)
	}
	return nil
}
