package rest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Catalogue are the requests for the hardware that the service offers. Their answers hold no object of the account, so
// an empty list is a valid one.
type Catalogue interface {
	GPUTypes(q model.GPUQuery) transport.Request
	ReadGPUTypes(a *transport.Answer) ([]model.GPUType, error)
	CPUTypes(q model.CPUQuery) transport.Request
	ReadCPUTypes(a *transport.Answer) ([]model.CPUType, error)
	DataCenters(q model.DataCenterQuery) transport.Request
	ReadDataCenters(a *transport.Answer) ([]model.DataCenter, error)
}
