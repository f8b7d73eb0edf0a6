package account

import (
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// Fate is what becomes of machines that start from now on. Empty members match all.
type Fate struct {
	// Image is that of the pod or worker, whole.
	Image string `json:"image,omitempty"`
	// EndpointID is that of the worker.
	EndpointID   string `json:"endpointId,omitempty"`
	GPUTypeID    string `json:"gpuTypeId,omitempty"`
	DataCenterID string `json:"dataCenterId,omitempty"`
	// Becomes is one of Ends, for pods, or of workerFates, for workers.
	Becomes string `json:"becomes"`
	// After is the time from the start of a pod to its end.
	After jsontext.Duration `json:"after,omitempty"`
	// Count is of how many machines it is the fate; 0 is all. A worker that waits for a machine does not count.
	Count int `json:"count,omitempty"`
}

// The fates of workers, as version 2 calls their states (contract-v2 5.4): no machine is free for them, they never
// become ready, or they fail.
const (
	FateThrottled    = "THROTTLED"
	FateInitializing = "INITIALIZING"
	FateUnhealthy    = "UNHEALTHY"
)

// workerFates returns the fates of workers.
func workerFates() []string { return []string{FateThrottled, FateInitializing, FateUnhealthy} }

// Ends returns the fates of pods: an eviction, the end for good, and a container that fails.
func Ends() []string { return []string{StatusExited, StatusTerminated, PhaseError} }

// Check returns an error for a fate that does not exist, or that nothing can have.
func (f Fate) Check() error {
	switch {
	case !slices.Contains(append(workerFates(), Ends()...), f.Becomes):
		return invalid("becomes: %q is none of %v and %v", f.Becomes, Ends(), workerFates())
	case f.Count < 0 || f.After < 0:
		return invalid("count and after must not be negative")
	case f.After > 0 && !slices.Contains(Ends(), f.Becomes):
		return invalid("after is for pods; %s holds from the start of a worker", f.Becomes)
	case f.EndpointID != "" && slices.Contains(Ends(), f.Becomes):
		return invalid("endpointId is for workers; %s is for pods", f.Becomes)
	case f.GPUTypeID != "" && !slices.Contains(GPUTypeIDs(), f.GPUTypeID):
		return doesNotExist("gpuTypeId", f.GPUTypeID)
	case f.DataCenterID != "":
		return checkDataCenterIDs([]string{f.DataCenterID})
	}
	return nil
}

// SetFates replaces the fates. The first one that matches a machine is its.
func (a *Account) SetFates(fates []Fate) { a.fates = slices.Clone(fates) }

// Fates returns the fates in force, with what is left of their counts; never nil.
func (a *Account) Fates() []Fate { return append([]Fate{}, a.fates...) }

// fateOf returns the fate of a machine that starts, and counts it; nil if it has none.
func (a *Account) fateOf(p Pod, among []string) *Fate {
	for i, f := range a.fates {
		gpu := p.Gpu != nil && p.Gpu.ID == f.GPUTypeID
		if !slices.Contains(among, f.Becomes) || f.Image != "" && f.Image != p.Image ||
			f.EndpointID != "" && f.EndpointID != p.EndpointID || f.GPUTypeID != "" && !gpu ||
			f.DataCenterID != "" && f.DataCenterID != p.Machine.DataCenterID {
			continue
		}
		if f.Count > 0 && f.Becomes != FateThrottled {
			if a.fates[i].Count--; f.Count == 1 {
				a.fates = slices.Delete(a.fates, i, i+1)
			}
		}
		return &f
	}
	return nil
}

// meet ends a pod that has just started if that is its fate.
func (a *Account) meet(p Pod, at time.Time) {
	fate := a.fateOf(p, Ends())
	if fate == nil {
		return
	}
	a.clock.At(at.Add(time.Duration(fate.After)), clock.Timer{Kind: fate.Becomes, ID: p.ID, Detail: p.LastStartedAt})
}

// EndPod ends a pod that runs, against its owner's will and locked or not: it becomes one of Ends. One that does not
// run stays as it is.
func (a *Account) EndPod(id, becomes string, at time.Time) error {
	p, err := a.Pods.Find(id)
	switch {
	case err != nil:
		return err
	case p.EndpointID != "":
		return p.isNoWorker()
	case p.DesiredStatus != StatusRunning:
		return nil
	case becomes == PhaseError:
		p.Failed = true
	default:
		p.DesiredStatus = becomes
	}
	p.LastStatusChange = podTimestamp(at)
	p.PublicIP, p.PortMappings = nil, nil
	a.Pods.put(id, p, at)
	return nil
}
