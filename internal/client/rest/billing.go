package rest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Billing are the reports. Their answers hold no object, so an empty list is a valid one.
type Billing interface {
	Pods(f model.PodBillingFilter) transport.Request
	Endpoints(f model.EndpointBillingFilter) transport.Request
	NetworkVolumes(f model.NetworkVolumeBillingFilter) transport.Request
	// ReadRecords reads the answer of Pods and of Endpoints.
	ReadRecords(a *transport.Answer) (model.BillingReport[model.BillingRecord], error)
	// ReadVolumeRecords reads the answer of NetworkVolumes. Its records are of single volumes if they have an ID.
	ReadVolumeRecords(a *transport.Answer) (model.BillingReport[model.NetworkVolumeBillingRecord], error)
}
