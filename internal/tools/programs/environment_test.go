package programs

import (
	"slices"
	"testing"
)

func TestCleanEnvironment_leavesTheRealAccountOut(t *testing.T) {
	t.Setenv("PODFLEET_API_KEY", "real")
	t.Setenv("TF_LOG", "trace")
	t.Setenv("UNRELATED", "kept")
	clean := CleanEnvironment()
	if slices.Contains(clean, "PODFLEET_API_KEY=real") || slices.Contains(clean, "TF_LOG=trace") {
		t.Errorf("settings of other uses are kept: %q", clean)
	}
	if !slices.Contains(clean, "UNRELATED=kept") {
		t.Errorf("what does not matter is dropped: %q", clean)
	}
}
