package rest2

import (
	"net/netip"
	"strconv"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// podAnswer is a pod in answers of version 2 (contract-v2 8.3).
type podAnswer struct {
	containerWire
	ID               string                          `json:"id"`
	Name             members.Optional[string]        `json:"name"`
	Status           members.Optional[string]        `json:"status"`
	Mounts           members.Optional[mountsWire]    `json:"mounts"`
	GPU              members.Optional[podGPUAnswer]  `json:"gpu"`
	CPU              members.Optional[podCPUWire]    `json:"cpu"`
	Cloud            members.Optional[string]        `json:"cloud"`
	DataCenterID     members.Optional[string]        `json:"dataCenterId"`
	CUDAVersion      members.Optional[string]        `json:"cudaVersion"`
	SSH              members.Optional[api.PodSSH]    `json:"ssh"`
	Template         members.Optional[string]        `json:"template"`
	Cost             members.Optional[float64]       `json:"cost"` // USD an hour
	Locked           members.Optional[bool]          `json:"locked"`
	GlobalNetworking members.Optional[networkAnswer] `json:"globalNetworking"`
	Runtime          members.Optional[runtimeAnswer] `json:"runtime"` // null unless RUNNING
	CreatedAt        members.Optional[string]        `json:"createdAt"`
	StartedAt        members.Optional[string]        `json:"startedAt"`
}

// podGPUAnswer is the GPUs of a pod. VCPUCount and Memory are of the whole pod; older deployments have neither.
type podGPUAnswer struct {
	ID        members.Optional[string]  `json:"id"`
	Count     members.Optional[int64]   `json:"count"`
	VCPUCount members.Optional[int64]   `json:"vcpuCount"`
	Memory    members.Optional[float64] `json:"memory"` // GB
}

// networkAnswer has the address and the name only if the pod has them.
type networkAnswer struct {
	Enabled     members.Optional[bool]   `json:"enabled"`
	IP          members.Optional[string] `json:"ip"`
	InternalDNS members.Optional[string] `json:"internalDns"`
}

type runtimeAnswer struct {
	Ports members.Optional[[]portAnswer] `json:"ports"`
}

// portAnswer is an exposed port. IP is that of the service's proxy for http.
type portAnswer struct {
	Private int64                    `json:"private"`
	Public  members.Optional[int64]  `json:"public"`
	Type    string                   `json:"type"`
	IP      members.Optional[string] `json:"ip"`
}

// The status of a pod that is deleted for good, and of a stopped one (contract-v2 8.4).
const (
	terminated = "TERMINATED"
	exited     = "EXITED"
)

// secure is the cloud of the service's own data centers.
const secure = "SECURE"

func (w podAnswer) pod() api.Pod {
	entrypoint, cmd := w.command()
	network := w.GlobalNetworking.Or(networkAnswer{})
	p := api.Pod{
		ID: w.ID, Status: w.Status, SSH: w.SSH, DesiredStatus: w.desiredStatus(), CostPerHr: w.Cost,
		CreatedAt: w.CreatedAt, LastStartedAt: w.StartedAt,
		GlobalNetworkingIP: network.IP, InternalDNS: network.InternalDNS, CUDAVersion: w.CUDAVersion,
		PodFields: api.PodFields{
			Name: w.Name, Locked: w.Locked, ImageName: w.Image, ContainerDiskInGB: w.Disk, Env: w.Env, Ports: w.Ports,
			DockerEntrypoint: entrypoint, DockerStartCmd: cmd, ContainerRegistryAuthID: authOf(w.Registry),
			GlobalNetworking: network.Enabled,
		},
	}
	if template := w.Template.Or(""); template != "" { // Null is no proof that the pod has none.
		p.TemplateID = w.Template
	}
	machine := api.PodMachine{DataCenterID: w.DataCenterID}
	if gpu, ok := w.GPU.Get(); ok {
		p.GPU, p.GPUCount = members.Some(api.PodGPU{ID: gpu.ID, Count: gpu.Count}), gpu.Count
		p.VCPUCount, p.MemoryInGB, machine.GPUTypeID = gpu.VCPUCount, gpu.Memory, gpu.ID
	} else if cpu, ok := w.CPU.Get(); ok {
		p.CPUFlavorID, p.VCPUCount = members.Some(cpu.ID), cpu.VCPUCount
		if memory, ok := cpu.Memory.Get(); ok {
			p.MemoryInGB = members.Some(float64(memory))
		}
	}
	if cloud, ok := w.Cloud.Get(); ok {
		machine.SecureCloud = members.Some(cloud == secure)
	}
	p.Machine = members.Some(machine)
	w.mountOnto(&p)
	w.mapPorts(&p)
	members.EmptyIsAbsent(&p.Name, &p.ImageName, &p.VolumeMountPath, &p.CPUFlavorID, &p.LastStartedAt, &p.CreatedAt,
		&p.GlobalNetworkingIP, &p.InternalDNS, &p.CUDAVersion)
	return p
}

// desiredStatus returns the status in the words of version 1, which has the wanted state: a pod that starts, or that
// cannot, is to run.
func (w podAnswer) desiredStatus() members.Optional[string] {
	switch status := w.Status.Or(""); status {
	case "", terminated, exited:
		return w.Status
	default:
		return members.Some("RUNNING")
	}
}

// mountOnto gives a pod its volume. A size of 0 says that a GPU pod has none; for a pod with a network volume, and a
// CPU pod, the size is absent: over version 1 it can have one nevertheless.
func (w podAnswer) mountOnto(p *api.Pod) {
	mounts, ok := w.Mounts.Get()
	if !ok {
		return
	}
	if network := mounts.Network.Or(nil); len(network) > 0 {
		p.NetworkVolume = members.Some(api.NetworkVolume{ID: network[0].VolumeID})
		p.VolumeMountPath = network[0].Path
		return
	}
	size, path := mounts.persistent()
	if size.Or(0) > 0 || w.CPU.IsZero() {
		p.VolumeInGB, p.VolumeMountPath = size, path
	}
}

// proxies is the network of the service's proxies, whose addresses are not public (contract-v2 8.3).
var proxies = netip.MustParsePrefix("100.64.0.0/10")

// mapPorts gives a pod its address and its public ports: those of its tcp ports. Both are absent while it does not run.
func (w podAnswer) mapPorts(p *api.Pod) {
	runtime, ok := w.Runtime.Get()
	if !ok {
		return
	}
	mappings := map[string]int64{}
	for _, port := range runtime.Ports.Or(nil) {
		public, mapped := port.Public.Get()
		address, err := netip.ParseAddr(port.IP.Or(""))
		if port.Type != "tcp" || !mapped || err != nil || proxies.Contains(address) {
			continue
		}
		mappings[strconv.FormatInt(port.Private, 10)] = public
		p.PublicIP = port.IP
	}
	p.PortMappings = members.Some(mappings)
}
