package provider_test

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

var (
	documentedImport = regexp.MustCompile(`^import \{\n  to = (\w+)\.example\n  (?:id = "([^"]+)".*|identity = \{\n((?:    .*\n)+)  \})\n\}\n$`)
	documentedMember = regexp.MustCompile(`(\w+) += "([^"]+)"`)
	documentedLine   = regexp.MustCompile(`(?m)^terraform import (\w+)\.example (\S+)$`)
)

// Every documented ID, name or identity imports the object that it is about, and changes nothing. What a CLI makes of
// import blocks is the same for all types: see TestAccGuideImporting_removed.
func TestExamples_documentedIDs(t *testing.T) {
	t.Parallel()
	for typeName := range stateKind {
		folder := filepath.Join(examples, "resources", typeName)
		byID := documentedImport.FindStringSubmatch(read(t, filepath.Join(folder, "import-by-string-id.tf")))
		byIdentity := documentedImport.FindStringSubmatch(read(t, filepath.Join(folder, "import-by-identity.tf")))
		if byID == nil || byIdentity == nil || byID[1] != typeName || byIdentity[1] != typeName || byIdentity[3] == "" {
			t.Errorf("%s: these are no import blocks: %q, %q", typeName, byID, byIdentity)
			continue
		}
		ids := []string{byID[2]}
		for _, line := range documentedLine.FindAllStringSubmatch(read(t, filepath.Join(folder, "import.sh")), -1) {
			if ids = append(ids, line[2]); line[1] != typeName {
				t.Errorf("%s: %s", typeName, line[0])
			}
		}
		for _, id := range slices.Compact(ids) {
			imports(t, typeName, id, func(p *acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic) {
				return p.Import(typeName, id, "")
			})
		}
		identity := map[string]string{}
		for _, found := range documentedMember.FindAllStringSubmatch(byIdentity[3], -1) {
			identity[found[1]] = found[2]
		}
		id := strings.TrimPrefix(identity["endpoint_id"]+"/"+identity["id"], "/")
		imports(t, typeName, id, func(p *acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic) {
			return p.ImportBy(typeName, identityOf(t, identity))
		})
	}
}

// imports brings in an object that only the service has, under an import ID.
func imports(
	t *testing.T, typeName, id string, do func(*acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic),
) {
	t.Helper()
	w, object := acctest.Start(t), maps.Clone(lookedUp[typeName])
	endpoint, ofEndpoint, isJob := strings.Cut(id, "/")
	if isJob {
		w.Put(emulator.KindEndpoints, endpoint, map[string]any{"name": "e", "templateId": "t"})
		id, object = ofEndpoint, map[string]any{"endpointId": endpoint, "status": "COMPLETED", "output": map[string]any{}}
	} else if object["name"] = "it"; strings.HasPrefix(id, "name:") {
		object["name"], id = id[len("name:"):], "some-id"
	}
	w.Put(stateKind[typeName], id, object)
	p := w.Process()
	imported, diags := do(p)
	if hasError(diags) || p.Attributes(typeName, imported.State) == nil {
		t.Errorf("%s: %s imports nothing: %s", typeName, id, acctest.Text(diags))
	}
	w.ExpectWrites()
}

// identityOf returns an identity of texts.
func identityOf(t *testing.T, members map[string]string) *tfprotov6.ResourceIdentityData {
	t.Helper()
	kind, values := tftypes.Object{AttributeTypes: map[string]tftypes.Type{}}, map[string]tftypes.Value{}
	for name, value := range members {
		kind.AttributeTypes[name], values[name] = tftypes.String, tftypes.NewValue(tftypes.String, value)
	}
	encoded, err := tfprotov6.NewDynamicValue(kind, tftypes.NewValue(kind, values))
	if err != nil {
		t.Fatal(err)
	}
	return &tfprotov6.ResourceIdentityData{IdentityData: &encoded}
}
