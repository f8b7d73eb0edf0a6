package acctest

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
)

// neverReturned2 names the attributes that an import over version 2 cannot find out either.
var neverReturned2 = map[string]map[string]string{
	"podfleet_endpoint": {
		"version": "contract-v2 5.2: not in an answer; the releases have it",
	},
	"podfleet_pod": {
		"template_id":        "contract-v2 8.3: null for every pod",
		"interruptible":      "contract-v2 8.3: not in an answer",
		"volume_in_gb":       "contract-v2 8.3: a CPU pod or one with a network volume can keep one of version 1",
		"volume_mount_path":  "contract-v2 8.3: not in an answer without a volume",
		"machine_id":         "contract-v2 8.3: not in an answer",
		"consumer_user_id":   "contract-v2 8.3: not in an answer",
		"last_status_change": "contract-v2 8.3: not in an answer",
	},
	"podfleet_template": {
		"readme":         "contract-v2 4: version 2 has none",
		"is_platform":    "contract-v2 4: version 2 has no such mark",
		"earned":         "contract-v2 4: version 2 has none",
		"runtime_in_min": "contract-v2 4: version 2 has none",
	},
}

// NeverReturned names, per type, the attributes that an import cannot find out, each with its reason. A test holds it
// against schema and contract, and an import check ignores these and no others.
var NeverReturned = map[string]map[string]string{
	"podfleet_container_registry_auth": {
		"name_prefix":         "the provider's own: the service has the name only",
		"username":            "contract 2.5: never returned",
		"password":            "contract 2.5: never returned",
		"password_wo":         "write-only",
		"password_wo_version": "the version of a write-only attribute",
	},
	"podfleet_endpoint": {
		"env_wo":         "write-only",
		"env_wo_version": "the version of a write-only attribute",
		"name_prefix":    "the provider's own: the service has the name only",
		"cpu_flavor_ids": "contract 2.3: not returned",
		"vcpu_count":     "contract 2.3: not returned",
	},
	"podfleet_job": {
		"input":            "contract 3.2: not returned",
		"input_wo":         "write-only",
		"input_wo_version": "the version of a write-only attribute",
		"policy":           "contract 3.2: not returned",
		"webhook":          "contract 3.2: not returned",
		"s3_config":        "contract 3.1: never echoed",
		"triggers":         "the provider's own",
	},
	"podfleet_network_volume": {
		"name_prefix": "the provider's own: the service has the name only",
	},
	"podfleet_pod": {
		"name_prefix":           "the provider's own: the service has the name only",
		"env_wo":                "write-only",
		"env_wo_version":        "the version of a write-only attribute",
		"restart_triggers":      "the provider's own",
		"reset_triggers":        "the provider's own",
		"global_networking":     "contract 2.6: never returned",
		"compute_type":          "contract 2.6: never returned",
		"cloud_type":            "contract 2.6: never returned",
		"min_cuda_version":      "contract-v2 8.3: not in an answer",
		"start_ssh":             "contract-v2 8.1: never returned",
		"start_jupyter":         "contract-v2 8.1: never returned",
		"gpu_type_ids":          "contract 2.6: never returned",
		"gpu_type_priority":     "contract 2.6: never returned",
		"cpu_flavor_ids":        "contract 2.6: never returned",
		"cpu_flavor_priority":   "contract 2.6: never returned",
		"data_center_ids":       "contract 2.6: never returned",
		"data_center_priority":  "contract 2.6: never returned",
		"country_codes":         "contract 2.6: never returned",
		"allowed_cuda_versions": "contract 2.6: never returned",
		"min_ram_per_gpu":       "contract 2.6: never returned",
		"min_vcpu_per_gpu":      "contract 2.6: never returned",
		"min_disk_bandwidth_megabytes_per_second": "contract 2.6: never returned",
		"min_download_mbps":                       "contract 2.6: never returned",
		"min_upload_mbps":                         "contract 2.6: never returned",
		"support_public_ip":                       "contract 2.6: never returned",
	},
	"podfleet_template": {
		"name_prefix":    "the provider's own: the service has the name only",
		"env_wo":         "write-only",
		"env_wo_version": "the version of a write-only attribute",
	},
}

// ignored returns the attributes of a type that an import check over the version of this environment leaves out.
func (e *Env) ignored(typeName string) []string {
	e.t.Helper()
	table, ok := NeverReturned[typeName]
	if !ok {
		e.t.Fatalf("%s is not in acctest.NeverReturned", typeName)
	}
	names := slices.Collect(maps.Keys(table))
	if e.Version() == 2 {
		names = slices.AppendSeq(names, maps.Keys(neverReturned2[typeName]))
	}
	return names
}

// ImportVerify returns a step that imports the object of the step before, by id, and finds the same state.
func (e *Env) ImportVerify(address, typeName string) resource.TestStep {
	e.t.Helper()
	return e.ImportVerifyBut(address, typeName)
}

// ImportVerifyBut does the same as ImportVerify for a configuration under which these attributes come back different;
// the caller says why.
func (e *Env) ImportVerifyBut(address, typeName string, attributes ...string) resource.TestStep {
	e.t.Helper()
	return resource.TestStep{
		ResourceName: address, ImportState: true, ImportStateVerify: true,
		ImportStateVerifyIgnore: append(e.ignored(typeName), attributes...),
	}
}

// PlanIs returns a check of the action that a step plans for an address before it applies.
func PlanIs(address string, action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}}
}

// PlanIsEmpty checks that a step plans nothing.
func PlanIsEmpty() resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}
}
