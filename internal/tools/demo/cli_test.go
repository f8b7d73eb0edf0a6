package main

import (
	"strings"
	"testing"
)

func TestCLI_olderThan(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]bool{
		"1.8.5":      true,
		"1.10.0-rc1": true,
		"1.11.0":     false,
		"1.16.0-rc2": false,
		"2.0.0":      false,
		"0.15.5":     true,
		"unreadable": false,
	} {
		if got := (&cli{version: version}).olderThan(1, 11); got != want {
			t.Errorf("%s: got %t, want %t", version, got, want)
		}
	}
}

func TestIndenter_keepsLinesThatArriveInPieces(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	i := &indenter{to: &got, atLineStart: true}
	for _, piece := range []string{"one\ntw", "o\n", "\nthree", "", "!\n"} {
		if n, err := i.Write([]byte(piece)); n != len(piece) || err != nil {
			t.Fatalf("%q: wrote %d, %v", piece, n, err)
		}
	}
	if want := "    one\n    two\n\n    three!\n"; got.String() != want {
		t.Errorf("got %q, want %q", got.String(), want)
	}
}
