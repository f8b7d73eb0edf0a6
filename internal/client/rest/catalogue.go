package rest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Catalogue are the requests for the hardware that the service offers. Their answers hold no object of the account, so
// an empty list is a valid one.
type Catalogue struct {
	GPUTypes    List[api.GPUQuery, api.GPUType]
	CPUTypes    List[api.CPUQuery, api.CPUType]
	DataCenters List[api.DataCenterQuery, api.DataCenter]
}

// List is the request for what a query selects of one kind of hardware.
type List[Q, T any] struct {
	Request func(Q) transport.Request
	Read    func(*transport.Answer) ([]T, error)
}
