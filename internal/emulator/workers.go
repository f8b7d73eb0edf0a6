package emulator

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
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
	if _, err := s.account.Endpoints.Find(endpointID); err != nil {
		return err
	}
	defer s.dispatchWork()
	if !s.engine.KillWorker(endpointID, s.clock.Now()) {
		return wire.BadRequest("endpoint %q has no worker to kill", endpointID)
	}
	return nil
}
