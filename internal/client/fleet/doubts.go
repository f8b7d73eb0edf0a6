package fleet

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

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
