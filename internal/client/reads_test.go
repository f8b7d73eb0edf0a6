package client_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// However many objects a refresh reads: one GET and one list, and what that costs does not depend on the order.
func TestReads_shareOneList(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 50} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			forEachKind(t, n, func(s stocked) {
				t, k, env := s.t, s.k, s.env
				c := env.Client()
				var reads sync.WaitGroup
				for i := range n {
					reads.Go(func() {
						if _, err := k.read(c, t.Context(), object(i)); err != nil {
							t.Error(err)
						}
					})
				}
				reads.Wait()
				want := []string{k.one, k.many}
				if n == 1 {
					want = want[:1]
				}
				env.ExpectRequests(want...)
			})
		})
	}
}

// What a list says of an object is what its own GET says, member for member, in whatever way a deployment answers.
func TestReads_itemIsObject(t *testing.T) {
	t.Parallel()
	answers := map[string]emulator.Options{
		"as published": {}, "with a delay": {PodStartDelay: time.Hour}, "suffix": {FlashbootSuffix: true},
		"another spelling": {PlatformName: "Xyz"}, "sparse": {SparseAnswers: true},
	}
	for _, d := range emulator.Dialects() {
		answers[d.Name] = emulator.Options{AnswersAs: []string{d.Name}}
	}
	for name, options := range answers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			forEachKind(t, 3, func(s stocked) {
				t, k, env := s.t, s.k, s.env
				c := env.Client()
				mustRead(t, c, k.read, object(0))
				mustRead(t, c, k.read, object(1))
				env.ExpectRequests(k.one, k.many)
				for _, read := range []getter{k.read, k.find} {
					item := mustRead(t, c, read, object(2))
					env.ExpectRequests()
					if object := mustRead(t, c, k.get, object(2)); !reflect.DeepEqual(item, object) {
						t.Errorf("the list has\n  %+v\nthe object is\n  %+v", item, object)
					}
					env.ExpectRequests(k.one)
				}
			}, options)
		})
	}
}

// Workers are pods, too, and a template may be one that endpoints use.
func TestReads_listsHoldWhatTheyLeaveOutByDefault(t *testing.T) {
	t.Parallel()
	env := stockedWith(t, readKinds[2], 1)
	if err := env.PatchObject(emulator.KindEndpoints, object(0), map[string]any{"workersMin": 1, "workersMax": 1}); err != nil {
		t.Fatal(err)
	}
	c := env.Client()
	worker := fmt.Sprint(env.Objects(emulator.KindPods)[0]["id"])
	if pods, err := c.ReadPods(t.Context()); err != nil || len(pods) != 0 {
		t.Errorf("a worker counts as a pod: %v %v", pods, err)
	}
	mustRead(t, c, any1((*client.Client).ReadPod), worker) // It is the one that is compared.
	env.ExpectRequests("ListPods", "GetPod")
	if pod, err := c.FindPod(t.Context(), worker); err != nil || pod.EndpointID.Or("") != object(0) {
		t.Errorf("%+v %v", pod, err)
	}
	mustRead(t, c, any1((*client.Client).ReadTemplate), "shared")
	if err := env.PutObject(emulator.KindTemplates, "t", map[string]any{"name": "t", "imageName": "i"}); err != nil {
		t.Fatal(err)
	}
	mustRead(t, c, any1((*client.Client).ReadTemplate), "t")
	mustRead(t, c, any1((*client.Client).FindTemplate), "shared")
	env.ExpectRequests("GetTemplate", "ListTemplates")
}

// writes are requests that may change something, each with the operation that is answered.
var writes = map[string]struct {
	operation string
	write     func(*client.Client, context.Context) error
}{
	"create": {"CreateNetworkVolume", func(c *client.Client, ctx context.Context) error {
		_, err := c.CreateNetworkVolume(ctx, client.NetworkVolumeCreate{DataCenterID: "EU-RO-1",
			NetworkVolumeFields: client.NetworkVolumeFields{Name: client.Some("new"), Size: client.Some(int64(1))}})
		return err
	}},
	"update": {"UpdateTemplate", func(c *client.Client, ctx context.Context) error {
		_, err := c.UpdateTemplate(ctx, "shared", client.TemplateFields{Readme: client.Some("changed")})
		return err
	}},
	"delete": {"DeletePod", func(c *client.Client, ctx context.Context) error {
		if err := c.DeletePod(ctx, "none"); !client.IsGone(err) {
			return fmt.Errorf("deleting what is not there: %w", err)
		}
		return nil
	}},
	"operation": {"StopPod", func(c *client.Client, ctx context.Context) error {
		if _, err := c.StopPod(ctx, "none"); !client.IsNotFound(err) {
			return fmt.Errorf("stopping what is not there: %w", err)
		}
		return nil
	}},
	"submission": {"PurgeQueue", func(c *client.Client, ctx context.Context) error {
		if _, err := c.PurgeQueue(ctx, "none"); !client.IsNotFound(err) {
			return fmt.Errorf("purging what is not there: %w", err)
		}
		return nil
	}},
}

// A write drops the lists of all kinds when it begins, and again when it ends, and those of every client of the account
// in this process; not those of others.
func TestReads_writesDropLists(t *testing.T) {
	t.Parallel()
	for name, w := range writes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			forEachKind(t, 6, func(s stocked) {
				t, k, env := s.t, s.k, s.env
				reader, other := env.Client(), env.Client()
				stranger := env.Client(func(config *client.Config) { config.APIKey = "another" })
				for _, c := range []*client.Client{reader, stranger} {
					mustRead(t, c, k.read, object(0))
					mustRead(t, c, k.read, object(1))
				}
				operations(env)
				env.OnRequest(w.operation, 1, func() { // The write has begun, and not ended.
					operations(env)
					mustRead(t, reader, k.read, object(2))
					mustRead(t, reader, k.read, object(3))
					expectOperations(t, env, k.one, k.many)
					mustRead(t, reader, k.read, object(4))
					expectOperations(t, env)
				})
				if err := w.write(other, t.Context()); err != nil {
					t.Fatal(err)
				}
				operations(env)
				mustRead(t, reader, k.find, object(4))
				mustRead(t, reader, k.read, object(5))
				expectOperations(t, env, k.one, k.many)
				mustRead(t, stranger, k.read, object(5))
				expectOperations(t, env)
			}, emulator.Options{APIKeys: []string{emulator.DefaultAPIKey, "another"}})
		})
	}
}

// A list that is under way while something is written answers nobody, and is not kept.
func TestReads_writesDropListsUnderWay(t *testing.T) {
	t.Parallel()
	forEachKind(t, 3, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := env.Client()
		mustRead(t, c, k.read, object(0))
		write := writes["update"].write
		env.OnRequest(k.many, 1, func() { // Its answer is of before.
			if err := write(env.Client(), t.Context()); err != nil {
				t.Error(err)
			}
		})
		mustRead(t, c, k.read, object(1))
		expectOperations(t, env, k.one, k.many, "UpdateTemplate", k.one)
		mustRead(t, c, k.read, object(2))
		expectOperations(t, env, k.one)

		env.OnRequest(k.many, 1, func() {
			if err := write(env.Client(), t.Context()); err != nil {
				t.Error(err)
			}
		})
		if _, err := k.all(c, t.Context()); err != nil {
			t.Error(err)
		}
		expectOperations(t, env, k.many, "UpdateTemplate", k.many)
	})
}

// A list answers for half a minute from its arrival. After that the next read starts one.
func TestReads_listsAge(t *testing.T) {
	t.Parallel()
	forEachKind(t, 6, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := env.Client()
		clock := onManualClock(c)
		mustRead(t, c, k.read, object(0))
		env.OnRequest(k.many, 1, func() { clock.advance(20 * time.Second) })
		mustRead(t, c, k.read, object(1))
		clock.advance(30*time.Second - time.Nanosecond)
		mustRead(t, c, k.read, object(2))
		env.ExpectRequests(k.one, k.many)
		clock.advance(time.Nanosecond)
		mustRead(t, c, k.read, object(3))
		mustRead(t, c, k.read, object(4))
		env.ExpectRequests(k.many)
		clock.advance(-time.Minute) // What a clock says that was set back is worth nothing.
		mustRead(t, c, k.read, object(5))
		env.ExpectRequests(k.many)
	})
}

// Whoever refreshes an object once more wants to know what has become of it.
func TestReads_refreshAgain(t *testing.T) {
	t.Parallel()
	forEachKind(t, 4, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := env.Client()
		for i := range 3 {
			mustRead(t, c, k.read, object(i))
		}
		env.ExpectRequests(k.one, k.many)
		if err := env.PatchObject(k.kind, object(1), map[string]any{"name": "drifted"}); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%+v", mustRead(t, c, k.read, object(1))); !strings.Contains(got, "drifted") {
			t.Error("it is as it was: " + got)
		}
		mustRead(t, c, k.read, object(0))
		mustRead(t, c, k.read, object(2))
		mustRead(t, c, k.read, object(3))
		mustRead(t, c, k.find, object(3)) // Which is not to refresh.
		env.ExpectRequests(k.one, k.many)
	})
}

// An object that the list does not have may be there all the same: its own GET says so. If that says that it is not,
// both together confirm that it is gone, without another list.
func TestReads_absentIsNotGone(t *testing.T) {
	t.Parallel()
	forEachKind(t, 3, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := env.Client()
		mustRead(t, c, k.read, object(0))
		mustRead(t, c, k.read, object(1))
		late := maps.Clone(k.object)
		late["name"] = "late"
		if err := env.PutObject(k.kind, "late", late); err != nil {
			t.Fatal(err)
		}
		env.ClearJournal()
		mustRead(t, c, k.read, "late")
		expectOperations(t, env, k.one)
		for i, id := range []string{"gone", "gone too"} {
			if _, err := k.read(c, t.Context(), id); !client.IsGone(err) {
				t.Errorf("%s: %v", id, err)
			}
			want := []string{k.one}
			if k.kind == emulator.KindTemplates && i == 0 {
				want = append(want, k.many) // The list does not have public and official ones, and this one does.
			}
			expectOperations(t, env, want...)
		}
		if _, err := k.find(c, t.Context(), "lost"); !client.IsNotFound(err) || client.IsGone(err) {
			t.Error(err)
		}
		expectOperations(t, env, k.one)
		// A front end's 404 confirms nothing.
		env.SetFaults(emulator.Fault{Operation: k.one, Kind: emulator.FaultHTML, Status: http.StatusNotFound})
		if _, err := k.read(c, t.Context(), "nowhere"); err == nil || client.IsGone(err) {
			t.Error(err)
		}
	})
}

// All objects gone: a GET each, and two lists at most, one of which is for the first read.
func TestReads_manyGone(t *testing.T) {
	t.Parallel()
	forEachKind(t, 0, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := env.Client()
		var reads sync.WaitGroup
		for i := range 50 {
			reads.Go(func() {
				if _, err := k.read(c, t.Context(), object(i)); !client.IsGone(err) {
					t.Error(err)
				}
			})
		}
		reads.Wait()
		if gets, lists := len(env.Requests(k.one)), len(env.Requests(k.many)); gets != 50 || lists > 2 {
			t.Errorf("%d GETs and %d lists", gets, lists)
		}
	})
}

// A list that has an object which its own GET, sent later, does not find, is only older: another one confirms it.
func TestReads_goneSinceTheList(t *testing.T) {
	t.Parallel()
	forEachKind(t, 2, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := env.Client()
		if n, err := k.all(c, t.Context()); err != nil || n < 2 {
			t.Fatalf("%d listed, %v", n, err)
		}
		if err := env.DeleteObject(k.kind, object(1)); err != nil {
			t.Fatal(err)
		}
		if _, err := k.read(c, t.Context(), object(1)); !client.IsGone(err) {
			t.Error(err)
		}
		expectOperations(t, env, k.many, k.one, k.many)
	})
}

// Where lists fail, everybody asks for his own object, and nobody tries another list.
func TestReads_failedList(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]emulator.Fault{
		"refused": {Kind: emulator.FaultStatus, Status: http.StatusForbidden},
		"broken":  {Kind: emulator.FaultStatus, Status: http.StatusBadGateway},
		"a page":  {Kind: emulator.FaultHTML},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			forEachKind(t, 20, func(s stocked) {
				t, k, env := s.t, s.k, s.env
				c := env.Client(func(config *client.Config) { config.MaxRetries = 0 })
				fault := fault
				fault.Operation = k.many
				env.SetFaults(fault)
				mustRead(t, c, k.read, object(0))
				var reads sync.WaitGroup
				for i := range 19 {
					reads.Go(func() {
						if _, err := k.read(c, t.Context(), object(i+1)); err != nil {
							t.Error(err)
						}
					})
				}
				reads.Wait()
				if gets, lists := len(env.Requests(k.one)), len(env.Requests(k.many)); gets != 20 || lists != 1 {
					t.Errorf("%d GETs and %d lists", gets, lists)
				}
				// Who wants a list tries again, and so does everybody after a write.
				if _, err := k.all(c, t.Context()); err == nil {
					t.Error("no error")
				}
				env.SetFaults()
				if err := writes["update"].write(c, t.Context()); err != nil {
					t.Error(err)
				}
				env.ClearJournal()
				for i := range 5 {
					mustRead(t, c, k.read, object(i))
				}
				env.ExpectRequests(k.one, k.many)
			})
		})
	}
}

// A reader whose time is up leaves the list to the others, also if it was the one who started it; a list for which
// nobody waits ends, and does not count as one that failed.
func TestReads_cancelledReader(t *testing.T) {
	t.Parallel()
	forEachKind(t, 4, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := env.Client()
		mustRead(t, c, k.read, object(0))
		env.ClearJournal()
		ctx, expire := contexttest.Expiring(t.Context())
		listing, held := make(chan struct{}), make(chan struct{})
		env.OnRequest(k.many, 1, func() { close(listing); <-held })
		cancelled := make(chan error)
		go func() {
			_, err := k.read(c, ctx, object(1))
			cancelled <- err
		}()
		<-listing
		other := make(chan error)
		go func() {
			_, err := k.read(c, t.Context(), object(2))
			other <- err
		}()
		for c.Waiting(k.kind) < 2 {
			runtime.Gosched()
		}
		expire()
		if err := <-cancelled; !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		close(held)
		if err := <-other; err != nil {
			t.Error(err)
		}
		env.ExpectRequests(k.many)

		if err := writes["update"].write(c, t.Context()); err != nil {
			t.Error(err)
		}
		mustRead(t, c, k.read, object(0))
		ctx, expire = contexttest.Expiring(t.Context())
		env.OnRequest(k.many, 1, func() {
			for expire(); c.Waiting(k.kind) > 0; runtime.Gosched() {
			}
		})
		if _, err := k.read(c, ctx, object(1)); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		env.ClearJournal()
		mustRead(t, c, k.read, object(2))
		mustRead(t, c, k.read, object(3))
		env.ExpectRequests(k.many)
	})
}

// Reads can be had one by one.
func TestReads_separate(t *testing.T) {
	t.Parallel()
	forEachKind(t, 3, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := env.Client(func(config *client.Config) { config.SeparateReads = true })
		for i := range 3 {
			mustRead(t, c, k.read, object(i))
			mustRead(t, c, k.find, object(i))
		}
		for range 2 {
			if _, err := k.all(c, t.Context()); err != nil {
				t.Error(err)
			}
		}
		if _, err := k.read(c, t.Context(), "gone"); !client.IsGone(err) {
			t.Error(err)
		}
		env.ExpectRequests(k.one, k.one, k.one, k.one, k.one, k.one, k.many, k.many, k.one, k.many)
	})
}

// What warnings are made of is from the first list, whatever was written since, and that may be a refresh's.
func TestReads_firstList(t *testing.T) {
	t.Parallel()
	env := stockedWith(t, readKinds[2], 3)
	c := env.Client()
	for i := range 2 {
		mustRead(t, c, any1((*client.Client).ReadEndpoint), object(i))
	}
	env.ClearJournal()
	for range 2 {
		users, err := c.EndpointsOf(t.Context(), "shared")
		if err != nil || len(users) != 3 {
			t.Errorf("%v %v", users, err)
		}
		users[0].NetworkVolumeIDs.Or(nil)[0] = "changed"
		if err := writes["update"].write(c, t.Context()); err != nil {
			t.Error(err)
		}
	}
	env.ExpectRequests("UpdateTemplate", "UpdateTemplate")
	again, err := c.EndpointsOf(t.Context(), "shared")
	if err != nil || again[0].NetworkVolumeIDs.Or(nil)[0] == "changed" {
		t.Errorf("%v %v", again, err)
	}
	// Nor does a later list take its place.
	if err := c.DeleteEndpoint(t.Context(), object(2)); err != nil {
		t.Error(err)
	}
	if now, err := c.ReadEndpoints(t.Context()); err != nil || len(now) != 2 {
		t.Errorf("%v %v", now, err)
	}
	if users, err := c.EndpointsOf(t.Context(), "shared"); err != nil || len(users) != 3 {
		t.Errorf("%v %v", users, err)
	}
	if none, err := c.EndpointsOf(t.Context(), "other"); err != nil || len(none) != 0 {
		t.Errorf("%v %v", none, err)
	}
	// A failure is not kept.
	c = env.Client()
	env.SetFaults(emulator.Fault{Operation: "ListEndpoints", Kind: emulator.FaultStatus, Status: http.StatusForbidden,
		Count: 1})
	if _, err := c.EndpointsOf(t.Context(), "shared"); err == nil {
		t.Error("no error")
	}
	if users, err := c.EndpointsOf(t.Context(), "shared"); err != nil || len(users) != 2 {
		t.Errorf("%v %v", users, err)
	}
}

// The list of templates that answers reads lacks public and official ones. One of those whose own GET says 404, and
// that the list of all templates has, is not gone, with and without shared lists.
func TestReads_publicTemplateIsNotGone(t *testing.T) {
	t.Parallel()
	ok := func(body string) answer { return answer{status: http.StatusOK, body: body} }
	notFound := answer{status: http.StatusNotFound, body: `{"error":"template not found","status":404}`}
	one, own, every := ok(`{"id":"a"}`), ok(`[{"id":"a"}]`), ok(`[{"id":"a"},{"id":"public"}]`)
	for separate, answers := range map[bool][]answer{
		false: {one, own, notFound, every, notFound, every},
		true:  {one, notFound, every, notFound, every},
	} {
		s := serve(t, answers...)
		c := s.client(t, func(config *client.Config) { config.SeparateReads = separate })
		mustRead(t, c, any1((*client.Client).ReadTemplate), "a")
		for _, read := range []getter{any1((*client.Client).ReadTemplate), any1((*client.Client).ReadAnyTemplate)} {
			if _, err := read(c, t.Context(), "public"); !client.IsNotFound(err) || client.IsGone(err) {
				t.Errorf("separate %t: %v", separate, err)
			}
		}
		if asked := len(s.requests()); asked != len(answers) {
			t.Errorf("separate %t: %d requests, want %d", separate, asked, len(answers))
		}
	}
}

// After a write without an answer nothing is read from lists: the service may carry it out later.
func TestReads_afterAWriteOfUnknownOutcome(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault     emulator.Fault
		uncertain bool
	}{
		"no answer":     {emulator.Fault{Kind: emulator.FaultReset}, true},
		"a front end's": {emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusGatewayTimeout}, true},
		"refused":       {emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusForbidden}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			forEachKind(t, 4, func(s stocked) {
				t, k, env := s.t, s.k, s.env
				fault := test.fault
				fault.Operation, fault.Count = "UpdateTemplate", 1
				env.SetFaults(fault)
				c, other := env.Client(), env.Client()
				readme := client.TemplateFields{Readme: client.Some("changed")}
				if _, err := other.UpdateTemplate(t.Context(), "shared", readme); err == nil && !test.uncertain {
					t.Error("no error")
				}
				operations(env)
				for i := range 4 {
					mustRead(t, c, k.read, object(i))
				}
				for range 2 {
					if _, err := k.all(c, t.Context()); err != nil {
						t.Error(err)
					}
				}
				want := []string{k.one, k.many}
				if test.uncertain {
					want = []string{k.one, k.one, k.one, k.one, k.many, k.many}
				}
				expectOperations(t, env, want...)
			})
		})
	}
}
