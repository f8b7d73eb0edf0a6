package rest1

import (
	"net/http"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// volumeRequests returns the requests about network volumes (contract 2.4). The service can answer the delete of a
// volume that does not exist with 500.
func volumeRequests(c rest.Collection) rest.NetworkVolumes {
	return rest.NetworkVolumes{
		VolumeKind: rest.VolumeKind{Collection: c},
		SaysNotFound: func(e *transport.Error) bool {
			return e.Status == http.StatusInternalServerError && strings.Contains(e.Message, "nonexistent")
		},
	}
}
