// Package billing holds the data sources of what things cost (contract 2.7). Each is one request; the service adds up.
package billing

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// report is a data source of what one kind of object costs. C is its configuration, with the attributes of the answer.
type report[C any] struct {
	framework.DataSourceBase
	// objects names the kind of object, in lower case: "network volumes". With underscores it ends the type name.
	objects     string
	description string
	// attributes holds the attributes that are not window's.
	attributes map[string]schema.Attribute
	// over2 returns the attributes that are configured and that version 2 does not have, and why.
	over2 func(config C) map[string]string
	// read sets what the service answers.
	read func(ctx context.Context, c *client.Client, config *C) error
}

// Metadata implements datasource.DataSource.
func (r *report[C]) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_billing_" + strings.ReplaceAll(r.objects, " ", "_")
}

// Schema implements datasource.DataSource.
func (r *report[C]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: r.description, Attributes: withWindow(r.attributes)}
}

// ConfigValidators implements datasource.DataSourceWithConfigValidators.
func (r *report[C]) ConfigValidators(context.Context) []datasource.ConfigValidator {
	return []datasource.ConfigValidator{endAfterStart{}}
}

// Read implements datasource.DataSource.
func (r *report[C]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config C
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if r.Client.Version() == 2 {
		for attribute, why := range r.over2(config) {
			framework.RefuseOver(2, attribute, why, &resp.Diagnostics)
		}
		warnOfWidened(ctx, req.Config, &resp.Diagnostics)
		if resp.Diagnostics.HasError() {
			return
		}
	}
	err := r.read(ctx, r.Client, &config)
	framework.WarnOfEnd(ctx, r.Client, &resp.Diagnostics)
	if err != nil {
		framework.Failure{
			Verb: "read", Entity: "billing of " + r.objects, Err: err, Plan: req.Config.Raw,
		}.AddTo(&resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
