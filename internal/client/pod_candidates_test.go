package client_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

const rtx = "NVIDIA RTX A5000"

// cheapest are the cheapest GPU types of the emulator, in order.
var cheapest = []string{"NVIDIA RTX A2000", "NVIDIA GeForce RTX 3070", "NVIDIA GeForce RTX 3080"}

// soldOut returns options of a service that has nothing of these types.
func soldOut(types ...string) emulator.Options {
	var o emulator.Options
	for _, id := range types {
		o.Stock = append(o.Stock, emulator.StockLimit{ID: id})
	}
	return o
}

// asked returns what the creates of pods asked for, in order: the type, and its data centers.
func asked(t *testing.T, s *emulatortest.Service) []string {
	t.Helper()
	var all []string
	for _, r := range s.Requests("CreatePod") {
		var body struct {
			GPU, CPU      struct{ ID string }
			DataCenterIDs []string `json:"dataCenterIds"`
			GPUTypeIDs    []string `json:"gpuTypeIds"` // of version 1
		}
		if err := json.Unmarshal(r.Body, &body); err != nil {
			t.Fatal(err)
		}
		all = append(all, strings.Join(append([]string{body.GPU.ID + body.CPU.ID + strings.Join(body.GPUTypeIDs, " ")},
			body.DataCenterIDs...), " "))
	}
	return all
}

// refused returns a fault that rejects one create.
func refused(status int, message string) emulator.Fault {
	return emulator.Fault{Operation: "CreatePod", Kind: emulator.FaultStatus, Status: status, Message: message, Count: 1}
}

// A create goes on to the next type if the service has no capacity for one, and created nothing; and only then.
func TestPodCandidates(t *testing.T) {
	t.Parallel()
	const capacity = "There are no longer any instances available with the requested specifications."
	ofKind := func(kind string) emulator.Fault { return emulator.Fault{Operation: "CreatePod", Kind: kind, Count: 1} }
	for name, test := range map[string]struct {
		faults []emulator.Fault
		want   []string
		gets   string // the type of the pod; empty for an error
		says   string // of that error
	}{
		"first":       {want: []string{l4}, gets: l4},
		"no capacity": {faults: []emulator.Fault{refused(400, capacity)}, want: []string{l4, a40}, gets: a40},
		"none has capacity": {
			faults: []emulator.Fault{refused(400, capacity), refused(400, capacity), refused(400, capacity)},
			want:   []string{l4, a40, rtx},
			says:   "it tried:\n- NVIDIA L4, NVIDIA A40, NVIDIA RTX A5000 × 2, SECURE: " + capacity,
		},
		"no access": {faults: []emulator.Fault{refused(403, "access denied")}, want: []string{l4, a40}, gets: a40},
		"too many":  {faults: []emulator.Fault{refused(429, "slow down")}, want: []string{l4, l4}, gets: l4},
		"unknown":   {faults: []emulator.Fault{refused(400, "not today")}, want: []string{l4}, says: "not today"},
		"another reason": {
			faults: []emulator.Fault{refused(400, capacity), refused(400, "not so")}, want: []string{l4, a40},
			says: "not so",
		},
		"lost, and made": {
			faults: []emulator.Fault{ofKind(emulator.FaultResetAfter)}, want: []string{l4}, gets: l4,
		},
		"lost, and not made": {
			faults: []emulator.Fault{ofKind(emulator.FaultReset)}, want: []string{l4},
			says: "the connection ended before the response did (EOF)",
		},
		"500": {faults: []emulator.Fault{refused(500, "oops")}, want: []string{l4}, says: "oops"},
		"500 for lack of capacity": {
			faults: []emulator.Fault{refused(500, capacity)}, want: []string{l4}, says: "no longer any instances",
		},
		"unreadable": {
			faults: []emulator.Fault{ofKind(emulator.FaultTruncate)}, want: []string{l4}, gets: l4,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := podService2(t)
			s.SetFaults(test.faults...)
			made, err := c.Pods.Create(t.Context(), gpuPod(l4, a40, rtx))
			if got := asked(t, s); !slices.Equal(got, test.want) {
				t.Errorf("asked for %q, want %q", got, test.want)
			}
			pods := s.Objects(emulator.KindPods)
			switch {
			case test.gets == "":
				if err == nil || !strings.Contains(err.Error(), test.says) || len(pods) != 0 {
					t.Errorf("%+v %v, %d pods", made, err, len(pods))
				}
			case err != nil || len(pods) != 1 || made.Object.GPU.Or(api.PodGPU{}).ID.Or("") != test.gets:
				t.Errorf("%+v %v, %d pods", made, err, len(pods))
			}
		})
	}
}

// A create that was not sent, because the client could not list the pods from before, ends the loop: the refusal of the
// list is not about a GPU type.
func TestPodCandidates_notSent(t *testing.T) {
	t.Parallel()
	s := emulatortest.Start(t)
	s.UseVersion(2)
	c := s.Client(func(config *client.Config) { config.RefuseExisting = true })
	s.SetFaults(emulator.Fault{Operation: "ListPods", Kind: emulator.FaultStatus, Status: 403, Message: "access denied"})
	_, err := c.Pods.Create(t.Context(), gpuPod(l4, a40, rtx))
	var failed *creates.Error
	if !errors.As(err, &failed) || failed.Err != nil ||
		strings.Contains(err.Error(), "after the same") {
		t.Errorf("%v", err)
	}
	if got := asked(t, s); len(got) != 0 {
		t.Errorf("asked for %q", got)
	}
}

// The catalogue decides where the request leaves it open: no type, or countries. Elsewhere it is not read, whatever the
// priority of the request.
func TestPodCandidates_places(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options emulator.Options
		in      api.PodCreate
		change  func(*api.PodCreate)
		want    []string // the creates; the last one succeeds
		reads   string   // before the first one
	}{
		"flavors": {options: soldOut("cpu3c"), in: cpuPod("cpu3c", "cpu5g"),
			change: func(in *api.PodCreate) { in.CPUFlavorPriority = members.Some("custom") },
			want:   []string{"cpu3c", "cpu5g"}},
		"data centers one by one": {
			options: emulator.Options{Stock: []emulator.StockLimit{{ID: l4}, {ID: a40, DataCenter: "US-TX-3"}}},
			in:      gpuPod(l4, a40), change: func(in *api.PodCreate) {
				in.DataCenterIDs = members.Some([]string{"US-TX-3", "EU-RO-1"})
				in.DataCenterPriority, in.GPUTypePriority = members.Some("custom"), members.Some("custom")
			}, want: []string{l4 + " US-TX-3", l4 + " EU-RO-1", a40 + " US-TX-3", a40 + " EU-RO-1"},
		},
		"any data center": {in: gpuPod(l4), change: func(in *api.PodCreate) {
			in.DataCenterIDs = members.Some([]string{"US-TX-3", "EU-RO-1"})
		}, want: []string{l4 + " US-TX-3 EU-RO-1"}},
		"any type, the cheapest": {in: gpuPod(), want: []string{cheapest[0]}, reads: "ListGPUTypes"},
		"any type in stock": {options: soldOut(cheapest[:2]...), in: gpuPod(), want: []string{cheapest[2]},
			reads: "ListGPUTypes"},
		"any flavor": {options: soldOut("cpu3c"), in: cpuPod(), want: []string{"cpu5c"}, reads: "ListCPUTypes"},
		"any type in a data center": {
			options: emulator.Options{Stock: []emulator.StockLimit{{ID: cheapest[0], DataCenter: "EU-RO-1"}}},
			in:      gpuPod(), change: func(in *api.PodCreate) { in.DataCenterIDs = members.Some([]string{"EU-RO-1"}) },
			want: []string{cheapest[1] + " EU-RO-1"}, reads: "ListGPUTypes",
		},
		"any type at a network volume": {
			options: emulator.Options{Stock: []emulator.StockLimit{{ID: cheapest[0], DataCenter: "EU-RO-1"}}},
			in:      gpuPod(), change: func(in *api.PodCreate) { in.NetworkVolumeID = members.Some("v1") },
			want: []string{cheapest[1] + " EU-RO-1"}, reads: "GetNetworkVolume ListGPUTypes",
		},
		"countries": {in: gpuPod(a40, l4), change: func(in *api.PodCreate) {
			in.CountryCodes = members.Some([]string{"RO"})
		}, want: []string{a40 + " EU-RO-1"}, reads: "ListGPUTypes"},
		"countries and data centers": {in: gpuPod(l4), change: func(in *api.PodCreate) {
			in.CountryCodes = members.Some([]string{"RO", "US"})
			in.DataCenterIDs = members.Some([]string{"EU-SE-1", "US-TX-3"})
		}, want: []string{l4 + " US-TX-3"}, reads: "ListGPUTypes"},
		"no such country": {in: gpuPod(l4), change: func(in *api.PodCreate) {
			in.CountryCodes = members.Some([]string{"AQ"})
		}, reads: "ListGPUTypes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := podService2(t, test.options)
			s.Put(emulator.KindNetworkVolumes, "v1", map[string]any{
				"name": "v", "size": 10, "dataCenterId": "EU-RO-1"})
			if test.change != nil {
				test.change(&test.in)
			}
			_, err := c.Pods.Create(t.Context(), test.in)
			if got := asked(t, s); !slices.Equal(got, test.want) {
				t.Errorf("asked for %q, want %q", got, test.want)
			}
			var reads []string
			for _, r := range s.Requests("ListGPUTypes", "ListCPUTypes", "GetNetworkVolume", "ListNetworkVolumes") {
				reads = append(reads, r.Operation)
			}
			if got := strings.Join(reads, " "); got != test.reads {
				t.Errorf("read %q, want %q", got, test.reads)
			}
			if (err == nil) != (len(test.want) > 0) || err != nil && !errors.Is(err, client.ErrNoOffer) {
				t.Error(err)
			}
		})
	}
}

// A request for any type tries ten of them. One with countries goes to no type without a data center, as those of the
// community cloud can be.
func TestPodCandidates_catalogue(t *testing.T) {
	t.Parallel()
	var types []string
	for i := range 12 {
		types = append(types, fmt.Sprintf(`{"id":"T%d","secure":true,"availability":"LOW","price":{"secure":%d},
			"maxCount":{"secure":8}}`, i, 100-i))
	}
	types = append(types, `{"id":"none","secure":true,"availability":"NONE","maxCount":{"secure":8}}`,
		`{"id":"small","secure":true,"availability":"LOW","maxCount":{"secure":1}}`,
		`{"id":"other","community":true,"availability":"LOW","maxCount":{"secure":8}}`)
	listed := answer{status: 200, body: `{"gpus":[` + strings.Join(types, ",") + `]}`}
	answers := []answer{listed, {status: 200, body: `{"pods":[]}`}}
	for range 20 {
		answers = append(answers, answer{status: 400, body: `{"title":"x","status":400,"detail":"no instances available"}`})
	}
	s := serve(t, answers...)
	_, err := newClient(t, s.URL+"/management/v2").Pods.Create(t.Context(), gpuPod())
	var ids []string
	for _, request := range s.requests()[2:] {
		for _, id := range types {
			if id = strings.Split(id, `"`)[3]; strings.Contains(request.body, `"id":"`+id+`"`) {
				ids = append(ids, id)
			}
		}
	}
	want := []string{"T11", "T10", "T9", "T8", "T7", "T6", "T5", "T4", "T3", "T2"}
	if err == nil || !slices.Equal(ids, want) {
		t.Errorf("%v after %v", err, ids)
	}
	in := gpuPod()
	in.CountryCodes = members.Some([]string{"RO"})
	s = serve(t, listed)
	_, err = newClient(t, s.URL+"/management/v2").Pods.Create(t.Context(), in)
	if !errors.Is(err, client.ErrNoOffer) || len(s.requests()) != 1 {
		t.Errorf("%v after %v", err, s.methods())
	}
}

// In whatever way creates fail, and whatever is free, there is never a second pod: a pod is in the result, or the error
// says that there can be one that it does not know. Each candidate is sent once in a round.
func TestPodCandidates_neverTwo(t *testing.T) {
	longtest.ManyCases(t)
	t.Parallel()
	for _, version := range emulatortest.Versions() {
		t.Run(fmt.Sprint("v", version), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { neverTwo(t, version, longtest.Of(100, 1000)) })
		})
	}
}

// failuresOfCreates are the ways in which a create fails, of all versions and of one.
func failuresOfCreates(version int) []emulator.Fault {
	const capacity = "no instances available"
	kinds := []emulator.Fault{
		refused(403, "access denied"), refused(400, "not today"), refused(429, "slow"), refused(500, "oops"),
		refused(502, "gateway"),
		{Kind: emulator.FaultReset}, {Kind: emulator.FaultResetAfter}, {Kind: emulator.FaultHTML},
		{Kind: emulator.FaultStatusAfter, Status: 500, Message: "oops"}, {Kind: emulator.FaultTruncate},
		{Kind: emulator.FaultStatusAfter, Status: 504},
		{Kind: emulator.FaultStall, Delay: emulator.Duration(90 * time.Second)},
	}
	if version == 1 {
		kinds = append(kinds, refused(500, capacity),
			emulator.Fault{Kind: emulator.FaultStatusAfter, Status: 500, Message: capacity})
	} else {
		kinds = append(kinds, refused(400, capacity), refused(400, capacity))
	}
	for i := range kinds {
		kinds[i].Operation, kinds[i].Count = "CreatePod", 1
	}
	return kinds
}

func neverTwo(t *testing.T, version, schedules int) {
	t.Helper()
	kinds, times := failuresOfCreates(version), map[string]int{}
	s := emulatortest.StartInBubble(t, emulator.Options{ListLag: 12 * time.Second})
	if version == 2 {
		s.UseVersion(2)
	}
	c := s.Client()
	for seed := range schedules {
		random := rand.New(rand.NewPCG(uint64(seed), 0)) //nolint:gosec // Not for secrets.
		for _, id := range []string{l4, a40, rtx} {
			_ = s.SetStock(emulator.StockLimit{ID: id, Units: -random.IntN(2)})
		}
		free := time.AfterFunc(time.Duration(random.IntN(int(3*time.Minute))), func() {
			_ = s.SetStock(emulator.StockLimit{ID: rtx, Units: -1})
		})
		var fates []emulator.Fate
		if random.IntN(4) == 0 {
			fates = append(fates, emulator.Fate{Becomes: "EXITED", After: emulator.Duration(random.IntN(int(time.Minute)))})
		}
		_ = s.SetFates(fates...)
		var faults []emulator.Fault
		for range random.IntN(4) {
			faults = append(faults, kinds[random.IntN(len(kinds))])
		}
		s.SetFaults(faults...)
		s.ClearJournal()
		wishes := []api.PodCreate{gpuPod(l4, a40), gpuPod(rtx), gpuPod(l4)}
		wishes[2].CloudType = members.Some("COMMUNITY")
		for i := range wishes {
			wishes[i].Name = members.Some(fmt.Sprint("pod ", seed))
		}
		wait := time.Duration(random.IntN(3)) * time.Minute
		created, placement, err := c.Pods.CreateAny(t.Context(), wishes, wait)
		free.Stop()
		time.Sleep(3 * time.Minute) // What is late has come.
		pods := s.Objects(emulator.KindPods)
		sent := s.Requests("CreatePod")
		what := outcomeOfSearch(created, err, pods)
		if times[what]++; placement > 0 && err == nil {
			times["an alternative"]++
		}
		if onceInARound(sent) != nil || strings.HasPrefix(what, "wrong") {
			t.Fatalf("seed %d: %s: %d pods after %v: %v, %v", seed, what, len(pods), faults, err, onceInARound(sent))
		}
		if len(sent) > 1 {
			times["several creates"]++
		}
		for _, pod := range pods {
			s.Remove(emulator.KindPods, fmt.Sprint(pod["id"]))
		}
	}
	t.Log(times)
	for _, what := range []string{"made", "found", "unknown", "none", "an alternative", "several creates"} {
		if times[what]*50 < schedules {
			t.Errorf("only %d: %s", times[what], what)
		}
	}
}

// outcomeOfSearch names what a search told, if that is true.
func outcomeOfSearch(created creates.Created[api.Pod], err error, pods []map[string]any) string {
	var failed *creates.Error
	switch {
	case len(pods) > 1:
		return "wrong: two pods"
	case err == nil && (len(pods) != 1 || pods[0]["id"] != created.Object.ID):
		return "wrong: another pod"
	case err == nil && created.Failure != nil:
		return "found"
	case err == nil:
		return "made"
	case !errors.As(err, &failed):
		return "wrong: no error of a create"
	case failed.Unknown && !failed.IsLikelyRefused():
		return "unknown"
	case len(pods) > 0:
		return "wrong: a pod, and nothing says so"
	default:
		return "none"
	}
}

// onceInARound returns an error if a create was sent twice without a pause. One that was rate limited is sent again.
func onceInARound(sent []emulator.Request) error {
	last := map[string]time.Time{}
	for _, r := range sent {
		if at, again := last[string(r.Body)]; again && r.Time.Sub(at) < 5*time.Second {
			return fmt.Errorf("sent again after %s: %s", r.Time.Sub(at), r.Body)
		}
		if r.Status != 429 {
			last[string(r.Body)] = r.Time
		}
	}
	return nil
}
