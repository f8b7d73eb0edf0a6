package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"
)

// report is everything that a run found out.
type report struct {
	Started time.Time `json:"started"`
	Machine machine   `json:"machine"`
	Rounds  int       `json:"rounds"`
	Figures []figure  `json:"figures"`
	// Skipped has the reason why each requested row is missing.
	Skipped []string `json:"skipped,omitempty"`
}

// writeJSON writes the report to a file.
func (r *report) writeJSON(path string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o600)
}

// writeTable writes it for people.
func (r *report) writeTable(to io.Writer) error {
	fmt.Fprintf(to, "%s\n\n", r.Machine)
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "figure\tN\tmeasured\tagainst\tratio\tto reach\t")
	for _, f := range r.Figures {
		fmt.Fprintln(table, strings.Join(f.cells(), "\t")+"\t")
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, reason := range r.Skipped {
		fmt.Fprintf(to, "skipped: %s\n", reason)
	}
	return nil
}

func (f figure) cells() []string {
	n, against, ratio, verdict := "", "", "", ""
	if f.N > 0 {
		n = fmt.Sprint(f.N)
	}
	if f.Against != "" {
		against = fmt.Sprintf("%s %s", quantity(f.Reference, f.Unit), f.Against)
		ratio = fmt.Sprintf("%.2f ×", f.Ratio)
	}
	switch {
	case f.ToReach == "":
	case f.Reached:
		verdict = f.ToReach + ": reached"
	default:
		verdict = f.ToReach + ": MISSED"
	}
	return []string{f.Row + ": " + f.Name, n, quantity(f.Value, f.Unit), against, ratio, verdict}
}

// quantity spells a value with three digits, and no more than one behind the point if it is large.
func quantity(value float64, unit string) string {
	digits := 2
	switch {
	case value >= 100:
		digits = 0
	case value >= 10:
		digits = 1
	}
	return strings.TrimSuffix(fmt.Sprintf("%.*f %s", digits, value, unit), " ")
}
