package pod

import (
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
	"github.com/podfleet/terraform-provider-podfleet/internal/policytest"
)

func TestPolicies(t *testing.T) {
	t.Parallel()
	subject := func(config, computed map[string]any) policytest.Subject {
		all := map[string]any{
			"id": "id1", "machine": map[string]any{"data_center_id": "a", "secure_cloud": true},
			"gpu": map[string]any{"id": "a", "count": 11}, "vcpu_count": 8,
		}
		maps.Copy(all, computed)
		return policytest.Subject{
			Config: config, Computed: all,
			Samples: map[string][2]any{
				"compute_type": {"GPU", "CPU"}, "cloud_type": {"SECURE", "COMMUNITY"}, "desired_status": {"EXITED", "RUNNING"},
				"wait_for_ready": {false, true},
				// Version 2 has no pod without a disk, and no change from no volume to one.
				"container_disk_in_gb": {11, 0}, "volume_in_gb": {11, 0},
			},
			Alone: []string{"compute_type", "template_id", "network_volume_id", "desired_status"},
		}
	}
	// with has other samples of the attributes that version 2 has with limits: it keeps a first value that it refuses.
	with := func(disk, volume int, of policytest.Subject) policytest.Subject {
		of.Samples["container_disk_in_gb"], of.Samples["volume_in_gb"] = [2]any{disk, 13}, [2]any{volume, 13}
		return of
	}
	cpu := map[string]any{
		"gpu": nil, "cpu_flavor_id": "a", "vcpu_count": 2,
		"machine": map[string]any{"data_center_id": "a", "secure_cloud": false},
	}
	policytest.Check(t, "testdata/policies.txt", policytest.Entity{
		Table: policies,
		New: func(table policy.Table) resource.Resource {
			r := NewResource()
			r.(*Resource).policies = table //nolint:forcetypeassert // NewResource says so.
			return r
		},
		NoPolicy: []string{"name_prefix", "env_wo", "deletion_protection"},
		Subjects: map[string]policytest.Subject{
			"gpu":               with(0, 0, subject(map[string]any{"image_name": "img:1"}, nil)),
			"cpu":               subject(map[string]any{"image_name": "img:1", "compute_type": "CPU"}, cpu),
			"cpu without a say": subject(map[string]any{"image_name": "img:1"}, cpu),
			"without a machine": with(0, 5, subject(map[string]any{"image_name": "img:1"},
				map[string]any{"machine": nil, "gpu": nil})),
			"of a template": subject(map[string]any{"template_id": "t1"}, map[string]any{
				"image_name": "img:t", "ports": []string{"1/tcp"}, "container_disk_in_gb": 3, "volume_in_gb": 4,
				"volume_mount_path": "/t", "docker_start_cmd": []string{}, "docker_entrypoint": []string{},
			}),
		},
	})
}
