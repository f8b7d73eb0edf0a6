package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// bounded is the number of resources from which bounds apply: figures of fewer say nothing of speed.
const bounded = 1000

// figure is one line of the table: a measured value, the value that it is compared with, and its bound.
type figure struct {
	name, unit string
	// values are those of the rounds, and references those that they are compared with: nil for a value that has a bound
	// by itself.
	values     []float64
	against    string
	references []float64
	// most is the bound of the ratio, or of the value.
	most float64
}

// ratio returns the median of the rounds' ratios, because what disturbs a round disturbs both sides of it.
func (f figure) ratio() float64 {
	ratios := make([]float64, len(f.references))
	for i := range ratios {
		ratios[i] = f.values[i] / f.references[i]
	}
	return median(ratios)
}

// cells returns the figure's line for a fleet of so many resources.
func (f figure) cells(n int) []string {
	value, unit, against, ratio := median(f.values), f.unit, "", ""
	judged := value
	if f.references != nil {
		judged, unit = f.ratio(), "×"
		against = fmt.Sprintf("%.2f %s %s", median(f.references), f.unit, f.against)
		ratio = fmt.Sprintf("%.2f ×", judged)
	}
	verdict := ""
	if n >= bounded {
		reached := map[bool]string{true: "reached", false: "MISSED"}[judged <= f.most]
		verdict = fmt.Sprintf("≤ %g %s: %s", f.most, unit, reached)
	}
	return []string{f.name, fmt.Sprintf("%.2f %s", value, f.unit), against, ratio, verdict}
}

// writeTable writes figures for people.
func writeTable(to io.Writer, n int, figures []figure) error {
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "figure\tmeasured\tagainst\tratio\tto reach\t")
	for _, f := range figures {
		fmt.Fprintln(table, strings.Join(f.cells(n), "\t")+"\t")
	}
	return table.Flush()
}

// median returns the middle value, or the mean of the two in the middle.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}
