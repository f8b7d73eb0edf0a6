package fleet

import (
	"context"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// audience decides how long a list for several readers is requested, and how long a reader waits for it. The list does
// not end with the reader that started it; but as soon as the contexts of all its readers have ended, it sends nothing
// more: an attempt in flight is the last. It implements transport.Attempts.
type audience struct {
	now func() time.Time
	// cancel ends the requests of the list.
	cancel context.CancelFunc
	// hung is closed when an attempt has been silent for MaxSilence: readers can do without the list. It stays open if
	// that ends the attempt anyway.
	hung    chan struct{}
	patient bool

	mu      sync.Mutex
	readers int         // those whose contexts have not ended
	sending int         // attempts in flight: one, unless items need requests of their own
	left    bool        // No reader remained before the list ended.
	isOver  bool        // The list has ended.
	began   time.Time   // when the attempt in flight began
	silence *time.Timer // of the attempt in flight, until hung is closed; only if patient
	// lost is the time that the attempts since the last page took.
	lost time.Duration
}

// newAudience returns the audience of a list, with its first reader, and the context for the list's requests. Of the
// reader's context, only the values and the end count.
func newAudience(reader context.Context, silence time.Duration, now func() time.Time) (*audience, context.Context) {
	ctx, cancel := context.WithCancel(transport.WithIdleTimeout(context.WithoutCancel(reader), silence))
	a := &audience{now: now, cancel: cancel, hung: make(chan struct{}), patient: silence > MaxSilence}
	a.join(reader)
	return a, transport.WithAttempts(ctx, a)
}

// join adds a reader until its context ends. It returns false if all readers have left the list, which then fails.
func (a *audience) join(reader context.Context) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.left || a.isOver {
		return !a.left
	}
	a.readers++
	context.AfterFunc(reader, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.readers--
		a.endIfAlone()
	})
	return true
}

// endIfAlone ends the requests if no reader remains and no attempt is in flight. The caller holds mu.
func (a *audience) endIfAlone() {
	if a.readers == 0 && a.sending == 0 && !a.isOver {
		a.left = true
		a.cancel()
	}
}

// Began implements transport.Attempts.
func (a *audience) Began() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.sending++; a.sending > 1 {
		return
	}
	a.began = a.now()
	if !a.patient || isClosed(a.hung) {
		return
	}
	var silence *time.Timer
	silence = time.AfterFunc(MaxSilence, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.silence == silence { // Else the attempt has ended.
			a.silence = nil
			close(a.hung)
		}
	})
	a.silence = silence
}

// Heard implements transport.Attempts.
func (a *audience) Heard() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.silence != nil {
		a.silence.Reset(MaxSilence)
	}
}

// Ended implements transport.Attempts.
func (a *audience) Ended() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.sending--; a.sending > 0 {
		return
	}
	a.lost += a.now().Sub(a.began)
	if a.silence != nil {
		a.silence.Stop()
		a.silence = nil
	}
	a.endIfAlone()
}

// progressed forgets the time of the attempts before, because a page has arrived.
func (a *audience) progressed() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lost = 0
}

// end returns the time that readers lost in attempts that failed, and the error of a list that ended with err. If all
// readers have left, some of the list's work may have been cut short: then it has failed too.
func (a *audience) end(ctx context.Context, err error) (lost time.Duration, failed error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.isOver = true; a.left && err == nil {
		err = transport.InWords(ctx.Err())
	}
	a.cancel()
	return a.lost, err
}
