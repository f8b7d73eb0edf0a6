package template_test

import (
	"fmt"
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
)

// A template whose category changes is replaced. With a prefix, the new one can
// be there before the old one goes.
func TestTemplate_replacedBeforeDestroy(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	config := func(category string) string {
		return w.Config(hcl(fmt.Sprintf(`
			name_prefix = "web-"
			category    = %q
			lifecycle { create_before_destroy = true }`, category)))
	}
	w.Run(
		resource.TestStep{
			Config: config("NVIDIA"),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("name"), knownvalue.StringRegexp(regexp.MustCompile(`^web-[a-z0-9]{10}$`))),
			},
		},
		resource.TestStep{Config: config("NVIDIA"), ConfigPlanChecks: acctest.PlanIsEmpty()},
		resource.TestStep{
			PreConfig: w.ClearJournal, Config: config("AMD"),
			ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionCreateBeforeDestroy),
			Check:            w.Wrote("CreateTemplate", "DeleteTemplate"),
		},
		w.ImportVerify(address, typeName),
	)
}

// Between name and name_prefix one can go back and forth; a name that fits stays.
func TestTemplate_prefixes(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	update := acctest.PlanIs(address, plancheck.ResourceActionUpdate)
	w.Run(
		resource.TestStep{Config: w.Config(hcl(`name = "web-1"`)), Check: w.Wrote("CreateTemplate")},
		resource.TestStep{ // The name has the prefix: the service need not know.
			Config: w.Config(hcl(`name_prefix = "web-"`)), ConfigPlanChecks: update, Check: w.Wrote(),
			ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownValue(address, tfjsonpath.New("name"), knownvalue.StringExact("web-1"))},
		},
		resource.TestStep{ // Another prefix renames, in place.
			Config: w.Config(hcl(`name_prefix = "api-"`)), Check: w.Wrote("UpdateTemplate"),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate),
				plancheck.ExpectUnknownValue(address, tfjsonpath.New("name")),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("name"), knownvalue.StringRegexp(regexp.MustCompile(`^api-`))),
			},
		},
		resource.TestStep{Config: w.Config(hcl(`name = "web-1"`)), ConfigPlanChecks: update, Check: w.Sent("UpdateTemplate", `{"name":"web-1"}`)},
	)
}

func TestTemplate_import(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	for id, name := range map[string]string{"t1": "web", "t2": "twin", "t3": "twin"} {
		if err := w.PutObject(kind, id, map[string]any{"name": name, "imageName": "img:1"}); err != nil {
			t.Fatal(err)
		}
	}
	p := w.Process()
	for _, test := range []struct{ id, identity, found, says string }{
		{id: "t1", found: "t1"},
		{id: "name:web", found: "t1"},
		{identity: "t1", found: "t1"},
		{id: "name:twin", says: `2 of them are called "twin". Use the id instead. There are: "twin" (id t2), "twin" (id t3).`},
		{id: "name:none", says: `No template is called "none". There are: "twin" (id t2), "twin" (id t3), "web" (id t1).`},
		{id: "name:", says: `No template is called "".`},
	} {
		instance, diags := p.Import(typeName, test.id, test.identity)
		if test.says != "" {
			if !strings.Contains(acctest.Text(diags), test.says) {
				t.Errorf("%+v: %s", test, acctest.Text(diags))
			}
			continue
		}
		var got string
		if err := p.Attributes(typeName, instance.State)["id"].As(&got); err != nil || got != test.found {
			t.Errorf("%+v: %q %v %s", test, got, err, acctest.Text(diags))
		}
		config := acctest.Values{"name": "web", "image_name": "img:1"}
		if plan := p.Plan(typeName, instance, config); string(plan.PlannedState.MsgPack) != string(instance.State.MsgPack) {
			t.Errorf("%+v: the import plans %v", test, p.Attributes(typeName, plan.PlannedState))
		}
	}
	if gone, diags := p.Import(typeName, "nobody", ""); len(diags) != 0 || p.Attributes(typeName, gone.State) != nil {
		t.Errorf("what does not exist imports as nothing, and the CLI says so; got %s", acctest.Text(diags))
	}
}

func TestTemplate_importByBlock(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	step := resource.TestStep{Config: w.Config(hcl(minimal)), ResourceName: address, ImportState: true}
	byName, byIdentity := step, step
	byName.ImportStateKind, byName.ImportStateId = resource.ImportBlockWithID, "name:web"
	byIdentity.ImportStateKind = resource.ImportBlockWithResourceIdentity
	w.Run(resource.TestStep{Config: w.Config(hcl(minimal))}, byName)

	other := acctest.Start(t)
	byIdentity.Config = other.Config(hcl(minimal))
	other.RunCase(resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)},
		Steps:                  []resource.TestStep{{Config: byIdentity.Config}, byIdentity},
	})
}
