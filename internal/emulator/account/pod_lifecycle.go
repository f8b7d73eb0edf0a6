package account

import (
	"cmp"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// OperatePod starts, stops, resets or restarts a pod over version 1 (contract 2.6). A stopped pod keeps its machine, a
// reset gives a running pod a new container, and a restart other public ports, as can happen.
func (a *Account) OperatePod(p Pod, operation string, at time.Time) (Pod, error) {
	err := p.isNoWorker()
	switch {
	case err != nil:
		return Pod{}, err
	case p.DesiredStatus == StatusTerminated:
		return Pod{}, errPodTerminated
	}
	switch operation {
	case ActionStart:
		switch {
		case p.DesiredStatus != StatusExited:
		case a.canStart(p):
			a.deploy(&p, at)
		default:
			err = errNotEnoughFree
		}
	case ActionStop:
		if err = p.isNotLocked("stopped"); err == nil && p.DesiredStatus == StatusRunning {
			p.stop(at)
		}
	case ActionReset:
		if err = cmp.Or(p.isNotLocked("reset"), p.isRunning("reset")); err == nil {
			a.renew(&p, p.PortMappings, at)
		}
	case ActionRestart:
		if err = p.isRunning("restarted"); err == nil {
			a.renew(&p, nil, at)
		}
	}
	if err != nil {
		return Pod{}, err
	}
	a.Pods.save(p, at)
	return p, nil
}

func (p *Pod) stop(at time.Time) {
	p.DesiredStatus, p.LastStatusChange = StatusExited, podTimestamp(at)
	p.PublicIP, p.PortMappings = nil, nil
}

// deploy makes a pod RUNNING at once, on its machine; it is ready when the delay has passed. The caller stores it.
func (a *Account) deploy(p *Pod, at time.Time) {
	ready := at.Add(a.config.PodStartDelay)
	p.DesiredStatus = StatusRunning
	p.LastStartedAt, p.LastStatusChange = podTimestamp(at), podTimestamp(at)
	p.PublicIP, p.PortMappings = nil, nil
	p.ReadyAt, p.Failed = podTimestamp(ready), false
	p.join()
	defer func() { a.meet(*p, at) }()
	if a.config.PodStartDelay == 0 {
		a.podReady(p)
		return
	}
	a.clock.At(ready, clock.Timer{Kind: timerReady, ID: p.ID, Detail: p.ReadyAt})
}

// loopback is the address of pods whose ports are open.
const loopback = "127.0.0.1"

// join lets a pod that starts into the global network, if it asks for that and can have it.
func (p *Pod) join() { p.Networked = p.GlobalNetworking && p.Gpu != nil && isNVIDIA(p.Gpu.ID) }

// podReady gives the pod its port mappings and, where its machine has one to give, its address. It loses both when it
// stops.
func (a *Account) podReady(p *Pod) {
	if p.Machine.SupportPublicIP {
		address := a.publicAddress()
		p.PublicIP = &address
	}
	p.PortMappings = a.portMappings(*p, nil)
}

// publicAddress returns the address of a pod, and publicPort a port of it.
func (a *Account) publicAddress() string {
	if a.config.OpenPort != nil {
		return loopback
	}
	return a.placer.address()
}

func (a *Account) publicPort(taken map[int]bool) int {
	if a.config.OpenPort != nil {
		if port := a.config.OpenPort(); port != 0 {
			return port
		}
	}
	return a.placer.port(taken)
}

// PublicPorts returns the public ports of all pods.
func (a *Account) PublicPorts() map[int]bool {
	ports := map[int]bool{}
	for p := range a.Pods.All() {
		for _, public := range p.PortMappings {
			ports[public] = true
		}
	}
	return ports
}

// renew gives a running pod a new container, and its ports the public ones that they had before, if any. A pod that
// direct access has put has never started: it becomes ready as after a start, so that a client can wait for it.
func (a *Account) renew(p *Pod, before map[string]int, at time.Time) {
	if p.ReadyAt == "" && p.PortMappings == nil {
		a.deploy(p, at)
		return
	}
	now := podTimestamp(at)
	p.LastStartedAt, p.LastStatusChange = now, now
	p.join()
	if p.PublicIP != nil {
		p.PortMappings = a.portMappings(*p, before)
	}
}

// portMappings finds a public port for each tcp port: the one that it had before, or one that no port has or had.
// Others are reached through a front end.
func (a *Account) portMappings(p Pod, before map[string]int) map[string]int {
	mappings := map[string]int{}
	if !p.Machine.SupportPublicIP {
		return mappings
	}
	taken := make(map[int]bool)
	for _, public := range p.PortMappings {
		taken[public] = true
	}
	for _, port := range p.Ports {
		number, isTCP := strings.CutSuffix(port, "/tcp")
		if _, twice := mappings[number]; twice || !isTCP {
			continue
		}
		public, had := before[number]
		if !had {
			public = a.publicPort(taken)
		}
		mappings[number] = public
		taken[public] = true
	}
	return mappings
}
