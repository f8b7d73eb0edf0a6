// Package rng makes the emulator's random numbers, which repeat: equal seeds give equal sequences.
package rng

import "math/rand/v2"

// Stream names one sequence of a seed. Sources that draw on their own, or only in some tests, have streams of their
// own: one more fault rule, pod or worker does not change the ids of the objects that a test creates. Never change the
// meaning of a number in use: that changes all ids.
type Stream uint64

// The streams, and the sources that draw from each.
const (
	ObjectIDs       Stream = 1 // ids of the objects that requests create
	Faults          Stream = 2 // whether a fault rule with a probability applies to a request
	PodPlacement    Stream = 3 // data center, hardware, machine, address and public ports of pods
	WorkerIDs       Stream = 4 // ids of workers and jobs, which come and go by the clock
	WorkerPlacement Stream = 5 // data center, hardware, machine and address of workers
)

// Source draws the numbers of a stream.
type Source struct {
	*rand.Rand

	Place *rand.PCG // in the stream
}

// New starts a stream of a seed at its beginning.
func New(seed uint64, stream Stream) *Source {
	place := rand.NewPCG(seed, uint64(stream))
	return &Source{rand.New(place), place} //nolint:gosec // The numbers must repeat, not be secret.
}
