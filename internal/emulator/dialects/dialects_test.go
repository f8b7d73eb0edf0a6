package dialects_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/dialects"
)

// Named keeps the order of All, whatever the order of the names; its error has an unknown one and all that are known.
func TestNamed(t *testing.T) {
	t.Parallel()
	var names []string
	for _, d := range dialects.All() {
		names = append(names, d.Name)
	}
	got, err := dialects.Named([]string{names[2], "sparse", names[2]})
	if err != nil || len(got) != 2 || got[0].Name != "sparse" || got[1].Name != names[2] {
		t.Errorf("%+v, %v", got, err)
	}
	_, err = dialects.Named([]string{names[0], "none"})
	if err == nil || !strings.Contains(err.Error(), `"none"`) || !strings.Contains(err.Error(), strings.Join(names, ", ")) {
		t.Errorf("%v", err)
	}
}
