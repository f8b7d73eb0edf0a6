package wire

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Handler answers one operation: with a value that is encoded as JSON, with a Pending one, with nil for 204, or with an
// error.
type Handler func(r *Request) (any, error)

// Pending is an answer that may not be due yet (a long poll). A handler returns it in the place of a value.
type Pending interface {
	// Wait returns the answer once it is due. If its context ends first, because the client has disconnected or the server
	// closes, it cancels itself and returns false.
	Wait(ctx context.Context) (Outcome, bool)
	// Cancel is called instead of Wait if the answer will not be sent.
	Cancel()
}

// Outcome is the end of a wait. It has the results of a handler that does not wait.
type Outcome struct {
	Value any
	Err   error
	// Delivered is called with whether the client was still there to take the answer; nil is allowed.
	Delivered func(taken bool)
}

// On returns a handler for an operation on an object, which it finds before it checks anything else. R is *Request, or
// what an interface makes of one.
func On[R, T any](find func(R) (T, error), check func(R) error, act func(R, T) (any, error)) func(R) (any, error) {
	return func(r R) (any, error) {
		object, err := find(r)
		if err == nil {
			err = check(r)
		}
		if err != nil {
			return nil, err
		}
		return act(r, object)
	}
}

// Route is one operation on the wire.
type Route struct {
	Method string
	// Path has parameters in braces; one with dots, "{rest...}", takes the rest of the path.
	Path string
	// Operation is a name of the contract; synonyms share it. The control interface's have none.
	Operation string
	// ByBody, if not nil, names the operation of a request by its body; empty is Operation. Named has all that it returns.
	ByBody func(*Request) string
	Named  []string
	Handle Handler
	// Success is the status of an answer with a body.
	Success int
	// Public needs no key.
	Public bool
	// Rule is the contract's section about errors of the operation that none of Interface.Rules is about.
	Rule string
	// Kind is the kind of the objects in the answers, for the dialects; empty if the dialects do not know the answers.
	Kind string
}

// routeTable is routes whose paths have been taken apart, in the order of the routes.
type routeTable []tableRow

type tableRow struct {
	of       *Interface
	route    *Route
	elements []string // of the path: a parameter is in its braces
}

// add adds routes, each of the interface that its path has.
func (t *routeTable) add(routes []Route, of func(path string) *Interface) {
	for i := range routes {
		path := routes[i].Path
		*t = append(*t, tableRow{of(path), &routes[i], strings.Split(path, "/")})
	}
}

// errNoPath is for a path without operations; the interface may have another.
var errNoPath = NotFound("not found")

// match finds the route of a request to an interface, and the values in its path. The path is matched element by
// element as it was sent, and each element is unescaped on its own: an id of "..%2Fpods%2Fx" is one element and reaches
// its handler whole. Ready-made multiplexers would answer some of these requests themselves, with redirects and plain
// text.
func (t routeTable) match(of *Interface, method, path string) (route *Route, values map[string]string, err error) {
	given := strings.Split(path, "/")
	var allowed []string
	for _, row := range t {
		values, ok := row.match(given)
		if !ok || row.of != of {
			continue
		}
		if row.route.Method == method {
			return row.route, values, nil
		}
		allowed = append(allowed, row.route.Method)
	}
	if len(allowed) == 0 {
		return nil, nil, errNoPath
	}
	slices.Sort(allowed)
	return nil, nil, &Error{
		Status:  http.StatusMethodNotAllowed,
		Message: "method not allowed",
		Header:  http.Header{"Allow": {strings.Join(allowed, ", ")}},
	}
}

// match returns the values of the parameters; false for another path, and if a value is empty or no escaped text.
func (row tableRow) match(given []string) (values map[string]string, ok bool) {
	last, takesRest := len(row.elements)-1, strings.HasSuffix(row.route.Path, "...}")
	if len(given) <= last || len(given) > last+1 && !takesRest {
		return nil, false
	}
	values = map[string]string{}
	for i, element := range row.elements {
		name, isParameter := strings.CutPrefix(element, "{")
		text := given[i]
		switch {
		case !isParameter && element != text:
			return nil, false
		case !isParameter:
			continue
		case takesRest && i == last:
			text = strings.Join(given[i:], "/")
		}
		value, err := url.PathUnescape(text)
		if err != nil || value == "" {
			return nil, false
		}
		values[strings.TrimRight(name, ".}")] = value
	}
	return values, true
}
