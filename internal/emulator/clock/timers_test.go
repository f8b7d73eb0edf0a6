package clock

import (
	"slices"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/rng"
)

// Timers come out in the order of their moments, and of those of the same moment the first that was set.
func TestTimers_order(t *testing.T) {
	t.Parallel()
	random := rng.New(1, rng.Faults)
	var heap timers
	var want []timer
	for number := range uint64(1000) {
		one := timer{at: Start.Add(time.Duration(random.IntN(100)) * time.Second), number: number}
		heap.push(one)
		want = append(want, one)
	}
	slices.SortFunc(want, func(a, b timer) int {
		if a.before(&b) {
			return -1
		}
		return 1
	})
	for i := range want {
		if i%3 == 0 { // One that comes and goes changes nothing.
			heap.push(timer{})
			if first := heap.pop(); !first.at.IsZero() {
				t.Fatalf("%d: got %v", i, first.at)
			}
		}
		if got := heap.pop(); got.number != want[i].number {
			t.Fatalf("%d: got timer %d, want %d", i, got.number, want[i].number)
		}
	}
	if len(heap) != 0 {
		t.Errorf("%d are left", len(heap))
	}
}

// BenchmarkTimers sets a timer and takes the first, while as many jobs wait as in a long queue.
func BenchmarkTimers(b *testing.B) {
	random := rng.New(1, rng.Faults)
	var heap timers
	later := func() timer { return timer{at: Start.Add(time.Duration(random.Int64N(1e15))), number: random.Uint64()} }
	for range 100_000 {
		heap.push(later())
	}
	b.ReportAllocs()
	for b.Loop() {
		heap.push(later())
		heap.pop()
	}
}
