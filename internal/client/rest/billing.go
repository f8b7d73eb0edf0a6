package rest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Billing are the reports. Their answers hold no object, so an empty list is a valid one.
type Billing interface {
	Report(f api.BillingFilter) transport.Request
	// ReadReport reads the answer. Records of network volumes are of single ones if they have an ID.
	ReadReport(a *transport.Answer) (api.BillingReport, error)
}
