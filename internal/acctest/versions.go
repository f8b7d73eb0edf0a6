package acctest

import (
	"fmt"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Starter is Start for a test that has its version.
type Starter func(...emulator.Options) *Env

// EachVersion runs a test over each version of the management interface. start is Start for an environment whose
// providers use that version.
func EachVersion(t *testing.T, test func(t *testing.T, start Starter)) {
	t.Helper()
	for _, version := range emulatortest.Versions() {
		t.Run(fmt.Sprintf("v%d", version), func(t *testing.T) {
			t.Parallel()
			test(t, func(options ...emulator.Options) *Env {
				t.Helper()
				return Start(t, options...).UseVersion(version)
			})
		})
	}
}
