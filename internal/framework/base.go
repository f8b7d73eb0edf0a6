// Package framework is the Terraform glue that two or more kinds of object use.
package framework

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Configured is the configuration that the provider hands on to all that it offers.
type Configured struct {
	Client *client.Client
	// OmitImportedEnv has imports leave environment variables out of the state.
	OmitImportedEnv bool
	Run             *Run
}

// Base gives a resource the configuration of the provider. Embed it. Client is nil while the CLI only validates.
type Base struct{ Configured }

// Configure takes the configuration of the provider.
func (b *Base) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	b.Configured = configuredBy(req.ProviderData, &resp.Diagnostics)
}

// Version returns the version of the management interface that the client uses: 1 or 2; 0 while the CLI only validates.
func (c Configured) Version() int {
	if c.Client == nil {
		return 0
	}
	return c.Client.Version()
}

// DataSourceBase does for a data source what Base does.
type DataSourceBase struct {
	Configured
	// Type ends the type name: "endpoint_health".
	Type string
}

// Metadata implements datasource.DataSource.
func (b *DataSourceBase) Metadata(
	_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_" + b.Type
}

// Configure takes the configuration of the provider.
func (b *DataSourceBase) Configure(
	_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse,
) {
	b.Configured = configuredBy(req.ProviderData, &resp.Diagnostics)
}

// ActionBase does for an action what Base does.
type ActionBase struct{ Configured }

// Configure takes the configuration of the provider.
func (b *ActionBase) Configure(_ context.Context, req action.ConfigureRequest, resp *action.ConfigureResponse) {
	b.Configured = configuredBy(req.ProviderData, &resp.Diagnostics)
}

// EphemeralBase does for an ephemeral resource what Base does.
type EphemeralBase struct{ Configured }

// Configure takes the configuration of the provider.
func (b *EphemeralBase) Configure(
	_ context.Context, req ephemeral.ConfigureRequest, resp *ephemeral.ConfigureResponse,
) {
	b.Configured = configuredBy(req.ProviderData, &resp.Diagnostics)
}

// configuredBy returns the configuration that the provider hands on, or nothing: validation comes before the provider
// is configured.
func configuredBy(providerData any, diags *diag.Diagnostics) Configured {
	configured, ok := providerData.(Configured)
	if !ok && providerData != nil {
		diags.AddError("Provider is not configured",
			fmt.Sprintf("The provider passed on a %T. This is a bug in the provider.\n\nNext: report it.", providerData))
	}
	return configured
}

// Rules are the rules of a configuration that span attributes; nil is none. Embed it in a resource. M is the model, a
// struct with tfsdk tags.
type Rules[M any] func(ctx context.Context, config M, diags *diag.Diagnostics)

// ValidateConfig implements resource.ResourceWithValidateConfig.
func (r Rules[M]) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	var config M
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if r != nil && !resp.Diagnostics.HasError() {
		r(ctx, config, &resp.Diagnostics)
	}
}
