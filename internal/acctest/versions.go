package acctest

import (
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
