package emulator

import (
	"encoding/json"

	"github.com/podfleet/terraform-provider-podfleet/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// getOpenAPI returns the service's description of itself. It needs no key.
func getOpenAPI(*wire.Request) (any, error) { return json.RawMessage(api.JSON()), nil }
