package creates

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// asTheyCome leaves the order of those that one event wakes to the scheduler.
func asTheyCome(context.Context) {}

// Creates pass side by side, a look waits for those under way, and holds back those that come later. Neither starves
// the other.
func TestCreateGate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g gate
		var all sync.WaitGroup
		began := time.Now()
		at := make(map[string]time.Duration)
		var mu sync.Mutex
		note := func(what string) {
			mu.Lock()
			defer mu.Unlock()
			at[what] = time.Since(began)
		}
		create := func(name string, after, takes time.Duration) {
			all.Go(func() {
				time.Sleep(after)
				pass := &gatePass{gate: &g, inOrder: asTheyCome}
				if err := pass.Enter(t.Context()); err != nil {
					t.Error(err)
				}
				note(name)
				time.Sleep(takes)
				pass.Leave()
				pass.Leave() // Twice is once.
			})
		}
		look := func(name string, after, takes time.Duration) {
			all.Go(func() {
				time.Sleep(after)
				end, err := g.look(t.Context(), asTheyCome)
				if err != nil {
					t.Error(err)
					return
				}
				note(name)
				time.Sleep(takes)
				end()
			})
		}
		create("a", 0, 10*time.Second)
		create("b", time.Second, 4*time.Second)
		look("a look", 2*time.Second, 2*time.Second)
		create("late", 3*time.Second, time.Second)
		look("another look", 4*time.Second, 2*time.Second)
		all.Wait()
		for what, want := range map[string]time.Duration{
			"a": 0, "b": time.Second, "late": 14 * time.Second,
			// In the order in which they came: one seed of a simulation has one history.
			"a look": 10 * time.Second, "another look": 12 * time.Second,
		} {
			if at[what] != want {
				t.Errorf("%s began after %s, want %s", what, at[what], want)
			}
		}
	})
}

// Who is interrupted while it waits leaves nothing behind.
func TestCreateGate_interrupted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g gate
		first := &gatePass{gate: &g, inOrder: asTheyCome}
		if err := first.Enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, interrupt := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, interrupt)
		if _, err := g.look(ctx, asTheyCome); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		second := &gatePass{gate: &g, inOrder: asTheyCome} // No look is under way any more.
		if err := second.Enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		second.Leave()
		first.Leave()
		end, err := g.look(t.Context(), asTheyCome)
		if err != nil {
			t.Fatal(err)
		}
		ctx, interrupt = context.WithCancel(t.Context())
		time.AfterFunc(time.Second, interrupt)
		third := &gatePass{gate: &g, inOrder: asTheyCome}
		if err := third.Enter(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		third.Leave()
		end()
		if err := third.Enter(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
