package emulator

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
)

// What a worker does with a job is the engine's; tests and users of the package put functions behind images with these.
type (
	// WorkerJob is what a worker gets (contract 3.1).
	WorkerJob = engine.WorkerJob
	// WorkerResult is what a worker does with a job. Time is that of the emulator's clock.
	WorkerResult = engine.WorkerResult
	// WorkerChunk is a part of the result that is there earlier.
	WorkerChunk = engine.WorkerChunk
	// WorkerFunc stands for the handler in an image. It runs under the server's lock: it must not call the server.
	WorkerFunc = engine.WorkerFunc
)

// HandleImage has a function do the work of an image, by its name without tag and registry, or by all of it. It goes
// for jobs that are picked up from now on, and outlives a Reset.
func (s *Server) HandleImage(image string, work WorkerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handlers[image] = work
}

// KillWorker lets a worker of the endpoint die: the one that has been busy longest or, if none is, the oldest. It is an
// error if the endpoint has none.
func (s *Server) KillWorker(endpointID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.endpoints.find(endpointID); err != nil {
		return err
	}
	defer s.dispatchWork()
	if !s.engine.KillWorker(endpointID, s.clock.Now()) {
		return badRequest("endpoint %q has no worker to kill", endpointID)
	}
	return nil
}

// account is the server as its engine sees it: endpoints, and pods for workers. Its methods run under Server.mu.
type account struct{ *Server }

// Endpoint is the settings of an endpoint.
func (a account) Endpoint(id string) (engine.Endpoint, bool) {
	e, err := a.endpoints.find(id)
	if err != nil {
		return engine.Endpoint{}, false
	}
	return engine.Endpoint{
		Version:          e.Version,
		WorkersMin:       e.WorkersMin,
		WorkersMax:       e.WorkersMax,
		IdleTimeout:      engine.Saturated(e.IdleTimeout, time.Second),
		ScaleByRequests:  e.ScalerType == scalerRequestCount,
		ScalerValue:      e.ScalerValue,
		ExecutionTimeout: engine.Saturated(e.ExecutionTimeoutMs, time.Millisecond),
	}, true
}

const scalerRequestCount = "REQUEST_COUNT"

// StartWorker makes a worker's pod, on the version of the template of this moment.
func (a account) StartWorker(endpointID string, workers int, at time.Time) (engine.Machine, bool) {
	e, err := a.endpoints.find(endpointID)
	if err != nil {
		return engine.Machine{}, false
	}
	p, ok := a.workerPod(e, workers, at)
	if !ok {
		return engine.Machine{}, false
	}
	a.pods.place(p.ID, p)
	a.logger.Debug("worker started", "endpoint", p.EndpointID, "worker", p.ID, "version", e.Version, "at", at)
	return engine.Machine{WorkerID: p.ID, Version: e.Version, Image: p.ImageName, Env: p.Env}, true
}

// WorkerReady gives a worker's pod its address. Workers are reached through the queue only.
func (a account) WorkerReady(workerID string) {
	if p, err := a.pods.find(workerID); err == nil {
		address := a.engineChooser.address()
		p.PublicIP, p.PortMappings = &address, map[string]int{}
		a.pods.place(workerID, p)
	}
}

// EndWorker removes a worker's pod.
func (a account) EndWorker(workerID string, at time.Time) {
	if p, err := a.pods.find(workerID); err == nil {
		a.pods.remove(workerID)
		a.logger.Debug("worker ended", "endpoint", p.EndpointID, "worker", p.ID, "at", at)
	}
}

// HasWorker reports whether a worker's pod is there: over the control interface it can be removed.
func (a account) HasWorker(workerID string) bool {
	_, err := a.pods.find(workerID)
	return err == nil
}

// NewJobID makes an id of a job.
func (a account) NewJobID() string { return a.engineIDs.job() }

// workerPod is the pod of a new worker: what the template says, on hardware that the endpoint asks for.
func (s *Server) workerPod(e endpoint, workers int, at time.Time) (pod, bool) {
	t, err := s.templates.find(e.TemplateID)
	if err != nil {
		return pod{}, false // Behind the API's back a template can go before its endpoints.
	}
	p := newPod(s.pods.vacant(s.engineIDs.pod))
	now, version := podTimestamp(at), e.Version
	p.Name, p.EndpointID, p.SlsVersion, p.TemplateID = e.Name, e.ID, &version, e.TemplateID
	p.ComputeType, p.ImageName, p.Env, p.Ports = e.ComputeType, t.ImageName, t.Env, t.Ports
	p.DockerEntrypoint, p.DockerStartCmd = t.DockerEntrypoint, t.DockerStartCmd
	p.ContainerDiskInGb, p.VolumeInGb, p.VolumeMountPath = t.ContainerDiskInGb, 0, t.VolumeMountPath
	p.ContainerRegistryAuthID = t.ContainerRegistryAuthID
	p.MachineID = s.engineChooser.machine()
	p.CreatedAt, p.LastStartedAt, p.LastStatusChange = now, now, now
	place := placement{publicIP: true}
	place.dataCenter = pick(s.engineChooser, nil, wanted(&e.DataCenterIDs, dataCenters(), func(id string) string { return id }))
	if volumes := e.volumes(); len(volumes) > 0 {
		// Each worker mounts one, and is where that is.
		p.NetworkVolumeID = volumes[workers%len(volumes)]
		if v, err := s.networkVolumes.find(p.NetworkVolumeID); err == nil {
			place.dataCenter = v.DataCenterID
		}
	}
	return p, s.workerHardware(&p, e, place)
}

// workerHardware takes the first of the endpoint's wishes (contract 2.3). Without any it is whatever there is.
func (s *Server) workerHardware(p *pod, e endpoint, at placement) bool {
	if e.ComputeType == computeCPU {
		flavors := wanted(&e.CPUFlavorIDs, cpuFlavors(), func(f cpuFlavor) string { return f.id })
		if e.VcpuCount > maxVCPUs || len(flavors) == 0 {
			return false
		}
		p.onCPUs(flavors[0], e.VcpuCount, at)
		return true
	}
	types := wanted(&e.GpuTypeIDs, gpuTypes(), func(t gpuType) string { return t.id })
	if e.GpuCount > maxGPUs || len(types) == 0 {
		return false
	}
	if len(e.GpuTypeIDs) == 0 {
		types[0] = pick(s.engineChooser, nil, types)
	}
	p.onGPUs(types[0], e.GpuCount, at)
	return true
}
