package containerregistryauth_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// Version 2 deletes credentials that templates use, and takes them from the templates without a message. So the
// provider sends no delete while a template uses them, and names the template.
func TestContainerRegistryAuth_usedByATemplateOverVersion2(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	env.UseVersion2()
	for path, object := range map[string]map[string]any{
		kind + "/a1": {"name": "hub"}, "templates/t1": {"name": "web", "imageName": "img:1", "containerRegistryAuthId": "a1"},
	} {
		kind, id, _ := strings.Cut(path, "/")
		if err := env.PutObject(kind, id, object); err != nil {
			t.Fatal(err)
		}
	}
	p := env.Process()
	imported, diags := p.Import(typeName, "a1", "")
	if len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	_, diags = p.Destroy(typeName, imported)
	if says := acctest.Text(diags); !strings.Contains(says, `used by: template "web" (t1)`) {
		t.Errorf("it does not name the template: %s", says)
	}
	env.ExpectWrites()
	if err := env.DeleteObject("templates", "t1"); err != nil {
		t.Fatal(err)
	}
	if _, diags = p.Destroy(typeName, imported); len(diags) != 0 {
		t.Error(acctest.Text(diags))
	}
	env.ExpectWrites("DeleteContainerRegistryAuth")
}
