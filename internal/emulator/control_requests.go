package emulator

import (
	"cmp"
	"net/http"
	"regexp"
	"strconv"

	"github.com/podfleet/terraform-provider-podfleet/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// droppedHeader has the number of requests that the journal has dropped since it was last cleared, because it had grown
// too large.
const droppedHeader = "X-Journal-Dropped"

// statusFilter is the form of ?status: a number, 0 for a cut connection, or a class.
var statusFilter = regexp.MustCompile(`^([1-5](\d\d|xx)|0)$`)

// filterOf reads a filter of the journal from the query.
func filterOf(r *wire.Request) (f wire.Filter, err error) {
	f = wire.Filter{Operations: r.Query["operation"], Statuses: r.Query["status"]}
	for _, status := range f.Statuses {
		if !statusFilter.MatchString(status) {
			return f, wire.BadRequest("status must be a number, such as 404, or a class, such as 4xx")
		}
	}
	if f.Limit, err = number(r, "limit"); err != nil {
		return f, err
	}
	return f, nil
}

// number reads a number from the query; 0 without one.
func number(r *wire.Request, name string) (int, error) {
	if !r.Query.Has(name) {
		return 0, nil
	}
	n, err := strconv.Atoi(r.Query.Get(name))
	if err != nil || n < 1 {
		return 0, wire.BadRequest("%s must be a number above 0", name)
	}
	return n, nil
}

func (c control) requests(r *wire.Request) (any, error) {
	filter, err := filterOf(r)
	if err != nil {
		return nil, err
	}
	entries, dropped := c.wire.Journal().Select(filter)
	views := []wire.View{}
	for _, entry := range entries {
		views = append(views, c.wire.View(entry))
	}
	return wire.WithHeader{Header: http.Header{droppedHeader: {strconv.Itoa(dropped)}}, Value: views}, nil
}

// streamRequests sends requests as they come. A browser that connects again says in a header what it has.
func (c control) streamRequests(r *wire.Request) (any, error) {
	filter, err := filterOf(r)
	if err != nil {
		return nil, err
	}
	return c.wire.Journal().Stream(filter, cmp.Or(r.HTTP.Header.Get("Last-Event-ID"), r.Query.Get("after")))
}

func (c control) entry(r *wire.Request) (*wire.Entry, error) {
	id := r.PathValue("requestId")
	if entry := c.wire.Journal().Find(id); entry != nil {
		return entry, nil
	}
	return nil, wire.NotFound("the journal has no request with the number or ID %.100q", id)
}

func (c control) request(r *wire.Request) (any, error) {
	entry, err := c.entry(r)
	if err != nil {
		return nil, err
	}
	return c.wire.View(entry), nil
}

// reveal shows one masked value.
func (c control) reveal(r *wire.Request, where struct {
	Of   string   `json:"of"`
	Path []string `json:"path"`
}) (any, error) {
	entry, err := c.entry(r)
	if err != nil {
		return nil, err
	}
	body, ok := map[string][]byte{"request": entry.Body, "response": entry.Response}[where.Of]
	if !ok {
		return nil, wire.BadRequest("of must be request or response")
	}
	value, err := c.wire.Reveal(body, where.Path)
	if err != nil {
		return nil, err
	}
	return map[string]any{"value": value}, nil
}

// marks explains what stands behind the sentences of the contract.
const marks = "\n[P] published by the service, [L] published later, [F] seen in the field, [C] this emulator's choice\n"

// rule shows the section of the contract that a refusal names.
func (c control) rule(r *wire.Request) (any, error) {
	name := r.PathValue("rule")
	text, exists := api.Sections()[name]
	if !exists {
		return nil, wire.NotFound("the contract has no section %.100q; the page Controls has the fault rules", name)
	}
	return map[string]string{"text": text + marks}, nil
}
