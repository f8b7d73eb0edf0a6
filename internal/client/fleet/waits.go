package fleet

import (
	"context"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// NewWaits returns the waits for objects of a kind. list lists all objects that callers wait for.
func NewWaits[T transport.Identified](k *Kind[T], list func(context.Context) ([]T, error)) *Waits[T] {
	return &Waits[T]{kind: k, list: list, waiting: make(map[*wait[T]]struct{}), newer: make(chan struct{})}
}

// Await reads an object, with growing pauses, until done returns true. The first read is a GET; but while a client
// waits for several objects, one list of all replaces the GETs. That list is never older than the wait, so it shows
// every change from before.
//
// After an error that IsGone the object no longer exists: doubt says what proves that. After an error of a 404 that is
// not IsGone, the client cannot tell whether it exists: the service's own 404s were not confirmed, or ctx ended while
// requests returned 404.
func (p *Waits[T]) Await(ctx context.Context, id string, done func(T) bool) (last T, err error) {
	w := p.begin(id)
	defer p.end(w)
	d := doubt[T]{wait: w}
	err = p.kind.fleet.pollWithNews(ctx, w.news, func(ctx context.Context) (Step, error) {
		seen, err := w.look(ctx)
		if transport.IsNotFound(err) {
			if seen, err = d.weigh(ctx, err); transport.IsNotFound(err) {
				return d.step(err), err
			}
		}
		d.Dispel()
		if err != nil {
			return Done, err
		}
		if last = seen; done(seen) {
			return Done, nil
		}
		return Again, nil
	})
	return last, err
}

// Waits are the waits for objects of a kind. The wait whose pause ends first starts a list, and the others use it and
// begin their pauses again.
type Waits[T transport.Identified] struct {
	kind *Kind[T]
	list func(context.Context) ([]T, error)

	mu      sync.Mutex
	waiting map[*wait[T]]struct{} // the waits that use lists
	started int                   // lists so far
	// flight is the list that is under way, and last the one that ended last; nil if there is none.
	flight, last *numberedList[T]
	newer        chan struct{} // closed when last is another one
}

// numberedList is one list for all waits.
type numberedList[T transport.Identified] struct {
	*List[T]
	number int // 1 is the first
}

// wait is one wait for one object.
type wait[T transport.Identified] struct {
	id    string
	waits *Waits[T]
	// seen is the number of the last list that the wait does not use: it began before the wait, or was used already.
	seen int
	// got is the object by its first GET; nil before that. alone says that the wait uses GETs only: lists say less of the
	// object, or fail.
	got   *T
	alone bool
}

func (p *Waits[T]) begin(id string) *wait[T] {
	p.mu.Lock()
	defer p.mu.Unlock()
	w := &wait[T]{id: id, waits: p, seen: p.started}
	p.waiting[w] = struct{}{}
	return w
}

func (p *Waits[T]) end(w *wait[T]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if delete(p.waiting, w); len(p.waiting) == 0 {
		p.last = nil
	}
}

// goAlone makes the wait use GETs only. It leaves the waits that share lists: a single one of those needs no list
// either.
func (w *wait[T]) goAlone() {
	w.alone = true
	w.waits.end(w)
}

// news returns a channel that is closed when a list has ended that the wait has not used. Before its first GET has
// returned the object, the wait uses no list: see look.
func (w *wait[T]) news() <-chan struct{} {
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

// look returns the object. The first look is a GET, because it may be the last.
func (w *wait[T]) look(ctx context.Context) (T, error) {
	if w.got == nil {
		object, err := w.waits.kind.Get(ctx, w.id)
		if err == nil {
			got := members.Clone(object)
			w.got = &got
		}
		return object, err
	}
	for l := w.join(ctx); l != nil; l = w.join(ctx) {
		if !l.wait(ctx) {
			if ctx.Err() == nil { // Else the error of the request says why.
				w.goAlone()
			}
			break
		}
		if l.number > w.seen {
			if object, found := w.find(l); found {
				return object, nil
			}
			break
		}
	}
	return w.waits.kind.Get(ctx, w.id)
}

// find returns the object from a list, unless that says less of it than its first GET.
func (w *wait[T]) find(l *numberedList[T]) (T, bool) {
	w.seen = l.number
	item, listed := l.item(w.id)
	switch {
	case listed && members.Compare(item, *w.got) < members.OmitsVolatile: // The wait needs a change of it.
		return members.Clone(item), true
	case listed || l.failedSlowly():
		w.goAlone()
	}
	var none T
	return none, false
}

// join returns a list to wait for, and starts it if necessary; nil without another wait: then a GET is as good.
func (w *wait[T]) join(ctx context.Context) *numberedList[T] {
	p := w.waits
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case w.alone:
		return nil
	case p.last != nil && p.last.number > w.seen:
		return p.last
	case p.flight != nil && p.flight.join(ctx):
		return p.flight
	case len(p.waiting) == 1:
		return nil
	}
	p.started++
	look := &numberedList[T]{number: p.started}
	p.flight = look
	look.List = StartList(ctx, MaxSilence, time.Now, func(ctx context.Context) ([]T, error) {
		defer p.ended(look)
		return p.list(ctx)
	})
	return look
}

// ended ends the pauses of all waits.
func (p *Waits[T]) ended(look *numberedList[T]) {
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
