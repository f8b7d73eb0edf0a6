package client

import (
	"context"
	"sync"
	"time"
)

// itemCheck finds out whether the items of a kind's lists are what its objects are. A list is asked for with every flag
// that adds to its items, but nothing promises that a deployment's lists leave nothing out. So one object that was got
// by its id is compared with its item: if that leaves something out, reads of the kind are not answered from lists. If
// it says something else, that may be a change in between: the next object that is got decides, and a list that
// contradicts two of them is not believed, nor is any other. It costs nothing, because the first read is a GET anyway.
//
// What one object cannot show is not found: that lists leave out, or give as empty, a member that happens to be empty
// in the object that is compared. Of members that a deployment's GETs leave out where they are empty, and its lists
// always, nothing is known then. That is bearable: what is absent of an answer leaves the state's value as it is.
type itemCheck[T identified] struct {
	mu      sync.Mutex
	verdict itemVerdict
	// asking is closed when the GET ends that is to be compared; nil if none is under way.
	asking sampling
	// sample is an object by its own GET, in which no write of writes began or ended; nil if there is none.
	sample *T
	writes uint64
	// contradicted is the object of which a list said something else, if that was the last comparison; empty for none.
	contradicted string
}

type itemVerdict int

const (
	itemsUnknown itemVerdict = iota
	itemsWhole               // An item is as good as the object's own GET.
	itemsLacking             // It is not.
)

// longestSample is how long readers wait for an object to compare with, once the list is there.
const longestSample = 5 * time.Second

// sampling is somebody's getting an object to compare; nil is nobody's.
type sampling chan struct{}

// claim makes its caller the one who gets an object to compare: it has to call release. It is nil if the verdict is
// known, or somebody else does so.
func (c *itemCheck[T]) claim() sampling {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.claimAfter(nil)
}

// claimAfter is claim for somebody who has waited for another one, if that one is still at it. The caller holds mu.
func (c *itemCheck[T]) claimAfter(another sampling) sampling {
	if c.verdict != itemsUnknown || c.asking != another {
		return nil
	}
	c.asking = make(sampling)
	return c.asking
}

// release hands over the object that was got; nil if it could not be, or if something was written meanwhile. writes is
// the count at which it was asked for.
func (c *itemCheck[T]) release(own sampling, object *T, writes uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if object != nil {
		c.sample, c.writes = object, writes
	}
	close(own)
	if c.asking == own { // Else somebody has not waited for it any longer.
		c.asking = nil
	}
}

// judge returns the verdict with the help of a list, and waits for the object to compare with it while somebody gets
// one. If it stays unknown, claimed is not nil if the caller is to get one.
func (c *itemCheck[T]) judge(ctx context.Context, l *sharedList[T]) (verdict itemVerdict, claimed sampling) {
	patience, cancel := halfTheTime(ctx, longestSample)
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
		case <-patience.Done():
			c.mu.Lock()
			defer c.mu.Unlock()
			return itemsUnknown, c.claimAfter(asking)
		}
	}
}

// compare comes to a verdict if there is a sample that the list has, too.
func (c *itemCheck[T]) compare(l *sharedList[T]) {
	if c.verdict != itemsUnknown || c.sample == nil || c.writes != l.writes {
		return
	}
	id := (*c.sample).identifier()
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
