package emulator

import (
	"encoding/json"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// getOpenAPI returns the service's description of itself. It needs no key.
func getOpenAPI(*wire.Request) (any, error) {
	document, err := api.JSON()
	if err != nil {
		return nil, fmt.Errorf("self-description: %w", err)
	}
	return json.RawMessage(document), nil
}
