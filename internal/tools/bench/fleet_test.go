package main

import (
	"strings"
	"testing"
)

func TestFleet(t *testing.T) {
	t.Parallel()
	for n := len(kinds); n < 60; n++ {
		size := 1 // The shared template.
		for _, b := range newFleet(n) {
			size += b.count
		}
		if size != n {
			t.Errorf("a fleet of %d has %d", n, size)
		}
	}
	text := newFleet(51).configuration("read_coalescing = false")
	for _, want := range []string{"  read_coalescing = false\n", `name                 = "fleet-${count.index}"`,
		"resource \"podfleet_pod\" \"fleet\" {\n  count = 10\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "%!") {
		t.Errorf("a placeholder is left:\n%s", text)
	}
}
