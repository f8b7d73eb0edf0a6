package client

import (
	"context"
	"sync"
	"time"
)

// Await implements Pods.
func (p *pods) Await(ctx context.Context, id string, done func(Pod) bool) (last Pod, err error) {
	return p.waits.await(ctx, p, id, done)
}

func (p *podWaits) await(ctx context.Context, of *pods, id string, done func(Pod) bool) (last Pod, err error) {
	w := p.begin(of, id)
	defer p.end(w)
	doubt := podDoubt{wait: w}
	err = of.c.pollWithNews(ctx, w.news, func(ctx context.Context) (pollStep, error) {
		seen, err := w.look(ctx)
		if IsNotFound(err) {
			if seen, err = doubt.weigh(ctx, err); IsNotFound(err) {
				return doubt.step(err), err
			}
		}
		doubt.dispelled()
		if err != nil {
			return pollDone, err
		}
		if last = seen; done(seen) {
			return pollDone, nil
		}
		return pollAgain, nil
	})
	return last, err
}

// podWaits are the waits of a client. The wait whose pause ends first starts a list, and the others use it and begin
// their pauses again.
type podWaits struct {
	mu      sync.Mutex
	waiting map[*podWait]struct{} // the waits that use lists
	started int                   // lists so far
	// flight is the list that is under way, and last the one that ended last; nil if there is none.
	flight, last *podLook
	newer        chan struct{} // closed when last is another one
}

// podLook is one list of pods, for all waits.
type podLook struct {
	*sharedList[Pod]
	number int // 1 is the first
}

// podWait is one wait for one pod.
type podWait struct {
	pods  *pods
	id    string
	waits *podWaits
	// seen is the number of the last list that the wait does not use: it began before the wait, or was used already.
	seen int
	// got is the pod by its first GET; nil before that. alone says that the wait uses GETs only: lists say less of the
	// pod, or fail.
	got   *Pod
	alone bool
}

func (p *podWaits) begin(of *pods, id string) *podWait {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting == nil {
		p.waiting, p.newer = make(map[*podWait]struct{}), make(chan struct{})
	}
	w := &podWait{pods: of, id: id, waits: p, seen: p.started}
	p.waiting[w] = struct{}{}
	return w
}

func (p *podWaits) end(w *podWait) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if delete(p.waiting, w); len(p.waiting) == 0 {
		p.last = nil
	}
}

// goAlone makes the wait use GETs only. It leaves the waits that share lists: a single one of those needs no list
// either.
func (w *podWait) goAlone() {
	w.alone = true
	w.waits.end(w)
}

// news is closed when a list has ended that the wait has not used. Before its first GET has returned the pod, the wait
// uses none: see look.
func (w *podWait) news() <-chan struct{} {
	p := w.waits
	p.mu.Lock()
	defer p.mu.Unlock()
	if w.alone || w.got == nil {
		return nil
	}
	if p.last != nil && p.last.number > w.seen {
		return closed
	}
	return p.newer
}

// closed is a channel that has been closed.
var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// look returns the pod. The first look is a GET, because it may be the last.
func (w *podWait) look(ctx context.Context) (Pod, error) {
	if w.got == nil {
		pod, err := w.pods.Get(ctx, w.id)
		if err == nil {
			got := clone(pod)
			w.got = &got
		}
		return pod, err
	}
	for l := w.join(ctx); l != nil; l = w.join(ctx) {
		if !l.wait(ctx) {
			if ctx.Err() == nil { // Else the error of the request says why.
				w.goAlone()
			}
			break
		}
		if l.number > w.seen {
			if pod, found := w.find(l); found {
				return pod, nil
			}
			break
		}
	}
	return w.pods.Get(ctx, w.id)
}

// find returns the pod from a list, unless that says less of it than its first GET.
func (w *podWait) find(l *podLook) (Pod, bool) {
	w.seen = l.number
	item, listed := l.item(w.id)
	switch {
	case listed && differenceOf(item, *w.got) < omitsVolatile: // The pod has changed, and the wait needs that change.
		return clone(item), true
	case listed || l.failedSlowly():
		w.goAlone()
	}
	return Pod{}, false
}

// join returns a list to wait for, and starts it if necessary; nil if there is no other wait, so that a GET of the pod
// is as good.
func (w *podWait) join(ctx context.Context) *podLook {
	p := w.waits
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case w.alone:
		return nil
	case p.last != nil && p.last.number > w.seen:
		return p.last
	case p.flight != nil:
		return p.flight
	case len(p.waiting) == 1:
		return nil
	}
	p.started++
	look := &podLook{number: p.started}
	p.flight = look
	look.sharedList = startList(ctx, maxSilence, time.Now, func(ctx context.Context) ([]Pod, error) {
		defer p.ended(look)
		return w.pods.ListAll(ctx)
	})
	return look
}

// ended ends the pauses of all waits.
func (p *podWaits) ended(look *podLook) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.flight = nil
	if len(p.waiting) == 0 {
		return
	}
	p.last = look
	close(p.newer)
	p.newer = make(chan struct{})
}
