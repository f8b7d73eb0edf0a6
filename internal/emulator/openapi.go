package emulator

import (
	"encoding/json"

	"github.com/podfleet/terraform-provider-podfleet/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// getOpenAPI returns the service's description of itself. It needs no key.
func getOpenAPI(*wire.Request) (any, error) { return json.RawMessage(api.JSON()), nil }

// rule shows the section of the contract that a refusal names.
func (c control) rule(r *wire.Request) (any, error) {
	text, exists := api.Sections()[r.PathValue("rule")]
	if !exists {
		return nil, wire.NotFound("the contract has no section %.100q", r.PathValue("rule"))
	}
	return wire.File{Type: "text/plain; charset=utf-8", Body: []byte(text)}, nil
}
