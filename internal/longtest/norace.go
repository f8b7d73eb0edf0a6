//go:build !race

package longtest

// raced reports that the race detector is off.
const raced = false
