package provider_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// filterSamples has a value of each argument of a list that tells versions apart, by data source.
var filterSamples = map[string]map[string]any{
	"podfleet_pods": {
		"name": "p", "compute_type": "GPU", "desired_status": "RUNNING", "image_name": "i", "network_volume_id": "v",
		"cpu_flavor_ids": []string{"cpu3c"}, "data_center_ids": []string{"EU-RO-1"}, "gpu_type_ids": []string{"NVIDIA L4"},
		"template_id": "t", "endpoint_id": "e", "include_workers": true, "older_than": "1h",
	},
	"podfleet_templates": {"include_endpoint_bound": false, "include_public": true, "include_platform": true},
	"podfleet_billing_pods": {
		"bucket_size": "week", "start_time": "2025-12-01T00:00:00Z", "end_time": "2025-12-29T00:00:00Z",
		"grouping": "podId", "pod_id": "p", "gpu_type_id": "NVIDIA L4",
	},
	"podfleet_billing_endpoints": {
		"bucket_size": "week", "start_time": "2025-12-01T00:00:00Z", "end_time": "2025-12-29T00:00:00Z",
		"grouping": "endpointId", "endpoint_id": "e", "pod_id": "p", "gpu_type_ids": []string{"NVIDIA L4"},
		"data_center_ids": []string{"EU-RO-1"}, "image_name": "i", "template_id": "t",
	},
	"podfleet_billing_network_volumes": {
		"bucket_size": "week", "start_time": "2025-12-01T00:00:00Z", "end_time": "2025-12-29T00:00:00Z",
		"grouping": "networkVolumeId", "network_volume_id": "v",
	},
}

// Each filter works or is refused over each version as its table says; a refused one sends nothing.
func TestVersions_filters(t *testing.T) {
	t.Parallel()
	_, ofDataSources := provider.VersionTables(t.Context())
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		p := env.Process()
		for typeName, schema := range p.DataSources() {
			table := ofDataSources[typeName]
			if slices.Contains(onlyQueue, typeName) || refusedAsAWhole(table) || !strings.HasSuffix(typeName, "s") {
				continue
			}
			for _, attribute := range schema.Block.Attributes {
				value, sampled := filterSamples[typeName][attribute.Name]
				switch {
				case !attribute.Optional || attribute.Name == "name_regex":
					continue
				case !sampled:
					t.Errorf("%s.%s has no sample", typeName, attribute.Name)
					continue
				}
				env.ClearJournal()
				config := acctest.Values{attribute.Name: value}
				if attribute.Name == "older_than" {
					config["name_regex"] = "."
				}
				_, diags := p.Lookup(typeName, config)
				if hasOver(table[attribute.Name], env.Version()).How != framework.Refused {
					if len(diags) != 0 || len(env.Journal()) == 0 {
						t.Errorf("%s.%s: %s", typeName, attribute.Name, acctest.Text(diags))
					}
					continue
				}
				if text := acctest.Text(diags); len(diags) != 1 || !strings.Contains(text, fmt.Sprintf("Not possible over "+
					"version %d", env.Version())) || !strings.Contains(text, "(at "+attribute.Name+")") {
					t.Errorf("%s.%s: %s", typeName, attribute.Name, text)
				}
				env.ExpectRequests()
			}
		}
	})
}
