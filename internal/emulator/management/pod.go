package management

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// podOf returns a pod on the wire (contract-v2 8.3).
func podOf(c *call, p account.Pod) object {
	phase, network := p.Phase(c.now), object{"enabled": p.Networked}
	shown := p.Shown()
	maps.Copy(shown, object{
		"status": phase, "actions": account.Actions(phase), "globalNetworking": network,
		"template": nil, // Also of a pod that was created from one.
		"runtime":  nil, "ssh": object{"proxy": nil, "direct": nil},
	})
	if p.DesiredStatus == account.StatusRunning {
		shown["cost"] = p.CostPerHr // What it costs now, in USD an hour.
	}
	if p.Networked {
		network["ip"], network["internalDns"] = address(p.ID, "10.64"), p.ID+".internal"
	}
	if phase == account.StatusRunning {
		shown["runtime"], shown["ssh"] = runtimeOf(p, c.now), sshOf(p)
	}
	return shown
}

// sshOf returns how to reach a running pod: directly only with 22/tcp.
func sshOf(p account.Pod) object {
	user := p.ID + "-" + p.MachineID
	const proxy = "ssh.emulator.internal"
	ssh := object{"direct": nil, "proxy": object{
		"host": proxy, "port": 22, "username": user, "command": "ssh " + user + "@" + proxy,
	}}
	if port, mapped := p.PortMappings["22"]; mapped && p.PublicIP != nil {
		ssh["direct"] = object{
			"host": *p.PublicIP, "port": port, "username": "root",
			"command": fmt.Sprintf("ssh root@%s -p %d", *p.PublicIP, port),
		}
	}
	return ssh
}

// runtimeOf returns what a running pod does: nothing.
func runtimeOf(p account.Pod, now time.Time) object {
	since := time.Time{}
	for _, text := range []string{p.LastStartedAt, p.ReadyAt} {
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil && at.After(since) {
			since = at
		}
	}
	gpus, ports := []object{}, []object{}
	for range p.GpuCount {
		gpus = append(gpus, object{"util": 0, "memoryUtil": 0})
	}
	for i, port := range p.Ports {
		number, protocol, _ := strings.Cut(port, "/")
		private, err := strconv.Atoi(number)
		if err != nil {
			continue // Direct access stored it.
		}
		mapping := object{"private": private, "type": protocol, "public": nil, "ip": nil}
		if public, mapped := p.PortMappings[number]; mapped && protocol == "tcp" {
			mapping["public"], mapping["ip"] = public, p.PublicIP
		}
		if protocol == "http" { // At a proxy.
			mapping["public"], mapping["ip"] = 60000+i, address(p.ID, "100.64")
		}
		ports = append(ports, mapping)
	}
	idle := object{"util": 0}
	return object{
		"uptime": max(int(now.Sub(since)/time.Second), 0), "gpus": gpus, "cpu": idle, "memory": idle, "ports": ports,
	}
}

// address returns an address for an id, below the first two numbers.
func address(id, network string) string {
	sum := 0
	for _, letter := range []byte(id) {
		sum = sum*31 + int(letter)
	}
	return fmt.Sprintf("%s.%d.%d", network, sum>>8&0xff, sum&0xff)
}
