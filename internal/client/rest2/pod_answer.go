package rest2

import (
	"net/netip"
	"net/url"
	"strconv"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

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

// completePod completes the pod of an answer (contract-v2 8.3).
func completePod(p *api.Pod, answer members.Members, _ url.Values) {
	settle(answer, &p.DockerEntrypoint, &p.DockerStartCmd, &p.ContainerRegistryAuthID)
	members.EmptyIsAbsent(&p.Status)
	p.DesiredStatus = desiredStatus(p.Status)
	if p.TemplateID.Or("") == "" { // Null is no proof that the pod has none.
		p.TemplateID = members.Optional[string]{}
	}
	var gpu api.PodGPU
	var machine api.PodMachine
	var cloud members.Optional[string]
	answer.ReadAll(&gpu, members.Version2)
	answer.ReadAll(&machine, members.Version2)
	if answer.Read("cloud", &cloud); cloud.Or("") != "" {
		machine.SecureCloud = members.Some(cloud.Or("") == secure)
	}
	if p.Machine = members.Some(machine); answer.Has("gpu") {
		p.GPU = members.Some(gpu)
	} else {
		answer.Read("cpu.vcpuCount", &p.VCPUCount)
		answer.Read("cpu.memory", &p.MemoryInGB)
	}
	mountOnto(p, answer)
	mapPorts(p, answer)
	members.EmptyIsAbsent(&p.Name, &p.ImageName, &p.VolumeMountPath, &p.CPUFlavorID, &p.LastStartedAt, &p.CreatedAt,
		&p.GlobalNetworkingIP, &p.InternalDNS, &p.CUDAVersion)
}

// desiredStatus returns the status in the words of version 1, which has the wanted state: a pod that starts, or that
// cannot, is to run.
func desiredStatus(status members.Optional[string]) members.Optional[string] {
	switch status.Or("") {
	case "", terminated, exited:
		return status
	default:
		return members.Some("RUNNING")
	}
}

// mountOnto gives a pod its volume. A size of 0 says that a GPU pod has none; for a pod with a network volume, and a
// CPU pod, the size is absent: over version 1 it can have one nevertheless.
func mountOnto(p *api.Pod, answer members.Members) {
	var network []struct {
		VolumeID string                   `json:"volumeId"`
		Path     members.Optional[string] `json:"path"`
	}
	if answer.Read("mounts.network", &network); len(network) > 0 {
		p.NetworkVolume = members.Some(api.NetworkVolume{ID: network[0].VolumeID})
		p.VolumeMountPath = network[0].Path
		return
	}
	size := members.Some(int64(0))
	if answer.Has("mounts.persistent") {
		answer.Read("mounts.persistent.size", &size)
	}
	if answer.Has("mounts") && (size.Or(0) > 0 || answer["cpu"] == nil) {
		p.VolumeInGB = size
		answer.Read("mounts.persistent.path", &p.VolumeMountPath)
	}
}

// proxies is the network of the service's proxies, whose addresses are not public (contract-v2 8.3).
var proxies = netip.MustParsePrefix("100.64.0.0/10")

// mapPorts gives a pod its address and its public ports: those of its tcp ports. Both are absent while it does not run.
func mapPorts(p *api.Pod, answer members.Members) {
	if !answer.Has("runtime") { // Null unless RUNNING.
		return
	}
	var ports []portAnswer
	answer.Read("runtime.ports", &ports)
	mappings := map[string]int64{}
	for _, port := range ports {
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
