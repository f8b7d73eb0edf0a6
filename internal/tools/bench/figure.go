package main

import (
	"fmt"
	"slices"
)

// figure is one line of the table: a measured value, the value that it is compared with, and its bound.
type figure struct {
	Row  string `json:"row"`  // as -rows names it
	Name string `json:"name"` // of what was measured
	N    int    `json:"n,omitempty"`
	Unit string `json:"unit"`
	// Value and Reference are medians over the rounds.
	Value     float64 `json:"value"`
	Against   string  `json:"against,omitempty"`
	Reference float64 `json:"reference,omitempty"`
	// Ratio is the median of the rounds' ratios, because a disturbance of a round disturbs both sides of it; 0 without a
	// comparison.
	Ratio float64 `json:"ratio,omitempty"`
	// ToReach is empty for information without a bound, and Reached then false.
	ToReach string `json:"to_reach,omitempty"`
	Reached bool   `json:"reached"`
	// Values and References are the rounds'.
	Values     []float64 `json:"values"`
	References []float64 `json:"references,omitempty"`
}

// bound is the bound of a figure; the zero value is none.
type bound struct {
	limit   float64
	atLeast bool // instead of at most
}

func atMost(limit float64) bound { return bound{limit: limit} }

func atLeast(limit float64) bound { return bound{limit: limit, atLeast: true} }

// from returns the bound if n is at least minimum, and none otherwise: figures of fewer are information.
func (b bound) from(minimum, n int) bound {
	if n < minimum {
		return bound{}
	}
	return b
}

func (b bound) holds(value float64) bool {
	if b.atLeast {
		return value >= b.limit
	}
	return value <= b.limit
}

// text spells a bound of so many units; a ratio's unit is ×.
func (b bound) text(unit string) string {
	switch {
	case b == bound{}:
		return ""
	case b.atLeast:
		return fmt.Sprintf("≥ %g %s", b.limit, unit)
	default:
		return fmt.Sprintf("≤ %g %s", b.limit, unit)
	}
}

// compared returns a figure whose ratio to another has a bound. Both have one value a round.
func compared(f figure, values []float64, against string, references []float64, b bound) figure {
	f = comparedMedians(f, values, against, references, b)
	f.Ratio = median(f.ratios())
	f.Reached = f.ToReach != "" && b.holds(f.Ratio)
	return f
}

// comparedMedians does the same for values that were not measured in rounds: the ratio is that of the medians.
func comparedMedians(f figure, values []float64, against string, references []float64, b bound) figure {
	f.Values, f.Value = values, median(values)
	f.Against, f.References, f.Reference = against, references, median(references)
	f.Ratio = f.Value / f.Reference
	f.ToReach = b.text("×")
	f.Reached = f.ToReach != "" && b.holds(f.Ratio)
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
	f.ToReach = b.text(f.Unit)
	f.Reached = f.ToReach != "" && b.holds(f.Value)
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
