package emulator

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// The types of handlers of images, for Server.HandleImage and Options.Workers.
type (
	// WorkerJob is the input of a handler (contract 3.1).
	WorkerJob = engine.WorkerJob
	// WorkerResult is the result of a job on a worker. Durations are on the emulator's clock.
	WorkerResult = engine.WorkerResult
	// WorkerChunk is a part of the output that is streamed before the job ends.
	WorkerChunk = engine.WorkerChunk
	// WorkerFunc simulates the handler of an image. It runs under the server's lock, so it must not call the server.
	WorkerFunc = engine.WorkerFunc
)

// HandleImage sets the handler of an image, by its name without tag and registry, or by all of it. It has effect on
// jobs that are picked up from now on, and is kept by a Reset.
func (s *Server) HandleImage(image string, work WorkerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handlers[image] = work
}

// workerStates returns the states of an endpoint's workers, by the IDs of their machines, and how many more wait for a
// machine.
func (s *Server) workerStates(endpointID string) (states map[string]string, throttled int) {
	workers, throttled := s.engine.Workers(endpointID)
	states = make(map[string]string)
	for _, w := range workers {
		states[w.ID] = w.State
	}
	return states, throttled
}

// KillWorker kills a worker of an endpoint: the one that has been busy longest or, if none is busy, the oldest. It is
// an error if the endpoint has none.
func (s *Server) KillWorker(endpointID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.account.Endpoints.Find(endpointID); err != nil {
		return err
	}
	defer s.reconcileAll()
	if !s.engine.KillWorker(endpointID, s.clock.Now()) {
		return wire.BadRequest("endpoint %q has no worker to kill", endpointID)
	}
	return nil
}
