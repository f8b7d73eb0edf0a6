package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// spareHeap is the number of bytes that the heap may grow by before the garbage collector runs.
	spareHeap = 32 << 20
	// The percentages that this comes to stay within these bounds: with little in use, more gains nothing; with much,
	// less costs too much time.
	minPercent, maxPercent = 15, 400
)

// tuneCollector makes the garbage collector leave the same room for any size of the heap. By default that is as much
// again as the heap. That is too little for an emulator that has nothing yet, which would collect all the time, and too
// much for one that holds a queue of large jobs, which would take twice the memory. A user's GOGC or GOMEMLIMIT has
// precedence.
func tuneCollector(lookup func(name string) string) {
	if tunes(lookup) {
		afterEachCollection(func() { debug.SetGCPercent(percentFor(inUse())) })
	}
}

// tunes reports whether the user has set neither variable of the collector's.
func tunes(lookup func(name string) string) bool {
	return lookup("GOGC") == "" && lookup("GOMEMLIMIT") == ""
}

// percentFor returns the percentage of the used bytes that leaves spareHeap, within bounds.
func percentFor(inUse uint64) int {
	const maxUsed = spareHeap * 100 / minPercent
	return int(min(max(spareHeap*100/min(max(inUse, 1), maxUsed), minPercent), maxPercent))
}

// inUse returns the bytes that the last collection left.
func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// afterEachCollection calls a function now, and again whenever the garbage collector has run: nothing refers to the
// marker, so that each run finds it dead.
func afterEachCollection(call func()) {
	type marker struct{ _ *byte }
	runtime.AddCleanup(&marker{}, func(next func()) { afterEachCollection(next) }, call)
	call() // Only now, so that no collection after the call is missed.
}
