package main

import "testing"

func TestMedian(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{nil, 0},
		{[]float64{3}, 3},
		{[]float64{9, 1, 2}, 2},
		{[]float64{4, 1, 3, 2}, 2.5},
	} {
		if got := median(c.values); got != c.want {
			t.Errorf("%v: %v, want %v", c.values, got, c.want)
		}
	}
}

// A round in which everything took ten times as long must not decide: its ratio is as good as the others'.
func TestCompared_roundByRound(t *testing.T) {
	t.Parallel()
	values, references := []float64{2, 30, 2.2}, []float64{1, 20, 2}
	got := compared(figure{Unit: "s"}, values, "floor", references, atMost(1.5))
	if got.Ratio != 1.5 || got.Value != 2.2 || got.Reference != 2 || !got.Reached || got.ToReach != "≤ 1.5 ×" {
		t.Errorf("%+v", got)
	}
}

func TestBound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		b       bound
		value   float64
		reached bool
		text    string
	}{
		{atMost(1.3), 1.3, true, "≤ 1.3 MB"},
		{atMost(1.3), 1.31, false, "≤ 1.3 MB"},
		{0, -1, false, ""},
	} {
		got := absolute(figure{Unit: "MB"}, []float64{c.value}, c.b)
		if got.Reached != c.reached || got.ToReach != c.text {
			t.Errorf("%+v and %v: %+v", c.b, c.value, got)
		}
	}
}
