package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// writeTable writes figures for people.
func writeTable(to io.Writer, machine string, figures []figure) error {
	fmt.Fprintf(to, "%s\n\n", machine)
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "figure\tN\tmeasured\tagainst\tratio\tto reach\t")
	for _, f := range figures {
		fmt.Fprintln(table, strings.Join(f.cells(), "\t")+"\t")
	}
	return table.Flush()
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
