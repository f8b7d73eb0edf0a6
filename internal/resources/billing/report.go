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
	"github.com/hashicorp/terraform-plugin-framework/path"
	resource "github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

// report is a data source of what one kind of object costs.
type report struct {
	framework.DataSourceBase
	of api.Billed
	// objects names the kind of object, in lower case: "network volumes". With underscores it ends the type name.
	objects     string
	description string
	filters     map[string]filter
	// columns are the attributes of a record, beside those that all records have.
	columns []string
	// versions says how the versions have attributes for which filters and columns do not say it.
	versions framework.VersionTable
}

// filter is an argument that selects or divides the records.
type filter struct {
	attribute resource.Attribute
	lookups.Missing
}

// Metadata implements datasource.DataSource.
func (r *report) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_billing_" + strings.ReplaceAll(r.objects, " ", "_")
}

// Schema implements datasource.DataSource.
func (r *report) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := windowAttributes()
	for name, filter := range r.filters {
		attributes[name] = filter.attribute
	}
	attributes["total_amount"] = attribute.Computed.Float64("Sum of the records' amounts, in USD. 0 without records.")
	attributes["records"] = attribute.Computed.Objects(
		"Records, sorted by time and then by group. A bucket without usage has no record.", r.record())
	resp.Schema = schema.Schema{MarkdownDescription: r.description, Attributes: attributes.OfDataSource()}
}

func (r *report) record() attribute.Attributes {
	all := attribute.Attributes{}
	for _, name := range append([]string{"time", "amount", "disk_space_billed_gb"}, r.columns...) {
		all[name] = columns[name].attribute
	}
	return all
}

// Versions implements framework.Versioned.
func (r *report) Versions() framework.VersionTable {
	const whole = "the report has whole buckets; a warning names a time within one."
	all := framework.VersionTable{
		"start_time": framework.Over2(framework.Partly, whole), "end_time": framework.Over2(framework.Partly, whole),
	}
	for name, f := range r.filters {
		all[name] = framework.LackedBy(f.Over, framework.Refused, "")
		if f.Except != nil {
			all[name] = framework.Over2(framework.Partly, fmt.Sprintf("only `%s`.", strings.Trim(f.Except.String(), `"`)))
		}
	}
	for name := range r.record() {
		all["records[*]."+name] = framework.LackedBy(columns[name].lacking, framework.NotReturned, "")
	}
	return all.With(r.versions)
}

// Read implements datasource.DataSource.
func (r *report) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	arguments, missing := lookups.ArgumentsOf(ctx, req.Config, &resp.Diagnostics), map[string]lookups.Missing{}
	for name, f := range r.filters {
		missing[name] = f.Missing
	}
	version := r.Client.Version()
	arguments.Refuse(version, missing, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	asked := framework.Query[api.BillingFilter](arguments)
	asked.Of = r.of
	if one := arguments.Text("gpu_type_id"); one != "" {
		asked.GPUTypeIDs = []string{one}
	}
	got, err := r.Client.Billing.Report(ctx, asked)
	framework.WarnOfEnd(r.Client, &resp.Diagnostics)
	records, total, tooMuch := sorted(got.Records, r.record())
	if err == nil {
		err = tooMuch
	}
	if err != nil {
		framework.Failure{
			Verb: "read", Entity: "billing of " + r.objects, Err: err,
		}.AddTo(&resp.Diagnostics)
		return
	}
	if version > 1 {
		warnOfWindow(asked.BillingWindow, got.Covers, &resp.Diagnostics)
		r.warnOfTotal(got, &resp.Diagnostics)
	}
	resp.State.Raw = req.Config.Raw
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("records"), records)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("total_amount"), total)...)
}

// warnOfTotal warns if the records do not add up to the total of the service. Amounts can be rounded: differences below
// a cent, or a thousandth, do not count.
func (r *report) warnOfTotal(got api.BillingReport, diags *diag.Diagnostics) {
	stated, ok := got.Total.Get()
	difference := math.Abs(stated - got.Answered)
	if !ok || difference <= max(0.01, math.Abs(stated)/1000) {
		return
	}
	diags.AddWarning("The records differ from the total", fmt.Sprintf(
		"The service states a total of %v USD for the billing of %s, and the records of the same response add up to %v USD. "+
			"total_amount is the sum of the records.\n\nNext: read the report again later. If the difference stays, ask the "+
			"service for the reason.", stated, r.objects, math.Round(got.Answered*1e9)/1e9))
}
