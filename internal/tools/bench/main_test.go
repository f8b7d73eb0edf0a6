package main

import (
	"io"
	"path/filepath"
	"slices"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	b, path, err := parse([]string{"-n", "100,20", "-rows", "job,plan", "-json", "x.json"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(b.sizes, []int{100, 20}) || !slices.Equal(b.rowNames, []string{"job", "plan"}) ||
		filepath.Base(path) != "x.json" || !filepath.IsAbs(path) || !filepath.IsAbs(b.provider) {
		t.Errorf("%+v, %s", b, path)
	}
	for _, args := range [][]string{{"-n", "4"}, {"-n", "x"}, {"-rows", "plans"}, {"-rounds", "0"}, {"-creates", "4"}} {
		if _, _, err := parse(args, io.Discard); err == nil {
			t.Errorf("%v is taken", args)
		}
	}
}
