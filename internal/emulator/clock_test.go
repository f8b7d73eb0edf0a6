package emulator_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Only requests to the service step, each once; watching does not change what is watched.
func TestClock_stepPerRequest(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{StepPerRequest: time.Second})
	begin := a.Now()
	a.call(http.MethodGet, "/templates", "")
	a.call(http.MethodGet, "/nope", "", "Authorization", "")
	a.control(http.MethodGet, "requests", "")
	a.Advance(-time.Hour) // Time never goes back.
	if moved := a.Now().Sub(begin); moved != 2*time.Second {
		t.Errorf("moved by %v", moved)
	}
}
