package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A CLI runs without the settings of a person, above all the key of a real account.
func TestRun_leavesTheRealAccountOut(t *testing.T) {
	t.Setenv("PODFLEET_API_KEY", "real")
	t.Setenv("TF_LOG", "trace")
	t.Setenv("UNRELATED", "kept")
	path := filepath.Join(t.TempDir(), "terraform")
	if err := os.WriteFile(path, []byte("#!/bin/sh\nenv; exit 2\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	w, err := (&bench{cli: path, dir: t.TempDir()}).newWorkspace("", nil, []string{"PODFLEET_REST_URL=here"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.run(t.Context()) // Its error quotes the output.
	if err == nil {
		t.Fatal("exit status 2 is no error")
	}
	for setting, want := range map[string]bool{"PODFLEET_API_KEY=real": false, "TF_LOG=": false, "UNRELATED=kept": true,
		"PODFLEET_REST_URL=here": true} {
		if strings.Contains(err.Error(), setting) != want {
			t.Errorf("%s: want it %t, in\n%v", setting, want, err)
		}
	}
}
