package simulation_test

import (
	"maps"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The judge finds each breach in a history that has nothing else, and none in the same history without it.
func TestJudge(t *testing.T) {
	t.Parallel()
	begin := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	at := func(seconds int) time.Time { return begin.Add(time.Duration(seconds) * time.Second) }
	const pod, other, volume = `{"name":"a","cloudType":"SECURE"}`, `{"name":"a","cloudType":"COMMUNITY"}`,
		`{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`
	made := func(kind, id, process, address, body string, second int) *record {
		object := maps.Clone(defaults[kind])
		if object == nil {
			object = map[string]any{}
		}
		maps.Copy(object, membersIn(body))
		return &record{kind: kind, id: id, process: process, address: address, object: object, at: at(second)}
	}
	pods, volumes, endpoints := emulator.KindPods, emulator.KindNetworkVolumes, emulator.KindEndpoints
	has := func(kind, process, address, body, id string) claim {
		return claim{process: process, address: address, kind: kind, wanted: membersIn(body), id: id, told: true, at: at(20)}
	}
	hidden := `{"name":"a","cloudType":"SECURE","minRAMPerGPU":9}`
	listsOf := func(kind string, second int, ids ...string) func(*judge) {
		return func(j *judge) { j.ledger.looks = append(j.ledger.looks, look{"p", kind, ids, at(second), at(second)}) }
	}
	lists := func(second int, ids ...string) func(*judge) { return listsOf(pods, second, ids...) }
	onMachine := func(id string, address bool) func(*judge) {
		return func(j *judge) { j.ledger.of(id).object["machine"] = map[string]any{"supportPublicIp": address} }
	}
	overTemplate := func(image string) func(*judge) {
		return func(j *judge) {
			j.version["p"], j.objects["t"] = 2, map[string]any{"imageName": image}
			j.objects["copy"] = map[string]any{"imageName": "i"}
		}
	}
	failed := func(body, said string) claim {
		return claim{process: "p", address: "a", name: "a", kind: pods, wanted: membersIn(body), said: said, failure: said,
			doubtful: true, at: at(40), failedAt: at(20)}
	}
	for name, c := range map[string]struct {
		records []*record
		claims  []claim
		change  func(*judge)
		want    string
	}{
		"its own": {
			records: []*record{made(pods, "x", "p", "a", pod, 10)},
			claims:  []claim{has(pods, "p", "a", pod, "x")},
		},
		"from nowhere": {claims: []claim{has(pods, "p", "a", pod, "x")}, want: isStranger},
		"another value": {
			records: []*record{made(pods, "x", foreign, "", other, 11)},
			claims:  []claim{has(pods, "p", "a", pod, "x")}, want: isForeign,
		},
		"without the public address": {
			records: []*record{made(pods, "x", foreign, "", pod, 11)},
			claims:  []claim{has(pods, "p", "a", `{"name":"a","cloudType":"SECURE","supportPublicIp":true}`, "x")},
			change:  onMachine("x", false), want: isForeign,
		},
		"with a public address that it did not ask for": {
			records: []*record{made(pods, "x", foreign, "", `{"name":"a","cloudType":"SECURE","supportPublicIp":true}`, 11)},
			claims:  []claim{has(pods, "p", "a", pod, "x")}, change: onMachine("x", true),
		},
		"with a disk that it did not ask for": {
			records: []*record{made(pods, "x", foreign, "", `{"name":"a","cloudType":"SECURE","containerDiskInGb":20}`, 11)},
			claims:  []claim{has(pods, "p", "a", pod, "x")},
		},
		"with variables that its template can have given": {
			records: []*record{made(pods, "x", foreign, "", `{"name":"a","templateId":"t","env":{"A":"2"}}`, 11)},
			claims:  []claim{has(pods, "p", "a", `{"name":"a","templateId":"t"}`, "x")},
		},
		"with another value than it asked for, and a template": {
			records: []*record{made(pods, "x", foreign, "", `{"name":"a","templateId":"t","env":{"A":"2"}}`, 11)},
			claims:  []claim{has(pods, "p", "a", `{"name":"a","templateId":"t","env":{"A":"1"}}`, "x")}, want: isForeign,
		},
		"with variables, and without a template": {
			records: []*record{made(pods, "x", foreign, "", `{"name":"a","env":{"A":"2"}}`, 11)},
			claims:  []claim{has(pods, "p", "a", `{"name":"a"}`, "x")}, want: isForeign,
		},
		"on one of the GPU types that it asked for": {
			records: []*record{made(pods, "x", foreign, "", `{"name":"a","gpu":{"id":"L4"}}`, 11)},
			claims:  []claim{has(pods, "p", "a", `{"name":"a","gpuTypeIds":["A40","L4"]}`, "x")},
		},
		"on another GPU type": {
			records: []*record{made(pods, "x", foreign, "", `{"name":"a","gpu":{"id":"L4"},"gpuTypeIds":["A40"]}`, 11)},
			claims:  []claim{has(pods, "p", "a", `{"name":"a","gpuTypeIds":["A40"]}`, "x")}, want: isForeign,
		},
		"on CPUs, with no GPU": {
			records: []*record{made(pods, "x", foreign, "", `{"name":"a","computeType":"CPU","gpuCount":0}`, 11)},
			claims:  []claim{has(pods, "p", "a", `{"name":"a","computeType":"CPU"}`, "x")},
		},
		"with the same GPU types in another order": {
			records: []*record{made(endpoints, "x", foreign, "", `{"name":"a","gpuTypeIds":["A40","L4"]}`, 11)},
			claims:  []claim{has(endpoints, "p", "a", `{"name":"a","gpuTypeIds":["L4","A40"]}`, "x")},
		},
		"of another template": {
			records: []*record{made(pods, "x", foreign, "", `{"name":"a","templateId":"u"}`, 11)},
			claims:  []claim{has(pods, "p", "a", `{"name":"a","templateId":"t"}`, "x")}, want: isForeign,
		},
		"of a template with the same image, which version 2 does not show": {
			records: []*record{made(pods, "x", foreign, "", `{"name":"a","imageName":"i"}`, 11)},
			claims:  []claim{has(pods, "p", "a", `{"name":"a","templateId":"t"}`, "x")}, change: overTemplate("i"),
		},
		"of a template with another image, over version 2": {
			records: []*record{made(pods, "x", foreign, "", `{"name":"a","imageName":"i"}`, 11)},
			claims:  []claim{has(pods, "p", "a", `{"name":"a","templateId":"t"}`, "x")}, change: overTemplate("j"),
			want: isForeign,
		},
		"over version 2, an endpoint with its copy of the same template": {
			records: []*record{made(endpoints, "x", foreign, "", `{"name":"a","templateId":"copy"}`, 11)},
			claims:  []claim{has(endpoints, "p", "a", `{"name":"a","templateId":"t"}`, "x")}, change: overTemplate("i"),
		},
		"with workers that it did not ask for": {
			records: []*record{made(endpoints, "x", foreign, "", `{"name":"a","workersMax":1}`, 11)},
			claims:  []claim{has(endpoints, "p", "a", `{"name":"a"}`, "x")},
		},
		"with other workers than it asked for": {
			records: []*record{made(endpoints, "x", foreign, "", `{"name":"a","workersMax":1}`, 11)},
			claims:  []claim{has(endpoints, "p", "a", `{"name":"a","workersMax":3}`, "x")}, want: isForeign,
		},
		"older pod": {
			records: []*record{made(pods, "x", foreign, "", pod, 1)},
			claims:  []claim{has(pods, "p", "a", pod, "x")}, want: isOlder,
		},
		"recent volume": {
			records: []*record{made(volumes, "x", foreign, "", volume, 1)},
			claims:  []claim{has(volumes, "p", "a", volume, "x")},
		},
		"older volume": {
			records: []*record{made(volumes, "x", foreign, "", volume, -50)},
			claims:  []claim{has(volumes, "p", "a", volume, "x")}, want: isOlder,
		},
		"its own, of an earlier run": {
			records: []*record{made(pods, "x", "p", "a", pod, 1)}, claims: []claim{has(pods, "p", "a", pod, "x")},
			change: func(j *judge) { j.since = at(5) }, want: isOlder,
		},
		"older volume that lists had left out for long": {
			records: []*record{made(volumes, "x", foreign, "", volume, -50)},
			claims:  []claim{has(volumes, "p", "a", volume, "x")}, change: listsOf(volumes, -15),
		},
		"older volume that a list had left out": {
			records: []*record{made(volumes, "x", foreign, "", volume, -50)},
			claims:  []claim{has(volumes, "p", "a", volume, "x")}, change: listsOf(volumes, -25), want: isOlder,
		},
		"older volume that one list had left out, and another one not": {
			records: []*record{made(volumes, "x", foreign, "", volume, -50)},
			claims:  []claim{has(volumes, "p", "a", volume, "x")}, want: isOlder,
			change: func(j *judge) { listsOf(volumes, -15, "x")(j); listsOf(volumes, -10)(j) },
		},

		"without a word": {
			records: []*record{made(volumes, "x", foreign, "", volume, 11)},
			claims:  []claim{{process: "p", address: "a", kind: volumes, wanted: membersIn(volume), id: "x", at: at(20)}},
			want:    isUntold,
		},
		"sparse answers": {
			records: []*record{made(volumes, "x", foreign, "", volume, 11)},
			claims:  []claim{has(volumes, "p", "a", volume, "x")},
			change:  func(j *judge) { j.options.AnswersAs = []string{"sparse"} }, want: isUnproven,
		},
		"sparse answers of version 1 only": {
			records: []*record{made(volumes, "x", foreign, "", volume, 11)},
			claims:  []claim{has(volumes, "p", "a", volume, "x")},
			change:  func(j *judge) { j.version["p"], j.options.AnswersAs = 2, []string{"sparse"} },
		},
		"no date over version 2": {
			records: []*record{made(pods, "x", foreign, "", pod, 11)}, claims: []claim{has(pods, "p", "a", pod, "x")},
			change: func(j *judge) { j.version["p"], j.undated = 2, true }, want: isUnproven,
		},
		"no date": {
			records: []*record{made(pods, "x", foreign, "", pod, 11)}, claims: []claim{has(pods, "p", "a", pod, "x")},
			change: func(j *judge) { j.undated = true }, want: isUnproven,
		},
		"another address's": {
			records: []*record{made(pods, "x", "p", "b", hidden, 11)},
			claims:  []claim{has(pods, "p", "a", pod, "x"), has(pods, "p", "b", hidden, "")}, want: isMixedUp,
		},
		"another process's, which it cannot tell apart": {
			records: []*record{made(pods, "x", "q", "b", hidden, 11)},
			claims:  []claim{has(pods, "p", "a", pod, "x")},
		},
		"another process's, which shows another value": {
			records: []*record{made(pods, "x", "q", "b", other, 11)},
			claims:  []claim{has(pods, "p", "a", pod, "x")}, want: isMixedUp,
		},
		"an equal address's": {
			records: []*record{made(pods, "x", "p", "b", pod, 11), made(pods, "y", "p", "a", pod, 12)},
			claims:  []claim{has(pods, "p", "a", pod, "x"), has(pods, "p", "b", pod, "y")},
		},
		"twice": {
			records: []*record{made(pods, "x", "p", "a", pod, 11)},
			claims:  []claim{has(pods, "p", "a", pod, "x"), has(pods, "p", "b", pod, "x")}, want: isTwice,
		},
		"twice, in two processes": {
			records: []*record{made(pods, "x", "p", "a", pod, 11)},
			claims:  []claim{has(pods, "p", "a", pod, "x"), has(pods, "q", "a", pod, "x")}, want: isTwiceOver,
		},
		"doubled, and named": {
			records: []*record{made(pods, "x", "p", "a", pod, 11), made(pods, "yyyy", "p", "a", pod, 12)},
			claims:  []claim{{process: "p", address: "a", kind: pods, wanted: membersIn(pod), id: "x", said: "yyyy too"}},
			want:    isDoubled,
		},
		"listed, not named": {
			records: []*record{made(pods, "x", "p", "a", pod, 11)},
			claims:  []claim{{process: "p", address: "a", kind: pods, wanted: membersIn(pod), doubtful: true, at: at(20)}},
			change:  lists(15, "x"), want: isUnnamed,
		},
		"not listed yet, announced": {
			records: []*record{made(pods, "x", "p", "a", pod, 11)},
			claims:  []claim{{process: "p", address: "a", kind: pods, wanted: membersIn(pod), doubtful: true, at: at(20)}},
			change:  lists(15, "another"),
		},
		"listed after its create, in the same run": {
			records: []*record{made(pods, "x", "p", "a", pod, 11)},
			claims: []claim{{process: "p", address: "a", kind: pods, wanted: membersIn(pod), doubtful: true, at: at(20)},
				{process: "p", address: "b", kind: volumes, wanted: membersIn(volume), at: at(30)}},
			change: lists(25, "x"),
		},
		"listed after its create, to another process": {
			records: []*record{made(pods, "x", "p", "a", pod, 11)},
			claims: []claim{{process: "p", address: "a", kind: pods, wanted: membersIn(pod), doubtful: true, at: at(20)},
				{process: "q", address: "b", kind: volumes, wanted: membersIn(volume), at: at(30)}},
			change: lists(25, "x"),
		},
		"later, not announced": {
			records: []*record{made(pods, "x", "p", "a", pod, 30)},
			claims:  []claim{{process: "p", address: "a", kind: pods, wanted: membersIn(pod), at: at(20)}}, want: isUnannounced,
		},
		"one of two candidates": {
			records: []*record{made(pods, "pod-x", "p", "a", pod, 11), made(pods, "pod-y", foreign, "", pod, 12)},
			claims:  []claim{failed(pod, "pod-x")}, change: lists(15, "pod-x", "pod-y"), want: isOmitted,
		},
		"the only candidate that was listed in time": {
			records: []*record{made(pods, "pod-x", "p", "a", pod, 11), made(pods, "pod-y", foreign, "", pod, 12)},
			claims:  []claim{failed(pod, "pod-x")},
			change:  func(j *judge) { lists(15, "pod-x")(j); lists(30, "pod-x", "pod-y")(j) },
		},
		"a candidate that another address has": {
			records: []*record{made(pods, "pod-x", "p", "a", pod, 11), made(pods, "pod-y", "p", "b", pod, 12)},
			claims:  []claim{failed(pod, "pod-x"), has(pods, "p", "b", pod, "pod-y")}, change: lists(15, "pod-x", "pod-y"),
		},
		"a candidate that was there before": {
			records: []*record{made(pods, "pod-x", "p", "a", pod, 11), made(pods, "pod-y", foreign, "", pod, 2)},
			claims:  []claim{failed(pod, "pod-x")},
			change:  func(j *judge) { lists(5, "pod-y")(j); lists(15, "pod-x", "pod-y")(j) },
		},

		"one of two that differ": {
			records: []*record{made(pods, "pod-x", foreign, "", other, 11), made(pods, "pod-y", foreign, "", other, 12)},
			claims:  []claim{failed(pod, "pod-x")}, change: lists(15, "pod-x", "pod-y"), want: isOmitted,
		},

		"dropped": {
			records: []*record{made(pods, "x", "p", "a", pod, 1)},
			claims:  []claim{{process: "p", address: "a", kind: pods, wanted: membersIn(pod), at: at(20)}},
			change:  func(j *judge) { j.since, j.before = at(10), map[string]bool{"x": true} }, want: isDropped,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := &judge{ledger: newLedger(nil), seen: &situations{}, claims: c.claims,
				objects: map[string]map[string]any{}, version: map[string]int{}}
			for _, r := range c.records {
				j.ledger.records[r.id], j.objects[r.id] = r, map[string]any{}
			}
			sent := j.ledger.sent("p", "a", request{at: at(10)})
			sent.over = at(12)
			if c.change != nil {
				c.change(j)
			}
			found := j.verdict()
			switch {
			case c.want == "" && len(found) > 0:
				t.Errorf("found %v", found)
			case c.want != "" && (len(found) != 1 || found[0].rule != c.want):
				t.Errorf("found %v, want that %s", found, c.want)
			}
		})
	}
}

// A process learns of a delete by another client only when it looks again.
func TestRecord_isKnownGone(t *testing.T) {
	t.Parallel()
	at := func(second int) time.Time { return time.Time{}.Add(time.Hour + time.Duration(second)*time.Second) }
	for name, c := range map[string]struct {
		of   record
		want bool
	}{
		"never deleted":                 {of: record{}},
		"deleted later":                 {of: record{deletedBy: foreign, deletedAt: at(60)}},
		"deleted since the last look":   {of: record{deletedBy: foreign, deletedAt: at(10)}},
		"deleted long before":           {of: record{deletedBy: foreign, deletedAt: at(-20)}, want: true},
		"deleted, and the process knew": {of: record{deletedBy: foreign, deletedAt: at(10), goneAt: at(20)}, want: true},
		"deleted, and it knew later":    {of: record{deletedBy: foreign, deletedAt: at(10), goneAt: at(60)}},
	} {
		if got := c.of.isKnownGone(at(50)); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
