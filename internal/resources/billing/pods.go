package billing

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

type podsModel struct {
	window
	Grouping    types.String  `tfsdk:"grouping"`
	PodID       types.String  `tfsdk:"pod_id"`
	GPUTypeID   types.String  `tfsdk:"gpu_type_id"`
	TotalAmount types.Float64 `tfsdk:"total_amount"`
	Records     []podRecord   `tfsdk:"records"`
}

// NewPods returns podfleet_billing_pods, what pods cost.
func NewPods() datasource.DataSource {
	return &report[podsModel]{
		objects: "pods",
		description: "Reports the cost of pods, including deleted ones. The workers of endpoints are in " +
			"`podfleet_billing_endpoints`.",
		attributes: map[string]schema.Attribute{
			"grouping":     grouping("podId", "gpuTypeId", "podId"),
			"pod_id":       only("this pod"),
			"gpu_type_id":  only("pods with this GPU type"),
			"total_amount": total(),
			"records":      records(usage("pod_id", "gpu_type_id")),
		},
		versions: framework.VersionTable{
			"grouping": framework.Over2(framework.Partly, "only `podId`."),
			"pod_id":   framework.Both, "gpu_type_id": framework.Over2(framework.Refused, ""),
			"records[*].pod_id":         framework.Both,
			"records[*].gpu_amount":     framework.Over1(framework.NotReturned, ""),
			"records[*].cpu_amount":     framework.Over1(framework.NotReturned, ""),
			"records[*].disk_amount":    framework.Over1(framework.NotReturned, ""),
			"records[*].time_billed_ms": framework.Over2(framework.NotReturned, ""),
			"records[*].gpu_type_id":    framework.Over2(framework.NotReturned, ""),
		},
		refuses: func(config podsModel, version int) map[string]string {
			refused := map[string]string{}
			if version < 2 {
				return nil
			}
			if config.Grouping.ValueString() == "gpuTypeId" {
				refused["grouping"] = "Its records are for single pods."
			}
			if !config.GPUTypeID.IsNull() {
				refused["gpu_type_id"] = "Its records do not show a GPU type."
			}
			return refused
		},
		read: readPods,
	}
}

func readPods(ctx context.Context, c *client.Client, config *podsModel) (answer, error) {
	billed, err := c.Billing.Pods(ctx, api.PodBillingFilter{
		BillingWindow: config.toAPI(),
		Grouping:      config.Grouping.ValueString(),
		PodID:         config.PodID.ValueString(),
		GPUTypeID:     config.GPUTypeID.ValueString(),
	})
	if err != nil {
		return answer{}, err
	}
	config.Records, config.TotalAmount, err = sorted(billed.Records, podRecord{}.fromAPI)
	return answerOf(billed), err
}
