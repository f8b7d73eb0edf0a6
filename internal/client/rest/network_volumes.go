package rest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// NetworkVolumes are network volumes.
type NetworkVolumes interface {
	Objects[NoFilter, api.NetworkVolumeCreate, api.NetworkVolumeFields, api.NetworkVolume]
	// SaysNotFound reports whether the error of a delete is another form of a 404.
	SaysNotFound(e *transport.Error) bool
}
