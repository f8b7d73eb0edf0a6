package acctest

import (
	"hash/fnv"
	"os"
	"strconv"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Starter is Start for a test that has its version.
type Starter func(...emulator.Options) *Env

// EachVersion runs a test over each version of the management interface. start is Start for an environment whose
// providers use that version.
func EachVersion(t *testing.T, test func(t *testing.T, start Starter)) {
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		test(t, func(options ...emulator.Options) *Env {
			t.Helper()
			return StartOn(t, start(t, options...))
		})
	})
}

// InTurns sets the version of the management interface for a case through the CLI, which takes too long to run over
// each version. The name of the test decides, so that about half of the cases run over each version. Every case has to
// pass over both: ACCTEST_VERSION=1 or 2 fixes the version.
func (e *Env) InTurns() *Env {
	if fixed := os.Getenv("ACCTEST_VERSION"); fixed != "" {
		version, _ := strconv.Atoi(fixed) // No number is no version either.
		return e.UseVersion(version)
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(e.t.Name())) // It never fails.
	return e.UseVersion(1 + int(sum.Sum32()%2))
}
