// Package rest2 is version 2 of the management interface (api/CONTRACT-V2.md): its paths, the spelling of its members,
// its pages, and the words and shapes of its errors. See package rest.
package rest2

import (
	"encoding/json"
	"net/http"
	"regexp"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// The first elements of paths that have further ones.
const (
	pathOfPods           = "pods"
	pathOfEndpoints      = "serverless"
	pathOfTemplates      = "templates"
	pathOfNetworkVolumes = "network-volumes"
)

// anything matches every message: the status alone decides.
var anything = regexp.MustCompile(``)

// Version returns version 2. Its traits are in contract-v2 5.3, 7 and 8.1, its errors in 1.2, 1.3 and 4 to 8.
func Version() rest.Version {
	return rest.Version{
		Traits: rest.Traits{
			Number: 2, TakesOneType: true, HasContainer: true, LeavesTemplates: true,
			Wording: transport.Wording{RejectsWith4xx: true, IsOwn: isOwnError, Meanings: rest.Meanings(
				transport.Meaning{Status: http.StatusPaymentRequired, Message: anything, Kind: transport.KindBalance},
				transport.Meaning{Status: http.StatusRequestEntityTooLarge, Message: anything, Kind: transport.KindTooLarge},
			)},
		},
		Pods: podRequests(), Endpoints: endpointRequests(), Templates: templateRequests(),
		NetworkVolumes: rest.NetworkVolumes{ // contract-v2 6; it has one form of a 404
			VolumeKind: rest.VolumeKind{
				Collection: in("networkvolumes", pathOfNetworkVolumes, "networkVolumes", "NetworkVolume"),
				Body:       func(in api.NetworkVolumeCreate) any { return members.ByPath(in) },
			},
			SaysNotFound: func(*transport.Error) bool { return false },
		},
		ContainerRegistryAuths: rest.ContainerRegistryAuths{
			Collection: in("containerregistryauth", "registries", "registries", "ContainerRegistryAuth"),
		},
		Billing:   rest.Report[api.BillingFilter, api.BillingReport]{Request: report, Read: readReport},
		Catalogue: catalogue(),
	}
}

// isOwnError reports whether an error's body has the shape that version 2 gives its errors (contract-v2 1.2): a problem
// with title, status and detail.
func isOwnError(status int, body []byte) bool {
	var own struct {
		Title  *string `json:"title"`
		Status *int    `json:"status"`
		Detail *string `json:"detail"`
	}
	return json.Unmarshal(body, &own) == nil && own.Title != nil && own.Detail != nil && own.Status != nil &&
		*own.Status == status
}
