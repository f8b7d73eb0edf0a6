package emulator

import (
	"cmp"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
)

// newAccount makes the account of a new generation.
func (s *Server) newAccount() *account.Account {
	return account.New(account.Config{
		Seed:              s.seed,
		PodStartDelay:     s.options.PodStartDelay,
		WorkersQuota:      cmp.Or(s.options.WorkersQuota, DefaultWorkersQuota),
		AllowVolumeShrink: s.options.AllowVolumeShrink,
		ListLag:           s.options.ListLag,
		Stock:             s.options.Stock,
		RolloutLag:        s.options.RolloutLag,
		OpenPort:          s.openPort(),
	}, s.clock)
}

// engineAccount implements engine.Account: endpoints, and pods for workers. Its methods run under Server.mu, and always
// on the account of the current generation, even for an engine of an earlier one.
type engineAccount struct{ server *Server }

// Endpoint returns the settings of an endpoint.
func (a engineAccount) Endpoint(id string) (engine.Endpoint, bool) {
	e, err := a.server.account.Endpoints.Find(id)
	if err != nil {
		return engine.Endpoint{}, false
	}
	return engine.Endpoint{
		Version:          e.Version,
		WorkersMin:       e.WorkersMin,
		WorkersMax:       e.WorkersMax,
		IdleTimeout:      engine.Saturated(e.IdleTimeout, time.Second),
		ScaleByRequests:  e.ScalerType == account.ScalerRequestCount,
		ScalerValue:      e.ScalerValue,
		ExecutionTimeout: engine.Saturated(e.ExecutionTimeoutMs, time.Millisecond),
	}, true
}

// StartWorker creates the pod of one more worker.
func (a engineAccount) StartWorker(endpointID string, workers int, at time.Time) (engine.Machine, bool) {
	p, becomes, ok := a.server.account.StartWorker(endpointID, workers, at)
	if !ok {
		return engine.Machine{}, false
	}
	a.server.logger.Debug("worker started", "endpoint", endpointID, "worker", p.ID, "version", *p.SlsVersion, "at", at)
	return engine.Machine{
		WorkerID: p.ID, Version: *p.SlsVersion, Image: p.Image, Env: p.Env,
		NeverReady: becomes == account.FateInitializing, Unhealthy: becomes == account.FateUnhealthy,
	}, true
}

// WorkerReady gives the pod of a worker its address.
func (a engineAccount) WorkerReady(workerID string, at time.Time) {
	a.server.account.WorkerReady(workerID, at)
}

// EndWorker removes the pod of a worker.
func (a engineAccount) EndWorker(workerID string, at time.Time) {
	a.server.logger.Debug("worker ended", "worker", workerID, "at", at)
	a.server.account.EndWorker(workerID, at)
}

// HasWorker reports whether the pod of a worker exists: the control interface can remove it.
func (a engineAccount) HasWorker(workerID string) bool {
	_, err := a.server.account.Pods.Find(workerID)
	return err == nil
}

// NewJobID makes an id of a job.
func (a engineAccount) NewJobID() string { return a.server.account.NewJobID() }
