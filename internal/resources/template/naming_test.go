package template_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A template whose category changes is replaced. With a prefix, the new one can be there before the old one goes.
func TestTemplate_replacedBeforeDestroy(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		config := func(category string) string {
			return hcl(fmt.Sprintf(`
			name_prefix = "web-"
			category    = %q
			lifecycle { create_before_destroy = true }`, category))
		}
		template := env.Process().Object(typeName)
		template.Apply(config("NVIDIA"), acctest.Create)
		template.State().ExpectMatch("name", `^web-[a-z0-9]{10}$`)
		template.Apply(config("NVIDIA"), acctest.NoOp)
		env.ClearJournal()
		template.Apply(config("AMD"), acctest.CreateBeforeDestroy)
		env.ExpectWrites("CreateTemplate", "DeleteTemplate")
		template.VerifyImport()
	})
}

// Between name and name_prefix one can go back and forth; a name that fits stays.
func TestTemplate_prefixes(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		template := env.Process().Object(typeName)
		template.Apply(hcl(`name = "web-1"`), acctest.Create)
		env.ExpectWrites("CreateTemplate")
		// The name has the prefix: the service need not know.
		template.Apply(hcl(`name_prefix = "web-"`), acctest.Update)
		env.ExpectWrites()
		template.Expect("name", "web-1")
		// Another prefix renames, in place.
		template.Plan(hcl(`name_prefix = "api-"`), acctest.Update).ExpectUnknown("name")
		template.Apply(hcl(`name_prefix = "api-"`), acctest.Update)
		env.ExpectWrites("UpdateTemplate")
		template.State().ExpectMatch("name", `^api-`)
		template.Apply(hcl(`name = "web-1"`), acctest.Update)
		env.ExpectSent("UpdateTemplate", `{"name":"web-1"}`)
	})
}

func TestTemplate_import(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		for id, name := range map[string]string{"t1": "web", "t2": "twin", "t3": "twin"} {
			if err := env.PutObject(kind, id, map[string]any{"name": name, "imageName": "img:1"}); err != nil {
				t.Fatal(err)
			}
		}
		p := env.Process()
		for _, test := range []struct{ id, identity, found, says string }{
			{id: "t1", found: "t1"},
			{id: "name:web", found: "t1"},
			{identity: "t1", found: "t1"},
			{id: "name:twin", says: `2 objects of this kind have the name "twin": "twin" (ID t2), "twin" (ID t3).`},
			{id: "name:none", says: `No template has the name "none". The service's list has: "twin" (ID t2), "twin" (ID t3), "web" (ID t1).`},
			{id: "name:", says: `No template has the name "".`},
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
			plan := p.Plan(typeName, instance, config)
			if string(plan.PlannedState.MsgPack) != string(instance.State.MsgPack) {
				t.Errorf("%+v: the import plans %v", test, p.Attributes(typeName, plan.PlannedState))
			}
		}
		if gone, diags := p.Import(typeName, "nobody", ""); len(diags) != 0 || p.Attributes(typeName, gone.State) != nil {
			t.Errorf("what does not exist imports as nothing, and the CLI says so; got %s", acctest.Text(diags))
		}
	})
}
