package simulation_test

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// record has the facts about an object: who created it, and what became of it.
type record struct {
	kind, id         string
	process, address string
	// object is what the service stored of the create. It has one form, whichever version the create used.
	object map[string]any
	at     time.Time
	// deletedBy is the process that deleted it; changedBy are those that changed it.
	deletedBy string
	deletedAt time.Time
	goneAt    time.Time // when a GET of the process that created it was first answered that it is gone; zero if none was
	changedBy []string
}

// isKnownGone says whether the process that created an object had to know at an instant that another client deleted it:
// it was told so, or what it last saw of the object is older than a minute.
func (r *record) isKnownGone(at time.Time) bool {
	if r.deletedBy == "" || !r.deletedAt.Before(at) {
		return false
	}
	return !r.goneAt.IsZero() && r.goneAt.Before(at) || r.deletedAt.Add(time.Minute).Before(at)
}

// look is a list whose answer reached its process: what it shows, when it left the service, and when it arrived.
type look struct {
	process, kind string
	ids           []string
	left, arrived time.Time
}

// shows says whether a list has an object.
func (l look) shows(id string) bool { return slices.Contains(l.ids, id) }

// request is a create when it was sent.
type request struct {
	at   time.Time
	name string // of the object
	// over is when its process had the answer, or gave it up. timedOut says that the service may have acted after that.
	over     time.Time
	timedOut bool
}

// ledger watches the service from before its handler. What it knows, no client can.
type ledger struct {
	objects func(kind string) []map[string]any

	mu      sync.Mutex
	records map[string]*record // by id
	looks   []look
	creates map[string][]*request // by process and address
	// submissions are the jobs that were accepted.
	submissions []submission
	// denied are the GETs of processes that were answered 404 though the object existed.
	denied int
}

func newLedger(objects func(kind string) []map[string]any) *ledger {
	return &ledger{objects: objects, records: map[string]*record{}, creates: map[string][]*request{}}
}

// handled records what a request did. It ends at the instant in which it acted: there is no latency on this side.
func (l *ledger) handled(r *emulator.Exchange) {
	kind, id := kindOf(r.URL.Path), idOf(r.URL.Path)
	if kind == "" {
		l.submitted(r)
		return
	}
	process, address := r.RequestHeader.Get(processHeader), r.RequestHeader.Get(addressHeader)
	var now []map[string]any
	if r.Method != http.MethodGet || r.Status == http.StatusNotFound {
		now = l.objects(kind)
	}
	exists := slices.ContainsFunc(now, func(object map[string]any) bool { return object["id"] == id })
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case r.Method == http.MethodPost && id == "":
		for _, object := range now {
			id, _ := object["id"].(string)
			if !isOfEndpoint(object) && l.records[id] == nil {
				l.records[id] = &record{kind: kind, id: id, process: process, address: address, object: object, at: time.Now()}
			}
		}
	case r.Method == http.MethodDelete:
		if made := l.records[id]; made != nil && made.deletedBy == "" && !exists {
			made.deletedBy, made.deletedAt = process, time.Now()
		}
	case r.Method == http.MethodGet && exists:
		l.denied++
	case r.Method == http.MethodGet:
		if made := l.records[id]; made != nil && made.process == process && made.deletedBy != "" && made.goneAt.IsZero() {
			made.goneAt = time.Now()
		}
	case r.Method != http.MethodGet:
		id, _, _ = strings.Cut(id, "/")
		if made := l.records[id]; made != nil && r.Status < http.StatusMultipleChoices {
			made.changedBy = append(made.changedBy, process)
		}
	}
}

// isOfEndpoint says whether the service made an object for an endpoint: a worker, or its copy of a template.
func isOfEndpoint(object map[string]any) bool {
	of, _ := object["endpointId"].(string)
	copyOf, _ := object["copyOf"].(string)
	return of+copyOf != ""
}

// wrong404s is how many GETs of objects that existed were answered 404.
func (l *ledger) wrong404s() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.denied
}

// looked notes a list that reaches a process now.
func (l *ledger) looked(one look) {
	l.mu.Lock()
	defer l.mu.Unlock()
	one.arrived = time.Now()
	l.looks = append(l.looks, one)
}

// sent notes a create that a process sends.
func (l *ledger) sent(process, address string, one request) *request {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := process + " " + address
	l.creates[key] = append(l.creates[key], &one)
	return &one
}

// over notes that a process has the answer to a create, or has given it up; nil is no create.
func (l *ledger) over(one *request, timedOut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if one != nil {
		one.over, one.timedOut = time.Now(), timedOut
	}
}

// sentBy are an address's creates since an instant.
func (l *ledger) sentBy(process, address string, since time.Time) []request {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []request
	for _, one := range l.creates[process+" "+address] {
		if !one.at.Before(since) {
			all = append(all, *one)
		}
	}
	return all
}

// addresses are those for which a process has sent creates, sorted.
func (l *ledger) addresses(process string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []string
	for key := range l.creates {
		if of, address, _ := strings.Cut(key, " "); of == process {
			all = append(all, address)
		}
	}
	slices.Sort(all)
	return all
}

// all are the records in the order of their creation.
func (l *ledger) all() []*record {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.SortedFunc(maps.Values(l.records), func(a, b *record) int {
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.id, b.id))
	})
}

// of is the record of an object; nil if no create has made it.
func (l *ledger) of(id string) *record {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.records[id]
}

// looksBetween are the lists of a kind that reached a process between two instants.
func (l *ledger) looksBetween(process, kind string, from, to time.Time) []look {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []look
	for _, one := range l.looks {
		if one.process == process && one.kind == kind && !one.arrived.Before(from) && !one.arrived.After(to) {
			all = append(all, one)
		}
	}
	return all
}

// showed reports whether a list showed a process an object between two instants.
func (l *ledger) showed(process string, r *record, from, to time.Time) bool {
	return slices.ContainsFunc(l.looksBetween(process, r.kind, from, to), func(one look) bool { return one.shows(r.id) })
}

func (r *record) String() string {
	return fmt.Sprintf("%s %s, created by %s %s at %s as %v", r.kind, r.id, r.process, r.address,
		r.at.Format("04:05.000"), r.object)
}
