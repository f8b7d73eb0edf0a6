package emulator

import (
	"context"
	"sync"
)

// outside is what takes real time and is nobody's request: calls of webhooks and of workers that are elsewhere. However
// many there are to make, a bounded number of goroutines makes them.
type outside struct {
	ctx  context.Context // It ends with the server, not with a call.
	stop context.CancelFunc
	most int

	mu     sync.Mutex
	tasks  []func()
	busy   int
	ending bool
	// silent is closed while there is nothing under way.
	silent chan struct{}
}

func newOutside(most int) *outside {
	o := &outside{most: most, silent: make(chan struct{})}
	o.ctx, o.stop = context.WithCancel(context.Background())
	close(o.silent)
	return o
}

// do has a task done soon. A task that has to bring something back takes Server.mu itself; what it waits for ends with
// ctx.
func (o *outside) do(task func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ending {
		return
	}
	o.tasks = append(o.tasks, task)
	if o.busy == o.most {
		return
	}
	if o.busy == 0 {
		o.silent = make(chan struct{})
	}
	o.busy++
	go o.work()
}

func (o *outside) work() {
	for {
		o.mu.Lock()
		if len(o.tasks) == 0 {
			o.busy--
			if o.busy == 0 {
				close(o.silent)
			}
			o.mu.Unlock()
			return
		}
		task := o.tasks[0]
		o.tasks[0] = nil
		o.tasks = o.tasks[1:]
		o.mu.Unlock()
		task()
	}
}

// quiet is closed when nothing is under way.
func (o *outside) quiet() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.silent
}

// isQuiet tells the same. To whoever holds Server.mu it stays true: whatever begins does so under it.
func (o *outside) isQuiet() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.busy == 0
}

// end cuts what is under way and returns when it has ended. Its caller does not hold Server.mu.
func (o *outside) end() {
	o.mu.Lock()
	o.ending, o.tasks = true, nil
	o.mu.Unlock()
	o.stop()
	<-o.quiet()
}
