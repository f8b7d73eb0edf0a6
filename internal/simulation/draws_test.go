package simulation_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"
)

// draws are random numbers by what they are for, whoever asks first: goroutines that share a source in the order in
// which they come would give another history each time.
type draws uint64

// number is from 0 to 1, the same for the same key.
func (d draws) number(key ...any) float64 {
	h := fnv.New64a()
	fmt.Fprintln(h, append([]any{uint64(d)}, key...)...)
	mixed := rand.NewPCG(h.Sum64(), uint64(d)).Uint64()
	return float64(mixed>>11) / (1 << 53)
}

// happens reports whether something of a probability happens.
func (d draws) happens(p float64, key ...any) bool { return d.number(key...) < p }

// between returns a time from minimum to maximum, to the nanosecond: events of one instant come in any order, so no two
// are to share one.
func (d draws) between(minimum, maximum time.Duration, key ...any) time.Duration {
	return minimum + time.Duration(d.number(key...)*float64(maximum-minimum))
}

// source is for a single goroutine, such as the one that makes a plan of everything before anything happens.
func (d draws) source(purpose string) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprint(h, purpose)
	return rand.New(rand.NewPCG(uint64(d), h.Sum64())) //nolint:gosec // It is to repeat.
}

func chance(rng *rand.Rand, p float64) bool { return rng.Float64() < p }

func pick[T any](rng *rand.Rand, of ...T) T { return of[rng.IntN(len(of))] }
