package account

import "time"

// Workers returns the workers of an endpoint; never nil.
func (a *Account) Workers(endpointID string) []Pod {
	return a.Pods.where(func(p Pod) bool { return p.EndpointID == endpointID })
}

// NewJobID makes an id of a job. It may have been made before.
func (a *Account) NewJobID() string { return a.workerIDs.job() }

// StartWorker creates the pod of one more worker of an endpoint that has this many. The pod gets the present settings
// of the template, and hardware that the endpoint allows. becomes is the worker's fate, empty for none. False if the
// endpoint does not exist, or no machine has the hardware.
func (a *Account) StartWorker(endpointID string, workers int, at time.Time) (worker Pod, becomes string, started bool) {
	e, err := a.Endpoints.Find(endpointID)
	if err != nil {
		return Pod{}, "", false
	}
	t, err := a.Templates.Find(e.TemplateID)
	if err != nil {
		return Pod{}, "", false // Behind the API's back a template can go before its endpoints.
	}
	p := newPod(a.Pods.vacant(a.workerIDs.pod), at)
	version := e.Version
	p.Name, p.EndpointID, p.SlsVersion, p.TemplateID = e.Name, e.ID, &version, e.TemplateID
	p.ComputeType, p.Settings, p.VolumeInGb, p.VolumeMountPath = e.ComputeType, t.Settings, 0, t.VolumeMountPath
	p.MachineID = a.workerPlacer.machineID()
	if !a.findWorkerMachine(&p, e, workers) {
		return Pod{}, "", false
	}
	if fate := a.fateOf(p, workerFates()); fate != nil {
		becomes = fate.Becomes
	}
	if becomes == FateThrottled {
		return Pod{}, "", false
	}
	a.Pods.put(p.ID, p, at)
	return p, becomes, true
}

// WorkerReady gives a worker its address. Workers are reached through the queue only, so no port is mapped.
func (a *Account) WorkerReady(id string, at time.Time) {
	if p, err := a.Pods.Find(id); err == nil {
		address := a.workerPlacer.address()
		p.PublicIP, p.PortMappings = &address, map[string]int{}
		a.Pods.put(id, p, at)
	}
}
