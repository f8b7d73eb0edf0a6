// Package billing holds the data sources of what things cost (contract 2.7, contract-v2 11). Each is one request; the
// service adds up.
package billing

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
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
	// refuses returns the attributes that are configured and that a version does not have, and why. The error says to
	// leave them out.
	refuses func(config C, version int) map[string]string
	// versions says how the versions have the attributes that are not window's; filters are all or nothing.
	versions framework.VersionTable
	// read sets the records of the answer.
	read func(ctx context.Context, c *client.Client, config *C) (answer, error)
}

// answer is the part of an answer that is about the report itself: see client.BillingReport.
type answer struct {
	covers   api.BillingWindow
	total    members.Optional[float64]
	answered float64
}

func answerOf[T any](r api.BillingReport[T]) answer {
	return answer{r.Covers, r.Total, r.Answered}
}

// Metadata implements datasource.DataSource.
func (r *report[C]) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_billing_" + strings.ReplaceAll(r.objects, " ", "_")
}

// Schema implements datasource.DataSource.
func (r *report[C]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: r.description, Attributes: withWindow(r.attributes)}
}

// Versions implements framework.Versioned.
func (r *report[C]) Versions() framework.VersionTable {
	const whole = "the report has whole buckets; a warning names a time within one."
	return framework.VersionTable{
		"bucket_size": framework.Both, "start_time": framework.Over2(framework.Partly, whole),
		"end_time": framework.Over2(framework.Partly, whole), "total_amount": framework.Both, "records": framework.Both,
		"records[*].time": framework.Both, "records[*].amount": framework.Both,
		"records[*].disk_space_billed_gb": framework.Over2(framework.NotReturned, ""),
	}.With(r.versions)
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
	for attribute, why := range r.refuses(config, r.Client.Version()) {
		framework.RefuseOver(r.Client.Version(), attribute, why, "leave "+attribute+" out.", &resp.Diagnostics)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	got, err := r.read(ctx, r.Client, &config)
	framework.WarnOfEnd(r.Client, &resp.Diagnostics)
	if err != nil {
		framework.Failure{
			Verb: "read", Entity: "billing of " + r.objects, Err: err, Plan: req.Config.Raw,
		}.AddTo(&resp.Diagnostics)
		return
	}
	if r.Client.Version() > 1 {
		warnOfWindow(ctx, req.Config, got.covers, &resp.Diagnostics)
		got.warnOfTotal(r.objects, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}

// warnOfTotal warns if the records do not add up to the total of the service. Amounts can be rounded: differences below
// a cent, or a thousandth, do not count.
func (a answer) warnOfTotal(objects string, diags *diag.Diagnostics) {
	stated, ok := a.total.Get()
	difference := math.Abs(stated - a.answered)
	if !ok || difference <= max(0.01, math.Abs(stated)/1000) {
		return
	}
	diags.AddWarning("The records differ from the total", fmt.Sprintf(
		"The service states a total of %v USD for the billing of %s, and the records of the same response add up to %v USD. "+
			"total_amount is the sum of the records.\n\nNext: read the report again later. If the difference stays, ask the "+
			"service for the reason.", stated, objects, math.Round(a.answered*1e9)/1e9))
}
