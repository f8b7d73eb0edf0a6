package pluginserver

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// The parent is the one that there was at the call, even if it is gone before anything else runs.
func TestExitWithParent_goneAtOnce(t *testing.T) {
	t.Parallel()
	const cli, initProcess = 42, 1
	var parent atomic.Int64
	parent.Store(cli)
	exited := make(chan bool, 1)
	var slept []time.Duration
	exitWithParent(
		func() int { return int(parent.Load()) },
		func(d time.Duration) {
			if slept = append(slept, d); len(slept) > 100_000 {
				exited <- false
				runtime.Goexit()
			}
			runtime.Gosched()
		},
		func() { exited <- slept[len(slept)-1] == parentGrace },
	)
	parent.Store(initProcess)
	if !<-exited {
		t.Error("the process did not exit, or not after the grace")
	}
}
