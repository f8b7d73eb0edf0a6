package emulator_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestClock_manual(t *testing.T) {
	t.Parallel()
	a := start(t)
	begin := a.Now()
	a.call(http.MethodGet, "/templates", "")
	if a.Now() != begin {
		t.Error("the clock moved by itself")
	}
	a.Advance(30 * time.Minute)
	a.Advance(-time.Hour) // Time never goes back.
	if moved := a.Now().Sub(begin); moved != 30*time.Minute {
		t.Errorf("moved by %v", moved)
	}
	for range 3 { // Even at the end of time.
		before := a.Now()
		a.Advance(1<<63 - 1)
		if a.Now().Before(before) {
			t.Fatalf("from %v back to %v", before, a.Now())
		}
	}
	a.call(http.MethodGet, "/templates", "")
	if r := a.Journal(); r[0].Time != begin || r[1].Time != a.Now() {
		t.Errorf("the journal has %v and %v", r[0].Time, r[1].Time)
	}
}

// Only requests to the service step, each once; watching does not change what is watched.
func TestClock_stepPerRequest(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{StepPerRequest: time.Second})
	begin := a.Now()
	a.call(http.MethodGet, "/templates", "")
	a.call(http.MethodGet, "/nope", "", "Authorization", "")
	a.control(http.MethodGet, "requests", "")
	if moved := a.Now().Sub(begin); moved != 2*time.Second {
		t.Errorf("moved by %v", moved)
	}
}
