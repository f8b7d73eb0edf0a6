package client_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// written is the lower bound of a template that several goroutines change: the image is a number that only rises.
type written struct {
	mu    sync.Mutex // One write at a time.
	next  int
	ended atomic.Int64 // the last number whose write has ended
}

// Whatever readers, writers, cancels and failures do at once: no read returns what is older than the last write that
// ended before the read began, in this client or in another one of the account; no object that exists is gone; and
// nothing that a reader does to what it got is seen by others.
func TestReads_neverStale(t *testing.T) {
	t.Parallel()
	const objects, actors, steps = 6, 8, 60
	for seed := range uint64(4) { // The seeds use the versions in turns.
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			env := stock(t, emulatortest.StartOver(1+int(seed%2)), readKinds[1], objects)
			clients := []*client.Client{env.Client(), env.Client()}
			state := make([]written, objects)
			for i := range state {
				state[i].next = 1
				if err := state[i].write(t.Context(), clients[0], i); err != nil {
					t.Fatal(err)
				}
			}
			var all sync.WaitGroup
			for actor := range actors {
				all.Go(func() {
					rng := rand.New(rand.NewPCG(seed, uint64(actor))) //nolint:gosec // It repeats.
					for range steps {
						c, i := clients[rng.IntN(2)], rng.IntN(objects)
						switch draw := rng.IntN(20); {
						case draw == 0:
							if err := state[i].write(t.Context(), c, i); err != nil {
								t.Error(err)
							}
						case draw == 1:
							env.SetFaults(emulator.Fault{Operation: "ListTemplates", Kind: emulator.FaultStatus,
								Status: http.StatusForbidden, Count: 1})
						case draw < 4:
							ctx, expire := contexttest.Expiring(t.Context())
							go expire()
							_, _ = c.Templates.Read(ctx, object(i), nil)
						case draw < 6:
							at := state[i].ended.Load()
							// It fails where the list does.
							templates, err := c.Templates.ReadAll(t.Context())
							for _, got := range templates {
								if got.ID == object(i) && err == nil {
									check(t, got, at)
								}
							}
						default:
							at := state[i].ended.Load()
							got, err := c.Templates.Read(t.Context(), object(i), nil)
							if err != nil {
								t.Error(err)
								continue
							}
							check(t, got, at)
						}
					}
				})
			}
			all.Wait()
			if lists := len(env.Requests("ListTemplates")); lists == 0 {
				t.Error("nothing was read from a list")
			}
		})
	}
}

// write changes a template, and notes when that has ended.
func (w *written) write(ctx context.Context, c *client.Client, i int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	number := w.next
	w.next++
	env := members.Some(map[string]string{"NUMBER": strconv.Itoa(number)})
	_, err := c.Templates.Update(ctx, object(i), api.TemplateFields{
		ImageName: members.Some(strconv.Itoa(number)), Env: env,
		Ports: members.Some([]string{strconv.Itoa(number) + "/http"}),
	})
	if err == nil {
		w.ended.Store(int64(number))
	}
	return err
}

// check checks a template that was read after a number's write had ended, and leaves nothing in it as it was.
func check(t *testing.T, got api.Template, ended int64) {
	t.Helper()
	number, err := strconv.ParseInt(got.ImageName.Or(""), 10, 64)
	env, ports := got.Env.Or(nil), got.Ports.Or(nil)
	if err != nil || number < ended {
		t.Errorf("%s is of write %q, and %d had ended before", got.ID, got.ImageName.Or(""), ended)
	}
	if env["NUMBER"] != got.ImageName.Or("") || len(env) != 1 ||
		strings.Join(ports, " ") != got.ImageName.Or("")+"/http" {
		t.Errorf("somebody else has changed it: %v %v, of write %s", env, ports, got.ImageName.Or(""))
	}
	env["NUMBER"], ports[0] = "changed", "changed"
}
