package emulator

import (
	"encoding/json"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/api"
)

// getOpenAPI is the service's description of itself. It needs no key.
func (s *Server) getOpenAPI(*call) (any, error) {
	document, err := api.JSON()
	if err != nil {
		return nil, fmt.Errorf("self-description: %w", err)
	}
	return json.RawMessage(document), nil
}
