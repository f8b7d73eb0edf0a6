package template_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// Version 2 has no readme: the state keeps it, a create and a change warn, and nothing is sent.
func TestTemplate_readmeOverVersion2(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	env.UseVersion(2)
	template := env.Process().Object(typeName)
	with := func(readme string) string { return hcl(minimal + "\nreadme = \"" + readme + "\"") }
	warns := func(diags string) {
		t.Helper()
		if want := "It does not store a readme"; diags == "" || !strings.Contains(diags, want) {
			t.Errorf("no %q in %q", want, diags)
		}
	}
	warns(acctest.Text(template.Apply(with("one"), acctest.Create)))
	env.ExpectWrites("CreateTemplate")
	template.Apply(with("one"), acctest.NoOp)
	warns(acctest.Text(template.Apply(with("two"), acctest.Update)))
	template.Expect("readme", "two")
	template.Apply(hcl(minimal), acctest.NoOp) // The line is gone: the state keeps the value.
	env.ExpectWrites()
}

// A volume over version 2 has 10 GB or more, and no update takes it away. A template that has less plans empty.
func TestTemplate_volumeOverVersion2(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	with := func(size string) string { return hcl(minimal + "\nvolume_in_gb = " + size) }
	template := env.Process().Object(typeName)
	template.Apply(with("8"), acctest.Create)
	env.UseVersion(2)
	template.Process = env.Process()
	template.Apply(with("8"), acctest.NoOp)
	env.ExpectWrites("CreateTemplate")
	template.ExpectPlanError(with("9"), `Not possible over version 2.*no volumes below 10 GB.*\(at volume_in_gb\)`)
	template.Apply(with("12"), acctest.Update)
	env.ExpectSent("UpdateTemplate", `{"mounts":{"persistent":{"size":12,"path":"/workspace"}}}`)
	template.Apply(with("0"), acctest.Replace)
	template.Apply(with("10"), acctest.Update)
	env.ExpectWrites("DeleteTemplate", "CreateTemplate", "UpdateTemplate")
}

// The flags of SSH and Jupyter are false in a template that has no lines for them, unlike the service's default, and
// stay as they are in one that exists. They are sent if they are configured, and drift is corrected only then.
func TestTemplate_startFlagsOverVersion2(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{"start_ssh", "start_jupyter"} {
		t.Run(flag, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			env.UseVersion(2)
			member := map[string]string{"start_ssh": "startSsh", "start_jupyter": "startJupyter"}[flag]
			none, on, off := hcl(minimal), hcl(minimal+"\n"+flag+" = true"), hcl(minimal+"\n"+flag+" = false")
			template := env.Process().Object(typeName)
			drift := func(to bool) {
				t.Helper()
				env.Patch("templates", template.ID(), map[string]any{member: to})
			}
			template.Apply(none, acctest.Create)
			env.ExpectSent("CreateTemplate", `{"name":"web","image":"img:1","args":"","disk":50,"env":{},`+
				`"ports":["8888/http","22/tcp"],"mounts":{"persistent":{"size":20,"path":"/workspace"}},"public":false,`+
				`"startSsh":false,"startJupyter":false}`)
			template.Expect(flag, false)
			drift(true)
			template.Apply(none, acctest.NoOp)
			template.Expect(flag, true)
			template.VerifyImport()
			template.Apply(off, acctest.Update)
			env.ExpectSent("UpdateTemplate", `{"`+member+`":false}`)
			drift(true)
			template.Apply(off, acctest.Update)
			template.Apply(on, acctest.Update)
			_ = env.Writes()
			hash := string(template.JSON("config_hash"))
			template.Apply(none, acctest.NoOp)
			template.Expect(flag, true)
			if now := string(template.JSON("config_hash")); now != hash {
				t.Errorf("the hash of %s has become %s", hash, now)
			}
			template.Process.MustLookup(typeName, acctest.Values{"name": "web"}).Expect(flag, true)
			env.ExpectWrites()
			other := env.Process().Object(typeName)
			other.Apply(strings.Replace(on, "web", "other", 1), acctest.Create)
			other.Expect(flag, true)
		})
	}
}

// An import over version 2 finds no readme, because there is none: a configuration without one plans empty, and with an
// empty one too.
func TestTemplate_importWithoutReadmeOverVersion2(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	env.UseVersion(2)
	created := env.Process().Object(typeName)
	created.Apply(hcl(minimal), acctest.Create)
	imported := env.Process().Object(typeName)
	imported.Import(created.ID())
	_ = env.Writes()
	imported.Apply(hcl(minimal+"\nreadme = \"\""), acctest.NoOp)
	imported.Apply(hcl(minimal), acctest.NoOp)
	env.ExpectWrites()
	imported.Instance = acctest.Instance{}
}

// A list of other accounts' templates that is full over version 2 can lack some: a warning says so.
func TestTemplates_limitOverVersion2(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.UseVersion(2)
	for i := range 100 {
		w.Put("templates", fmt.Sprintf("other-%d", i), map[string]any{
			"name": fmt.Sprint("n", i), "imageName": "i", "isPublic": true})
		if i == 50 {
			w.Process().MustLookup("podfleet_templates", acctest.Values{"include_public": true})
		}
	}
	p := w.Process()
	_, diags := p.Lookup("podfleet_templates", acctest.Values{"include_public": true})
	if text := acctest.Text(diags); len(diags) != 1 ||
		!strings.HasPrefix(text, "WARNING: The list of templates can be incomplete") {
		t.Errorf("%s", text)
	}
	p.MustLookup("podfleet_templates", nil)
	p.MustLookup("podfleet_templates", acctest.Values{"include_platform": true})
}
