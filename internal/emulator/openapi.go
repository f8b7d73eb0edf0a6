package emulator

import (
	"encoding/json"

	"github.com/podfleet/terraform-provider-podfleet/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// getOpenAPI returns the service's description of itself. It needs no key.
func getOpenAPI(*wire.Request) (any, error) { return json.RawMessage(api.JSON()), nil }

// marks explains what stands behind the sentences of the contract.
const marks = "\n[P] published by the service, [L] published later, [F] seen in the field, [C] this emulator's choice\n"

// rule shows the section of the contract that a refusal names.
func (c control) rule(r *wire.Request) (any, error) {
	text, exists := api.Sections()[r.PathValue("rule")]
	if !exists {
		return nil, wire.NotFound("the contract has no section %.100q; the page Controls has the fault rules", r.PathValue("rule"))
	}
	return map[string]string{"text": text + marks}, nil
}
