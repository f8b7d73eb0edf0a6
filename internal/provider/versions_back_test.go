package provider_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// An object that was created over version 2 plans empty over version 1, and over version 2 after that, with each
// attribute that version 2 does not refuse, and with all of them. Nothing is sent, except, in place: an endpoint gets
// its template back over version 1, and the values that version 2 does not accept or store.
func TestVersions_backOverVersion1(t *testing.T) {
	longtest.ManyCases(t)
	t.Parallel()
	ofResources, _ := provider.VersionTables(t.Context())
	for typeName, table := range ofResources {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			all := map[string]string{}
			tried := longtest.Tenth(t)
			for i, name := range slices.Sorted(maps.Keys(samples[typeName])) {
				one := samples[typeName][name]
				if table[name].V2.How == framework.Refused {
					continue
				}
				if len(one.with) == 0 {
					all[name] = one.value
				}
				if !tried(i) && (table[name] == framework.Both || table[name] == framework.ProviderOwn) {
					continue
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					backOverVersion1(t, typeName, config(typeName, one.with, map[string]string{name: one.value}))
				})
			}
			for name, more := range everything[typeName] {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					backOverVersion1(t, typeName, config(typeName, all, more))
				})
			}
		})
	}
}

// everything completes the attributes of a type that need no others to configurations with everything that fits
// together.
var everything = map[string]map[string]map[string]string{
	"podfleet_container_registry_auth": {"everything": {}},
	"podfleet_network_volume":          {"everything": {}},
	"podfleet_template": {
		"everything":             {"is_serverless": "", "env_wo": `{ B = "2" }`, "env_wo_version": `1`},
		"everything, serverless": {"volume_in_gb": `0`, "env_wo": `{ B = "2" }`, "env_wo_version": `1`},
	},
	"podfleet_endpoint": {
		"everything, GPU": {"compute_type": "", "min_cuda_version": "", "gpu_pools": "", "idle_timeout": "",
			"network_volume_ids": `["vol1"]`},
		"everything, pools": {"compute_type": "", "allowed_cuda_versions": "", "gpu_type_ids": "", "idle_timeout": "",
			"gpu_pools": `["AMPERE_24"]`, "excluded_gpu_type_ids": `["NVIDIA L4"]`, "network_volume_id": ""},
		"everything, CPU": {"min_cuda_version": "", "allowed_cuda_versions": "", "gpu_type_ids": "", "gpu_count": "",
			"gpu_pools": "", "idle_timeout": "", "cpu_flavor_ids": `["cpu3c"]`, "vcpu_count": `4`},
		"everything, own container": {"compute_type": "", "min_cuda_version": "", "gpu_pools": "", "scaler_type": "",
			"template_id": "", "image_name": `"img:2"`, "docker_entrypoint": `["/bin/sh"]`,
			"docker_start_cmd": `["a", "b c"]`, "container_disk_in_gb": `7`, "ports": `["9000/tcp"]`,
			"env": `{ A = "1" }`, "env_wo": `{ B = "2" }`, "env_wo_version": `1`,
			"container_registry_auth_id": `"auth1"`},
	},
	"podfleet_pod": {
		"everything, GPU": {"compute_type": "", "cloud_type": "", "min_cuda_version": "", "network_volume_id": "",
			"template_id": "", "desired_status": "", "locked": "", "env_wo": `{ B = "2" }`, "env_wo_version": `1`},
		"everything, network volume": {"compute_type": "", "cloud_type": "", "min_cuda_version": "", "volume_in_gb": "",
			"allowed_cuda_versions": "", "desired_status": "", "locked": ""},
		"everything, CPU": {"cloud_type": "", "allowed_cuda_versions": "", "min_cuda_version": "", "gpu_type_ids": "",
			"gpu_count": "", "network_volume_id": "", "volume_in_gb": "", "country_codes": "", "min_ram_per_gpu": "",
			"min_vcpu_per_gpu": "", "cpu_flavor_ids": `["cpu3g"]`, "vcpu_count": `4`, "global_networking": ""},
	},
}

func backOverVersion1(t *testing.T, typeName, config string) {
	t.Helper()
	env := stockForWalk(t, func(o ...emulator.Options) *acctest.Env { return acctest.Start(t, o...).UseVersion(2) })
	object := env.Process().Object(typeName)
	object.Apply(config, acctest.Create)
	env.UseVersion1()
	object.Process = env.Process()
	env.ClearJournal()
	update, sent := "UpdateEndpoint", map[string]any{}
	if typeName == "podfleet_endpoint" && string(object.JSON("template_id")) != "null" {
		sent["templateId"] = object.JSON("template_id")
	}
	// Version 2 does not accept or store these.
	if strings.Contains(config, "REQUEST_COUNT") {
		sent["idleTimeout"] = object.JSON("idle_timeout")
	}
	if strings.Contains(config, "readme = ") {
		update, sent["readme"] = "UpdateTemplate", object.JSON("readme")
	}
	if typeName == "podfleet_template" && strings.Contains(config, "volume_mount_path = ") &&
		string(object.JSON("volume_in_gb")) == "0" {
		sent["volumeMountPath"] = object.JSON("volume_mount_path")
	}
	if len(sent) > 0 {
		body, err := json.Marshal(sent)
		if err != nil {
			t.Fatal(err)
		}
		object.Apply(config, acctest.Update)
		env.ExpectSent(update, string(body))
	}
	object.Apply(config, acctest.NoOp)
	env.ExpectWrites()
	env.UseVersion2()
	object.Process = env.Process()
	object.Apply(config, acctest.NoOp)
	env.ExpectWrites()
	if unlocked := strings.Replace(config, "locked = true", "", 1); unlocked != config {
		object.Apply(unlocked, acctest.Update)
	}
}

// The mount path of an object without a volume has no effect, and version 2 does not store it. Over version 1 a
// template gets it in place. A pod, which an update would reset, gets it with a volume.
func TestVersions_mountPathBackOverVersion1(t *testing.T) {
	t.Parallel()
	for typeName, operation := range map[string]string{
		"podfleet_pod": "UpdatePod", "podfleet_template": "UpdateTemplate",
	} {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t, emulator.Options{AutoAdvance: true}).UseVersion(2)
			with := func(size string) string {
				return config(typeName, map[string]string{"volume_in_gb": size, "volume_mount_path": `"/data"`})
			}
			object := env.Process().Object(typeName)
			object.Apply(with("0"), acctest.Create)
			env.UseVersion1()
			object.Process = env.Process()
			env.ClearJournal()
			if typeName == "podfleet_template" {
				object.Apply(with("0"), acctest.Update)
				env.ExpectSent(operation, `{"volumeMountPath":"/data"}`)
			}
			object.Apply(with("0"), acctest.NoOp)
			env.ExpectWrites()
			object.Apply(with("30"), acctest.Update)
			env.ExpectSent(operation, `{"volumeInGb":30,"volumeMountPath":"/data"}`)
			object.Apply(with("30"), acctest.NoOp)
			object.Apply(with("40"), acctest.Update)
			env.ExpectSent(operation, `{"volumeInGb":40}`)
		})
	}
}
