package provider_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// The module of the guide passes its tests, in the emulator that the guide's command starts and in no other.
func TestAccGuideEmulator_terraformTest(t *testing.T) {
	t.Parallel()
	acctest.NeedsCLI(t, "1.6.0")
	w := acctest.Start(t).InTurns()
	s := w.Workspace()
	const name = "podfleet-emulator"
	program := filepath.Join(s.Dir, ".bin", name)
	if dir := os.Getenv("ACCTEST_BINARIES"); dir != "" {
		if err := os.Symlink(filepath.Join(dir, name), program); err != nil {
			t.Fatal(err)
		}
	} else if output, err := exec.CommandContext(t.Context(), "go", "build", "-o", program,
		"../../cmd/"+name).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	s.Write("main.tf", guide(t, "emulator", "The module"))
	s.Write("speech.tftest.hcl", guide(t, "emulator", "The test"))
	s.Setenv("PODFLEET_EMULATOR_REST_VERSION", w.Over("v1", "v2"))
	ran := 0
	for _, part := range sections(read(t, templates+"/guides/emulator.md")) {
		if part.heading != "The test" {
			continue
		}
		for _, command := range part.shell {
			ran++
			if code, output := s.Shell(command); code != 0 || !strings.Contains(output, "4 passed, 0 failed") {
				t.Errorf("%s: %d\n%s", command, code, output)
			}
		}
	}
	if others := w.Requests(); ran != 1 || len(others) != 0 {
		t.Errorf("%d commands, and %d requests to another emulator", ran, len(others))
	}
}
