package wire

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/rng"
)

// The kinds of faults, for Fault.Kind. They are spoken on the control interface.
const (
	// FaultStatus refuses with an error before the operation acts.
	FaultStatus = "status"
	// FaultStatusAfter lets the operation act, and then answers with an error.
	FaultStatusAfter = "status_after"
	// FaultReset cuts the connection before the operation acts.
	FaultReset = "reset"
	// FaultResetAfter lets the operation act, and then cuts the connection.
	FaultResetAfter = "reset_after"
	// FaultStall has the operation act and answer after the delay, whether or not the client still waits.
	FaultStall = "stall"
	// FaultTruncate lets the operation act, sends half of the answer's body and cuts the connection.
	FaultTruncate = "truncate"
	// FaultHTML answers with a front end's page instead of the service's answer; the operation does not act.
	FaultHTML = "html"
	// FaultPass has the operation act and answer as without a rule: it keeps the next rules from the first requests.
	FaultPass = "pass"
)

// FaultKinds returns all kinds of faults.
func FaultKinds() []string {
	return []string{
		FaultStatus, FaultStatusAfter, FaultReset, FaultResetAfter, FaultStall, FaultTruncate, FaultHTML, FaultPass,
	}
}

// AnyOperation makes a rule match every operation.
const AnyOperation = "*"

// Fault is a rule. The first one that matches an operation is injected into it, after the key was checked and before
// anything else. A request that names no operation is spared.
type Fault struct {
	// Operation is a name from contract 2.1, or AnyOperation.
	Operation string `json:"operation"`
	// Interface is the Name of the interface whose operations it matches; empty is any.
	Interface string `json:"interface,omitempty"`
	// Kind is one of FaultKinds.
	Kind string `json:"kind"`
	// Status of the error; 0 is 500, and 502 for FaultHTML.
	Status int `json:"status,omitempty"`
	// Message of the error; empty is the usual phrase for the status.
	Message string `json:"message,omitempty"`
	// Body replaces the answer's body, with every kind that answers; empty leaves it.
	Body FaultBody `json:"body,omitempty"`
	// Headers are added to the answer, and replace those of the same name, with every kind that answers.
	Headers map[string]string `json:"headers,omitempty"`
	// RetryAfter is sent in seconds along with the error; 0 is not sent.
	RetryAfter int `json:"retry_after,omitempty"`
	// Count is into how many requests the rule is injected before it is dropped; 0 is all.
	Count int `json:"count,omitempty"`
	// Probability is the part of the matching requests that is chosen, by a seeded choice; 0 is all.
	Probability float64 `json:"probability,omitempty"`
	// Delay passes first, in real time, with every kind.
	Delay jsontext.Duration `json:"delay,omitempty"`

	// Number is the rule's place among those that were set with it, from 1, and Nearest says how near requests came to a
	// rule that has never matched. Both are for reading: SetFaults sets them itself.
	Number  int    `json:"number,omitempty"`
	Nearest string `json:"nearest,omitempty"`
}

// faults are the rules in force. They have a lock of their own.
type faults struct {
	newRNG func() *rng.Source

	mu    sync.Mutex
	rules []inForce
	rng   *rng.Source
}

func newFaults(newRNG func() *rng.Source) *faults {
	f := &faults{newRNG: newRNG}
	f.reset()
	return f
}

// reset drops all rules and restarts the random choices.
func (f *faults) reset() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rules = nil
	f.rng = f.newRNG()
}

func (f *faults) replace(rules []Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rules = nil
	for i, rule := range rules {
		rule.Headers, rule.Number = maps.Clone(rule.Headers), i+1
		f.rules = append(f.rules, inForce{Fault: rule})
	}
}

// current returns copies of the rules; never nil.
func (f *faults) current() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	copies := []Fault{}
	for i := range f.rules {
		rule := f.rules[i].Fault
		rule.Headers, rule.Nearest = maps.Clone(rule.Headers), f.rules[i].nearest()
		copies = append(copies, rule)
	}
	return copies
}

// SavedFaults is the rules in force with the requests that they have seen, and the place of the random choices.
type SavedFaults struct {
	Rules  []inForce `json:"rules"`
	Random []byte    `json:"random"`
}

// SaveFaults returns the faults as RestoreFaults takes them.
func (s *Server) SaveFaults() SavedFaults {
	f := s.faults
	f.mu.Lock()
	defer f.mu.Unlock()
	place, _ := f.rng.Place.MarshalBinary() // It never fails.
	return SavedFaults{slices.Clone(f.rules), place}
}

// RestoreFaults puts saved faults in the place of all others.
func (s *Server) RestoreFaults(saved SavedFaults) error {
	f := s.faults
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rules, f.rng = saved.Rules, f.newRNG()
	return f.rng.Place.UnmarshalBinary(saved.Random)
}

// take returns the first rule for an operation of an interface, and counts it down. Rules behind it see the request.
func (f *faults) take(t target) (Fault, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	first := -1
	for i := range f.rules {
		rule := &f.rules[i]
		if rule.Funnel.Sees(rule.matchesOperation(t), rule.matchesInterface(t), first < 0) &&
			(rule.Probability == 0 || f.rng.Float64() < rule.Probability) {
			first, rule.Matched = i, true
		}
	}
	if first < 0 {
		return Fault{}, false
	}
	rule := f.rules[first].Fault
	switch rule.Count {
	case 0:
	case 1:
		f.rules = slices.Delete(f.rules, first, first+1)
	default:
		f.rules[first].Count--
	}
	return rule, true
}

// name is the value of RuleHeader in the errors of the rule.
func (rule Fault) name() string { return "fault rule " + strconv.Itoa(rule.Number) }

func (rule Fault) apiError() *Error {
	status := cmp.Or(rule.Status, http.StatusInternalServerError)
	return &Error{
		Status: status, Message: cmp.Or(rule.Message, phrase(status)), Rule: rule.name(), Header: rule.header(),
	}
}

// header returns the header of the rule's own errors.
func (rule Fault) header() http.Header {
	if rule.RetryAfter == 0 {
		return nil
	}
	return http.Header{"Retry-After": {strconv.Itoa(rule.RetryAfter)}}
}

// page returns the answer of a front end that does not reach the service behind it.
func (rule Fault) page() *answer {
	status := cmp.Or(rule.Status, http.StatusBadGateway)
	title := strconv.Itoa(status) + " " + phrase(status)
	return &answer{
		status: status,
		header: joined(rule.header(), http.Header{contentType: {htmlType}, RuleHeader: {rule.name()}}),
		body: []byte("<!DOCTYPE html>\n<html>\n<head><title>" + title + "</title></head>\n<body>\n<center><h1>" +
			title + "</h1></center>\n<hr><center>front end</center>\n</body>\n</html>\n"),
	}
}

// dress gives an answer the rule's body and headers. An answer that the fault suppresses gets neither.
func (rule Fault) dress(a *answer) {
	if a.cut == cutAll {
		return
	}
	a.header = joined(a.header)
	if rule.Body != "" {
		a.drop()
		a.body = []byte(rule.Body)
		a.header.Set(contentType, rule.Body.contentType(rule.Kind))
		if a.status == http.StatusNoContent {
			a.status = http.StatusOK // A 204 cannot have a body.
		}
	}
	for name, value := range rule.Headers {
		a.header.Set(name, value)
	}
}

func phrase(status int) string {
	if text := http.StatusText(status); text != "" {
		return strings.ToLower(text)
	}
	return "injected fault"
}
