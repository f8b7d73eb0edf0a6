package main

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	promisedTest = regexp.MustCompile("`(Test\\w+)(\\*?)`")
	testFunction = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// Every test that SECURITY.md names exists; with a star, one whose name begins so.
func TestSecurity_promises(t *testing.T) {
	t.Parallel()
	var names []string
	here := os.DirFS(".")
	err := fs.WalkDir(here, ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(here, path)
		for _, match := range testFunction.FindAllStringSubmatch(string(text), -1) {
			names = append(names, match[1]+"\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	all := "\n" + strings.Join(names, "\n")
	promised := promisedTest.FindAllStringSubmatch(read(t, "SECURITY.md"), -1)
	if len(promised) < 20 {
		t.Errorf("%d promises: this test looks in the wrong place", len(promised))
	}
	for _, match := range promised {
		want := "\n" + match[1]
		if match[2] == "" {
			want += "\n"
		}
		if !strings.Contains(all, want) {
			t.Errorf("there is no test %s%s", match[1], match[2])
		}
	}
}
