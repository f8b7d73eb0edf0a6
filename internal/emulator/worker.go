package emulator

import (
	"slices"
	"time"
)

// worker is what the engine knows of a worker; what clients see of it is a pod.
type worker struct {
	id      string // of its pod
	version int    // of the endpoint, when it started
	image   string
	env     map[string]string

	warm      bool
	job       *job
	idleSince time.Time
}

type workerState int

const (
	workerInitializing workerState = iota
	workerIdle
	workerRunning
)

func (w *worker) state() workerState {
	switch {
	case !w.warm:
		return workerInitializing
	case w.job == nil:
		return workerIdle
	default:
		return workerRunning
	}
}

// startWorker starts one more worker, on the version of the template of this moment. False is for an endpoint that no
// machine has the hardware for.
func (s *Server) startWorker(q *queue, e endpoint, at time.Time) bool {
	p, ok := s.workerPod(q, e, at)
	if !ok {
		return false
	}
	w := &worker{id: p.ID, version: e.Version, image: p.ImageName, env: p.Env}
	q.workers = append(q.workers, w)
	s.pods.place(p.ID, p)
	s.logger.Debug("worker started", "endpoint", p.EndpointID, "worker", p.ID, "version", e.Version, "at", at)
	if s.options.ColdStart == 0 {
		s.warmUp(w, at)
		return true
	}
	s.clock.at(at.Add(s.options.ColdStart), func(at time.Time) {
		if slices.Contains(q.workers, w) && s.queues[q.endpointID] == q {
			s.warmUp(w, at)
			s.settle(q, at)
		}
	})
	return true
}

func (s *Server) warmUp(w *worker, at time.Time) {
	w.warm, w.idleSince = true, at
	if p, err := s.pods.find(w.id); err == nil {
		address := s.engineChooser.address()
		p.PublicIP, p.PortMappings = &address, map[string]int{} // Workers are reached through the queue only.
		s.pods.place(w.id, p)
	}
}

// endWorker ends a worker that has no job, or whose job has been seen to.
func (s *Server) endWorker(q *queue, w *worker, at time.Time) {
	q.workers = slices.DeleteFunc(q.workers, func(other *worker) bool { return other == w })
	if p, err := s.pods.find(w.id); err == nil {
		s.pods.remove(w.id)
		s.logger.Debug("worker ended", "endpoint", p.EndpointID, "worker", p.ID, "at", at)
	}
}

// killWorker is the death of a worker: what it had in progress is queued again, or fails.
func (s *Server) killWorker(q *queue, w *worker, at time.Time) {
	j := w.job
	s.endWorker(q, w, at)
	if j != nil {
		s.die(q, j, at)
	}
}

// KillWorker lets a worker of the endpoint die: the one that has been busy longest or, if none is, the oldest. It is an
// error if the endpoint has none.
func (s *Server) KillWorker(endpointID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.endpoints.find(endpointID); err != nil {
		return err
	}
	q := s.queueOf(endpointID)
	var victim *worker
	for _, w := range q.workers {
		switch {
		case victim == nil,
			victim.job == nil && w.job != nil,
			victim.job != nil && w.job != nil && w.job.pickedUp.Before(victim.job.pickedUp):
			victim = w
		}
	}
	if victim == nil {
		return badRequest("endpoint %q has no worker to kill", endpointID)
	}
	now := s.clock.now()
	s.killWorker(q, victim, now)
	s.settle(q, now)
	return nil
}

// workerPod is the pod of a new worker: what the template says, on hardware that the endpoint asks for.
func (s *Server) workerPod(q *queue, e endpoint, at time.Time) (pod, bool) {
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
		p.NetworkVolumeID = volumes[len(q.workers)%len(volumes)]
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
