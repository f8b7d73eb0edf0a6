package main

import (
	"errors"
	"flag"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

var helpLine = regexp.MustCompile(`(?m)^  --([a-z0-9-]+)`)

// The guide's tables have every flag, and every member of a fault rule, once.
func TestGuide_flagsAndFaults(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../templates/guides/emulator.md")
	if err != nil {
		t.Fatal(err)
	}
	section := func(heading string) (firstCells string) {
		_, text, _ := strings.Cut(string(content), "\n## "+heading+"\n")
		text, _, _ = strings.Cut(text, "\n## ")
		for line := range strings.Lines(text) {
			if cells := strings.Split(line, "|"); len(cells) > 4 { // Two columns and more, so not the kinds of failures.
				firstCells += cells[1]
			}
		}
		return firstCells
	}
	var help strings.Builder
	if _, err := parse([]string{"-help"}, func(string) string { return "" }, &help); !errors.Is(err, flag.ErrHelp) {
		t.Fatal(err)
	}
	flags := helpLine.FindAllStringSubmatch(help.String(), -1)
	if len(flags) < 30 {
		t.Fatalf("the help has %d flags", len(flags))
	}
	table := section("Flags")
	for _, found := range flags {
		if n := strings.Count(table, "`--"+found[1]+"`"); n != 1 {
			t.Errorf("the guide has the flag %s %d times", found[1], n)
		}
	}
	table = section("Make it fail")
	for i := range reflect.TypeFor[emulator.Fault]().NumField() {
		tag := reflect.TypeFor[emulator.Fault]().Field(i).Tag.Get("json")
		name, _, _ := strings.Cut(tag, ",")
		if n := strings.Count(table, "`"+name+"`"); n != 1 {
			t.Errorf("the guide has the member %s of a fault rule %d times", name, n)
		}
	}
}
