package management2

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// pod is a pod on the wire (contract-v2 8.3).
type pod struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	container
	Status           string           `json:"status"`
	Actions          []string         `json:"actions"`
	Mounts           podMounts        `json:"mounts"`
	GPU              *podGPU          `json:"gpu,omitempty"` // nil of a CPU pod
	CPU              *cpu             `json:"cpu,omitempty"` // nil of a GPU pod
	Cloud            string           `json:"cloud"`
	DataCenterID     *string          `json:"dataCenterId"`
	CudaVersion      *string          `json:"cudaVersion"` // of the machine; nil is unknown
	SSH              podSSH           `json:"ssh"`
	Template         *string          `json:"template"` // always nil, also of a pod that was created from one
	Cost             float64          `json:"cost"`     // USD an hour, now
	Locked           bool             `json:"locked"`
	GlobalNetworking globalNetworking `json:"globalNetworking"`
	Runtime          *podRuntime      `json:"runtime"` // nil unless RUNNING
	CreatedAt        string           `json:"createdAt"`
	StartedAt        *string          `json:"startedAt"`
}

// podMounts has one of the two, or none.
type podMounts struct {
	Persistent *account.Volume        `json:"persistent,omitempty"`
	Network    []account.NetworkMount `json:"network,omitempty"`
}

type podGPU struct {
	ID        string `json:"id"`
	Count     int    `json:"count"`
	VcpuCount int    `json:"vcpuCount"` // of the whole pod, as memory
	Memory    int    `json:"memory"`    // GB
}

type podSSH struct {
	Proxy  *sshAccess `json:"proxy"`
	Direct *sshAccess `json:"direct"` // nil without 22/tcp
}

type sshAccess struct {
	Host     string `json:"host"`
	Port     int    `json:"port"`
	Username string `json:"username"`
	Command  string `json:"command"`
}

// globalNetworking has the address only if it is enabled.
type globalNetworking struct {
	Enabled     bool   `json:"enabled"`
	IP          string `json:"ip,omitempty"`
	InternalDNS string `json:"internalDns,omitempty"`
}

type podRuntime struct {
	Uptime int           `json:"uptime"` // seconds
	GPUs   []gpuUse      `json:"gpus"`
	CPU    use           `json:"cpu"`
	Memory use           `json:"memory"`
	Ports  []portMapping `json:"ports"`
}

type gpuUse struct {
	Util       float64 `json:"util"`
	MemoryUtil float64 `json:"memoryUtil"`
}

type use struct {
	Util float64 `json:"util"`
}

type portMapping struct {
	Private int     `json:"private"`
	Public  *int    `json:"public"`
	Type    string  `json:"type"`
	IP      *string `json:"ip"` // for http the proxy's
}

func podOf(c *call, p account.Pod) any {
	phase := p.Phase(c.now)
	shown := pod{
		ID: p.ID, Name: p.Name, container: containerOf(p.Settings()), Status: phase, Actions: account.Actions(phase),
		Cloud: p.CloudType, DataCenterID: textOrNull(p.Machine.DataCenterID), CudaVersion: textOrNull(p.CudaVersion),
		Locked: p.Locked, CreatedAt: p.CreatedAt, StartedAt: textOrNull(p.LastStartedAt),
	}
	switch {
	case p.NetworkVolumeID != "":
		shown.Mounts.Network = []account.NetworkMount{{VolumeID: p.NetworkVolumeID, Path: p.VolumeMountPath}}
	case p.VolumeInGb > 0:
		shown.Mounts.Persistent = &account.Volume{Size: p.VolumeInGb, Path: p.VolumeMountPath}
	}
	if p.Gpu != nil {
		shown.GPU = &podGPU{p.Gpu.ID, p.Gpu.Count, p.VcpuCount, p.MemoryInGb}
	} else {
		shown.CPU = &cpu{p.CPUFlavorID, p.VcpuCount, max(p.MemoryInGb, 1)}
	}
	if p.DesiredStatus == account.StatusRunning {
		shown.Cost = p.CostPerHr
	}
	if p.Networked {
		shown.GlobalNetworking = globalNetworking{true, address(p.ID, "10.64"), p.ID + ".internal"}
	}
	if phase == account.StatusRunning {
		shown.Runtime, shown.SSH = runtimeOf(p, c.now), sshOf(p)
	}
	return shown
}

// sshOf returns how to reach a running pod.
func sshOf(p account.Pod) podSSH {
	user := p.ID + "-" + p.MachineID
	const proxy = "ssh.emulator.internal"
	ssh := podSSH{Proxy: &sshAccess{proxy, 22, user, "ssh " + user + "@" + proxy}}
	if port, mapped := p.PortMappings["22"]; mapped && p.PublicIP != nil {
		ssh.Direct = &sshAccess{*p.PublicIP, port, "root", fmt.Sprintf("ssh root@%s -p %d", *p.PublicIP, port)}
	}
	return ssh
}

// runtimeOf returns what a running pod does: nothing.
func runtimeOf(p account.Pod, now time.Time) *podRuntime {
	r := &podRuntime{GPUs: []gpuUse{}, Ports: []portMapping{}}
	since := time.Time{}
	for _, text := range []string{p.LastStartedAt, p.ReadyAt} {
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil && at.After(since) {
			since = at
		}
	}
	r.Uptime = max(int(now.Sub(since)/time.Second), 0)
	if p.Gpu != nil {
		r.GPUs = make([]gpuUse, p.Gpu.Count)
	}
	proxy := address(p.ID, "100.64")
	for i, port := range p.Ports {
		number, protocol, _ := strings.Cut(port, "/")
		private, err := strconv.Atoi(number)
		if err != nil {
			continue // Direct access stored it.
		}
		mapping := portMapping{Private: private, Type: protocol}
		if public, mapped := p.PortMappings[number]; mapped && protocol == "tcp" {
			mapping.Public, mapping.IP = &public, p.PublicIP
		}
		if protocol == "http" {
			public := 60000 + i
			mapping.Public, mapping.IP = &public, &proxy
		}
		r.Ports = append(r.Ports, mapping)
	}
	return r
}

// address returns an address for an id, below the first two numbers.
func address(id, network string) string {
	sum := 0
	for _, letter := range []byte(id) {
		sum = sum*31 + int(letter)
	}
	return fmt.Sprintf("%s.%d.%d", network, sum>>8&0xff, sum&0xff)
}
