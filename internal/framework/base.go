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
	// ExistingObjectsFrom is the source of the setting existing_objects, as messages name it.
	ExistingObjectsFrom string
	// Moves holds the templates whose container settings the plan changes, for the plans of endpoints.
	Moves *TemplateMoves
	// Addresses have the marks of the addresses that this process has read.
	Addresses *Addresses
	// Reports are the warnings that the run gives once.
	Reports *Reports
}

// Base gives a resource its client. Embed it.
type Base struct {
	// Client is nil while the CLI only validates.
	Client *client.Client
	// OmitImportedEnv, ExistingObjectsFrom, Moves, Addresses and Reports are those of Configured.
	OmitImportedEnv     bool
	ExistingObjectsFrom string
	Moves               *TemplateMoves
	Addresses           *Addresses
	Reports             *Reports
}

// Configure takes the client and the settings of the configured provider.
func (b *Base) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	configured := configuredBy(req.ProviderData, &resp.Diagnostics)
	b.Client, b.OmitImportedEnv, b.Moves = configured.Client, configured.OmitImportedEnv, configured.Moves
	b.ExistingObjectsFrom, b.Addresses = configured.ExistingObjectsFrom, configured.Addresses
	b.Reports = configured.Reports
}

// Version returns the version of the management interface that the client uses: 1 or 2; 0 while the CLI only validates.
func (b *Base) Version() int {
	if b.Client == nil {
		return 0
	}
	return b.Client.Version()
}

// DataSourceBase gives a data source its client. Embed it.
type DataSourceBase struct {
	// Client is nil while the CLI only validates.
	Client *client.Client
	// Reports are those of Configured.
	Reports *Reports
}

// Configure takes the client the provider made.
func (b *DataSourceBase) Configure(
	_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse,
) {
	configured := configuredBy(req.ProviderData, &resp.Diagnostics)
	b.Client, b.Reports = configured.Client, configured.Reports
}

// ActionBase gives an action its client. Embed it.
type ActionBase struct {
	// Client is nil while the CLI only validates.
	Client *client.Client
}

// Configure takes the client the provider made.
func (b *ActionBase) Configure(_ context.Context, req action.ConfigureRequest, resp *action.ConfigureResponse) {
	b.Client = configuredBy(req.ProviderData, &resp.Diagnostics).Client
}

// EphemeralBase gives an ephemeral resource its client. Embed it.
type EphemeralBase struct {
	// Client is nil while the CLI only validates.
	Client *client.Client
}

// Configure takes the client the provider made.
func (b *EphemeralBase) Configure(
	_ context.Context, req ephemeral.ConfigureRequest, resp *ephemeral.ConfigureResponse,
) {
	b.Client = configuredBy(req.ProviderData, &resp.Diagnostics).Client
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
