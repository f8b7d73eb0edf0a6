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
	// Kind is the kind of the objects in the answers, for the dialects; empty if the dialects do not know the answers.
	Kind string
}

// routeTable is routes whose paths have been taken apart, by the number of elements that they fit, in the order of the
// routes. Longer paths than any of its indexes have no route but those at the last.
type routeTable [][]*tableRow

type tableRow struct {
	route    *Route
	elements []pathElement
	rest     bool // the last parameter takes what is left
}

// pathElement is the part between two slashes of a route's path.
type pathElement struct {
	text        string // without the braces and dots of a parameter
	isParameter bool
}

// pathValue is a parameter of a request's path.
type pathValue struct{ name, value string }

func newRouteTable(routes []Route) routeTable {
	maxElements := 0
	rows := make([]*tableRow, len(routes))
	for i := range routes {
		rows[i] = newTableRow(&routes[i])
		maxElements = max(maxElements, len(rows[i].elements))
	}
	table := make(routeTable, maxElements+2)
	for elements := range table {
		for _, row := range rows {
			if len(row.elements) == elements || row.rest && len(row.elements) < elements {
				table[elements] = append(table[elements], row)
			}
		}
	}
	return table
}

func newTableRow(route *Route) *tableRow {
	row := &tableRow{route: route, rest: strings.HasSuffix(route.Path, "...}")}
	for element := range strings.SplitSeq(route.Path, "/") {
		name, isParameter := strings.CutPrefix(element, "{")
		if isParameter {
			name = strings.TrimRight(name, ".}")
		}
		row.elements = append(row.elements, pathElement{name, isParameter})
	}
	return row
}

// errNoPath is for a path without operations; the interface may have another.
var errNoPath = NotFound("not found")

// usualElements are as many as a path has, for the longest route.
const usualElements = 8

// match finds the route of a request and the values in its path. The path is matched element by element as it was sent,
// and each element is unescaped on its own: an id of "..%2Fpods%2Fx" is one element and reaches its handler whole.
// Ready-made multiplexers would answer some of these requests themselves, with redirects and plain text.
func (t routeTable) match(method, path string) (*Route, []pathValue, error) {
	given := make([]string, 0, usualElements) // Does not leave the stack.
	for rest, more := path, true; more; {
		var element string
		element, rest, more = strings.Cut(rest, "/")
		given = append(given, element)
	}
	var allowed []string
	for _, row := range t[min(len(given), len(t)-1)] {
		if !row.fits(given) {
			continue
		}
		values, ok := row.values(given)
		if !ok {
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

// fits compares the elements that are no parameters.
func (row *tableRow) fits(given []string) bool {
	for i, element := range row.elements {
		if !element.isParameter && element.text != given[i] {
			return false
		}
	}
	return true
}

// values returns the values of the parameters; false if one is empty or no escaped text.
func (row *tableRow) values(given []string) ([]pathValue, bool) {
	var values []pathValue
	for i, element := range row.elements {
		if !element.isParameter {
			continue
		}
		text := given[i]
		if row.rest && i == len(row.elements)-1 {
			text = strings.Join(given[i:], "/")
		}
		value, err := url.PathUnescape(text)
		if err != nil || value == "" {
			return nil, false
		}
		values = append(values, pathValue{element.text, value})
	}
	return values, true
}
