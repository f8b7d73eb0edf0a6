package acctest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// goesOnAfterAFailure has the test binary run this test once more, to see how it fails.
const goesOnAfterAFailure = "PODFLEET_ACCTEST_GOES_ON"

// A test that goes on with what it did not get fails by itself: a panic would take its whole package with it, and hide
// why.
func TestProcess_reportsWhatIsNotThere(t *testing.T) {
	t.Parallel()
	const typeName = "podfleet_network_volume"
	steps := map[string]func(p *acctest.Process, failed acctest.Instance){
		"update":       func(p *acctest.Process, failed acctest.Instance) { _, _ = p.Apply(typeName, failed, volume()) },
		"read":         func(p *acctest.Process, failed acctest.Instance) { _, _ = p.Read(typeName, failed) },
		"destroy":      func(p *acctest.Process, failed acctest.Instance) { _, _ = p.Destroy(typeName, failed) },
		"plan destroy": func(p *acctest.Process, failed acctest.Instance) { p.PlanDestroy(typeName, failed) },
		"attributes":   func(p *acctest.Process, _ acctest.Instance) { p.Attributes(typeName, acctest.Instance{}.State) },
	}
	if name := os.Getenv(goesOnAfterAFailure); name != "" {
		w := acctest.Start(t)
		w.SetFaults(emulator.Fault{Operation: "CreateNetworkVolume", Kind: emulator.FaultStatus, Status: 400})
		p := w.Process()
		failed, diags := p.Apply(typeName, acctest.Instance{}, volume())
		if len(diags) == 0 {
			t.Fatal("it did not fail")
		}
		steps[name](p, failed)
		t.Fatal("the end")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name := range steps {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			again := exec.CommandContext(t.Context(), self, "-test.run=^TestProcess_reportsWhatIsNotThere$")
			again.Env = append(os.Environ(), goesOnAfterAFailure+"="+name)
			output, err := again.CombinedOutput()
			says := "what should have made it has failed"
			if name == "update" { // It is a create then, and fails as the first one did.
				says = "the end"
			}
			if err == nil || strings.Contains(string(output), "panic") || !strings.Contains(string(output), says) {
				t.Errorf("%v\n%s", err, output)
			}
		})
	}
}

func volume() acctest.Values {
	return acctest.Values{"name": "data", "size": 10, "data_center_id": "EU-RO-1"}
}
