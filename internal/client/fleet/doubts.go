package fleet

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// maxDoubted is how many items of one list readers may doubt before a second list comes ahead of the objects' own GETs.
const maxDoubted = 19

// confirmItem returns an object whose item in a list its reader doubts. The service's lists can be behind its objects,
// so the object's own GET decides. If the readers doubt more than maxDoubted items of the list, another list comes
// first, and only items that are doubted in that list too get a GET.
func (k *Kind[T]) confirmItem(ctx context.Context, l *sharedList[T], id string, doubts func(T) bool) (T, error) {
	if again := k.listAgain(ctx, l); again != nil && again.wait(ctx) && k.answers(again) {
		if item, listed := again.item(id); listed {
			if object := members.Clone(item); !doubts(object) {
				return object, nil
			}
		}
	}
	return k.Get(ctx, id)
}

// getOnce returns an object by a GET that readers share who doubt its item in a list.
func (k *Kind[T]) getOnce(ctx context.Context, l *sharedList[T], id string) (T, error) {
	k.mu.Lock()
	got := l.single[id]
	if got == nil || got.failed() {
		got = StartList(ctx, MaxSilence, k.clock, func(ctx context.Context) ([]T, error) {
			object, err := k.Get(ctx, id)
			return []T{object}, err
		})
		if l.single == nil {
			l.single = make(map[string]*List[T])
		}
		l.single[id] = got
	}
	k.mu.Unlock()
	if got.wait(ctx) && got.err == nil {
		if object, is := got.item(id); is {
			return members.Clone(object), nil
		}
	}
	return k.Get(ctx, id)
}

// listAgain counts an item of a list that its reader doubts. It returns the second list; nil if the object's own GET
// comes next.
func (k *Kind[T]) listAgain(ctx context.Context, l *sharedList[T]) *sharedList[T] {
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
	latest = k.start(ctx)
	latest.again = true
	return latest
}
