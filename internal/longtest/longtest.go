// Package longtest marks tests that take long, and says how much of them runs:
//
//	make quick      skips the tests of large inputs (-short)
//	make test       runs every test, with a share of its cases
//	make race       skips what takes long under the race detector
//	make test-long  runs every test with all its cases (LONG_TESTS=1), which CI does each week
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
	ManyCases(tb)
}

// ManyCases marks a test that tries many cases, as models and fuzz targets do, and is concurrent in none of them.
func ManyCases(tb testing.TB) {
	tb.Helper()
	if raced {
		tb.Skip("the race detector makes it many times slower, and it has no goroutines to compare")
	}
}

// All reports whether tests try all their cases.
func All() bool { return os.Getenv("LONG_TESTS") != "" }

// Of returns how many cases a test tries: few, or all.
func Of(few, all int) int {
	if All() {
		return all
	}
	return few
}
