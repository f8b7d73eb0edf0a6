package emulatortest

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Test is a test for a harness: each failure begins with the lines of the test that led to it. So the code of a harness
// calls Helper nowhere, and a failure shows the place in the harness, too.
type Test struct{ testing.TB }

// Error implements testing.TB.
func (t Test) Error(values ...any) {
	t.Helper()
	t.TB.Error(testLines() + fmt.Sprint(values...))
}

// Errorf implements testing.TB.
func (t Test) Errorf(format string, values ...any) {
	t.Helper()
	t.TB.Error(testLines() + fmt.Sprintf(format, values...))
}

// Fatal implements testing.TB.
func (t Test) Fatal(values ...any) {
	t.Helper()
	t.TB.Fatal(testLines() + fmt.Sprint(values...))
}

// Fatalf implements testing.TB.
func (t Test) Fatalf(format string, values ...any) {
	t.Helper()
	t.TB.Fatal(testLines() + fmt.Sprintf(format, values...))
}

// Check ends the test if there is an error.
func (t Test) Check(err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// testLines returns the lines of tests that the stack has, the innermost first.
func testLines() (text string) {
	var counters [64]uintptr
	frames := runtime.CallersFrames(counters[:runtime.Callers(1, counters[:])])
	for frame, more := frames.Next(); more; frame, more = frames.Next() {
		if strings.HasSuffix(frame.File, "_test.go") {
			text += fmt.Sprintf("%s:%d: ", filepath.Base(frame.File), frame.Line)
		}
	}
	return text
}
