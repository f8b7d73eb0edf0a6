package emulator

import (
	"fmt"
	"runtime"
	"strings"
	"time"
	"weak"
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
	held := 0
	for _, j := range s.jobs {
		held += len(j.holds)
	}
	return held
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
	j := s.jobs[id]
	return !j.chunks.anyFree() && !j.status.final()
}

// AwaitOutside returns when no webhook and no worker elsewhere is being called.
func (s *Server) AwaitOutside() {
	for _, o := range []*outside{s.workers, s.webhooks} {
		select {
		case <-o.quiet():
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
	p := weak.Make(s.jobs[id])
	return func() bool {
		for range 3 {
			runtime.GC()
		}
		return p.Value() != nil
	}
}

// SetWebhookTimeout is for tests that will not wait ten seconds.
func (s *Server) SetWebhookTimeout(timeout time.Duration) { s.webhookTimeout = timeout }
