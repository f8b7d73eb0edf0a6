// Package longtest marks tests that take long. A mark is the first line of a test, and says when the test is skipped:
// so the makefile needs no list of tests.
//
//	make quick  skips the tests of large inputs (-short)
//	make test   runs every test, but tests with a mark not under the race detector
//	make race   runs tests with a mark under the race detector too (RACE_ALL=1)
package longtest

import (
	"os"
	"testing"
)

// Large marks a test of large inputs or of a large load.
func Large(tb testing.TB) {
	tb.Helper()
	if testing.Short() {
		tb.Skip("it is large, and -short skips it")
	}
	skipRaced(tb)
}

// ManyCases marks a test that tries many cases, as models and fuzz targets do, and is concurrent in none of them.
func ManyCases(tb testing.TB) {
	tb.Helper()
	skipRaced(tb)
}

// skipRaced skips a test under the race detector, which would make it many times slower, unless RACE_ALL is set.
func skipRaced(tb testing.TB) {
	tb.Helper()
	if raced && os.Getenv("RACE_ALL") == "" {
		tb.Skip("it takes long under the race detector: make race runs it there (RACE_ALL=1)")
	}
}
