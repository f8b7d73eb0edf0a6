package main

import (
	"runtime"
	"testing"
	"time"
)

func TestPercentFor(t *testing.T) {
	t.Parallel()
	for inUse, want := range map[uint64]int{
		0: 400, 1 << 20: 400, 8 << 20: 400, 16 << 20: 200, 32 << 20: 100, 64 << 20: 50, 160 << 20: 20, 1 << 30: 15,
		1 << 40: 15,
	} {
		if got := percentFor(inUse); got != want {
			t.Errorf("%d MB in use: %d %%, want %d %%", inUse>>20, got, want)
		}
	}
}

func TestAfterEachCollection(t *testing.T) {
	t.Parallel()
	called := make(chan bool, 100)
	afterEachCollection(func() {
		select {
		case called <- true:
		default: // Other tests collect too.
		}
	})
	<-called // At once.
	for range 3 {
		runtime.GC()
		select {
		case <-called:
		case <-time.After(time.Minute):
			t.Fatal("not called after a collection")
		}
	}
}

// Who has set one of the library's variables has chosen.
func TestTuneCollector_leavesAChoiceAlone(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		if tunes(func(asked string) string {
			if asked == name {
				return "100"
			}
			return ""
		}) {
			t.Errorf("%s is set, and the collector is tuned all the same", name)
		}
	}
	if !tunes(func(string) string { return "" }) {
		t.Error("nothing is set, and the collector is left alone")
	}
}
