package wire

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	Delay Duration `json:"delay,omitempty"`
}

// faults are the rules in force. They have a lock of their own.
type faults struct {
	newRNG func() *rand.Rand

	mu    sync.Mutex
	rules []Fault
	rng   *rand.Rand
}

func newFaults(newRNG func() *rand.Rand) *faults {
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
	f.rules = cloned(rules)
}

func (f *faults) current() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	return cloned(f.rules)
}

// cloned copies rules; never nil.
func cloned(rules []Fault) []Fault {
	copies := append([]Fault{}, rules...)
	for i := range copies {
		copies[i].Headers = maps.Clone(copies[i].Headers)
	}
	return copies
}

// take returns the first rule for an operation of an interface, and counts it down.
func (f *faults) take(of, operation string) (Fault, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, rule := range f.rules {
		if rule.Operation != AnyOperation && rule.Operation != operation || rule.Interface != "" && rule.Interface != of {
			continue
		}
		if rule.Probability > 0 && f.rng.Float64() >= rule.Probability {
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

func (rule Fault) apiError() *Error {
	e := &Error{Status: rule.Status, Message: rule.Message}
	if e.Status == 0 {
		e.Status = http.StatusInternalServerError
	}
	if e.Message == "" {
		e.Message = phrase(e.Status)
	}
	if rule.RetryAfter > 0 {
		e.Header = http.Header{"Retry-After": {strconv.Itoa(rule.RetryAfter)}}
	}
	return e
}

// page returns the answer of a front end that does not reach the service behind it.
func (rule Fault) page() *answer {
	status := rule.Status
	if status == 0 {
		status = http.StatusBadGateway
	}
	title := strconv.Itoa(status) + " " + phrase(status)
	header := http.Header{}
	if rule.RetryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(rule.RetryAfter))
	}
	return &answer{
		status:      status,
		contentType: htmlType,
		header:      header,
		body: []byte("<!DOCTYPE html>\n<html>\n<head><title>" + title + "</title></head>\n<body>\n<center><h1>" +
			title +
			"</h1></center>\n<hr><center>front end</center>\n</body>\n</html>\n"),
	}
}

// dress gives an answer the rule's body and headers. An answer that the fault suppresses gets neither.
func (rule Fault) dress(a *answer) {
	if a.cut == cutAll {
		return
	}
	if rule.Body != "" {
		a.body = []byte(rule.Body)
		a.contentType = rule.Body.contentType(rule.Kind)
		if a.status == http.StatusNoContent {
			a.status = http.StatusOK // A 204 cannot have a body.
		}
	}
	if len(rule.Headers) == 0 {
		return
	}
	header := make(http.Header, len(a.header)+len(rule.Headers)) // The answer's own may be shared.
	maps.Copy(header, a.header)
	for name, value := range rule.Headers {
		header.Set(name, value)
	}
	if values := header[contentType]; values != nil {
		a.contentType = values
	}
	a.header = header
}

func phrase(status int) string {
	if text := http.StatusText(status); text != "" {
		return strings.ToLower(text)
	}
	return "injected fault"
}

// check returns an error for a rule that can never have an effect.
func (rule Fault) check(interfaces []Interface, routes []Route) error {
	if err := rule.checkOperation(interfaces, routes); err != nil {
		return err
	}
	switch {
	case !slices.Contains(FaultKinds(), rule.Kind):
		return BadRequest("fault: kind %q is none of %s", rule.Kind, strings.Join(FaultKinds(), ", "))
	case rule.Status != 0 && (rule.Status < 400 || rule.Status > 599):
		return BadRequest("fault: status %d is no error", rule.Status)
	case rule.Probability < 0 || rule.Probability > 1:
		return BadRequest("fault: probability %v is not from 0 to 1", rule.Probability)
	case rule.Count < 0 || rule.RetryAfter < 0 || rule.Delay < 0:
		return BadRequest("fault: count, retry_after and delay must not be negative")
	case rule.cutsAnswer() && rule.changesAnswer():
		return BadRequest("fault: kind %q has no answer, and so neither body nor headers", rule.Kind)
	}
	return rule.checkHeaders()
}

// checkOperation returns an error if the rule matches no operation.
func (rule Fault) checkOperation(interfaces []Interface, routes []Route) error {
	named := func(i Interface) bool { return i.Name == rule.Interface }
	if rule.Interface != "" && !slices.ContainsFunc(interfaces, named) {
		return BadRequest("fault: no interface %q", rule.Interface)
	}
	known := func(r Route) bool {
		isIt := r.Operation == rule.Operation || slices.Contains(r.Named, rule.Operation)
		return isIt && (rule.Interface == "" || named(*interfaceOf(interfaces, r.Path)))
	}
	if rule.Operation != AnyOperation && !slices.ContainsFunc(routes, known) {
		return BadRequest("fault: no operation %q", rule.Operation)
	}
	return nil
}

// cutsAnswer reports whether no answer is sent at all.
func (rule Fault) cutsAnswer() bool { return rule.Kind == FaultReset || rule.Kind == FaultResetAfter }

func (rule Fault) changesAnswer() bool { return rule.Body != "" || len(rule.Headers) > 0 }

// checkHeaders rejects headers that the server sets itself: those that frame the answer, and the request ID.
func (rule Fault) checkHeaders() error {
	own := []string{"Connection", "Content-Length", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "X-Request-Id"}
	for name := range rule.Headers {
		if slices.Contains(own, http.CanonicalHeaderKey(name)) {
			return BadRequest("fault: the header %s is the server's own", name)
		}
	}
	return nil
}
