package fleet

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// itemCheck finds out whether an item of a kind's list says as much as a GET of the object. A list is requested with
// every flag that adds to its items, but no document promises that a deployment's lists are complete. So one object is
// compared with its item. If the item leaves something out, reads of the kind are not answered from lists. If it
// differs, the object may have changed in between: the next object decides, and if that differs too, lists are not used
// either.
//
// The check needs no request of its own. The sample is the object of the first read of a kind, which is a GET anyway.
// If that does not decide, the check gets the object of a reader that waits for the list, and that reader has it then.
//
// One object cannot show everything: if a member is empty in it, the check does not see that lists always leave that
// member out, or always have it empty. The first does no harm: a member that an answer does not have leaves the state's
// value as it is. The second shows as drift.
//
// The kind's mu guards its fields.
type itemCheck[T transport.Identified] struct {
	verdict itemVerdict
	// sample is that of the last first read; nil if the check needed none.
	sample *sample[T]
	// contradicted is the id of the object that differed in the last comparison; empty for none.
	contradicted string
}

type itemVerdict int

const (
	itemsUnknown itemVerdict = iota
	itemsWhole               // An item says as much as a GET.
	itemsLacking             // An item says less, or something else.
)

const (
	// maxSampleWait is how long a list that has arrived waits for the sample, and how long the GET of another one may be
	// silent.
	maxSampleWait = 5 * time.Second
	// maxSamples is how many objects a check gets: as many as decide if both differ from their items.
	maxSamples = 2
)

// sample is the object of one reader by its own GET.
type sample[T transport.Identified] struct {
	ctx context.Context //nolint:containedctx // Its values belong to the GET.
	id  string
	// writes is the count of writes at which the read began.
	writes uint64
	// got is closed when the GET has ended. The fields that follow do not change after that.
	got       chan struct{}
	object    T
	err       error
	isCurrent bool // Nothing was written since the read began.
}

// checkedList is a list of a kind, for readers of single objects.
type checkedList[T transport.Identified] struct {
	*List[T]
	// again says that the list was started because readers doubted an earlier one: see Kind.confirmItem. doubted is how
	// many items readers have doubted. The kind's mu guards doubted, single and readers.
	again   bool
	doubted int
	// single has, by ID, the objects that getOnce gets.
	single map[string]*List[T]
	// readers are samples that the check can get: those of the readers that wait for it.
	readers []*sample[T]
	// checked is closed when the list has ended, and its items have been compared.
	checked chan struct{}
}

// check makes a list the latest one, and checks its items as soon as it has arrived. The caller holds mu.
func (k *Kind[T]) check(l *List[T]) *checkedList[T] {
	k.latest = &checkedList[T]{List: l, checked: make(chan struct{})}
	go k.compareItems(k.latest)
	return k.latest
}

// newSample returns the sample that the reader of an object can serve as; nil if the check needs none. The caller holds
// mu.
func (k *Kind[T]) newSample(ctx context.Context, id string) *sample[T] {
	if k.items.verdict != itemsUnknown {
		return nil
	}
	return &sample[T]{ctx: ctx, id: id, got: make(chan struct{}), writes: k.fleet.account.Writes.now()}
}

// getSample gets a sample.
func (k *Kind[T]) getSample(ctx context.Context, s *sample[T]) {
	defer close(s.got)
	s.object, s.err = k.Get(ctx, s.id)
	s.isCurrent = k.fleet.account.Writes.now() == s.writes
}

// compareItems compares objects with their items in a list until it has a verdict, or no object to compare.
func (k *Kind[T]) compareItems(l *checkedList[T]) {
	defer close(l.checked)
	if <-l.done; l.err != nil {
		k.noteFailure(l)
		return
	}
	if s := k.firstSample(l); s != nil {
		_ = transport.PauseUntil(context.Background(), maxSampleWait, s.got)
		k.compare(l, s)
	}
	for range maxSamples {
		s := k.nextSample(l)
		if s == nil {
			return
		}
		k.getSample(transport.WithIdleTimeout(s.ctx, maxSampleWait), s)
		k.compare(l, s)
	}
}

// firstSample returns the sample of the first read; nil without one from the list's time.
func (k *Kind[T]) firstSample(l *checkedList[T]) *sample[T] {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.items.sample; k.items.verdict == itemsUnknown && s != nil && s.writes == l.writes {
		return s
	}
	return nil
}

// nextSample returns the sample of a reader that can decide about a list's items; nil if there is none. Of all, it is
// the one with the lowest id, so that the choice does not depend on who came first.
func (k *Kind[T]) nextSample(l *checkedList[T]) (next *sample[T]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.items.verdict != itemsUnknown || k.fleet.account.Writes.now() != l.writes {
		return nil
	}
	for _, s := range l.readers {
		if _, listed := l.item(s.id); !listed || isClosed(s.got) {
			continue
		}
		if next == nil || s.id < next.id {
			next = s
		}
	}
	return next
}

// compare compares a sample with its item in the list, if it has come, the list has it, and nothing was written
// meanwhile.
func (k *Kind[T]) compare(l *checkedList[T], s *sample[T]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.items.verdict != itemsUnknown || !isClosed(s.got) || s.err != nil || !s.isCurrent || s.writes != l.writes {
		return
	}
	item, listed := l.item(s.id)
	if !listed {
		return
	}
	switch found := members.Compare(item, s.object); {
	case found == members.NoDifference:
		k.items.verdict = itemsWhole
	case found == members.OmitsSomething, k.items.contradicted != "" && k.items.contradicted != s.id:
		k.items.verdict = itemsLacking
	default:
		k.items.contradicted = s.id
	}
}

func (k *Kind[T]) verdict() itemVerdict {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.items.verdict
}
