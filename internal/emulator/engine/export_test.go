package engine

import (
	"runtime"
	"weak"
)

// KeptInMemory returns a function that reports whether anything still refers to a job.
func (e *Engine) KeptInMemory(jobID string) func() bool {
	reference := weak.Make(e.jobs[jobID])
	return func() bool {
		for range 3 {
			runtime.GC()
		}
		return reference.Value() != nil
	}
}
