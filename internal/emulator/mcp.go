package emulator

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/mcptools"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// mcpPath is where agents find the emulator. Who may use the control interface may use it.
const mcpPath = "/mcp"

func (c control) agents(r *wire.Request) (any, error) {
	r.HTTP.Body = io.NopCloser(bytes.NewReader(r.Body))
	return c.mcp(), nil
}

func (s *Server) newMCP() http.Handler {
	call := func(ctx context.Context, method, target string, body []byte) (int, []byte, error) {
		in, err := s.inside(ctx, "mcp", method, target, body)
		if err != nil {
			return 0, nil, err
		}
		answer := s.wire.Send
		if strings.HasPrefix(target, controlPrefix) {
			answer = s.wire.Control
		}
		answered := answer(in)
		return answered.Status, answered.Body, nil
	}
	return mcptools.New(call, s.options.MCPWrite, s.options.Guide)
}
