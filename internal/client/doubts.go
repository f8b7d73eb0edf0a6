package client

import "context"

// mostDoubted is how many items of one list readers may doubt before a second list comes ahead of the objects' own
// GETs.
const mostDoubted = 19

// settle returns an object whose item in a list its reader doubts. The service's lists can be behind its objects, so
// the object's own GET decides. If the readers doubt more than mostDoubted items of the list, another list comes first,
// and only items that are doubted in that list too get a GET.
func (k *kind[T]) settle(ctx context.Context, l *sharedList[T], id string, doubts func(T) bool) (T, error) {
	if again := k.listAgain(ctx, l); again != nil {
		k.wait(ctx, again)
		if item, listed := again.item(id); k.answers(again) && listed {
			if object := clone(item); !doubts(object) {
				return object, nil
			}
		}
	}
	return k.get(ctx, id)
}

// listAgain counts an item of a list that its reader doubts. It returns the second list, which the caller has joined;
// nil if the object's own GET comes next.
func (k *kind[T]) listAgain(ctx context.Context, l *sharedList[T]) *sharedList[T] {
	k.mu.Lock()
	defer k.mu.Unlock()
	l.doubted++
	writes := k.writes.now()
	latest := k.current(writes)
	switch {
	case l.doubted <= mostDoubted:
		return nil
	case latest != nil && latest.again && isFresh(latest, k.clock()):
		if latest.failed() || latest.late() || !latest.join() {
			return nil
		}
		return latest
	case k.pauses():
		return nil
	}
	latest = k.start(ctx, writes)
	latest.again = true
	return latest
}
