package rest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Billing are the reports. Their answers hold no object, so an empty list is a valid one.
type Billing interface {
	Pods(f api.PodBillingFilter) transport.Request
	Endpoints(f api.EndpointBillingFilter) transport.Request
	NetworkVolumes(f api.NetworkVolumeBillingFilter) transport.Request
	// ReadRecords reads the answer of Pods and of Endpoints.
	ReadRecords(a *transport.Answer) (api.BillingReport[api.BillingRecord], error)
	// ReadVolumeRecords reads the answer of NetworkVolumes. Its records are of single volumes if they have an ID.
	ReadVolumeRecords(a *transport.Answer) (api.BillingReport[api.NetworkVolumeBillingRecord], error)
}
