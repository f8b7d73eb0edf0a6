package main

import (
	"strings"
	"testing"
)

func TestFleet_size(t *testing.T) {
	t.Parallel()
	for n := len(kinds); n < 60; n++ {
		whole := newFleet(n)
		if whole.size() != n {
			t.Errorf("a fleet of %d has %d", n, whole.size())
		}
		for _, parts := range []int{1, 2, 3, 7} {
			next := make([]int, len(kinds))
			for _, part := range whole.parts(parts) {
				for i, b := range part {
					if b.first != next[i] {
						t.Fatalf("%d in %d parts: one begins at %d, want %d", n, parts, b.first, next[i])
					}
					next[i] += b.count
				}
			}
			for i, b := range whole {
				if next[i] != b.count {
					t.Errorf("%d in %d parts: %d of %d %s", n, parts, next[i], b.count, b.kind.resource)
				}
			}
		}
	}
	for _, b := range newFleet(5000) {
		if b.count > 1000 {
			t.Errorf("%d in one block", b.count)
		}
	}
}

func TestFleet_configuration(t *testing.T) {
	t.Parallel()
	part := newFleet(101).parts(2)[1]
	text := part.configuration("read_coalescing = false")
	for _, want := range []string{"  read_coalescing = false\n", `name                 = "fleet-${10 + count.index}"`,
		"resource \"podfleet_pod\" \"fleet\" {\n  count = 10\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "%!") {
		t.Errorf("a placeholder is left:\n%s", text)
	}
}
