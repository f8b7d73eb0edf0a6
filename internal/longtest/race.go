//go:build race

package longtest

// raced reports that the race detector is on.
const raced = true
