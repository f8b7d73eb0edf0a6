package client

import "context"

// maxDoubted is how many items of one list readers may doubt before a second list comes ahead of the objects' own GETs.
const maxDoubted = 19

// settle returns an object whose item in a list its reader doubts. The service's lists can be behind its objects, so
// the object's own GET decides. If the readers doubt more than maxDoubted items of the list, another list comes first,
// and only items that are doubted in that list too get a GET.
func (k *kind[T]) settle(ctx context.Context, l *checkedList[T], id string, doubts func(T) bool) (T, error) {
	if again := k.listAgain(ctx, l); again != nil && again.wait(ctx) && k.answers(again) {
		if item, listed := again.item(id); listed {
			if object := clone(item); !doubts(object) {
				return object, nil
			}
		}
	}
	return k.get(ctx, id)
}

// listAgain counts an item of a list that its reader doubts. It returns the second list; nil if the object's own GET
// comes next.
func (k *kind[T]) listAgain(ctx context.Context, l *checkedList[T]) *checkedList[T] {
	k.mu.Lock()
	defer k.mu.Unlock()
	l.doubted++
	latest := k.current()
	switch {
	case l.doubted <= maxDoubted:
		return nil
	case latest != nil && latest.again:
		return latest
	case k.pauses():
		return nil
	}
	latest = k.start(ctx, maxSilence)
	latest.again = true
	return latest
}
