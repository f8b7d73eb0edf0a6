package fleet

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// shown is what an item of a kind's list has to show: the members that the object of the first read showed, which is a
// GET. No document promises that a deployment's lists are complete. The kind's mu guards its fields.
type shown[T transport.Identified] struct {
	// object is that object, without the members that the GET of another one lacked; nil without one.
	object *T
	// sample is closed when the first GET has ended; nil before it begins, and then always the same.
	sample chan struct{}
	// isLess says that lists leave out what a GET of the same object shows: they are of no use.
	isLess bool
}

// sharedList is a list of a kind, for readers of single objects.
type sharedList[T transport.Identified] struct {
	*List[T]
	// again says that the list was started because readers doubted an earlier one: see Kind.confirmItem. doubted is how
	// many items readers have doubted. The kind's mu guards doubted and single.
	again   bool
	doubted int
	// single has, by ID, the objects that getOnce gets.
	single map[string]*List[T]
}

// maxSampleWait is how long a list that has arrived waits for the first GET.
const maxSampleWait = 5 * time.Second

// getSample gets the object of the first read.
func (k *Kind[T]) getSample(ctx context.Context, id string) (T, error) {
	defer close(k.shown.sample)
	object, err := k.Get(ctx, id)
	if err == nil {
		k.mu.Lock()
		defer k.mu.Unlock()
		clone := members.Clone(object)
		k.shown.object = &clone
	}
	return object, err
}

// isWhole reports whether an item of a list has the members of shown.
func (k *Kind[T]) isWhole(ctx context.Context, item T) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.shown.object == nil {
		k.mu.Unlock()
		_ = transport.PauseUntil(ctx, maxSampleWait, k.shown.sample)
		k.mu.Lock()
	}
	return k.shown.object != nil && !members.Lacks(item, *k.shown.object)
}

// getWhole gets an object whose item in a list is not whole. If the object lacks the same members, other items may lack
// them too.
func (k *Kind[T]) getWhole(ctx context.Context, l *sharedList[T], item T) (T, error) {
	object, err := k.Get(ctx, item.Identifier())
	if err != nil || !k.answers(l) {
		return object, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if members.Lacks(item, object) {
		k.shown.isLess = true
		return object, nil
	}
	clone := members.Clone(object)
	if k.shown.object != nil {
		clone = members.Common(*k.shown.object, object)
	}
	k.shown.object = &clone
	return object, nil
}
