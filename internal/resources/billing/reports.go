package billing

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

// NewPods returns podfleet_billing_pods, what pods cost.
func NewPods() datasource.DataSource {
	return &report{
		of: api.BilledPods, objects: "pods",
		description: "Reports the cost of pods, including deleted ones. The workers of endpoints are in " +
			"`podfleet_billing_endpoints`.",
		filters: map[string]filter{
			"grouping": grouping("podId", "Its records are for single pods.", "gpuTypeId", "podId"),
			"pod_id":   {attribute: only("this pod")},
			"gpu_type_id": {only("pods with this GPU type"), lookups.Missing{Over: 2,
				Why: "Its records do not show a GPU type."}},
		},
		columns: append(usage(), "pod_id"),
	}
}

// NewEndpoints returns podfleet_billing_endpoints, what the workers of endpoints cost.
func NewEndpoints() datasource.DataSource {
	byID := lookups.Missing{Over: 2, Why: "Its records can be selected by endpoint_id only."}
	return &report{
		of: api.BilledEndpoints, objects: "endpoints",
		description: "Reports the cost of workers of serverless endpoints, including workers that have ended and those of " +
			"deleted endpoints.",
		filters: map[string]filter{
			"grouping": grouping("endpointId", "Its records are for single endpoints.", "endpointId", "podId",
				"gpuTypeId"),
			"endpoint_id":     {attribute: only("the workers of this endpoint")},
			"pod_id":          {only("this worker"), byID},
			"gpu_type_ids":    {onlyAny("workers with one of these GPU types"), byID},
			"data_center_ids": {onlyAny("workers in one of these data centers"), byID},
			"image_name":      {only("workers with this image"), byID},
			"template_id":     {only("workers of this template"), byID},
		},
		columns:  append(usage(), "endpoint_id", "pod_id"),
		versions: framework.VersionTable{"records[*].pod_id": framework.Over2(framework.NotReturned, "")},
	}
}

// NewNetworkVolumes returns podfleet_billing_network_volumes, what network volumes cost.
func NewNetworkVolumes() datasource.DataSource {
	together := lookups.Missing{Over: 1, Why: "Its records are for all network volumes together."}
	return &report{
		of: api.BilledNetworkVolumes, objects: "network volumes",
		description: "Reports the cost of the account's network volumes, including deleted ones: the sum of all, or over " +
			"version 2 of the management interface for each volume.",
		filters: map[string]filter{
			"grouping":          {byVolume(), together},
			"network_volume_id": {only("this network volume"), together},
		},
		columns: []string{"network_volume_id", "high_performance_storage_amount",
			"high_performance_storage_disk_space_billed_gb"},
	}
}
