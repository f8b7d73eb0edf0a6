package management

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/api"
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

// NewVersion2 makes version 2.
func NewVersion2(service Service, options Options) *API {
	a := &API{
		service: service, text: api.JSONV2(), document: newest(), prefixes: []string{Prefix, besideQueue},
		handlers: map[string]handler{}, contract: "contract-v2 ",
		sections: map[string]string{
			"templates": "4", "serverless": "5.3", "network-volumes": "6", "registries": "7", "catalog": "10", "billing": "11",
			"CreatePod": "8.1", "UpdatePod": "8.2", "DeletePod": "8.2", podAction: "8.4",
		},
		begin: (*call).begin2, check: (*call).check2, end: (*call).end2,
		options: options, quotas: wire.NewQuotas(options.Quotas.Minute, options.Quotas.Hour, options.Quotas.Day),
	}
	if options.August {
		a.text, a.document = api.JSONV2August(), august()
	}
	for _, of := range []map[string]handler{
		templates2().handlers(), endpoints2().handlers(), pods2().handlers(), networkVolumes2().handlers(),
		containerRegistryAuths2().handlers(), otherHandlers(), catalogueHandlers(), billingHandlers(),
	} {
		maps.Copy(a.handlers, of)
	}
	return a
}

// Reset forgets the requests that were counted.
func (a *API) Reset() { a.quotas.Reset() }

// Each is read once: every emulator of a process shares it.
var (
	newest = sync.OnceValue(func() *schema.Document { return schema.MustParse(api.JSONV2()) })
	august = sync.OnceValue(func() *schema.Document { return schema.MustParse(api.JSONV2August()) })
)

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

// begin2 counts a request against the limits, which come first (contract-v2 1.2).
func (c *call) begin2() error {
	if c.name == "GetOpenAPI" || c.Peeks {
		return nil
	}
	if err := c.api.quotas.Admit(c.now); err != nil {
		return err
	}
	return c.api.service.Admit(c.Request)
}

// check2 holds query and body against the document.
func (c *call) check2() error {
	problems := c.api.document.Words("", nil, c.api.document.CheckQuery(c.name, c.Query))
	if c.of.HasBody {
		problems = append(problems, c.checkBody()...)
	}
	if len(problems) > 0 {
		return unprocessable(problems...)
	}
	if !c.of.HasBody {
		return nil
	}
	if err := json.Unmarshal(c.Body, &c.in); err != nil {
		return fmt.Errorf("%s: the document accepts what the code does not: %w", c.name, err)
	}
	return c.fits()
}

func (c *call) checkBody() (problems []string) {
	if c.CheckBody() != nil {
		return []string{"$: the content type is not application/json"}
	}
	value, err := schema.Decode(c.Body)
	if err != nil {
		return []string{"$: the body is not JSON"}
	}
	return c.api.document.Words("$", value, c.api.document.CheckBody(c.name, value))
}

// end2 returns the answer of version 2: in the form of the document, or a problem.
func (c *call) end2(value any, err error) (any, error) {
	if err != nil {
		return nil, answered(err)
	}
	if _, encoded := value.(json.RawMessage); encoded || value == nil {
		return value, nil
	}
	return c.api.document.Fit(c.name, value), nil
}
