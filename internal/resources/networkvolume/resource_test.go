package networkvolume_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	address  = "podfleet_network_volume.it"
	typeName = "podfleet_network_volume"
	kind     = "networkVolumes"
)

func hcl(name string, size int, dataCenter, more string) string {
	return fmt.Sprintf("resource \"podfleet_network_volume\" \"it\" {\n  name = %q\n  size = %d\n  data_center_id = %q\n%s\n}\n", name, size, dataCenter, more)
}

func id(t *testing.T, w *acctest.Env) string {
	t.Helper()
	all := w.Objects(kind)
	if len(all) != 1 {
		t.Fatalf("%d volumes, want 1", len(all))
	}
	return fmt.Sprint(all[0]["id"])
}

func TestNetworkVolume_lifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	update := acctest.PlanIs(address, plancheck.ResourceActionUpdate)
	minimal := w.Config(hcl("data", 10, "EU-RO-1", ""))
	w.Run(
		resource.TestStep{
			Config: minimal, ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionCreate),
			Check: w.Sent("CreateNetworkVolume", `{"name":"data","size":10,"dataCenterId":"EU-RO-1"}`),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("deletion_protection"), knownvalue.Bool(false)),
			},
		},
		resource.TestStep{Config: minimal, ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote()},
		w.ImportVerify(address, typeName),
		resource.TestStep{
			Config: w.Config(hcl("more", 20, "EU-RO-1", "")), ConfigPlanChecks: update,
			Check: w.Sent("UpdateNetworkVolume", `{"name":"more","size":20}`),
		},
		resource.TestStep{ // The protection is the provider's own: nothing is sent.
			Config: w.Config(hcl("more", 20, "EU-RO-1", "deletion_protection = true")), ConfigPlanChecks: update, Check: w.Wrote(),
		},
		resource.TestStep{Config: w.Config(hcl("more", 20, "EU-RO-1", "")), ConfigPlanChecks: update, Check: w.Wrote()},
		resource.TestStep{
			PreConfig: func() {
				if err := w.PatchObject(kind, id(t, w), map[string]any{"name": "somebody was here"}); err != nil {
					t.Fatal(err)
				}
			},
			Config: w.Config(hcl("more", 20, "EU-RO-1", "")), ConfigPlanChecks: update, Check: w.Sent("UpdateNetworkVolume", `{"name":"more"}`),
		},
		resource.TestStep{
			Config:           w.Config(hcl("more", 5, "US-TX-3", "")), // A new one may be smaller.
			ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionDestroyBeforeCreate),
			Check:            w.Wrote("DeleteNetworkVolume", "CreateNetworkVolume"),
		},
		resource.TestStep{
			PreConfig: func() {
				if err := w.DeleteObject(kind, id(t, w)); err != nil {
					t.Fatal(err)
				}
			},
			Config: minimal, ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionCreate), Check: w.Wrote("CreateNetworkVolume"),
		},
		resource.TestStep{ // The first delete is carried out, its answer lost; the second says "nonexistent".
			PreConfig: func() {
				w.SetFaults(emulator.Fault{Operation: "DeleteNetworkVolume", Kind: "reset_after", Count: 1})
			},
			Config: w.Block(), Check: w.Wrote("DeleteNetworkVolume", "DeleteNetworkVolume"),
		},
	)
}

func TestNetworkVolume_doesNotShrink(t *testing.T) {
	t.Parallel()
	for _, allowed := range []bool{false, true} {
		t.Run(fmt.Sprint(allowed), func(t *testing.T) {
			t.Parallel()
			w := acctest.Start(t, emulator.Options{AllowVolumeShrink: allowed})
			w.Run(
				resource.TestStep{Config: w.Config(hcl("data", 20, "EU-RO-1", "")), Check: w.Wrote("CreateNetworkVolume")},
				resource.TestStep{
					Config: w.Config(hcl("data", 10, "EU-RO-1", "")), PlanOnly: true,
					ExpectError: regexp.MustCompile(acctest.Wrapped(`(?s)A network volume cannot shrink.*"data" has 20 GB, and size is 10`)),
				},
				resource.TestStep{Config: w.Config(hcl("data", 20, "EU-RO-1", "")), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote()},
			)
		})
	}
}

func TestNetworkVolume_protection(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	protected := w.Config(hcl("data", 20, "EU-RO-1", "deletion_protection = true"))
	w.Run(
		resource.TestStep{Config: protected},
		resource.TestStep{
			Config: protected, Destroy: true,
			ExpectError: regexp.MustCompile(acctest.Wrapped(`(?s)Cannot delete a protected network volume.*"data" \(20 GB\).*deletion_protection = false`)),
		},
		resource.TestStep{
			Config:      w.Config(hcl("data", 20, "US-TX-3", "deletion_protection = false")), // Both at once is no way around.
			ExpectError: regexp.MustCompile(acctest.Wrapped(`(?s)Cannot replace a protected network volume`)),
		},
		resource.TestStep{Config: w.Config(hcl("data", 20, "EU-RO-1", "deletion_protection = false"))},
	)
	if got := w.Requests("DeleteNetworkVolume"); len(got) != 1 {
		t.Errorf("%d deletes, want the one of the last step", len(got))
	}
}

// A plan can be older than the protection, and a replacement by -replace plans
// without a prior state: Delete refuses by itself.
func TestNetworkVolume_deleteRefusesByItself(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	created, _ := p.Apply(typeName, acctest.Instance{}, acctest.Values{"name": "data", "size": 20, "data_center_id": "EU-RO-1", "deletion_protection": true})
	_, diags := p.Destroy(typeName, created)
	if says := acctest.Text(diags); !strings.Contains(says, "Cannot delete a protected network volume") || len(w.Requests("DeleteNetworkVolume")) != 0 {
		t.Error(says)
	}
}

// To be protected from now on, and replaced in the same plan, contradict each other.
func TestNetworkVolume_protectedAndReplacedAtOnce(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	config := acctest.Values{"name": "data", "size": 20, "data_center_id": "EU-RO-1"}
	created, _ := p.Apply(typeName, acctest.Instance{}, config)
	config["data_center_id"], config["deletion_protection"] = "US-TX-3", true
	if says := acctest.Text(p.Plan(typeName, created, config).Diagnostics); !strings.Contains(says, "Cannot replace a protected network volume") {
		t.Error(says)
	}
}

func TestNetworkVolume_noTime(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.Run(resource.TestStep{
		Config:      w.Config(hcl("data", 10, "EU-RO-1", `timeouts { create = "0s" }`)),
		PlanOnly:    true,
		ExpectError: regexp.MustCompile(acctest.Wrapped(`(?s)Not a duration above zero.*timeouts\.create must be a duration above zero, such as 90s or 10m; got "0s"`)),
	})
	if asked := w.Journal(); len(asked) != 0 {
		t.Errorf("the service was asked: %v", asked)
	}
}

func TestNetworkVolume_lossIsAnnounced(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	config := acctest.Values{"name": "data", "size": 20, "data_center_id": "EU-RO-1"}
	created, _ := p.Apply(typeName, acctest.Instance{}, config)
	config["data_center_id"] = "US-TX-3"
	for verb, says := range map[string]string{
		"Deleting":  acctest.Text(p.PlanDestroy(typeName, created).Diagnostics),
		"Replacing": acctest.Text(p.Plan(typeName, created, config).Diagnostics),
	} {
		if !strings.Contains(says, "WARNING: "+verb+" a network volume loses what is on it") || !strings.Contains(says, `"data" holds 20 GB in EU-RO-1`) {
			t.Errorf("%s: %s", verb, says)
		}
	}
	config["data_center_id"], config["size"] = "EU-RO-1", 30
	if says := acctest.Text(p.Plan(typeName, created, config).Diagnostics); says != "" {
		t.Errorf("growing loses nothing: %s", says)
	}
}

func TestNetworkVolume_import(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	for id, name := range map[string]string{"v1": "data", "v2": "twin", "v3": "twin"} {
		if err := w.PutObject(kind, id, map[string]any{"name": name, "size": 10, "dataCenterId": "EU-RO-1"}); err != nil {
			t.Fatal(err)
		}
	}
	p := w.Process()
	instance, diags := p.Import(typeName, "name:data", "")
	if len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	plan := p.Plan(typeName, instance, acctest.Values{"name": "data", "size": 10, "data_center_id": "EU-RO-1"})
	if string(plan.PlannedState.MsgPack) != string(instance.State.MsgPack) {
		t.Errorf("the import plans %v", p.Attributes(typeName, plan.PlannedState))
	}
	if _, diags := p.Import(typeName, "name:twin", ""); !strings.Contains(acctest.Text(diags), `"twin" (id v2), "twin" (id v3)`) {
		t.Error(acctest.Text(diags))
	}
	if instance, diags = p.Import(typeName, "", "v2"); len(diags) != 0 || p.Attributes(typeName, instance.State)["name"].String() == "" {
		t.Error(acctest.Text(diags))
	}
}

func TestNetworkVolume_importByIdentity(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	config := w.Config(hcl("data", 10, "EU-RO-1", ""))
	w.RunCase(resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)},
		Steps: []resource.TestStep{
			{Config: config},
			{Config: config, ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity},
		},
	})
}

func TestNetworkVolume_unknownValuesAndRateLimits(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.SetFaults(emulator.Fault{Operation: "*", Kind: "status", Status: http.StatusTooManyRequests, Count: 2})
	late := `
resource "terraform_data" "late" { input = { name = "data", size = %d, center = "EU-RO-1", keep = false } }
resource "podfleet_network_volume" "it" {
  name                = terraform_data.late.output.name
  size                = terraform_data.late.output.size
  data_center_id      = terraform_data.late.output.center
  deletion_protection = terraform_data.late.output.keep
}
`
	w.Run(
		resource.TestStep{Config: w.Config(fmt.Sprintf(late, 10)), Check: w.Wrote("CreateNetworkVolume", "CreateNetworkVolume", "CreateNetworkVolume")},
		resource.TestStep{Config: w.Config(fmt.Sprintf(late, 20)), Check: resource.TestCheckResourceAttr(address, "size", "20")},
	)
}

func TestNetworkVolume_badInput(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	for says, config := range map[string]string{
		`between 1 and 4000, got: 0`:    hcl("data", 0, "EU-RO-1", ""),
		`between 1 and 4000, got: 4001`: hcl("data", 4001, "EU-RO-1", ""),
		`name string length must be`:    hcl("", 10, "EU-RO-1", ""),
		`data_center_id string length`:  hcl("data", 10, "", ""),
	} {
		w.Run(resource.TestStep{Config: w.Config(config), PlanOnly: true, ExpectError: regexp.MustCompile(acctest.Wrapped(says))})
	}
	if asked := w.Journal(); len(asked) != 0 {
		t.Errorf("the service was asked: %v", asked)
	}
	w.AllowBadRequests() // The catalogue of data centers is the service's, and grows.
	w.Run(resource.TestStep{
		Config:      w.Config(hcl("data", 10, "XX-1", "")),
		ExpectError: regexp.MustCompile(acctest.Wrapped(`(?s)Cannot create network volume.*data_center_id = "XX-1".*No network volume called "data" exists now`)),
	})
}
