package billing

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

type networkVolumesModel struct {
	window
	TotalAmount types.Float64  `tfsdk:"total_amount"`
	Records     []volumeRecord `tfsdk:"records"`
}

// NewNetworkVolumes returns podfleet_billing_network_volumes, what network volumes cost.
func NewNetworkVolumes() datasource.DataSource {
	return &report[networkVolumesModel]{
		objects: "network volumes",
		description: "What the account's network volumes cost all together, those that are deleted included. The " +
			"service does not tell them apart.",
		attributes: map[string]schema.Attribute{
			"total_amount": total(),
			"records":      records(storage()),
		},
		over2: func(networkVolumesModel) map[string]string { return nil },
		read:  readNetworkVolumes,
	}
}

func readNetworkVolumes(ctx context.Context, c *client.Client, config *networkVolumesModel) error {
	billed, err := c.Billing.NetworkVolumes(ctx, client.NetworkVolumeBillingFilter{BillingWindow: config.toAPI()})
	if err != nil {
		return err
	}
	config.Records, config.TotalAmount, err = sorted(billed, volumeRecord{}.fromAPI)
	return err
}
