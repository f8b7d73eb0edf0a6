package fleet

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// writingContext is the context of a reader. A write begins and ends while the list takes in the reader: as soon as the
// list is requested, another goroutine can be that fast.
type writingContext struct {
	context.Context //nolint:containedctx // It is one.
	write           func()
}

func (c writingContext) Done() <-chan struct{} {
	c.write()
	return c.Context.Done()
}

type thing struct{ ID string }

func (t thing) Identifier() string { return t.ID }

// A list answers no reader if it can be older than a write that has ended.
func TestKind_startsAListBeforeAWrite(t *testing.T) {
	t.Parallel()
	account, lists := &Account{}, 0
	k := NewKind(New(Config{Now: time.Now}, account), Source[thing]{
		List: func(context.Context) ([][]thing, error) {
			lists++
			return [][]thing{{{"a"}}}, nil
		},
	})
	write := sync.OnceFunc(func() { account.Writes.Begin(transport.Request{Method: http.MethodPost})() })
	all, err := k.ReadAll(writingContext{t.Context(), write})
	if err != nil || len(all) != 1 || lists != 2 {
		t.Errorf("%v, %v, %d lists, want one that began after the write", all, err, lists)
	}
}
