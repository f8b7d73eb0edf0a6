package programs

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A tool that runs a CLI leaves out the settings of a person, above all the key of a real account.
func TestCLI_leavesTheRealAccountOut(t *testing.T) {
	t.Setenv("PODFLEET_API_KEY", "real")
	t.Setenv("TF_LOG", "trace")
	t.Setenv("UNRELATED", "kept")
	path := filepath.Join(t.TempDir(), "terraform")
	if err := os.WriteFile(path, []byte("#!/bin/sh\nenv; exit 2\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cli, err := NewCLI(path, t.TempDir(), "PODFLEET_REST_URL=here")
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	if exit, err := cli.Run(t.Context(), &said); err != nil || exit != 2 {
		t.Errorf("%d, %v", exit, err)
	}
	for setting, want := range map[string]bool{"PODFLEET_API_KEY=real": false, "TF_LOG=": false, "UNRELATED=kept": true,
		"PODFLEET_REST_URL=here": true, "TF_IN_AUTOMATION=1": true} {
		if strings.Contains(said.String(), setting) != want {
			t.Errorf("%s: want it %t, in\n%s", setting, want, &said)
		}
	}
}
