package emulator

import (
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
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

// KillWorker kills a worker of an endpoint, by its ID. Empty is the one that has been busy longest or, if none is busy,
// the oldest. It is an error if the endpoint has none.
func (s *Server) KillWorker(endpointID, workerID string) error {
	return s.directly(func(now time.Time) error { return s.killWorker(endpointID, workerID, now) })
}

// ThrottleWorker kills a worker as KillWorker does, and sets a fate before all others: no machine is free for further
// workers of the endpoint, until SetFates.
func (s *Server) ThrottleWorker(endpointID, workerID string) error {
	return s.directly(func(now time.Time) error {
		before, throttled := s.account.Fates(), Fate{EndpointID: endpointID, Becomes: account.FateThrottled}
		others := slices.DeleteFunc(slices.Clone(before), func(f Fate) bool { return f == throttled })
		s.account.SetFates(slices.Insert(others, 0, throttled))
		err := s.killWorker(endpointID, workerID, now)
		if err != nil {
			s.account.SetFates(before)
		}
		return err
	})
}

// killWorker is KillWorker for a caller that holds mu.
func (s *Server) killWorker(endpointID, workerID string, now time.Time) error {
	if _, err := s.account.Endpoints.Find(endpointID); err != nil {
		return err
	}
	switch {
	case s.engine.KillWorker(endpointID, workerID, now):
		return nil
	case workerID != "":
		return wire.NotFound("endpoint %q has no worker %q", endpointID, workerID)
	}
	return wire.NotFound("endpoint %q has no worker", endpointID)
}

// namedWorker is the body of a request about a worker.
type namedWorker struct {
	Worker string `json:"worker"`
}

func (c control) killNamed(r *wire.Request, named namedWorker) (any, error) {
	return nil, c.KillWorker(r.PathValue("endpointId"), named.Worker)
}

func (c control) throttleNamed(r *wire.Request, named namedWorker) (any, error) {
	if err := c.ThrottleWorker(r.PathValue("endpointId"), named.Worker); err != nil {
		return nil, err
	}
	return c.fates(), nil
}
