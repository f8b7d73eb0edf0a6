package pluginserver

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// GenerateResourceConfig returns the framework's configuration without superfluous arguments. The framework generates
// an argument of every attribute of the state that can be configured.
func (s server) GenerateResourceConfig(
	ctx context.Context, q *tfprotov6.GenerateResourceConfigRequest,
) (*tfprotov6.GenerateResourceConfigResponse, error) {
	response, err := call(ctx, q, s.Server.GenerateResourceConfig)
	if err == nil && s.planner != nil && response.Config != nil {
		response.Config = s.planner.WithoutSuperfluous(q.TypeName, response.Config)
	}
	return response, err
}
