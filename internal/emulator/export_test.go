package emulator

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/outbound"
)

// The catalogue, for the test that holds it against the contract.
var (
	DataCenters          = dataCenters
	GPUTypeIDs           = gpuTypeIDs
	CPUFlavorIDs         = cpuFlavorIDs
	EndpointCPUFlavorIDs = endpointCPUFlavorIDs
	CUDAVersions         = cudaVersions
)

// Operations names the operation of each route by its method and whole path.
func Operations() map[string]string {
	operations := make(map[string]string)
	for _, r := range serviceRoutes() {
		operations[r.method+" "+strings.Join(r.elements, "/")] = r.operation
	}
	return operations
}

// Holds counts the requests that wait for a job.
func (s *Server) Holds() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.engine.Waiting()
}

// AwaitHeld returns when so many requests wait for a job. Nothing tells a test that its request has arrived, so it looks.
func (s *Server) AwaitHeld(requests int) {
	for begin := time.Now(); s.Holds() != requests; time.Sleep(time.Millisecond) {
		if time.Since(begin) > 20*time.Second {
			panic(fmt.Sprintf("%d requests wait, not %d", s.Holds(), requests))
		}
	}
}

// WouldHold tells whether reading the job's stream would have to wait now.
func (s *Server) WouldHold(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.engine.WouldWait(id)
}

// AwaitOutside returns when no webhook and no worker elsewhere is being called.
func (s *Server) AwaitOutside() {
	for _, pool := range []*outbound.Pool{s.workers, s.webhooks} {
		select {
		case <-pool.Idle():
		case <-time.After(time.Minute):
			panic("something is under way for ever")
		}
	}
}

// SetTakeTimeout is the same for clients that stop reading.
func (s *Server) SetTakeTimeout(timeout time.Duration) { s.takeTimeout = timeout }

// JobKept tells whether anything still keeps a job in memory.
func (s *Server) JobKept(id string) func() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.engine.KeptInMemory(id)
	return func() bool {
		for range 3 {
			runtime.GC()
		}
		return kept()
	}
}

// SetWebhookTimeout is for tests that will not wait ten seconds.
func (s *Server) SetWebhookTimeout(timeout time.Duration) { s.webhookTimeout = timeout }
