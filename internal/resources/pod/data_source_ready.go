package pod

import (
	"context"
	"strconv"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// readyDataSource is podfleet_pod_ready.
type readyDataSource struct{ framework.DataSourceBase }

// readyModel is the question with the address that answered it.
type readyModel struct {
	question
	PodID      types.String `tfsdk:"pod_id"`
	Timeout    types.String `tfsdk:"timeout"`
	PublicIP   types.String `tfsdk:"public_ip"`
	PublicPort types.Int64  `tfsdk:"public_port"`
}

// NewReadyDataSource returns podfleet_pod_ready, which fails until the program in a pod answers.
func NewReadyDataSource() datasource.DataSource {
	return &readyDataSource{framework.DataSourceBase{Type: "pod_ready"}}
}

// Schema implements datasource.DataSource.
func (d *readyDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Waits until the program in a pod answers over HTTP, and fails if it does not. What depends " +
			"on the data source is created only after the answer; a failure changes nothing, and taints nothing.\n\n" +
			"The request goes from the machine that runs Terraform to the pod's public address, unencrypted. It has no key, " +
			"and no redirect is followed. With a proxy in the environment (`HTTP_PROXY`), the answer can be the proxy's.\n\n" +
			"**Terraform reads a data source during the plan**, unless its arguments are known only after an apply, or " +
			"`depends_on` has changes. Every plan that does not change the pod therefore asks it, and fails if it " +
			"does not answer, or is stopped. `terraform destroy -refresh=false` does not ask it.",
		Attributes: questionAttributes(attribute.Attributes{
			"pod_id": attribute.Required.String("ID of the pod.", validators.NotEmpty()),
			"timeout": attribute.Optional.String("Time limit, as a duration such as `90s` or `10m`. Default: `10m`.",
				validators.Duration()),
			"public_ip":   attribute.Computed.String("Public address that answered."),
			"public_port": attribute.Computed.Int64("Public port that answered."),
		}).OfDataSource(),
	}
}

// Versions implements framework.Versioned: both versions have all as described.
func (d *readyDataSource) Versions() framework.VersionTable { return nil }

// Read implements datasource.DataSource.
func (d *readyDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model readyModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	timeout := answersTimeout
	if configured, err := time.ParseDuration(model.Timeout.ValueString()); err == nil {
		timeout = configured
	}
	log := framework.WaitLog("the pod " + model.PodID.ValueString() + " to answer")
	found, answers := model.await(ctx, d.Client.Pods, model.PodID.ValueString(), timeout,
		func(seen string) { log.Saw(ctx, seen) }, &resp.Diagnostics)
	framework.WarnOfEnd(d.Client, &resp.Diagnostics)
	if !answers {
		return
	}
	model.PublicIP = types.StringValue(found.PublicIP.Or(""))
	port := strconv.FormatInt(model.Port.ValueInt64(), 10)
	model.PublicPort = types.Int64Value(found.PortMappings.Or(nil)[port])
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
}
