package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// A round in which everything took ten times as long does not decide: its ratio is as good as the others'.
func TestWriteTable(t *testing.T) {
	t.Parallel()
	figures := []figure{
		{"plan: wall", "s", []float64{2, 30, 2.2}, "floor", []float64{1, 20, 2}, 1.5},
		{"plan: CPU", "s", []float64{3, 5}, "stock", []float64{3, 4}, 1.1},
		{"plan: requests", "requests", []float64{6, 1, 7, 2}, "", nil, 4},
	}
	for n, want := range map[int]string{1000: `
figure          measured       against       ratio   to reach
plan: wall      2.20 s         2.00 s floor  1.50 ×  ≤ 1.5 ×: reached
plan: CPU       4.00 s         3.50 s stock  1.12 ×  ≤ 1.1 ×: MISSED
plan: requests  4.00 requests                        ≤ 4 requests: reached
`, 999: `
figure          measured       against       ratio   to reach
plan: wall      2.20 s         2.00 s floor  1.50 ×
plan: CPU       4.00 s         3.50 s stock  1.12 ×
plan: requests  4.00 requests
`} {
		var got strings.Builder
		if err := writeTable(&got, n, figures); err != nil {
			t.Fatal(err)
		}
		if lines := "\n" + regexp.MustCompile(` +\n`).ReplaceAllString(got.String(), "\n"); lines != want {
			t.Errorf("of %d, got%s, want%s", n, lines, want)
		}
	}
}

func TestConfiguration_size(t *testing.T) {
	t.Parallel()
	for n := len(kinds); n < 60; n++ {
		text, size := configuration(n), 1 // The shared template.
		for _, found := range regexp.MustCompile(`count = (\d+)`).FindAllStringSubmatch(text, -1) {
			count := 0
			if _, err := fmt.Sscan(found[1], &count); err != nil {
				t.Fatal(err)
			}
			size += count
		}
		if size != n || strings.Contains(text, "%!") || !strings.Contains(text, `= "fleet-${count.index}"`) {
			t.Errorf("a fleet of %d has %d:\n%s", n, size, text)
		}
	}
}
