package clock

import (
	"slices"
	"time"
)

// timer is a function to be called at a moment.
type timer struct {
	at     time.Time
	number uint64 // orders timers of the same moment
	call   func(at time.Time)
	// cancelled says that it is not to call; nil if it cannot be cancelled.
	cancelled *bool
}

// isCancelled reports whether the timer does not call any more.
func (t *timer) isCancelled() bool { return t.cancelled != nil && *t.cancelled }

// before reports whether a timer comes before another one.
func (t *timer) before(other *timer) bool {
	if t.at.Equal(other.at) {
		return t.number < other.number
	}
	return t.at.Before(other.at)
}

// timers is a heap of timers, the next one first. The standard library's would allocate for each, and each job has one.
type timers []timer

func (t *timers) push(one timer) {
	heap := append(*t, one)
	for i := len(heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if !heap[i].before(&heap[parent]) {
			break
		}
		heap[i], heap[parent] = heap[parent], heap[i]
		i = parent
	}
	*t = heap
}

// purge removes those that are cancelled, all at once: a heap in order stays one.
func (t *timers) purge() {
	*t = slices.DeleteFunc(*t, func(one timer) bool { return one.isCancelled() })
	slices.SortFunc(*t, func(a, b timer) int {
		if a.before(&b) {
			return -1
		}
		return 1
	})
}

// pop removes the first. There must be one.
func (t *timers) pop() timer {
	heap := *t
	first, last := heap[0], len(heap)-1
	heap[0], heap[last] = heap[last], timer{}
	heap = heap[:last]
	for i := 0; ; {
		first := i
		for _, child := range [...]int{2*i + 1, 2*i + 2} {
			if child < len(heap) && heap[child].before(&heap[first]) {
				first = child
			}
		}
		if first == i {
			break
		}
		heap[i], heap[first] = heap[first], heap[i]
		i = first
	}
	*t = heap
	return first
}
