package wire

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Handler answers one operation: with a value that is encoded as JSON, with a Pending one, with nil for 204, or with an
// error.
type Handler func(r *Request) (any, error)

// Route is one operation on the wire.
type Route struct {
	Method string
	// Path has parameters in braces; one with dots, "{rest...}", takes what is left.
	Path string
	// Operation is a name of the contract; synonyms share it. The control interface's have none.
	Operation string
	Handle    Handler
	// Success is the status of an answer with a body.
	Success int
	// Public needs no key.
	Public bool
	// Kind is of which objects the answers are, for the dialects; empty is of none that they know.
	Kind string
}

// match finds the route of a request and sets its path values. The path is matched element by element as it was sent,
// and each element is unescaped on its own: an id of "..%2Fpods%2Fx" is one element and reaches its handler whole.
// Ready-made multiplexers would answer some of these requests themselves, with redirects and plain text.
func match(routes []Route, r *http.Request) (*Route, error) {
	given := strings.Split(r.URL.EscapedPath(), "/")
	var allowed []string
	for i := range routes {
		values, ok := routes[i].values(given)
		if !ok {
			continue
		}
		if routes[i].Method != r.Method {
			allowed = append(allowed, routes[i].Method)
			continue
		}
		for name, value := range values {
			r.SetPathValue(name, value)
		}
		return &routes[i], nil
	}
	if len(allowed) == 0 {
		return nil, NotFound("not found")
	}
	slices.Sort(allowed)
	return nil, &Error{
		Status:  http.StatusMethodNotAllowed,
		Message: "method not allowed",
		Header:  http.Header{"Allow": {strings.Join(allowed, ", ")}},
	}
}

// values compares element by element and collects the parameters.
func (r *Route) values(given []string) (values map[string]string, ok bool) {
	elements := strings.Split(r.Path, "/")
	if last := len(elements) - 1; strings.HasSuffix(elements[last], "...}") && len(given) > last {
		given = append(slices.Clone(given[:last]), strings.Join(given[last:], "/"))
	}
	if len(elements) != len(given) {
		return nil, false
	}
	values = make(map[string]string)
	for i, element := range elements {
		name, isParameter := strings.CutPrefix(element, "{")
		if !isParameter {
			if element != given[i] {
				return nil, false
			}
			continue
		}
		value, err := url.PathUnescape(given[i])
		if err != nil || value == "" {
			return nil, false
		}
		values[strings.TrimRight(name, ".}")] = value
	}
	return values, true
}
