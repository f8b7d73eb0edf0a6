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

type endpointsModel struct {
	window
	Grouping      types.String     `tfsdk:"grouping"`
	EndpointID    types.String     `tfsdk:"endpoint_id"`
	PodID         types.String     `tfsdk:"pod_id"`
	GPUTypeIDs    types.List       `tfsdk:"gpu_type_ids"`
	DataCenterIDs types.List       `tfsdk:"data_center_ids"`
	ImageName     types.String     `tfsdk:"image_name"`
	TemplateID    types.String     `tfsdk:"template_id"`
	TotalAmount   types.Float64    `tfsdk:"total_amount"`
	Records       []endpointRecord `tfsdk:"records"`
}

// NewEndpoints returns podfleet_billing_endpoints, what the workers of endpoints cost.
func NewEndpoints() datasource.DataSource {
	return &report[endpointsModel]{
		objects: "endpoints",
		description: "Reports the cost of workers of serverless endpoints, including workers that have ended and those of " +
			"deleted endpoints.",
		attributes: map[string]schema.Attribute{
			"grouping":        grouping("endpointId", "endpointId", "podId", "gpuTypeId"),
			"endpoint_id":     only("the workers of this endpoint"),
			"pod_id":          only("this worker"),
			"gpu_type_ids":    onlyAny("workers with one of these GPU types"),
			"data_center_ids": onlyAny("workers in one of these data centers"),
			"image_name":      only("workers with this image"),
			"template_id":     only("workers of this template"),
			"total_amount":    total(),
			"records":         records(usage("endpoint_id", "pod_id", "gpu_type_id")),
		},
		versions: framework.VersionTable{
			"grouping":    framework.Over2(framework.Partly, "only `endpointId`."),
			"endpoint_id": framework.Both, "pod_id": framework.Over2(framework.Refused, ""),
			"gpu_type_ids": framework.Over2(framework.Refused, ""), "data_center_ids": framework.Over2(framework.Refused, ""),
			"image_name": framework.Over2(framework.Refused, ""), "template_id": framework.Over2(framework.Refused, ""),
			"records[*].endpoint_id": framework.Both, "records[*].pod_id": framework.Over2(framework.NotReturned, ""),
			"records[*].gpu_amount":     framework.Over1(framework.NotReturned, ""),
			"records[*].cpu_amount":     framework.Over1(framework.NotReturned, ""),
			"records[*].disk_amount":    framework.Over1(framework.NotReturned, ""),
			"records[*].time_billed_ms": framework.Over2(framework.NotReturned, ""),
			"records[*].gpu_type_id":    framework.Over2(framework.NotReturned, ""),
		},
		refuses: func(config endpointsModel, version int) map[string]string {
			refused := map[string]string{}
			if version < 2 {
				return nil
			}
			if !config.Grouping.IsNull() && config.Grouping.ValueString() != "endpointId" {
				refused["grouping"] = "Its records are for single endpoints."
			}
			for attribute, filters := range map[string]bool{
				"pod_id": !config.PodID.IsNull(), "image_name": !config.ImageName.IsNull(),
				"template_id":  !config.TemplateID.IsNull(),
				"gpu_type_ids": len(config.GPUTypeIDs.Elements()) > 0, "data_center_ids": len(config.DataCenterIDs.Elements()) > 0,
			} {
				if filters {
					refused[attribute] = "Its records can be selected by endpoint_id only."
				}
			}
			return refused
		},
		read: readEndpoints,
	}
}

func readEndpoints(ctx context.Context, c *client.Client, config *endpointsModel) (answer, error) {
	billed, err := c.Billing.Endpoints(ctx, api.EndpointBillingFilter{
		BillingWindow: config.toAPI(),
		Grouping:      config.Grouping.ValueString(),
		EndpointID:    config.EndpointID.ValueString(),
		PodID:         config.PodID.ValueString(),
		GPUTypeIDs:    framework.Strings(config.GPUTypeIDs),
		DataCenterIDs: framework.Strings(config.DataCenterIDs),
		ImageName:     config.ImageName.ValueString(),
		TemplateID:    config.TemplateID.ValueString(),
	})
	if err != nil {
		return answer{}, err
	}
	config.Records, config.TotalAmount, err = sorted(billed.Records, endpointRecord{}.fromAPI)
	return answerOf(billed), err
}
