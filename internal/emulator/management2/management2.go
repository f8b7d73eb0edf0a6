// Package management2 is version 2 of the management interface on the wire: paths, problems, pages, and the
// answers that it makes of the objects of the account, which both versions share (contract-v2).
//
// api/openapi-v2.yaml decides what is a request: routes, statuses and the checks with 422 come from the document, as
// the service itself publishes one. Package account knows where members are stored, and the rules between them. So an
// operation here hands it a body that fits the document, and converts the object. An operation of the document without
// code here is a 501.
package management2

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/schema"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// Options are the properties in which deployments differ. The zero value is the newest one, without limits.
type Options struct {
	// August leaves out all that was published after August 2026, in requests and responses: the marked parts of
	// api/openapi-v2.yaml.
	August bool
	// PageSize bounds the objects of a page, for lists with pages; 0 is DefaultPageSize.
	PageSize int
	// Quotas bound the requests of all clients together; the zero value is no limit, and no headers about limits.
	Quotas Quotas
}

// DefaultPageSize is the most objects of a page (contract-v2 2).
const DefaultPageSize = 1000

// Quotas are the requests of a minute, an hour and a day (contract-v2 1.4). All are 0, or none.
type Quotas struct{ Minute, Hour, Day int }

// Validate returns an error for options that are out of range.
func (o Options) Validate() error {
	q := o.Quotas
	switch {
	case o.PageSize < 0:
		return fmt.Errorf("the page size %d is negative", o.PageSize)
	case q != (Quotas{}) && (q.Minute <= 0 || q.Hour <= 0 || q.Day <= 0):
		return fmt.Errorf("the quotas of a minute, an hour and a day are %d, %d, %d: all are above 0, or none",
			q.Minute, q.Hour, q.Day)
	}
	return nil
}

// counters returns the quotas as package wire counts them; nil without limits.
func (o Options) counters() *wire.Quotas {
	if o.Quotas == (Quotas{}) {
		return nil
	}
	return wire.NewQuotas(o.Quotas.Minute, o.Quotas.Hour, o.Quotas.Day)
}

// Service is what the operations need of the server that they run in. It calls them one at a time.
type Service struct {
	Account func() *account.Account
	// Now returns the time on the emulator's clock.
	Now func() time.Time
	// Admit counts a request against the limits that both versions share.
	Admit func(r *wire.Request) error
	// Workers returns the states of an endpoint's workers, by their IDs, and how many more wait for a machine.
	Workers func(endpointID string) (states map[string]string, throttled int)
}

// API is version 2 of the management interface.
type API struct {
	service  Service
	options  Options
	text     []byte // of the document
	document *schema.Document
	quotas   *wire.Quotas
}

// New makes the interface.
func New(service Service, options Options) *API {
	a := &API{service: service, options: options, text: api.JSONV2(), document: newest(), quotas: options.counters()}
	if options.August {
		a.text, a.document = api.JSONV2August(), august()
	}
	return a
}

// Reset forgets the requests that were counted.
func (a *API) Reset() { a.quotas.Reset() }

// Each is read once: every emulator of a process shares it.
var (
	newest = sync.OnceValue(func() *schema.Document { return parsed(api.JSONV2()) })
	august = sync.OnceValue(func() *schema.Document { return parsed(api.JSONV2August()) })
)

// parsed reads a document that is compiled in, so an error is a bug.
func parsed(text []byte) *schema.Document {
	document, err := schema.Parse(text)
	if err != nil {
		panic(fmt.Sprintf("emulator: api/openapi-v2.yaml: %v", err))
	}
	return document
}

// getOpenAPI returns the document.
func getOpenAPI(c *call) (any, error) { return json.RawMessage(c.api.text), nil }

// Sizes of a request's body in bytes. August had no published limit.
const (
	maxRequest       = 102_400
	maxRequestAugust = 10 << 20
)

func (a *API) maxRequest() int {
	if a.options.August {
		return maxRequestAugust
	}
	return maxRequest
}

// ReservedWords returns the first elements of all paths. No endpoint has one for its id, so that the queue interface
// and this one can be on one host below one prefix (contract-v2 1.1).
func ReservedWords() []string {
	return []string{
		"account", "billing", "catalog", "clusters", "network-volumes", "openapi.json", "pods", "registries", "sandboxes",
		"secrets", "serverless", "tags", "templates",
	}
}

const (
	// Name is the name of the interface in fault rules.
	Name = "rest_v2"
	// Prefix begins the paths for clients that take the whole URL.
	Prefix = "/management/v2"
	// besideQueue is where a client finds it that knows the host only.
	besideQueue = "/v2"
)

// Interfaces returns the two places of the interface. They stand before the queue interface.
func (a *API) Interfaces() []wire.Interface {
	place := wire.Interface{
		Name:         Name,
		Prefix:       Prefix + "/",
		MaxBody:      int64(a.maxRequest()),
		Unauthorized: "missing bearer token, or the token is not valid",
		Forbidden:    "access denied",
		TooLarge:     errTooLarge(a.maxRequest()),
		Rules:        rules(),
		NoPath:       &wire.Error{Status: http.StatusNotFound, Message: "The requested path was not found."},
		ErrorBody:    problem,
		ErrorType:    "application/problem+json",
		Quotas:       a.quotas,
	}
	beside := place
	beside.Prefix, beside.Elements = besideQueue+"/", ReservedWords()
	return []wire.Interface{place, beside}
}
