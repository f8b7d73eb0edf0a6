package emulator

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The kinds of faults.
const (
	FaultStatus      = "status"       // refuse before acting
	FaultStatusAfter = "status_after" // act, then answer with the error
	FaultReset       = "reset"        // cut the connection before acting
	FaultResetAfter  = "reset_after"  // act, then cut the connection
	FaultStall       = "stall"        // act after the delay, whether or not the client still waits
	FaultTruncate    = "truncate"     // act, then send half of the body and cut the connection
	FaultHTML        = "html"         // a front end's page instead of the service's answer
)

func faultKinds() []string {
	return []string{
		FaultStatus, FaultStatusAfter, FaultReset, FaultResetAfter, FaultStall, FaultTruncate, FaultHTML,
	}
}

// anyOperation makes a rule match every operation.
const anyOperation = "*"

// Fault is a rule. The first one that matches an operation befalls it, after the key was checked and before anything
// else. A request that names no operation is spared.
type Fault struct {
	// Operation is a name from contract 2.1, or "*".
	Operation string `json:"operation"`
	Kind      string `json:"kind"`
	// Status of the error; 0 is 500, and 502 for html.
	Status int `json:"status,omitempty"`
	// Message of the error; empty is the usual phrase for the status.
	Message string `json:"message,omitempty"`
	// RetryAfter is sent in seconds along with the error; 0 is not sent.
	RetryAfter int `json:"retry_after,omitempty"`
	// Count is how many requests the rule befalls before it is dropped; 0 is all.
	Count int `json:"count,omitempty"`
	// Probability is the part of the matching requests that is befallen, by a seeded choice; 0 is all.
	Probability float64 `json:"probability,omitempty"`
	// Delay passes first, in real time, with every kind.
	Delay Duration `json:"delay,omitempty"`
}

// Duration is a time.Duration that reads and writes JSON as Go spells it: "1m30s".
type Duration time.Duration

// MarshalJSON writes the duration as a JSON string.
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).String()) }

// UnmarshalJSON reads the duration from a JSON string.
func (d *Duration) UnmarshalJSON(text []byte) error {
	var spelled string
	if err := json.Unmarshal(text, &spelled); err != nil {
		return fmt.Errorf("a duration is a string like \"1m30s\": %w", err)
	}
	parsed, err := time.ParseDuration(spelled)
	if err != nil {
		return fmt.Errorf("a duration is a string like \"1m30s\": %w", err)
	}
	*d = Duration(parsed)
	return nil
}

// faults are the rules in force.
type faults struct {
	seed   uint64
	mu     sync.Mutex
	rules  []Fault
	random *rand.Rand
}

func newFaults(seed uint64) *faults {
	f := &faults{seed: seed}
	f.reset()
	return f
}

// reset drops all rules and begins the choices anew. They have a sequence of their own, so that a rule does not change
// the ids of objects.
func (f *faults) reset() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rules = nil
	f.random = rand.New(rand.NewPCG(f.seed, 2)) //nolint:gosec // Choices must repeat, not be secret.
}

func (f *faults) replace(rules []Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rules = slices.Clone(rules)
}

func (f *faults) current() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]Fault{}, f.rules...)
}

// take returns the first rule that befalls the operation, and counts it down.
func (f *faults) take(operation string) (Fault, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, rule := range f.rules {
		if rule.Operation != anyOperation && rule.Operation != operation {
			continue
		}
		if rule.Probability > 0 && f.random.Float64() >= rule.Probability {
			continue
		}
		switch rule.Count {
		case 0:
		case 1:
			f.rules = slices.Delete(f.rules, i, i+1)
		default:
			f.rules[i].Count--
		}
		return rule, true
	}
	return Fault{}, false
}

// faulty carries out a rule.
func (s *Server) faulty(rule Fault, c *call) *answer {
	a := &answer{status: http.StatusInternalServerError, header: http.Header{}, cut: cutAll}
	if s.sleep(time.Duration(rule.Delay)) {
		switch rule.Kind {
		case FaultStatus:
			a = s.refused(c, rule.refusal())
		case FaultStatusAfter:
			s.actOnly(c)
			a = s.refused(c, rule.refusal())
		case FaultReset:
		case FaultResetAfter:
			s.actOnly(c)
		case FaultStall:
			a = s.act(c)
		case FaultTruncate:
			a = s.act(c)
			a.cut = cutHalf
			if len(a.body) == 0 {
				a.cut = cutAll // An answer without a body has no half.
			}
		case FaultHTML:
			a = rule.page()
		}
	}
	a.fault = rule.Kind
	return a
}

func (rule Fault) refusal() *refusal {
	r := &refusal{status: rule.Status, message: rule.Message}
	if r.status == 0 {
		r.status = http.StatusInternalServerError
	}
	if r.message == "" {
		r.message = phrase(r.status)
	}
	if rule.RetryAfter > 0 {
		r.header = http.Header{"Retry-After": {strconv.Itoa(rule.RetryAfter)}}
	}
	return r
}

// page is what a front end answers when it does not reach the service behind it.
func (rule Fault) page() *answer {
	status := rule.Status
	if status == 0 {
		status = http.StatusBadGateway
	}
	title := fmt.Sprintf("%d %s", status, phrase(status))
	header := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	if rule.RetryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(rule.RetryAfter))
	}
	return &answer{
		status: status,
		header: header,
		body: []byte("<!DOCTYPE html>\n<html>\n<head><title>" + title + "</title></head>\n<body>\n<center><h1>" + title +
			"</h1></center>\n<hr><center>front end</center>\n</body>\n</html>\n"),
	}
}

func phrase(status int) string {
	if text := http.StatusText(status); text != "" {
		return strings.ToLower(text)
	}
	return "injected fault"
}

// check finds what would make a rule never do what it was written for.
func (rule Fault) check(routes []route) error {
	known := func(r route) bool { return r.operation == rule.Operation }
	switch {
	case rule.Operation != anyOperation && !slices.ContainsFunc(routes, known):
		return badRequest("fault: no operation %q", rule.Operation)
	case !slices.Contains(faultKinds(), rule.Kind):
		return badRequest("fault: kind %q is none of %s", rule.Kind, strings.Join(faultKinds(), ", "))
	case rule.Status != 0 && (rule.Status < 400 || rule.Status > 599):
		return badRequest("fault: status %d is no error", rule.Status)
	case rule.Probability < 0 || rule.Probability > 1:
		return badRequest("fault: probability %v is not from 0 to 1", rule.Probability)
	case rule.Count < 0 || rule.RetryAfter < 0 || rule.Delay < 0:
		return badRequest("fault: count, retry_after and delay must not be negative")
	}
	return nil
}

func (s *Server) replaceFaults(rules []Fault) error {
	for _, rule := range rules {
		if err := rule.check(s.service); err != nil {
			return err
		}
	}
	s.faults.replace(rules)
	return nil
}

// SetFaults puts these rules in the place of all others. A rule that could never work, for an operation or of a kind
// that does not exist, is a mistake in the test and panics.
func (s *Server) SetFaults(rules ...Fault) {
	if err := s.replaceFaults(rules); err != nil {
		panic("emulator: " + err.Error())
	}
}

// Faults returns the rules in force, with the counts that are left; never nil.
func (s *Server) Faults() []Fault { return s.faults.current() }
