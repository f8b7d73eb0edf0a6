package fleet

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// sample is the object of a kind's first read, which is a GET. No document promises that a deployment's lists are
// complete: if the object's item in a list lacks a member that the GET showed, no item answers a read. The kind's mu
// guards its fields.
type sample[T transport.Identified] struct {
	// got is closed when the GET has ended; nil before it begins. writes is the count of writes then.
	got    chan struct{}
	writes uint64
	object T // the zero value if the GET failed
	// isJudged says that isLess is the result.
	isJudged, isLess bool
}

// sharedList is a list of a kind, for readers of single objects.
type sharedList[T transport.Identified] struct {
	*List[T]
	// single has, by ID, the objects that getOnce gets. The kind's mu guards it.
	single map[string]*List[T]
}

// maxSampleWait is how long a list that has arrived waits for the sample.
const maxSampleWait = 5 * time.Second

// getSample gets the object of the first read.
func (k *Kind[T]) getSample(ctx context.Context, id string) (T, error) {
	object, err := k.Get(ctx, id)
	k.mu.Lock()
	defer k.mu.Unlock()
	if err == nil {
		k.sample.object = members.Clone(object)
	}
	close(k.sample.got)
	return object, err
}

// saysLess reports whether lists of the kind say less than GETs, which the first list with the sample shows. Without
// such a list, items count: a member that an answer leaves out keeps its value in the state.
func (k *Kind[T]) saysLess(ctx context.Context, l *sharedList[T]) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := &k.sample
	if s.isJudged {
		return s.isLess
	}
	k.mu.Unlock()
	_ = transport.PauseUntil(ctx, maxSampleWait, s.got)
	k.mu.Lock()
	if item, listed := l.item(s.object.Identifier()); isClosed(s.got) && listed && s.writes == l.writes {
		s.isLess = members.Lacks(item, s.object)
	}
	s.isJudged = true
	return s.isLess
}
