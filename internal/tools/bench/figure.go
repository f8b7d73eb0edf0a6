package main

import (
	"fmt"
	"slices"
)

// figure is one line of the table: a measured value, the value that it is compared with, and its bound.
type figure struct {
	Row  string // as -rows names it
	Name string // of what was measured
	N    int
	Unit string
	// Value and Reference are medians over the rounds.
	Value     float64
	Against   string
	Reference float64
	// Ratio is the median of the rounds' ratios, because a disturbance of a round disturbs both sides of it; 0 without a
	// comparison.
	Ratio float64
	// ToReach is empty for information without a bound, and Reached then false.
	ToReach string
	Reached bool
	// Values and References are the rounds'.
	Values     []float64
	References []float64
}

// bound is the highest value of a figure; 0 is none.
type bound float64

func atMost(limit float64) bound { return bound(limit) }

// from returns the bound if n is at least minimum, and none otherwise: figures of fewer are information.
func (b bound) from(minimum, n int) bound {
	if n < minimum {
		return 0
	}
	return b
}

func (b bound) holds(value float64) bool { return b > 0 && value <= float64(b) }

// text spells a bound of so many units; a ratio's unit is ×.
func (b bound) text(unit string) string {
	if b == 0 {
		return ""
	}
	return fmt.Sprintf("≤ %g %s", float64(b), unit)
}

// compared returns a figure whose ratio to another has a bound. Both have one value a round.
func compared(f figure, values []float64, against string, references []float64, b bound) figure {
	f.Values, f.Value = values, median(values)
	f.Against, f.References, f.Reference = against, references, median(references)
	f.Ratio = median(f.ratios())
	f.ToReach, f.Reached = b.text("×"), b.holds(f.Ratio)
	return f
}

// ratios returns the ratios of the rounds.
func (f figure) ratios() []float64 {
	ratios := make([]float64, len(f.Values))
	for i := range f.Values {
		ratios[i] = f.Values[i] / f.References[i]
	}
	return ratios
}

// absolute returns a figure that has a bound by itself.
func absolute(f figure, values []float64, b bound) figure {
	f.Values, f.Value = values, median(values)
	f.ToReach, f.Reached = b.text(f.Unit), b.holds(f.Value)
	return f
}

// median returns the middle value, or the mean of the two in the middle; 0 for no values.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}
