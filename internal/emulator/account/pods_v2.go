package account

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// podNames are the names of pods over version 2 (contract-v2 8.1), beside container settings, and machineNames those of
// the requirements of a create.
var (
	podNames = names{
		"id": "id", "createdAt": "createdAt", "startedAt": "lastStartedAt", "cudaVersion": "cudaVersion",
		"name": "name", "cloud": "cloudType", "globalNetworking": "globalNetworking", "locked": "locked",
		"mounts.persistent.size": "volumeInGb", "mounts.persistent.path": "volumeMountPath",
	}
	machineNames = names{
		"gpu.count": "gpuCount", "gpu.allowedCudaVersions": "allowedCudaVersions", "gpu.minCudaVersion": "minCudaVersion",
		"gpu.minRamPerGpu": "minRAMPerGPU", "gpu.minVcpuCountPerGpu": "minVCPUPerGPU", "cpu.vcpuCount": "vcpuCount",
		"dataCenterIds": "dataCenterIds",
	}
)

// Shown returns a pod as version 2 names its members, and what describes its hardware. Its CPUs and memory are those of
// the whole pod.
func (p Pod) Shown() map[string]any {
	p.Args = p.command()
	shown := renamed(p, podNames, containerNames)
	shown["dataCenterId"] = p.Machine.DataCenterID
	switch {
	case p.NetworkVolumeID != "":
		shown["mounts"] = map[string]any{"network": []NetworkMount{{p.NetworkVolumeID, p.VolumeMountPath}}}
	case p.VolumeInGb == 0:
		shown["mounts"] = nil
	}
	if p.Gpu != nil {
		shown["gpu"] = map[string]any{
			"id": p.Gpu.ID, "count": p.Gpu.Count, "vcpuCount": p.VcpuCount, "memory": p.MemoryInGb,
		}
	} else {
		shown["cpu"] = shownCPU(p.CPUFlavorID, p.VcpuCount, max(p.MemoryInGb, 1))
	}
	return shown
}

// NetworkMount is a network volume in a pod.
type NetworkMount struct {
	VolumeID string `json:"volumeId"`
	Path     string `json:"path"`
}

// sshKey is the account's one SSH key [C].
const sshKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEmulatorEmulatorEmulatorEmulatorEmulator1 emulator"

// networkMounts returns the network volumes of an input: one or none, and nil if the input leaves them out.
func (in Input) networkMounts() (list []NetworkMount) {
	_ = json.Unmarshal(in.at("mounts.network"), &list) // The document has said that it is a list.
	return list
}

// AddPod creates a pod and starts it.
func (a *Account) AddPod(body Input, at time.Time) (Pod, error) {
	if body.has("gpu") == body.has("cpu") {
		return Pod{}, invalid("a pod has gpu or cpu, exactly one of them")
	}
	t, err := a.podTemplate(body)
	if err == nil {
		t, err = over(t, body.stored(names{"startSsh": "startSsh", "startJupyter": "startJupyter"}))
	}
	if err != nil {
		return Pod{}, err
	}
	in, usual := body.stored(containerNames, podNames), newPod("", at)
	usual.VolumeInGb, usual.Gpu = 0, nil
	if body.has("cpu") {
		usual.ComputeType = ComputeCPU
	} else if t.VolumeInGb > 0 && body.networkMounts() == nil {
		usual.VolumeInGb, usual.VolumeMountPath = t.VolumeInGb, t.VolumeMountPath
	}
	p, err := over(usual, in)
	if err == nil {
		p.Settings, err = a.copied(t, in)
	}
	if err == nil {
		err = a.place(&p, t, body)
	}
	if err != nil {
		return Pod{}, err
	}
	a.inject(&p, t)
	a.startNew(&p, at)
	return p, nil
}

// ChangePod updates a pod. All but its name, lock and global networking restart the container.
func (a *Account) ChangePod(before Pod, body Input, at time.Time) (Pod, error) {
	in, copies, network := body.stored(containerNames, podNames), body.has("templateId"), body.networkMounts()
	p, err := over(before, in)
	if err != nil {
		return Pod{}, err
	}
	var invalidSettings error
	if copies {
		t, err := a.podTemplate(body)
		if err != nil {
			return Pod{}, err
		}
		p.Settings, invalidSettings = a.copied(t, in)
	} else {
		p.Settings, invalidSettings = a.container(before.Settings, in)
	}
	restarts := in.hasSettings() || copies || in.has("volumeInGb") || network != nil
	if p.Locked && (restarts || in.has("name", "globalNetworking")) {
		err = before.isNotLocked("changed")
	}
	if err := cmp.Or(err, invalidSettings, before.checkMounts(p, in, network)); err != nil {
		return Pod{}, err
	}
	p.mount(network)
	if restarts && p.DesiredStatus == StatusRunning {
		a.renew(&p, p.PortMappings, at)
	}
	a.Pods.save(p, at)
	return p, nil
}

// podTemplate returns the template that an input names; without one, the defaults.
func (a *Account) podTemplate(in Input) (t Template, err error) {
	t.Settings = defaultSettings()
	if !in.has("templateId") {
		return t, nil
	}
	t, err = a.Templates.Find(in.Text("templateId"))
	if err == nil && t.IsServerless {
		err = &Error{Reason: Unprocessable, Message: "templateId: pods cannot use serverless templates"}
	}
	return t, under("contract-v2 8.1", err)
}

// inject adds the variables that a new pod gets from the service.
func (a *Account) inject(p *Pod, t Template) {
	variables := map[string]string{}
	if t.StartSSH {
		variables["PUBLIC_KEY"] = sshKey
	}
	if _, own := p.Env["JUPYTER_PASSWORD"]; !own && t.StartJupyter {
		variables["JUPYTER_PASSWORD"] = a.ids.alphanumeric(20)
	}
	p.Env = merged(variables, p.Env)
}

// checkNewMounts returns an error for volumes that a new pod cannot have.
func (a *Account) checkNewMounts(p Pod, network []NetworkMount, wanted MachineRequest) error {
	switch {
	case p.VolumeInGb > 0 && len(network) > 0:
		return invalid("mounts: persistent and network exclude each other")
	case p.VolumeInGb > 0 && p.ComputeType == ComputeCPU:
		return invalid("mounts.persistent: a CPU pod has none")
	case len(network) > 0 && network[0].VolumeID == "":
		return doesNotExist("mounts.network: the network volume", "")
	}
	return a.checkReach("mounts.network", "mounts.network: the network volume", p, wanted)
}

// checkMounts returns an error for a change of volumes that a pod does not allow.
func (p Pod) checkMounts(after Pod, in Input, network []NetworkMount) error {
	switch {
	case in.has("volumeInGb") && network != nil:
		return invalid("mounts: persistent and network exclude each other")
	case in.has("volumeInGb") && (p.VolumeInGb == 0 || p.NetworkVolumeID != ""):
		return invalid("mounts.persistent: the pod has none, and cannot get one")
	case after.VolumeInGb < p.VolumeInGb:
		return cannotShrink("mounts.persistent.size", p.VolumeInGb, after.VolumeInGb)
	case network == nil:
		return nil
	case len(network) == 0:
		return invalid("mounts.network: a network volume cannot be removed")
	case p.NetworkVolumeID == "" || network[0].VolumeID != p.NetworkVolumeID:
		return invalid("mounts.network: the pod cannot get another network volume")
	}
	return nil
}

func (p *Pod) mount(network []NetworkMount) {
	if len(network) > 0 {
		p.NetworkVolumeID, p.VolumeMountPath = network[0].VolumeID, network[0].Path
	}
}

// checkHardware returns an error for hardware that does not exist, or that nothing can have.
func (p Pod) checkHardware(wanted MachineRequest) error {
	if err := checkDataCenterIDs(wanted.DataCenterIDs); err != nil {
		return err
	}
	if p.ComputeType == ComputeCPU {
		flavor := wanted.CPUFlavorIDs[0]
		if !slices.Contains(CPUFlavorIDs(), flavor) {
			return doesNotExist("cpu.id:", flavor)
		}
		return checkVcpus(flavor, wanted.VcpuCount)
	}
	gpu := wanted.GpuTypeIDs[0]
	switch {
	case !slices.Contains(GPUTypeIDs(), gpu):
		return doesNotExist("gpu.id:", gpu)
	case len(wanted.AllowedCudaVersions) > 0 && wanted.MinCudaVersion != "":
		return errTwoCudaConstraints
	case p.GlobalNetworking && !isNVIDIA(gpu):
		return invalid("globalNetworking needs an NVIDIA GPU")
	case wanted.GpuCount == 0:
		return errNoInstances // Published is a default of 1, but the service finds nothing (contract-v2 1.3).
	}
	return nil
}

func isNVIDIA(gpuType string) bool { return !strings.HasPrefix(gpuType, "AMD ") }

// place mounts the network volume of a new pod and finds its machine, with what the input leaves out of a template.
func (a *Account) place(p *Pod, t Template, body Input) error {
	in, network := body.stored(machineNames), body.networkMounts()
	usual := newMachineRequest(p.CloudType)
	usual.GpuCount, usual.GpuTypePriority, usual.CPUFlavorPriority = 0, priorityCustom, priorityCustom
	usual.GpuTypeIDs, usual.CPUFlavorIDs = []string{body.Text("gpu.id")}, []string{body.Text("cpu.id")}
	if !in.has("allowedCudaVersions", "minCudaVersion") {
		usual.AllowedCudaVersions = t.AllowedCudaVersions
	}
	wanted, err := over(usual, in)
	p.mount(network)
	if err := cmp.Or(err, a.checkNewMounts(*p, network, wanted), p.checkHardware(wanted)); err != nil {
		return err
	}
	wanted, err = a.narrow(p, wanted)
	if err != nil {
		return errNoInstances
	}
	if p.GlobalNetworking {
		if p.ComputeType == ComputeCPU {
			return invalid("globalNetworking needs an NVIDIA GPU")
		}
		wanted.DataCenterIDs = slices.DeleteFunc(wanted.DataCenterIDs, func(id string) bool {
			center, _ := Lookup(AllDataCenters(), id)
			return !center.GlobalNetwork
		})
		if len(wanted.DataCenterIDs) == 0 {
			return invalid("globalNetworking: none of the data centers has it")
		}
	}
	if a.settle(a.placer, p, wanted) != nil {
		return errNoInstances
	}
	return nil
}
