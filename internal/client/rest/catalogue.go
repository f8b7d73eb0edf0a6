package rest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Catalogue are the requests for the hardware that the service offers. Their answers hold no object of the account, so
// an empty list is a valid one.
type Catalogue interface {
	GPUTypes(q api.GPUQuery) transport.Request
	ReadGPUTypes(a *transport.Answer) ([]api.GPUType, error)
	CPUTypes(q api.CPUQuery) transport.Request
	ReadCPUTypes(a *transport.Answer) ([]api.CPUType, error)
	DataCenters(q api.DataCenterQuery) transport.Request
	ReadDataCenters(a *transport.Answer) ([]api.DataCenter, error)
}
