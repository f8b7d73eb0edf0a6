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

// New returns the facts about version 2 that do not depend on a kind of object.
func New() rest.Interface { return version2{} }

type version2 struct{}

// Version implements rest.Interface.
func (version2) Version() int { return 2 }

// IsOwnError implements rest.Interface (contract-v2 1.2): a problem with title, status and detail.
func (version2) IsOwnError(status int, body []byte) bool {
	var own struct {
		Title  *string `json:"title"`
		Status *int    `json:"status"`
		Detail *string `json:"detail"`
	}
	return json.Unmarshal(body, &own) == nil && own.Title != nil && own.Detail != nil && own.Status != nil &&
		*own.Status == status
}

// anything matches every message: the status alone decides.
var anything = regexp.MustCompile(``)

// meanings are the meanings of the words in errors (contract-v2 1.2, 1.3, 4 to 8).
var meanings = []transport.Meaning{
	{Status: http.StatusPaymentRequired, Message: anything, Kind: transport.KindBalance},
	{Status: http.StatusRequestEntityTooLarge, Message: anything, Kind: transport.KindTooLarge},
	{Message: regexp.MustCompile(`(?i)name must be unique`), Kind: transport.KindNameTaken},
	{Message: regexp.MustCompile(`(?i)must remove this network volume|\bin use\b`), Kind: transport.KindInUse},
	{Message: regexp.MustCompile(`(?i)no instances|instances available|not have the resources`),
		Kind: transport.KindNoCapacity},
	{Message: regexp.MustCompile(`(?i)not enough free gpus|could not find any pods`), Kind: transport.KindNoCapacity},
	{Message: regexp.MustCompile(`(?i)no longer offered`), Kind: transport.KindNotOffered},
	{Message: regexp.MustCompile(`(?i)\bquota\b`), Kind: transport.KindQuota, IsOfAccount: true},
	{Message: regexp.MustCompile(`(?i)\bbalance\b`), Kind: transport.KindBalance, IsOfAccount: true},
	{Message: regexp.MustCompile(`(?i)\blocked\b`), Kind: transport.KindLocked, IsOfAccount: true},
}

// RejectsWith4xx implements rest.Interface (contract-v2 1.2).
func (version2) RejectsWith4xx() bool { return true }

// Meanings implements rest.Interface.
func (version2) Meanings() []transport.Meaning { return meanings }
