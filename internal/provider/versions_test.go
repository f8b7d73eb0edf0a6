package provider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A state of one version of the management interface plans empty over the other, with every attribute and with none:
// nothing is sent. Back over the first one, too.
func TestVersions_planEmpty(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		typeName, config string
		only1            bool // Version 2 makes no volume that is so small.
	}{
		"network volume": {typeName: "podfleet_network_volume",
			config: "name = \"data\"\nsize = 10\ndata_center_id = \"EU-RO-1\""},
		"small network volume": {typeName: "podfleet_network_volume", only1: true,
			config: "name = \"data\"\nsize = 5\ndata_center_id = \"EU-RO-1\""},
		"registry login": {typeName: "podfleet_container_registry_auth",
			config: "name = \"hub\"\nusername = \"u\"\npassword_wo = \"p\"\npassword_wo_version = 1"},
		"template": {typeName: "podfleet_template",
			config: "name = \"web\"\nimage_name = \"img:1\""},
		"serverless template": {typeName: "podfleet_template",
			config: "name = \"web\"\nimage_name = \"img:1\"\nis_serverless = true"},
		"template with everything": {typeName: "podfleet_template", only1: true, config: `
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
			switchVersions := func(t *testing.T, start acctest.Starter) {
				t.Helper()
				env := start()
				object := env.Process().Object(test.typeName)
				config := "resource \"" + test.typeName + "\" \"it\" {\n" + test.config + "\n}\n"
				object.Apply(config, acctest.Create)
				_ = env.Writes()
				for range 2 {
					if env.Version() == 1 {
						env.UseVersion2()
					} else {
						env.UseVersion1()
					}
					object.Process = env.Process()
					object.Apply(config, acctest.NoOp)
					env.ExpectWrites()
				}
			}
			if test.only1 {
				switchVersions(t, func(o ...emulator.Options) *acctest.Env { return acctest.Start(t, o...) })
				return
			}
			acctest.EachVersion(t, switchVersions)
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

// A plan of an update that was saved over one version is one error over the other, before anything is sent. A refresh
// over that version helps. An object that stays as it is plans nothing either way.
func TestVersions_savedUpdate(t *testing.T) {
	t.Parallel()
	for typeName, change := range map[string]string{"podfleet_endpoint": "workers_max", "podfleet_pod": "name",
		"podfleet_template": "image_name"} {
		for _, versions := range [][2]int{{1, 2}, {2, 1}} {
			env := stockForWalk(t, func(o ...emulator.Options) *acctest.Env { return acctest.Start(t, o...) })
			before, after := env.UseVersion(versions[0]).Process(), env.UseVersion(versions[1]).Process()
			object := before.Object(typeName)
			object.Apply(config(typeName), acctest.Create)
			unchanged := acctest.Values{"name": "n"}
			if typeName == "podfleet_endpoint" {
				unchanged["template_id"] = "t1"
			} else {
				unchanged["image_name"] = "img:1"
			}
			changed := maps.Clone(unchanged)
			changed[change] = map[string]any{"workers_max": 5, "name": "m", "image_name": "img:2"}[change]
			if says := acctest.Text(after.Plan(typeName, object.Instance, unchanged).Diagnostics); says != "" {
				t.Errorf("%s: %s", typeName, says)
			}
			diags := after.Plan(typeName, object.Instance, changed).Diagnostics
			if says := acctest.Text(diags); len(diags) != 1 ||
				!strings.HasPrefix(says, "ERROR: The plan is for another version: The ") ||
				!strings.Contains(says, object.ID()+") was last read over version ") {
				t.Errorf("%s: %s", typeName, says)
			}
			read, _ := after.Read(typeName, object.Instance)
			if says := acctest.Text(after.Plan(typeName, read, changed).Diagnostics); strings.Contains(says, "ERROR") {
				t.Errorf("%s: %s", typeName, says)
			}
			if updated, diags := after.Apply(typeName, read, changed); strings.Contains(acctest.Text(diags), "ERROR") ||
				strings.Contains(acctest.Text(after.Plan(typeName, updated, unchanged).Diagnostics), "ERROR") {
				t.Errorf("%s: %s", typeName, acctest.Text(diags))
			}
		}
	}
}
