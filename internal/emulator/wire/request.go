package wire

import (
	"cmp"
	"net/http"
	"net/url"
	"time"
)

// Request is one request on its way to its handler and back.
type Request struct {
	HTTP *http.Request
	// Body is the whole body; nil without a body, and for one that is larger than its interface takes.
	Body []byte
	// Query has the parameters, with the values of each in their order; nil without parameters.
	Query url.Values
	// Peeks says that the request counts against no limit, see Server.Peek.
	Peeks bool

	of           *Interface
	id           string // for X-Request-Id
	path         string // escaped, as it was sent
	route        *Route // nil if the request names no operation
	operation    string // empty then
	forbidden    bool   // the key may not call the operation
	routeErr     error  // why not
	pathValues   map[string]string
	bodyTooLarge bool
	began        time.Time // real
	at           time.Time
	finish       []func()
	known        bool // whether the client has a key, whatever it may do with it
}

// PathValue returns a parameter of the path, by the name that the route gives it; empty if it has none of that name.
func (r *Request) PathValue(name string) string { return r.pathValues[name] }

// Operation returns the name of the operation; empty if the request names none.
func (r *Request) Operation() string { return r.operation }

// name finds the name of the operation, once the body has been read.
func (r *Request) name() {
	if r.route == nil {
		return
	}
	r.operation = r.route.Operation
	if r.route.ByBody != nil {
		r.operation = cmp.Or(r.route.ByBody(r), r.operation)
	}
}

// rule returns the value of RuleHeader for an error.
func (r *Request) rule(e *Error) string {
	rule := cmp.Or(e.Rule, r.of.Rules[e.Status])
	if rule == "" && r.route != nil {
		rule = r.route.Rule
	}
	return rule
}

// OnFinish adds a function that the server calls when the request is over, however it ended, but before its client can
// know: a client that sends one request after the other has only one under way.
func (r *Request) OnFinish(call func()) { r.finish = append(r.finish, call) }
