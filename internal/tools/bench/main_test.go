package main

import (
	"io"
	"path/filepath"
	"slices"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	b, err := parse([]string{"-n", "100", "-rows", "apply,plan"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if b.resources != 100 || !slices.Equal(b.rowNames, []string{"apply", "plan"}) || !filepath.IsAbs(b.provider) {
		t.Errorf("%+v", b)
	}
	for _, args := range [][]string{{"-n", "4"}, {"-n", "x"}, {"-rows", "plans"}, {"-rounds", "0"}} {
		if _, err := parse(args, io.Discard); err == nil {
			t.Errorf("%v is taken", args)
		}
	}
}
