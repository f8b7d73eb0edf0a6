package client_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	machines "github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

const noInstances = "There are no instances currently available"

// inBubble runs a test of pods over each version, or over one, in a bubble.
func inBubble(t *testing.T, version int, options emulator.Options, test func(*testing.T, *emulatortest.Service)) {
	t.Helper()
	for _, v := range emulatortest.Versions() {
		if version != 0 && v != version {
			continue
		}
		t.Run(fmt.Sprint("v", v), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := emulatortest.StartInBubble(t, options)
				if v == 2 {
					s.UseVersion(2)
				}
				test(t, s)
			})
		})
	}
}

// A search tries its requests in their order, and another only after a refusal that certainly made nothing.
func TestPodSearch(t *testing.T) {
	t.Parallel()
	create := func(kind string, status int, message string) emulator.Fault {
		return emulator.Fault{Operation: "CreatePod", Kind: kind, Status: status, Message: message, Count: 1}
	}
	noCapacity := create(emulator.FaultStatus, 500, noInstances)
	l4Only, a40Only := []string{l4}, []string{l4, a40}
	for name, test := range map[string]struct {
		version int // 0: each
		options emulator.Options
		faults  []emulator.Fault
		foreign bool // Another client creates a pod of this name meanwhile.
		fate    string
		wait    time.Duration

		asked  []string      // the creates
		pods   int           // in the end
		places int           // the placement, if a pod was made
		says   string        // an error
		doubt  bool          // Its outcome is unknown.
		took   time.Duration // at least, and less than two seconds more
	}{
		"the first":  {asked: l4Only, pods: 1},
		"the second": {version: 2, options: soldOut(l4), asked: a40Only, pods: 1, places: 1},
		"the second, after two looks": {version: 1, options: soldOut(l4), asked: a40Only, pods: 1, places: 1,
			took: transport.DefaultTimes.Look},
		"no access": {version: 2, faults: []emulator.Fault{create(emulator.FaultStatus, 403, "access denied")},
			asked: a40Only, pods: 1, places: 1},
		"no permission": {version: 1, faults: []emulator.Fault{create(emulator.FaultStatus, 403, "access denied")},
			asked: l4Only, says: "access denied"},
		"no key": {faults: []emulator.Fault{create(emulator.FaultStatus, 401, "who")}, asked: l4Only, says: "who"},
		"no balance": {version: 2, faults: []emulator.Fault{create(emulator.FaultStatus, 402, "top up")}, asked: l4Only,
			says: "top up"},
		"no quota": {faults: []emulator.Fault{create(emulator.FaultStatus, 400, "your quota is reached")}, asked: l4Only,
			says: "quota"},
		"invalid": {faults: []emulator.Fault{create(emulator.FaultStatus, 422, "odd")}, asked: l4Only, says: "odd"},
		"missing": {faults: []emulator.Fault{create(emulator.FaultStatus, 404, "no template")}, asked: l4Only,
			says: "no template"},
		"unknown": {faults: []emulator.Fault{create(emulator.FaultStatus, 502, "")}, asked: l4Only, doubt: true,
			took: transport.DefaultTimes.Look},
		"refused, and made": {version: 1, asked: l4Only, pods: 1,
			faults: []emulator.Fault{create(emulator.FaultStatusAfter, 500, noInstances)}},
		"refused, and listed late": {version: 1, asked: l4Only, pods: 1, took: transport.DefaultTimes.Look,
			options: emulator.Options{ListLag: 10 * time.Second},
			faults:  []emulator.Fault{create(emulator.FaultStatusAfter, 500, noInstances)}},
		"refused, and in doubt": {version: 1, faults: []emulator.Fault{noCapacity}, foreign: true, asked: l4Only, pods: 1,
			doubt: true, took: transport.DefaultTimes.Look},
		"refused, and listed too late": {version: 1, options: emulator.Options{ListLag: 25 * time.Second}, asked: a40Only,
			faults: []emulator.Fault{create(emulator.FaultStatusAfter, 500, noInstances), noCapacity}, pods: 1,
			doubt: true, took: 2 * transport.DefaultTimes.Look},
		"an end of the pod": {fate: "ERROR", asked: l4Only, pods: 1},
		"no access, and none": {version: 2, options: soldOut(a40, rtx), asked: []string{l4, a40, rtx}, says: "(HTTP 400",
			faults: []emulator.Fault{create(emulator.FaultStatus, 403, "access denied")}},
		"none": {version: 2, options: soldOut(l4, a40, rtx), asked: []string{l4, a40, rtx},
			says: "it tried:\n- its own attributes, NVIDIA L4 × 2, SECURE: "},
		"none, and the third": {version: 2, options: soldOut(l4, a40, rtx), asked: []string{l4, a40, rtx},
			says: "\n- alternative 2, NVIDIA RTX A5000 × 2, SECURE: There are no longer any instances"},
		"no time for a second round": {version: 1, options: soldOut(l4, a40, rtx), wait: 20 * time.Second,
			asked: []string{l4, a40, rtx}, says: "\n- alternative 2, NVIDIA RTX A5000 × 2, SECURE: there are no",
			took: 45 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, test.version, test.options, func(t *testing.T, s *emulatortest.Service) {
				if test.fate != "" {
					s.Must(s.SetFates(emulator.Fate{Becomes: test.fate}))
				}
				s.SetFaults(test.faults...)
				if test.foreign {
					s.OnRequest("CreatePod", 1, func() {
						s.Put(emulator.KindPods, "foreign", map[string]any{"name": "p", "imageName": "other"})
					})
				}
				began := time.Now()
				made, placement, err := s.Client().Pods.CreateAny(t.Context(),
					[]api.PodCreate{gpuPod(l4), gpuPod(a40), gpuPod(rtx)}, test.wait)
				if over := time.Since(began) - test.took; over < 0 || over > 2*time.Second {
					t.Errorf("it took %s", time.Since(began))
				}
				if got := asked(t, s); !slices.Equal(got, test.asked) {
					t.Errorf("asked for %q, want %q", got, test.asked)
				}
				pods := s.Objects(emulator.KindPods)
				if len(pods) != test.pods {
					t.Errorf("%d pods", len(pods))
				}
				if fails := test.says != "" || test.doubt; fails {
					if failed := outcomeOf(t, err); failed.Unknown != (test.doubt || s.Version() == 1 && isCapacity(err)) ||
						!strings.Contains(err.Error()+failed.Doubt, test.says) || test.doubt && len(failed.Found) != test.pods {
						t.Error(told(failed), err)
					}
				} else if err != nil || placement != test.places || made.Object.ID != pods[0]["id"] {
					t.Errorf("%+v at %d: %v", made, placement, err)
				}
			})
		})
	}
}

func isCapacity(err error) bool { return transport.HasKind(err, transport.KindNoCapacity) }

// A pod of a refused create that a list shows between two rounds ends the search: each round could make one more.
func TestPodSearch_madeThoughRefused(t *testing.T) {
	t.Parallel()
	inBubble(t, 1, emulator.Options{ListLag: 78 * time.Second}, func(t *testing.T, s *emulatortest.Service) {
		s.SetFaults(
			emulator.Fault{Operation: "CreatePod", Kind: emulator.FaultStatusAfter, Status: 500, Message: noInstances, Count: 1},
			emulator.Fault{Operation: "CreatePod", Kind: emulator.FaultStatus, Status: 500, Message: noInstances})
		_, _, err := s.Client().Pods.CreateAny(t.Context(), []api.PodCreate{gpuPod(l4)}, time.Hour)
		failed, pods := outcomeOf(t, err), s.Objects(emulator.KindPods)
		if !failed.Unknown || !strings.Contains(failed.Doubt, "A later list") || len(pods) != 1 ||
			failed.Found[0].ID != pods[0]["id"] || len(asked(t, s)) > 3 {
			t.Errorf("%s, %d pods, asked for %q", told(failed), len(pods), asked(t, s))
		}
	})
}

// Rounds follow each other after growing pauses. The catalogue is read once, before the first pause, and what it does
// not have is not tried again. Nothing is sent after the deadline.
func TestPodSearch_rounds(t *testing.T) {
	t.Parallel()
	const wait = 5 * time.Minute
	inBubble(t, 2, soldOut(l4, a40), func(t *testing.T, s *emulatortest.Service) {
		s.SetFaults(emulator.Fault{Operation: "CreatePod", Kind: emulator.FaultStatus, Status: 400, Message: noInstances})
		nowhere := gpuPod("NVIDIA H100")
		tooMany := gpuPod(l4)
		tooMany.GPUCount = members.Some(int64(100))
		began := time.Now()
		_, _, err := s.Client().Pods.CreateAny(t.Context(), []api.PodCreate{gpuPod(l4), nowhere, tooMany}, wait)
		if took := time.Since(began); took < wait || took > wait+2*time.Second {
			t.Errorf("it took %s", took)
		}
		var rounds []time.Time
		for _, r := range s.Requests("CreatePod") {
			if strings.Contains(string(r.Body), `"count":2`) && strings.Contains(string(r.Body), l4) {
				rounds = append(rounds, r.Time)
			}
		}
		if n := len(rounds); n < 7 || n > 12 || len(s.Requests("CreatePod")) != n+2 || len(s.Requests("ListGPUTypes")) != 1 {
			t.Errorf("%d rounds, %d creates", n, len(s.Requests("CreatePod")))
		}
		for i, least := range []time.Duration{5 * time.Second, 10 * time.Second, 20 * time.Second, 30 * time.Second} {
			if pause := rounds[i+1].Sub(rounds[i]); pause < least || pause > 2*least+time.Second {
				t.Errorf("a pause of %s, want at least %s", pause, least)
			}
		}
		for _, says := range []string{
			fmt.Sprintf("its own attributes, NVIDIA L4 × 2, SECURE: %s (%d times)", noInstances, len(rounds)),
			"alternative 1, NVIDIA H100 × 2, SECURE: it exists nowhere", "alternative 2, NVIDIA L4 × 100, SECURE: it",
		} {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%q lacks %q", err, says)
			}
		}
	})
}

// A search ends at once if everything is nowhere, or nothing may be had; a catalogue that cannot be read decides
// nothing.
func TestPodSearch_nowhere(t *testing.T) {
	t.Parallel()
	refusedBy := func(status int, message string) emulator.Fault {
		return emulator.Fault{Operation: "CreatePod", Kind: emulator.FaultStatus, Status: status, Message: message}
	}
	full := []emulator.Fault{refusedBy(400, noInstances)}
	for name, test := range map[string]struct {
		in      api.PodCreate
		faults  []emulator.Fault
		creates int // at least
		reads   int
		took    time.Duration
	}{
		"a GPU type":   {in: gpuPod("NVIDIA H100"), faults: full, creates: 1, reads: 1},
		"a CPU flavor": {in: cpuPod("cpu9z"), faults: full, creates: 1, reads: 1},
		"no access":    {in: gpuPod(l4), faults: []emulator.Fault{refusedBy(403, "access denied")}, creates: 1},
		"no catalogue": {in: gpuPod("NVIDIA H100"), creates: 3, reads: 1, took: time.Minute, faults: []emulator.Fault{
			refusedBy(400, noInstances),
			{Operation: "ListGPUTypes", Kind: emulator.FaultStatus, Status: 403}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, 2, emulator.Options{}, func(t *testing.T, s *emulatortest.Service) {
				s.SetFaults(test.faults...)
				began := time.Now()
				_, _, err := s.Client().Pods.CreateAny(t.Context(), []api.PodCreate{test.in}, time.Minute)
				if took := time.Since(began); err == nil || took < test.took || took > test.took+2*time.Second {
					t.Errorf("after %s: %v", took, err)
				}
				if n := len(asked(t, s)); n < test.creates || test.took == 0 && n > test.creates {
					t.Errorf("%d creates", n)
				}
				if n := len(s.Requests("ListGPUTypes", "ListCPUTypes")); n != test.reads {
					t.Errorf("%d reads of the catalogue", n)
				}
			})
		})
	}
}

// Each round asks the catalogue for a request that names no type. The end of the caller's time ends the search.
func TestPodSearch_anyType(t *testing.T) {
	t.Parallel()
	inBubble(t, 2, soldOut(machines.GPUTypeIDs()...), func(t *testing.T, s *emulatortest.Service) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		_, _, err := s.Client().Pods.CreateAny(ctx, []api.PodCreate{gpuPod()}, time.Hour)
		if !errors.Is(err, client.ErrNoOffer) || !errors.Is(err, context.DeadlineExceeded) || len(asked(t, s)) != 0 {
			t.Error(err)
		}
		if n := len(s.Requests("ListGPUTypes")); n < 4 || n > 10 {
			t.Errorf("%d reads of the catalogue", n)
		}
		s.SetFaults(refused(403, "access denied"))
		_, _, err = s.Client().Pods.CreateAny(t.Context(), []api.PodCreate{gpuPod(), gpuPod(l4)}, 0)
		if errors.Is(err, client.ErrNoOffer) || len(asked(t, s)) != 1 {
			t.Error(err)
		}
		time.AfterFunc(time.Second, func() { // A read that fails in a later round does not end the search.
			s.SetFaults(emulator.Fault{Operation: "ListGPUTypes", Kind: emulator.FaultStatus, Status: 502, Count: 3})
		})
		time.AfterFunc(time.Minute, func() { _ = s.SetStock(emulator.StockLimit{ID: a40, Units: -1}) })
		made, placement, err := s.Client().Pods.CreateAny(t.Context(), []api.PodCreate{gpuPod(l4), gpuPod()}, time.Hour)
		if err != nil || placement != 1 || made.Object.GPU.Or(api.PodGPU{}).ID.Or("") != a40 {
			t.Errorf("%+v at %d: %v", made.Object, placement, err)
		}
	})
}

// Many searches without stock keep to the service's rate limit, and to their deadlines.
func TestPodSearch_manyUnderALimit(t *testing.T) {
	t.Parallel()
	options := soldOut(l4)
	options.Version2.Quotas = emulator.PublishedQuotas()
	const wait = 10*time.Minute + 30*time.Second // In the middle of a window, when the service has no room.
	inBubble(t, 2, options, func(t *testing.T, s *emulatortest.Service) {
		c, began := s.Client(), time.Now()
		var all sync.WaitGroup
		for i := range 200 {
			all.Go(func() {
				in := gpuPod(l4)
				in.Name = members.Some(fmt.Sprint("p", i))
				_, _, err := c.Pods.CreateAny(t.Context(), []api.PodCreate{in}, wait)
				if took := time.Since(began); !isCapacity(err) || took > wait+2*time.Second {
					t.Errorf("%d, after %s: %v", i, took, err)
				}
			})
		}
		all.Wait()
		time.Sleep(time.Hour) // So that a list ends for which no create waits now.
		refused := 0
		for _, r := range s.Requests() {
			if r.Status == 429 {
				refused++
			}
		}
		if n := len(s.Requests()); n < 500 || 20*refused >= n {
			t.Errorf("%d of %d requests were refused", refused, n)
		}
	})
}

// A start is repeated for lack of capacity only, and until its time is over.
func TestStartWithin(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		free   time.Duration // when there is capacity; 0: never
		fault  emulator.Fault
		stops  time.Duration // when the run is interrupted; 0: never
		starts bool
		took   time.Duration
	}{
		"at last": {free: 3 * time.Minute, starts: true, took: 3 * time.Minute},
		"never":   {took: 10 * time.Minute},
		"stopped": {stops: time.Minute, took: time.Minute},
		"refused": {fault: emulator.Fault{Kind: emulator.FaultStatus, Status: 403}},
		"refused, and started": {starts: true,
			fault: emulator.Fault{Kind: emulator.FaultStatusAfter, Status: 500, Message: noInstances, Count: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, 0, emulator.Options{}, func(t *testing.T, s *emulatortest.Service) {
				c := s.Client()
				made := mustCreate(t, c.Pods.Create, gpuPod(l4))
				if _, err := c.Pods.Do(t.Context(), made.ID, api.StopPod, 0); err != nil {
					t.Fatal(err)
				}
				if test.took > 0 {
					_ = s.SetStock(emulator.StockLimit{ID: l4})
				}
				if test.free > 0 {
					time.AfterFunc(test.free, func() { _ = s.SetStock(emulator.StockLimit{ID: l4, Units: -1}) })
				}
				if test.fault.Kind != "" {
					test.fault.Operation = "StartPod"
					s.SetFaults(test.fault)
				}
				began := time.Now()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if test.stops > 0 {
					time.AfterFunc(test.stops, cancel)
				}
				_, err := c.Pods.Do(ctx, made.ID, api.StartPod, 10*time.Minute)
				if err != nil && strings.Contains(err.Error(), "; the run was interrupted") != (test.stops > 0) {
					t.Error(err)
				}
				if took := time.Since(began); (err == nil) != test.starts || took < test.took || took > test.took+time.Minute {
					t.Errorf("after %s: %v", took, err)
				}
				if n := len(s.Requests("StartPod")); s.Version() == 1 && n != 1 && test.fault.Kind != "" {
					t.Errorf("%d starts", n)
				}
			})
		})
	}
}

// The error of a search names each request, however many creates it was, in one line for each answer.
func TestPodSearch_listsAnswers(t *testing.T) {
	t.Parallel()
	const capacity = "There are no longer any instances available with the requested specifications. " +
		"Please refresh and try again."
	s, c := podService2(t, soldOut(l4, a40, rtx))
	s.SetFaults(refused(403, "access denied"))
	var wishes []api.PodCreate
	for n := range int64(11) {
		wish := gpuPod(l4, a40, rtx)
		wish.GPUCount, wish.DataCenterPriority = members.Some(n+1), members.Some("custom")
		wish.DataCenterIDs = members.Some([]string{"EU-RO-1", "US-KS-2"})
		wishes = append(wishes, wish)
	}
	// The creates of the first request were answered in two ways, those of each other one in the same.
	want := "; it tried:\n- its own attributes, NVIDIA L4 × 1, SECURE, in EU-RO-1: access denied"
	for _, one := range []string{l4 + " × 1, SECURE, in US-KS-2", a40 + " × 1, SECURE, in EU-RO-1",
		a40 + " × 1, SECURE, in US-KS-2", rtx + " × 1, SECURE, in EU-RO-1", rtx + " × 1, SECURE, in US-KS-2"} {
		want += "\n- its own attributes, " + one + ": " + capacity
	}
	for n := 1; n <= 10; n++ {
		want += fmt.Sprintf("\n- alternative %d, %s, %s, %s × %d, SECURE, in EU-RO-1 or US-KS-2: %s", n, l4, a40, rtx, n+1,
			capacity)
	}
	if _, _, err := c.Pods.CreateAny(t.Context(), wishes, 0); !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// A create that ended the search stands for no other that was not sent.
func TestPodSearch_listsWhatWasSent(t *testing.T) {
	t.Parallel()
	s, c := podService2(t)
	s.SetFaults(refused(402, "top up"))
	wish := gpuPod(l4, a40)
	wish.DataCenterPriority, wish.DataCenterIDs = members.Some("custom"), members.Some([]string{"EU-RO-1", "US-KS-2"})
	_, _, err := c.Pods.CreateAny(t.Context(), []api.PodCreate{wish, gpuPod(rtx)}, 0)
	const want = "; it tried:\n- its own attributes, NVIDIA L4 × 2, SECURE, in EU-RO-1: top up\n" +
		"- alternative 1, NVIDIA RTX A5000 × 2, SECURE: not tried"
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v\nwant %s", err, want)
	}
}
