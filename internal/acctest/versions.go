package acctest

import (
	"fmt"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// EachVersion runs a test over each version of the management interface.
func EachVersion(t *testing.T, test func(t *testing.T, version int)) {
	t.Helper()
	for version := 1; version <= 2; version++ {
		t.Run(fmt.Sprintf("version %d", version), func(t *testing.T) {
			t.Parallel()
			test(t, version)
		})
	}
}

// UseVersion makes the provider processes and clients of this environment, from now on, use a version of the management
// interface.
func (e *Env) UseVersion(version int) *Env {
	e.t.Helper()
	switch version {
	case 1:
		e.UseVersion1()
	case 2:
		e.UseVersion2()
	default:
		e.t.Fatalf("no version %d", version)
	}
	return e
}

// StartVersion is Start for a test of EachVersion.
func StartVersion(t *testing.T, version int, options ...emulator.Options) *Env {
	t.Helper()
	return Start(t, options...).UseVersion(version)
}
