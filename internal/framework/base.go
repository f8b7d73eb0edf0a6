// Package framework is the Terraform glue that two or more kinds of object use.
package framework

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Base gives a resource its client. Embed it.
type Base struct {
	// Client is nil while the CLI only validates.
	Client *client.Client
}

// Configure takes the client the provider made.
func (b *Base) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	if req.ProviderData == nil {
		return // The validate walk comes before the provider is configured.
	}
	c, ok := req.ProviderData.(*client.Client)
	if !ok {
		resp.Diagnostics.AddError("Provider is not configured",
			fmt.Sprintf("The provider handed a %T to a resource. This is a bug in the provider; please report it.", req.ProviderData))
		return
	}
	b.Client = c
}
