package billing

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

type networkVolumesModel struct {
	window
	Grouping        types.String   `tfsdk:"grouping"`
	NetworkVolumeID types.String   `tfsdk:"network_volume_id"`
	TotalAmount     types.Float64  `tfsdk:"total_amount"`
	Records         []volumeRecord `tfsdk:"records"`
}

// byVolume is the grouping by volume.
const byVolume = "networkVolumeId"

// NewNetworkVolumes returns podfleet_billing_network_volumes, what network volumes cost.
func NewNetworkVolumes() datasource.DataSource {
	return &report[networkVolumesModel]{
		objects: "network volumes",
		description: "Reports the cost of the account's network volumes, including deleted ones: the sum of all, or over " +
			"version 2 of the management interface for each volume.",
		attributes: map[string]schema.Attribute{
			"grouping": schema.StringAttribute{
				Optional: true, MarkdownDescription: "Set it to `networkVolumeId` for one record for each volume and bucket. " +
					"Version 2 only. Null returns one record for each bucket, the sum of all volumes.",
				Validators: []validator.String{validators.OneOf(byVolume)},
			},
			"network_volume_id": only("this network volume"),
			"total_amount":      total(),
			"records":           records(storage()),
		},
		versions: framework.VersionTable{
			"grouping": framework.Over1(framework.Refused, ""), "network_volume_id": framework.Over1(framework.Refused, ""),
			"records[*].network_volume_id":                             framework.Over1(framework.NotReturned, ""),
			"records[*].high_performance_storage_amount":               framework.Both,
			"records[*].high_performance_storage_disk_space_billed_gb": framework.Over2(framework.NotReturned, ""),
		},
		refuses: func(config networkVolumesModel, version int) map[string]string {
			refused := map[string]string{}
			for attribute, value := range map[string]types.String{
				"grouping": config.Grouping, "network_volume_id": config.NetworkVolumeID,
			} {
				if version == 1 && !value.IsNull() {
					refused[attribute] = "Its records are for all network volumes together."
				}
			}
			return refused
		},
		read: readNetworkVolumes,
	}
}

func readNetworkVolumes(ctx context.Context, c *client.Client, config *networkVolumesModel) (answer, error) {
	billed, err := c.Billing.NetworkVolumes(ctx, api.NetworkVolumeBillingFilter{
		BillingWindow: config.toAPI(), Grouping: config.Grouping.ValueString(),
		NetworkVolumeID: config.NetworkVolumeID.ValueString(),
	})
	if err != nil {
		return answer{}, err
	}
	config.Records, config.TotalAmount, err = sorted(billed.Records, volumeRecord{}.fromAPI)
	return answerOf(billed), err
}
