package pod

import (
	"context"
	"strconv"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// readyModel is the question with the address that answered it.
type readyModel struct {
	question
	PodID      types.String `tfsdk:"pod_id"`
	Timeout    types.String `tfsdk:"timeout"`
	PublicIP   types.String `tfsdk:"public_ip"`
	PublicPort types.Int64  `tfsdk:"public_port"`
}

// readyDataSource is podfleet_pod_ready.
type readyDataSource struct {
	framework.DataSource[readyModel]
}

// Versions implements framework.Versioned: both versions have all as described.
func (d *readyDataSource) Versions() framework.VersionTable { return nil }

// NewReadyDataSource returns podfleet_pod_ready, which fails until the program in a pod answers.
func NewReadyDataSource() datasource.DataSource {
	return &readyDataSource{framework.DataSource[readyModel]{
		DataSourceBase: framework.DataSourceBase{Type: "pod_ready"},
		Description: "Waits until the program in a pod answers over HTTP, and fails if it does not. What depends " +
			"on the data source is created only after the answer; a failure changes nothing, and taints nothing.\n\n" +
			"The request goes from the machine that runs Terraform to the pod's public address, unencrypted. It has no key, " +
			"and no redirect is followed. With a proxy in the environment (`HTTP_PROXY`), the answer can be the proxy's.\n\n" +
			"**Terraform reads a data source during the plan**, unless its arguments are known only after an apply, or " +
			"`depends_on` has changes. Every plan that does not change the pod therefore asks it, and fails if it " +
			"does not answer, or is stopped. `terraform destroy -refresh=false` does not ask it.",
		Attributes: questionAttributes(attribute.Attributes{
			podID: attribute.Required.String("ID of the pod.", validators.NotEmpty()),
			"timeout": attribute.Optional.String("Time limit, as a duration such as `90s` or `10m`. Default: `10m`.",
				validators.Duration()),
			"public_ip":   attribute.Computed.String("Public address that answered."),
			"public_port": attribute.Computed.Int64("Public port that answered."),
		}).OfDataSource(),
		Find: findReady,
	}}
}

func findReady(
	ctx context.Context, c *client.Client, of readyModel, diags *diag.Diagnostics,
) (found readyModel, ok bool) {
	timeout := answersTimeout
	if configured, err := time.ParseDuration(of.Timeout.ValueString()); err == nil {
		timeout = configured
	}
	log := framework.WaitLog("the pod " + of.PodID.ValueString() + " to answer")
	pod, answers := of.await(ctx, c.Pods, of.PodID.ValueString(), timeout, func(seen string) { log.Saw(ctx, seen) }, diags)
	of.PublicIP = types.StringValue(pod.PublicIP.Or(""))
	of.PublicPort = types.Int64Value(pod.PortMappings.Or(nil)[strconv.FormatInt(of.Port.ValueInt64(), 10)])
	return of, answers
}
