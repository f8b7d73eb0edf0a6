// Package rest2 is version 2 of the management interface (api/CONTRACT-V2.md): its paths, the spelling of its members,
// its pages, and the words and shapes of its errors. See package rest.
package rest2

import (
	"encoding/json"
	"net/http"
	"regexp"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// anything matches every message: the status alone decides.
var anything = regexp.MustCompile(``)

// Traits are those of version 2 (contract-v2 5.3, 7, 8.1).
func Traits() rest.Traits {
	return rest.Traits{TakesOneType: true, HasContainer: true, LeavesTemplates: true}
}

// Wording returns the meanings of the words in errors (contract-v2 1.2, 1.3, 4 to 8).
func Wording() transport.Wording {
	return transport.Wording{RejectsWith4xx: true, IsOwn: isOwnError, Meanings: rest.Meanings(
		transport.Meaning{Status: http.StatusPaymentRequired, Message: anything, Kind: transport.KindBalance},
		transport.Meaning{Status: http.StatusRequestEntityTooLarge, Message: anything, Kind: transport.KindTooLarge},
	)}
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
