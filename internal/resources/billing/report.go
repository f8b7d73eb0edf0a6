// Package billing holds the data sources of what things cost (contract 2.7, contract-v2 11). Each is one request; the
// service adds up.
package billing

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
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

// filter is an argument that selects or divides the records. lacking is the version of the management interface that
// does not have it, except for one value, and why the reason.
type filter struct {
	attribute schema.Attribute
	lacking   int
	except    string
	why       string
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
	attributes["total_amount"] = dollars("Sum of the records' amounts, in USD. 0 without records.")
	attributes["records"] = schema.ListNestedAttribute{
		Computed:            true,
		MarkdownDescription: "Records, sorted by time and then by group. A bucket without usage has no record.",
		NestedObject:        schema.NestedAttributeObject{Attributes: r.record()},
	}
	resp.Schema = schema.Schema{MarkdownDescription: r.description, Attributes: attributes}
}

func (r *report) record() map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, name := range append([]string{"time", "amount", "disk_space_billed_gb"}, r.columns...) {
		all[name] = columns[name].attribute
	}
	return all
}

// Versions implements framework.Versioned.
func (r *report) Versions() framework.VersionTable {
	const whole = "the report has whole buckets; a warning names a time within one."
	all := framework.VersionTable{
		"bucket_size": framework.Both, "start_time": framework.Over2(framework.Partly, whole),
		"end_time": framework.Over2(framework.Partly, whole), "total_amount": framework.Both, "records": framework.Both,
	}
	for name, f := range r.filters {
		all[name] = overAllBut(f.lacking, framework.Refused)
		if f.except != "" {
			all[name] = framework.Over2(framework.Partly, "only `"+f.except+"`.")
		}
	}
	for name := range r.record() {
		all["records[*]."+name] = overAllBut(columns[name].lacking, framework.NotReturned)
	}
	return all.With(r.versions)
}

// overAllBut returns how the versions have an attribute that one of them lacks; 0: none does.
func overAllBut(lacking int, how framework.How) framework.ByVersion {
	switch lacking {
	case 1:
		return framework.Over1(how, "")
	case 2:
		return framework.Over2(how, "")
	default:
		return framework.Both
	}
}

// ConfigValidators implements datasource.DataSourceWithConfigValidators.
func (r *report) ConfigValidators(context.Context) []datasource.ConfigValidator {
	return []datasource.ConfigValidator{endAfterStart{}}
}

// Read implements datasource.DataSource.
func (r *report) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	config := configuration(framework.Members(req.Config.Raw, &resp.Diagnostics))
	version := r.Client.Version()
	for _, name := range slices.Sorted(maps.Keys(r.filters)) {
		f := r.filters[name]
		isExcept := f.except != "" && config.text(name) == f.except
		if f.lacking == version && framework.AsksFor(config[name]) && !isExcept {
			framework.RefuseOver(version, name, f.why, "leave "+name+" out.", &resp.Diagnostics)
		}
	}
	if resp.Diagnostics.HasError() {
		return
	}
	asked := config.filter(r.of)
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

// configuration has the values of a configuration by attribute.
type configuration map[string]tftypes.Value

// text returns a text, empty if it is not configured.
func (c configuration) text(name string) (text string) {
	if c[name].Type() == nil || c[name].As(&text) != nil {
		return ""
	}
	return text
}

// texts returns the elements of a list.
func (c configuration) texts(name string) []string {
	var elements []tftypes.Value
	if c[name].Type() == nil || c[name].As(&elements) != nil {
		return nil
	}
	all := make([]string, len(elements))
	for i, element := range elements {
		_ = element.As(&all[i]) // The schema has lists of strings only.
	}
	return all
}

func (c configuration) filter(of api.Billed) api.BillingFilter {
	return api.BillingFilter{
		Of: of,
		BillingWindow: api.BillingWindow{BucketSize: c.text("bucket_size"), StartTime: c.text("start_time"),
			EndTime: c.text("end_time")},
		Grouping: c.text("grouping"), PodID: c.text("pod_id"), EndpointID: c.text("endpoint_id"),
		NetworkVolumeID: c.text("network_volume_id"),
		GPUTypeIDs:      append(c.texts("gpu_type_ids"), c.text("gpu_type_id")), DataCenterIDs: c.texts("data_center_ids"),
		ImageName: c.text("image_name"), TemplateID: c.text("template_id"),
	}
}
