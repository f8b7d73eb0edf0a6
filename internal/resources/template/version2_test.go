package template_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// Version 2 has no readme: the state keeps it, a create and a change warn, and nothing is sent.
func TestTemplate_readmeOverVersion2(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	env.UseVersion2()
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
	env.UseVersion2()
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
