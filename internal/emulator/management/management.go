// Package management is the management interface on the wire, in both versions: paths, checks, problems, pages, and the
// answers that it makes of the objects of the account, which both versions share (contract 2, contract-v2).
//
// The documents in package api decide what is a request: routes, statuses and the checks of members come from them, as
// the service itself publishes them. Package account knows where members are stored, and the rules between them. So an
// operation here hands it a body that fits the document, and converts the object. An operation of the document without
// code here is a 501.
package management

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/schema"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// Service is what the operations need of the server that they run in. It calls them one at a time.
type Service struct {
	Account func() *account.Account
	// Now returns the time on the emulator's clock.
	Now func() time.Time
	// Admit counts a request against the limits that both versions share.
	Admit func(r *wire.Request) error
	// Body reads the body of a request of version 1, if it fits the document.
	Body func(r *wire.Request) (account.Input, error)
	// Workers returns the states of an endpoint's workers, by their IDs, and how many more wait for a machine.
	Workers func(endpointID string) (states map[string]string, throttled int)
	// PlatformName and FlashbootSuffix are those of the server's options.
	PlatformName    string
	FlashbootSuffix bool
}

// API is one version of the management interface.
type API struct {
	service  Service
	text     []byte // of the document
	document *schema.Document
	prefixes []string // of the paths
	handlers map[string]handler
	// contract begins the contract's sections. They are those about operations: by the name of the operation or, for most,
	// by the first element of its path.
	contract string
	sections map[string]string
	kinds    map[string]string // of the objects in the answers, for the dialects, by the first element of the path

	// begin comes before an operation, check after it has found its object, and end makes an answer of what it returns.
	begin, check func(c *call) error
	end          func(c *call, value any, err error) (any, error)

	// The rest is of version 2.
	options Options
	quotas  *wire.Quotas
}
