package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func exampleReport() report {
	return report{
		Started: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC),
		Machine: machine{"A CPU", 2, "linux/amd64", "go1.26.8", "terraform 1.11.4", "0123456789ab"},
		Rounds:  2,
		Figures: []figure{
			compared(figure{Row: "plan", Name: "wall", N: 1000, Unit: "s"}, []float64{3, 5}, "floor", []float64{3, 4},
				atMost(1.1)),
			absolute(figure{Row: "plan", Name: "requests", Unit: "requests"}, []float64{6, 6}, atMost(12)),
			compared(figure{Row: "start", Name: "start", Unit: "ms"}, []float64{123.4}, "empty", []float64{61.7}, bound{}),
		},
		Skipped: []string{"memory: no"},
	}
}

func TestReport_table(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	example := exampleReport()
	if err := example.writeTable(&got); err != nil {
		t.Fatal(err)
	}
	want := `A CPU, 2 cores, linux/amd64; go1.26.8, terraform 1.11.4; commit 0123456789ab

figure          N     measured       against        ratio   to reach
plan: wall      1000  4.00 s         3.50 s floor   1.12 ×  ≤ 1.1 ×: MISSED
plan: requests        6.00 requests                         ≤ 12 requests: reached
start: start          123 ms         61.7 ms empty  2.00 ×
skipped: memory: no
`
	var lines strings.Builder
	for line := range strings.Lines(got.String()) {
		lines.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	if lines.String() != want {
		t.Errorf("got\n%s\nwant\n%s", lines.String(), want)
	}
}

func TestReport_json(t *testing.T) {
	t.Parallel()
	path, want := filepath.Join(t.TempDir(), "report.json"), exampleReport()
	if err := want.writeJSON(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got report
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: got %+v, want %+v", err, got, want)
	}
	for _, member := range []string{`"to_reach": "≤ 1.1 ×"`, `"reached": false`, `"cores": 2`, `"ratio": 1.125`} {
		if !strings.Contains(string(text), member) {
			t.Errorf("%s is missing in %s", member, text)
		}
	}
}
