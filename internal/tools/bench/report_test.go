package main

import (
	"strings"
	"testing"
)

func TestWriteTable(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	if err := writeTable(&got, "a machine", []figure{
		compared(figure{Row: "plan", Name: "wall", N: 1000, Unit: "s"}, []float64{3, 5}, "floor", []float64{3, 4},
			atMost(1.1)),
		absolute(figure{Row: "plan", Name: "requests", Unit: "requests"}, []float64{6, 6}, atMost(12)),
		compared(figure{Row: "apply", Name: "wall", Unit: "s"}, []float64{123.4}, "empty", []float64{61.7}, 0),
	}); err != nil {
		t.Fatal(err)
	}
	want := `a machine

figure          N     measured       against       ratio   to reach
plan: wall      1000  4.00 s         3.50 s floor  1.12 ×  ≤ 1.1 ×: MISSED
plan: requests        6.00 requests                        ≤ 12 requests: reached
apply: wall           123 s          61.7 s empty  2.00 ×
`
	var lines strings.Builder
	for line := range strings.Lines(got.String()) {
		lines.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	if lines.String() != want {
		t.Errorf("got\n%s\nwant\n%s", lines.String(), want)
	}
}
