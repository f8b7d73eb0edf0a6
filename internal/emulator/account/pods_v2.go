package account

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// PodDraft is a create or update of a pod over version 2 (contract-v2 8.1, 8.2). A nil member was left out.
type PodDraft struct {
	Name *string `json:"name"`
	Container
	GPU           *PodGPU      `json:"gpu"`
	CPU           *EndpointCPU `json:"cpu"`
	Cloud         *string      `json:"cloud"`
	DataCenterIDs *[]string    `json:"dataCenterIds"`
	Mounts        struct {
		Volume  *Volume         `json:"persistent"`
		Network *[]NetworkMount `json:"network"`
	} `json:"mounts"`
	GlobalNetworking *bool   `json:"globalNetworking"`
	StartSSH         *bool   `json:"startSsh"`
	StartJupyter     *bool   `json:"startJupyter"`
	Locked           *bool   `json:"locked"`
	TemplateID       *string `json:"templateId"`
}

// PodGPU is the GPUs of a pod in a draft.
type PodGPU struct {
	ID                  string    `json:"id"`
	Count               *int      `json:"count"`
	AllowedCudaVersions *[]string `json:"allowedCudaVersions"`
	MinCudaVersion      *string   `json:"minCudaVersion"`
	MinRAM              *int      `json:"minRamPerGpu"` // GB
	MinVCPUs            *int      `json:"minVcpuCountPerGpu"`
}

// NetworkMount is a network volume in a pod.
type NetworkMount struct {
	VolumeID string `json:"volumeId"`
	Path     string `json:"path"`
}

// sshKey is the account's one SSH key [C].
const sshKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEmulatorEmulatorEmulatorEmulatorEmulator1 emulator"

// AddPod creates a pod and starts it.
func (a *Account) AddPod(in PodDraft, at time.Time) (Pod, error) {
	if (in.GPU == nil) == (in.CPU == nil) {
		return Pod{}, invalid("a pod has gpu or cpu, exactly one of them")
	}
	t, err := a.podTemplate(in)
	if err != nil {
		return Pod{}, err
	}
	in.inherit(t)
	if err := cmp.Or(a.checkContainer(in.Container), a.checkMounts(in), in.checkHardware()); err != nil {
		return Pod{}, err
	}
	p := newPod("", at)
	p.VolumeInGb, p.Gpu = 0, nil
	set(&p.Name, in.Name)
	set(&p.CloudType, in.Cloud)
	set(&p.GlobalNetworking, in.GlobalNetworking)
	p.Settings = in.overTemplate(t)
	in.mountOnto(&p)
	if err := a.place(&p, in); err != nil {
		return Pod{}, err
	}
	a.inject(&p, in)
	a.startNew(&p, at)
	return p, nil
}

// ChangePod updates a pod. All but its name, lock and global networking restart the container.
func (a *Account) ChangePod(p Pod, in PodDraft, at time.Time) (Pod, error) {
	settings := in.over(p.Settings)
	if in.TemplateID != nil {
		t, err := a.podTemplate(in)
		if err != nil {
			return Pod{}, err
		}
		settings = in.overTemplate(t)
	}
	if err := cmp.Or(in.checkLock(p), a.checkContainer(in.Container), in.checkMountsOf(p)); err != nil {
		return Pod{}, err
	}
	set(&p.Name, in.Name)
	set(&p.Locked, in.Locked)
	set(&p.GlobalNetworking, in.GlobalNetworking)
	p.Settings = settings
	in.mountOnto(&p)
	restarts := !in.hasNoSettings() || in.TemplateID != nil || in.Mounts.Volume != nil || in.Mounts.Network != nil
	if restarts && p.DesiredStatus == StatusRunning {
		a.renew(&p, p.PortMappings, at)
	}
	a.Pods.save(p, at)
	return p, nil
}

// FindPod returns a pod that is no worker.
func (a *Account) FindPod(id string) (Pod, error) {
	p, err := a.Pods.Find(id)
	if err == nil && p.EndpointID != "" {
		err = a.Pods.NotFound()
	}
	return p, err
}

// ListOwnPods returns the pods that are no workers.
func (a *Account) ListOwnPods(at time.Time) []Pod {
	return a.Pods.listedWhere(at, func(p Pod) bool { return p.EndpointID == "" })
}

// podTemplate returns the template that a draft names; without one, the defaults.
func (a *Account) podTemplate(in PodDraft) (t Template, err error) {
	t.Settings = defaultSettings()
	if in.TemplateID == nil {
		return t, nil
	}
	t, err = a.Templates.Find(*in.TemplateID)
	if err == nil && t.IsServerless {
		err = &Error{Reason: Unprocessable, Message: "templateId: pods cannot use serverless templates"}
	}
	return t, under("contract-v2 8.1", err)
}

// inherit gives a draft what it leaves out of a template, but for container settings (contract-v2 8.1).
func (in *PodDraft) inherit(t Template) {
	in.StartSSH = cmp.Or(in.StartSSH, &t.StartSSH)
	in.StartJupyter = cmp.Or(in.StartJupyter, &t.StartJupyter)
	if in.GPU == nil {
		return
	}
	if in.Mounts.Volume == nil && in.Mounts.Network == nil && t.VolumeInGb > 0 {
		in.Mounts.Volume = &Volume{t.VolumeInGb, t.VolumeMountPath}
	}
	if in.GPU.AllowedCudaVersions == nil && in.GPU.MinCudaVersion == nil {
		gpu := *in.GPU
		gpu.AllowedCudaVersions = &t.AllowedCudaVersions
		in.GPU = &gpu
	}
}

// inject adds the variables that a new pod gets from the service.
func (a *Account) inject(p *Pod, in PodDraft) {
	variables := map[string]string{}
	if in.StartSSH != nil && *in.StartSSH {
		variables["PUBLIC_KEY"] = sshKey
	}
	if _, own := p.Env["JUPYTER_PASSWORD"]; !own && in.StartJupyter != nil && *in.StartJupyter {
		variables["JUPYTER_PASSWORD"] = a.ids.alphanumeric(20)
	}
	p.Env = merged(variables, p.Env)
}

// checkMounts returns an error for volumes that a new pod cannot have.
func (a *Account) checkMounts(in PodDraft) error {
	switch {
	case in.Mounts.Volume != nil && in.Mounts.Network != nil && len(*in.Mounts.Network) > 0:
		return invalid("mounts: persistent and network exclude each other")
	case in.Mounts.Volume != nil && in.CPU != nil:
		return invalid("mounts.persistent: a CPU pod has none")
	case in.Mounts.Network == nil || len(*in.Mounts.Network) == 0:
		return nil
	case in.Cloud != nil && *in.Cloud != cloudSecure:
		return invalid("mounts.network: network volumes are in the secure cloud only")
	}
	v, err := a.NetworkVolumes.Find((*in.Mounts.Network)[0].VolumeID)
	if err != nil {
		return doesNotExist("mounts.network: the network volume", (*in.Mounts.Network)[0].VolumeID)
	}
	if in.DataCenterIDs != nil && len(*in.DataCenterIDs) > 0 && !slices.Contains(*in.DataCenterIDs, v.DataCenterID) {
		return outOfReach("mounts.network: the network volume", v)
	}
	return nil
}

// checkMountsOf returns an error for a change of volumes that a pod does not allow.
func (in PodDraft) checkMountsOf(p Pod) error {
	switch {
	case in.Mounts.Volume != nil && in.Mounts.Network != nil:
		return invalid("mounts: persistent and network exclude each other")
	case in.Mounts.Volume != nil && (p.VolumeInGb == 0 || p.NetworkVolumeID != ""):
		return invalid("mounts.persistent: the pod has none, and cannot get one")
	case in.Mounts.Volume != nil && in.Mounts.Volume.Size < p.VolumeInGb:
		return cannotShrink("mounts.persistent.size", p.VolumeInGb, in.Mounts.Volume.Size)
	case in.Mounts.Network == nil:
		return nil
	case len(*in.Mounts.Network) == 0:
		return invalid("mounts.network: a network volume cannot be removed")
	case p.NetworkVolumeID == "" || (*in.Mounts.Network)[0].VolumeID != p.NetworkVolumeID:
		return invalid("mounts.network: the pod cannot get another network volume")
	}
	return nil
}

// mountOnto gives a pod the volume of a draft.
func (in PodDraft) mountOnto(p *Pod) {
	if in.Mounts.Volume != nil {
		p.VolumeInGb, p.VolumeMountPath = in.Mounts.Volume.Size, in.Mounts.Volume.Path
	}
	if in.Mounts.Network != nil && len(*in.Mounts.Network) > 0 {
		p.NetworkVolumeID, p.VolumeMountPath = (*in.Mounts.Network)[0].VolumeID, (*in.Mounts.Network)[0].Path
	}
}

// checkLock refuses an update of a locked pod, unless it unlocks the pod or changes nothing else.
func (in PodDraft) checkLock(p Pod) error {
	unlocks := in.Locked != nil && !*in.Locked
	others := in
	others.Locked = nil
	if unlocks || others == (PodDraft{}) {
		return nil
	}
	return p.isNotLocked("changed")
}

// checkHardware returns an error for hardware that does not exist, or that nothing can have.
func (in PodDraft) checkHardware() error {
	if in.DataCenterIDs != nil {
		if err := checkDataCenterIDs(*in.DataCenterIDs); err != nil {
			return err
		}
	}
	if in.CPU != nil {
		if !slices.Contains(CPUFlavorIDs(), in.CPU.ID) {
			return doesNotExist("cpu.id:", in.CPU.ID)
		}
		return checkVcpus(in.CPU.ID, in.CPU.VcpuCount)
	}
	allowed, least := in.GPU.cuda()
	switch {
	case !slices.Contains(GPUTypeIDs(), in.GPU.ID):
		return doesNotExist("gpu.id:", in.GPU.ID)
	case len(allowed) > 0 && least != "":
		return errTwoCudaConstraints
	case in.GlobalNetworking != nil && *in.GlobalNetworking && !isNVIDIA(in.GPU.ID):
		return invalid("globalNetworking needs an NVIDIA GPU")
	case in.GPU.Count == nil:
		return errNoInstances // Published is a default of 1, but the service finds nothing (contract-v2 1.3).
	}
	return nil
}

// cuda returns the constraints of a draft: the versions, none for any, and the least, empty for any.
func (g PodGPU) cuda() (allowed []string, least string) {
	set(&allowed, g.AllowedCudaVersions)
	set(&least, g.MinCudaVersion)
	return allowed, least
}

func isNVIDIA(gpuType string) bool { return !strings.HasPrefix(gpuType, "AMD ") }

// place finds the machine of a new pod. The draft has passed checkHardware.
func (a *Account) place(p *Pod, in PodDraft) error {
	wanted := newMachineRequest(p.CloudType)
	wanted.GpuTypePriority, wanted.CPUFlavorPriority = priorityCustom, priorityCustom
	set(&wanted.DataCenterIDs, in.DataCenterIDs)
	if in.CPU != nil {
		p.ComputeType = ComputeCPU
		wanted.CPUFlavorIDs, wanted.VcpuCount = []string{in.CPU.ID}, in.CPU.VcpuCount
	} else {
		wanted.GpuTypeIDs, wanted.GpuCount = []string{in.GPU.ID}, *in.GPU.Count
		wanted.AllowedCudaVersions, wanted.MinCudaVersion = in.GPU.cuda()
		set(&wanted.MinRAMPerGPU, in.GPU.MinRAM)
		set(&wanted.MinVCPUPerGPU, in.GPU.MinVCPUs)
	}
	w, err := a.wishOf(p, wanted)
	if err != nil {
		return errNoInstances
	}
	if p.GlobalNetworking {
		if in.CPU != nil {
			return invalid("globalNetworking needs an NVIDIA GPU")
		}
		w.centers = slices.DeleteFunc(slices.Clone(w.centers), func(id string) bool {
			center, _ := Lookup(AllDataCenters(), id)
			return !center.GlobalNetwork
		})
		if len(w.centers) == 0 {
			return invalid("globalNetworking: none of the data centers has it")
		}
	}
	if a.settle(a.placer, p, w) != nil {
		return errNoInstances
	}
	return nil
}
