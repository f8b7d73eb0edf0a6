package template_test

import (
	"fmt"
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
