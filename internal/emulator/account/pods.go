package account

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Pod is a pod as the account stores it (contract 2.6). A worker is a pod too: one with an EndpointID.
type Pod struct {
	PodMembers
	// Never answered, or only in another shape.
	ComputeType      string  `json:"computeType"`
	CloudType        string  `json:"cloudType"`
	GlobalNetworking bool    `json:"globalNetworking"`
	NetworkVolumeID  string  `json:"networkVolumeId"`
	Machine          Machine `json:"machine"`
	// ReadyAt is when the pod is or was ready after the last start, to the nanosecond.
	ReadyAt string `json:"readyAt"`
	// Version 1 does not show these. Args is a text that version 2 got, see Settings.
	Args string `json:"args,omitempty"`
	// CudaVersion is that of the machine; empty of a CPU pod.
	CudaVersion string `json:"cudaVersion,omitempty"`
	// Networked says that the pod has an address for the account's other pods, since its last start.
	Networked bool `json:"networked,omitempty"`
	// Failed is the state ERROR of version 2. Only direct access sets it.
	Failed bool `json:"failed,omitempty"`
}

// PodMembers are stored and answered alike.
type PodMembers struct {
	ID                      string            `json:"id"`
	Name                    string            `json:"name"`
	ImageName               string            `json:"imageName"`
	DesiredStatus           string            `json:"desiredStatus"`
	Locked                  bool              `json:"locked"`
	ContainerDiskInGb       int               `json:"containerDiskInGb"`
	VolumeInGb              int               `json:"volumeInGb"`
	VolumeMountPath         string            `json:"volumeMountPath"`
	VolumeEncrypted         bool              `json:"volumeEncrypted"`
	Env                     map[string]string `json:"env"`
	Ports                   []string          `json:"ports"`
	DockerEntrypoint        []string          `json:"dockerEntrypoint"`
	DockerStartCmd          []string          `json:"dockerStartCmd"`
	ContainerRegistryAuthID string            `json:"containerRegistryAuthId"`
	TemplateID              string            `json:"templateId"`
	EndpointID              string            `json:"endpointId,omitempty"` // of a worker
	SlsVersion              *int              `json:"slsVersion,omitempty"` // of a worker
	Interruptible           bool              `json:"interruptible"`
	CostPerHr               float64           `json:"costPerHr"` // USD
	AdjustedCostPerHr       float64           `json:"adjustedCostPerHr"`
	MemoryInGb              int               `json:"memoryInGb"`
	VcpuCount               int               `json:"vcpuCount"`
	Gpu                     *GPU              `json:"gpu,omitempty"` // nil of a CPU pod
	GpuCount                int               `json:"gpuCount,omitempty"`
	CPUFlavorID             string            `json:"cpuFlavorId,omitempty"`
	MachineID               string            `json:"machineId"`
	PortMappings            map[string]int    `json:"portMappings"` // nil until the pod is ready and while EXITED
	PublicIP                *string           `json:"publicIp"`     // the same, and on a machine without a public address
	LastStartedAt           string            `json:"lastStartedAt"`
	LastStatusChange        string            `json:"lastStatusChange"`
	CreatedAt               string            `json:"createdAt"`
	ConsumerUserID          string            `json:"consumerUserId"`
}

// PodUpdate is the input of an update. A null of a nullable member is one that was left out.
type PodUpdate struct {
	Name                    *string            `json:"name"`
	Locked                  *bool              `json:"locked"`
	ImageName               *string            `json:"imageName"`
	ContainerDiskInGb       *int               `json:"containerDiskInGb"`
	VolumeInGb              *int               `json:"volumeInGb"`
	VolumeMountPath         *string            `json:"volumeMountPath"`
	Env                     *map[string]string `json:"env"`
	Ports                   *[]string          `json:"ports"`
	DockerEntrypoint        *[]string          `json:"dockerEntrypoint"`
	DockerStartCmd          *[]string          `json:"dockerStartCmd"`
	ContainerRegistryAuthID *string            `json:"containerRegistryAuthId"`
	GlobalNetworking        *bool              `json:"globalNetworking"`
}

// PodCreate is the input of a create. An update cannot change the template of a pod and its machine.
type PodCreate struct {
	PodUpdate
	ComputeType     *string `json:"computeType"`
	CloudType       *string `json:"cloudType"`
	MachineRequest  `stored:"false"`
	TemplateID      *string `json:"templateId"`
	NetworkVolumeID *string `json:"networkVolumeId"`
	Interruptible   *bool   `json:"interruptible"`
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
		PodMembers: PodMembers{
			ID:                id,
			Name:              "my pod",
			DesiredStatus:     StatusRunning,
			ContainerDiskInGb: 50,
			VolumeInGb:        20,
			VolumeMountPath:   "/workspace",
			Env:               map[string]string{},
			Ports:             []string{"8888/http", "22/tcp"},
			DockerEntrypoint:  []string{},
			DockerStartCmd:    []string{},
			MachineID:         "m00000000000",
			LastStartedAt:     now,
			LastStatusChange:  now,
			CreatedAt:         now,
			ConsumerUserID:    userID,
		},
		ComputeType: ComputeGPU,
		CloudType:   cloudSecure,
	}
	p.onGPUs(AllGPUTypes()[0], 1, placement{dataCenter: DataCenters()[0], publicIP: true})
	return p
}

func (p Pod) key() (id, name string) { return p.ID, p.Name }

// references returns the objects that the pod refers to. A stopped pod has the same references.
func (p Pod) references() []reference {
	var list []reference
	for kind, id := range map[string]string{
		KindTemplates:              p.TemplateID,
		KindNetworkVolumes:         p.NetworkVolumeID,
		KindContainerRegistryAuths: p.ContainerRegistryAuthID,
	} {
		if id != "" {
			list = append(list, reference{kind, id})
		}
	}
	return list
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
	return a.Pods.listedWhere(at, chosen), nil
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
		return invalid("%s takes one value", name)
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
		"imageName":       p.ImageName,
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
func (a *Account) CreatePod(in PodCreate, at time.Time) (Pod, error) {
	if in.ImageName == nil && (in.TemplateID == nil || *in.TemplateID == "") {
		return Pod{}, errNoImage
	}
	err := cmp.Or(
		a.exists("containerRegistryAuthId", KindContainerRegistryAuths, in.ContainerRegistryAuthID),
		a.exists("templateId", KindTemplates, in.TemplateID),
		a.exists("networkVolumeId", KindNetworkVolumes, in.NetworkVolumeID),
		a.checkReach(in),
	)
	if err != nil {
		return Pod{}, err
	}
	p := newPod("", at)
	a.inherit(&p, &in)
	apply(&p, in)
	w, err := a.wishOf(&p, in)
	if err == nil {
		err = a.settle(a.placer, &p, w)
	}
	if err != nil {
		return Pod{}, err
	}
	p.ID = a.Pods.vacant(a.ids.pod)
	p.MachineID = a.placer.machineID()
	a.deploy(&p, at)
	a.Pods.save(p, at)
	return p, nil
}

// UpdatePod updates a pod. All but its name and lock are the container's, which is reset for it.
func (a *Account) UpdatePod(id string, in PodUpdate, at time.Time) (Pod, error) {
	p, err := a.Pods.Find(id)
	if err != nil {
		return Pod{}, err
	}
	err = cmp.Or(
		a.exists("containerRegistryAuthId", KindContainerRegistryAuths, in.ContainerRegistryAuthID),
		p.isNoWorker(), in.checkFor(p),
	)
	if err != nil {
		return Pod{}, err
	}
	apply(&p, in)
	if in.resets() && p.DesiredStatus == StatusRunning {
		a.renew(&p, p.PortMappings, at)
	}
	a.Pods.save(p, at)
	return p, nil
}

// DeletePod deletes a pod.
func (a *Account) DeletePod(id string, at time.Time) error {
	p, err := a.Pods.Find(id)
	if err != nil {
		return err
	}
	if err := cmp.Or(p.isNoWorker(), p.isNotLocked("deleted")); err != nil {
		return err
	}
	a.Pods.remove(id, at)
	return nil
}

// checkReach refuses a volume that the pod could not reach.
func (a *Account) checkReach(in PodCreate) error {
	if in.NetworkVolumeID == nil || *in.NetworkVolumeID == "" {
		return nil
	}
	if in.CloudType != nil && *in.CloudType == cloudCommunity {
		return invalid("networkVolumeId: network volumes are in the secure cloud only")
	}
	if in.DataCenterIDs == nil || len(*in.DataCenterIDs) == 0 {
		return nil
	}
	v, err := a.NetworkVolumes.Find(*in.NetworkVolumeID)
	if err == nil && !slices.Contains(*in.DataCenterIDs, v.DataCenterID) {
		return outOfReach("networkVolumeId", v)
	}
	return nil
}

// inherit gives the pod the settings of its template, before the caller applies the input. The env of the pod has the
// variables of both. Later changes of the template do not reach the pod (contract 2.6).
func (a *Account) inherit(p *Pod, in *PodCreate) {
	if in.TemplateID == nil {
		return
	}
	t, err := a.Templates.Find(*in.TemplateID)
	if err != nil {
		return // The id is empty: check has found all others.
	}
	p.ImageName = t.ImageName
	p.ContainerDiskInGb = t.ContainerDiskInGb
	p.VolumeInGb = t.VolumeInGb
	p.VolumeMountPath = t.VolumeMountPath
	p.DockerEntrypoint = t.DockerEntrypoint
	p.DockerStartCmd = t.DockerStartCmd
	p.Ports = t.Ports
	p.ContainerRegistryAuthID = t.ContainerRegistryAuthID
	p.Env = t.Env
	if in.Env != nil {
		env := make(map[string]string)
		maps.Copy(env, t.Env)
		maps.Copy(env, *in.Env)
		in.Env = &env
	}
}

// checkFor judges an update by the pod that it is for.
func (in PodUpdate) checkFor(p Pod) error {
	if in.VolumeInGb != nil && *in.VolumeInGb < p.VolumeInGb {
		return cannotShrink("volumeInGb", p.VolumeInGb, *in.VolumeInGb)
	}
	if unlocks := in.Locked != nil && !*in.Locked; unlocks || !in.resets() {
		return nil
	}
	return p.isNotLocked("reset")
}

// resets reports whether an update takes a new container. It is enough that a member is given: an update that changes
// nothing restarts too (contract 2.1).
func (in PodUpdate) resets() bool {
	in.Name, in.Locked = nil, nil
	return in != (PodUpdate{})
}

// isNoWorker returns an error for a worker, which only its endpoint changes. Every operation that changes a pod calls
// it.
func (p Pod) isNoWorker() error {
	if p.EndpointID != "" {
		return podIsWorker(p.EndpointID)
	}
	return nil
}

func (p Pod) isNotLocked(participle string) error {
	if p.Locked {
		return podIsLocked(participle)
	}
	return nil
}

func (p Pod) isRunning(participle string) error {
	if p.DesiredStatus != StatusRunning {
		return podIsNotRunning(p.DesiredStatus, participle)
	}
	return nil
}
