package emulatortest

import (
	"fmt"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Versions are the versions of the management interface, for tests that run over each of them.
func Versions() []int { return []int{1, 2} }

// Starter is Start for a test that has its version.
type Starter func(*testing.T, ...emulator.Options) *Service

// EachVersion runs a test over each version of the management interface. start is Start for a service whose clients use
// that version.
func EachVersion(t *testing.T, test func(t *testing.T, start Starter)) {
	t.Helper()
	for _, version := range Versions() {
		t.Run(fmt.Sprintf("v%d", version), func(t *testing.T) {
			t.Parallel()
			test(t, func(t *testing.T, options ...emulator.Options) *Service {
				t.Helper()
				s := Start(t, options...)
				s.UseVersion(version)
				return s
			})
		})
	}
}
