package provider_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// A state of version 1 of the management interface plans empty over version 2, with every attribute and with none:
// nothing is sent.
func TestVersions_planEmpty(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ typeName, config string }{
		"network volume": {typeName: "podfleet_network_volume",
			config: "name = \"data\"\nsize = 10\ndata_center_id = \"EU-RO-1\""},
		"small network volume": {typeName: "podfleet_network_volume",
			config: "name = \"data\"\nsize = 5\ndata_center_id = \"EU-RO-1\""},
		"registry login": {typeName: "podfleet_container_registry_auth",
			config: "name = \"hub\"\nusername = \"u\"\npassword_wo = \"p\"\npassword_wo_version = 1"},
		"template": {typeName: "podfleet_template",
			config: "name = \"web\"\nimage_name = \"img:1\""},
		"serverless template": {typeName: "podfleet_template",
			config: "name = \"web\"\nimage_name = \"img:1\"\nis_serverless = true"},
		"template with everything": {typeName: "podfleet_template", config: `
  name                = "web"
  image_name          = "img:1"
  category            = "AMD"
  container_disk_in_gb = 7
  volume_in_gb        = 8
  volume_mount_path   = "/data"
  docker_entrypoint   = ["/bin/sh", "-c"]
  docker_start_cmd    = ["echo", "hi there"]
  env                 = { MODE = "fast", EMPTY = "" }
  env_wo              = { TOKEN = "hunter2" }
  env_wo_version      = 1
  ports               = ["9000/tcp"]
  is_public           = true
  readme              = "# Title"
`},
		"template with an empty command": {typeName: "podfleet_template", config: `
  name              = "web"
  image_name        = "img:1"
  docker_entrypoint = ["/bin/sh"]
  docker_start_cmd  = []
  ports             = []
  volume_in_gb      = 0
`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			object := env.Process().Object(test.typeName)
			config := "resource \"" + test.typeName + "\" \"it\" {\n" + test.config + "\n}\n"
			object.Apply(config, acctest.Create)
			_ = env.Writes()
			env.UseVersion(2)
			object.Process = env.Process()
			object.Apply(config, acctest.NoOp)
			env.ExpectWrites()
		})
	}
}

// A plan of a create can be saved over one version and applied over the other. So it has no value that depends on the
// version: the CLI would call the difference a bug of the provider.
func TestVersions_savedCreate(t *testing.T) {
	t.Parallel()
	env := stockForWalk(t, func(o ...emulator.Options) *acctest.Env { return acctest.Start(t, o...) })
	first := env.UseVersion(1).Process()
	second := env.UseVersion(2).Process()
	compared := 0
	for typeName, all := range samples {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			hcl := config(typeName, all[name].with, map[string]string{name: all[name].value})
			over1, _ := first.Object(typeName).TryPlan(hcl)
			over2, _ := second.Object(typeName).TryPlan(hcl)
			if over1 == nil || over2 == nil {
				continue // A version refuses the value.
			}
			compared++
			for _, problem := range append(over1.Contradictions(over2), over2.Contradictions(over1)...) {
				t.Errorf("%s with %s: %v", typeName, name, problem)
			}
		}
	}
	if compared < 60 {
		t.Errorf("%d configurations", compared)
	}
}

// updates has the values of the base of each type, and other ones if the type has updates.
var updates = map[string]struct{ from, to acctest.Values }{
	"podfleet_container_registry_auth": {from: acctest.Values{"name": "n", "username": "u", "password": "p"}},
	"podfleet_endpoint": {acctest.Values{"name": "n", "template_id": "t1"},
		acctest.Values{"name": "n", "template_id": "t1", "workers_max": 5}},
	"podfleet_pod": {acctest.Values{"name": "n", "image_name": "img:1"},
		acctest.Values{"name": "m", "image_name": "img:1"}},
	"podfleet_template": {acctest.Values{"name": "n", "image_name": "img:1"},
		acctest.Values{"name": "n", "image_name": "img:2"}},
	"podfleet_network_volume": {acctest.Values{"name": "n", "size": 20, "data_center_id": "EU-RO-1"},
		acctest.Values{"name": "m", "size": 20, "data_center_id": "EU-RO-1"}},
}

// A plan of an update that was saved over version 1, or did not refresh, is one error over version 2, before anything
// is sent. A refresh over version 2 helps. An object that stays as it is plans nothing either way.
func TestVersions_savedUpdate(t *testing.T) {
	t.Parallel()
	for typeName, update := range updates {
		if update.to == nil {
			continue
		}
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			env := stockForWalk(t, func(o ...emulator.Options) *acctest.Env { return acctest.Start(t, o...) })
			object := env.Process().Object(typeName)
			object.Apply(config(typeName), acctest.Create)
			after := env.UseVersion(2).Process()
			if says := acctest.Text(after.Plan(typeName, object.Instance, update.from).Diagnostics); says != "" {
				t.Error(says)
			}
			diags := after.Plan(typeName, object.Instance, update.to).Diagnostics
			if says := acctest.Text(diags); len(diags) != 1 ||
				!strings.HasPrefix(says, "ERROR: The plan is for another version: The ") ||
				!strings.Contains(says, object.ID()+") was last read over version 1") {
				t.Error(says)
			}
			read, _ := after.Read(typeName, object.Instance)
			if _, diags := after.Apply(typeName, read, update.to); strings.Contains(acctest.Text(diags), "ERROR") {
				t.Error(acctest.Text(diags))
			}
		})
	}
}

// Over version 1, a state that version 2 has written is one error a run, and nothing is sent. Version 2 continues.
func TestVersions_oneWay(t *testing.T) {
	t.Parallel()
	const way = "ERROR: Version 2 has written the state: "
	for typeName, update := range updates {
		for by, first := range map[string]int{"created": 2, "read": 1} {
			t.Run(typeName+", "+by, func(t *testing.T) {
				t.Parallel()
				env := stockForWalk(t, func(o ...emulator.Options) *acctest.Env { return acctest.Start(t, o...) })
				over2 := env.UseVersion(2).Process()
				object := over2.Object(typeName)
				unread, _ := env.UseVersion(first).Process().Apply(typeName, acctest.Instance{}, update.from)
				object.Instance = unread
				object.Refresh()
				it, env := object.Instance, env.UseVersion(1)
				env.ClearJournal()
				refuses := func(when string, diags []*tfprotov6.Diagnostic) {
					t.Helper()
					says := acctest.Text(diags)
					if len(diags) != 1 || !strings.HasPrefix(says, way) || !strings.Contains(says, object.ID()) ||
						!strings.Contains(says, "rest_url to the base URL of version 2, which ends in /v2") {
						t.Errorf("%s: %s", when, says)
					}
				}
				silent := func(when string, before, after acctest.Instance, diags []*tfprotov6.Diagnostic) {
					t.Helper()
					if len(diags) > 0 || string(before.State.MsgPack) != string(after.State.MsgPack) ||
						string(before.Private) != string(after.Private) {
						t.Errorf("%s: %s", when, acctest.Text(diags))
					}
				}
				run := env.Process()
				_, diags := run.Read(typeName, it)
				refuses("the first read", diags)
				again, diags := run.Read(typeName, it)
				silent("the next read", it, again, diags)
				if says := acctest.Text(run.PlanDestroy(typeName, it).Diagnostics); says != "" {
					t.Errorf("a plan after it: %s", says)
				}
				if update.to != nil {
					kept, diags := run.Apply(typeName, it, update.to)
					refuses("an update", diags)
					silent("an update", it, kept, nil)
				}
				kept, diags := run.Destroy(typeName, it)
				refuses("a delete", diags)
				silent("a delete", it, kept, nil)

				refuses("a destroy without a refresh", env.Process().PlanDestroy(typeName, it).Diagnostics)
				refuses("an empty plan without a refresh", env.Process().Plan(typeName, it, update.from).Diagnostics)
				if update.to != nil {
					refuses("a plan without a refresh", env.Process().Plan(typeName, it, update.to).Diagnostics)
				}
				env.ExpectRequests()

				// A refresh that was not saved does not count, nor does one whose process was killed.
				if _, diags := run.Read(typeName, it.WithoutPrivate()); strings.Contains(acctest.Text(diags), way) {
					t.Error(acctest.Text(diags))
				}
				if _, diags := env.Process().Read(typeName, unread); strings.Contains(acctest.Text(diags), way) != (first == 2) {
					t.Error(acctest.Text(diags))
				}
				object.Apply(config(typeName), acctest.NoOp)
			})
		}
	}
}

// An import over version 1 of an object of version 2 works. What version 1 does not show, the plan adopts and says so.
func TestVersions_importOverVersion1(t *testing.T) {
	t.Parallel()
	env := stockForWalk(t, func(o ...emulator.Options) *acctest.Env { return acctest.Start(t, o...) }).UseVersion(2)
	flags := config("podfleet_pod", map[string]string{"start_ssh": "true", "volume_in_gb": "20"})
	first := env.Process().Object("podfleet_pod")
	first.Apply(flags, acctest.Create)
	imported := env.UseVersion(1).Process().Object("podfleet_pod")
	imported.Import(first.ID())
	_ = env.Writes()
	says := acctest.Text(imported.Apply(flags, acctest.Update))
	if !strings.Contains(says, "Value not verified after import") || !strings.Contains(says, "start_ssh") {
		t.Error(says)
	}
	imported.Apply(flags, acctest.NoOp)
	env.ExpectWrites()
}

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

// Each filter works or is refused over each version as its table says; a refused one sends nothing, even if its value
// is unknown.
func TestVersions_filters(t *testing.T) {
	t.Parallel()
	_, ofDataSources := provider.VersionTables(t.Context())
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		p := env.Process()
		for typeName, schema := range p.Schemas.DataSourceSchemas {
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
				if hasOver(table[attribute.Name], env.Version()).How != framework.Refused {
					_, diags := p.Lookup(typeName, config)
					if len(diags) != 0 || len(env.Requests()) == 0 {
						t.Errorf("%s.%s: %s", typeName, attribute.Name, acctest.Text(diags))
					}
					continue
				}
				for _, config[attribute.Name] = range []any{value, tftypes.UnknownValue} {
					_, diags := p.Lookup(typeName, config)
					if text := acctest.Text(diags); len(diags) != 1 || !strings.Contains(text, fmt.Sprintf("Not possible over "+
						"version %d", env.Version())) || !strings.Contains(text, "(at "+attribute.Name+")") {
						t.Errorf("%s.%s: %s", typeName, attribute.Name, text)
					}
				}
				env.ExpectRequests()
			}
		}
	})
}
