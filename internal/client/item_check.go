package client

import (
	"context"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// itemCheck finds out whether an item of a kind's list says as much as a GET of the object. A list is requested with
// every flag that adds to its items, but no document promises that a deployment's lists are complete. So one object is
// compared with its item. If the item leaves something out, reads of the kind are not answered from lists. If it
// differs, the object may have changed in between: the next object decides, and if that differs too, lists are not used
// either. The check needs no request of its own, because the first read of a kind is a GET anyway.
//
// One object cannot show everything: if a member is empty in it, the check does not see that lists always leave that
// member out, or always have it empty. The first does no harm: a member that an answer does not have leaves the state's
// value as it is. The second shows as drift.
type itemCheck[T transport.Identified] struct {
	mu      sync.Mutex
	verdict itemVerdict
	// asking is closed when the GET of the sample ends; nil if none is under way.
	asking sampling
	// sample is an object by its own GET, during which no write began or ended: the count was writes; nil if there is
	// none.
	sample *T
	writes uint64
	// contradicted is the id of the object that differed in the last comparison; empty for none.
	contradicted string
}

type itemVerdict int

const (
	itemsUnknown itemVerdict = iota
	itemsWhole               // An item says as much as a GET.
	itemsLacking             // An item says less, or something else.
)

// longestSample is how long readers wait for the sample once the list has ended.
const longestSample = 5 * time.Second

// sampling stands for a GET of the sample, and is closed at its end; nil for none.
type sampling chan struct{}

// claim makes its caller the reader that gets the sample, and that must call release. It is nil if the verdict is
// known, or another reader gets the sample.
func (c *itemCheck[T]) claim() sampling {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.claimAfter(nil)
}

// claimAfter is claim for a reader that has waited for another one's GET, if that has not ended. The caller holds mu.
func (c *itemCheck[T]) claimAfter(another sampling) sampling {
	if c.verdict != itemsUnknown || c.asking != another {
		return nil
	}
	c.asking = make(sampling)
	return c.asking
}

// release hands over the sample; nil if the GET failed, or something was written meanwhile. writes is the count at
// which the GET began.
func (c *itemCheck[T]) release(own sampling, object *T, writes uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if object != nil {
		c.sample, c.writes = object, writes
	}
	close(own)
	if c.asking == own { // Else another reader has stopped waiting for it, and gets its own.
		c.asking = nil
	}
}

// judge waits for the sample while another reader gets it, compares it with the list, and returns the verdict. If that
// stays unknown and claimed is not nil, the caller is to get the sample.
func (c *itemCheck[T]) judge(ctx context.Context, l *sharedList[T]) (verdict itemVerdict, claimed sampling) {
	bounded, cancel := halfTheTime(ctx, longestSample)
	defer cancel()
	for {
		c.mu.Lock()
		c.compare(l)
		verdict, asking := c.verdict, c.asking
		if verdict == itemsUnknown && asking == nil {
			claimed = c.claimAfter(nil)
		}
		c.mu.Unlock()
		if verdict != itemsUnknown || claimed != nil {
			return verdict, claimed
		}
		select {
		case <-asking:
		case <-bounded.Done():
			c.mu.Lock()
			defer c.mu.Unlock()
			return itemsUnknown, c.claimAfter(asking)
		}
	}
}

// compare sets the verdict if there is a sample and the list has it too.
func (c *itemCheck[T]) compare(l *sharedList[T]) {
	if c.verdict != itemsUnknown || c.sample == nil || c.writes != l.writes {
		return
	}
	id := (*c.sample).Identifier()
	item, listed := l.item(id)
	if !listed {
		return
	}
	switch found := differenceOf(item, *c.sample); {
	case found == noDifference:
		c.verdict = itemsWhole
	case found == omitsSomething, c.contradicted != "" && c.contradicted != id:
		c.verdict = itemsLacking
	default:
		c.contradicted = id
	}
	c.sample = nil
}

func (c *itemCheck[T]) known() itemVerdict {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.verdict
}
