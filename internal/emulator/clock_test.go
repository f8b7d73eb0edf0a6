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

// Every answer has one Date, the time at which it left, by the clock of createdAt.
func TestDate(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.SetFaults(emulator.Fault{Operation: "ListPods", Kind: emulator.FaultStatus, Status: 503},
		emulator.Fault{Operation: "ListEndpoints", Kind: emulator.FaultHTML})
	a.Advance(90*time.Minute + 999*time.Millisecond)
	want := "Thu, 01 Jan 2026 01:30:00 GMT"
	for _, one := range []struct{ method, path, body, key string }{
		{method: http.MethodGet, path: "/templates", key: "Bearer " + a.APIKey()},
		{method: http.MethodPost, path: "/pods", body: `{"imageName":"i"}`, key: "Bearer " + a.APIKey()},
		{method: http.MethodPost, path: "/pods", body: `{"nope":"i"}`, key: "Bearer " + a.APIKey()},
		{method: http.MethodGet, path: "/pods", key: "Bearer " + a.APIKey()},      // a fault
		{method: http.MethodGet, path: "/endpoints", key: "Bearer " + a.APIKey()}, // a front end's page
		{method: http.MethodGet, path: "/nope", key: "Bearer " + a.APIKey()},
		{method: http.MethodGet, path: "/templates"},
	} {
		r := a.call(one.method, one.path, one.body, "Authorization", one.key)
		if dates := r.header.Values("Date"); len(dates) != 1 || dates[0] != want {
			t.Errorf("%s %s, status %d: Date %q, want %s", one.method, one.path, r.status, dates, want)
		}
	}
	if got := a.control(http.MethodGet, "clock", "").header.Get("Date"); got != want {
		t.Errorf("the control interface: %s", got)
	}
}

// Objects that appear behind the API's back were created when they appeared.
func TestDate_ofInjectedObjects(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.Advance(time.Hour)
	for _, kind := range []string{emulator.KindPods, emulator.KindEndpoints} {
		a.must(a.PutObject(kind, "x", nil))
		if object, _ := a.Object(kind, "x"); object["createdAt"] != "2026-01-01T01:00:00Z" {
			t.Errorf("%s: %v", kind, object["createdAt"])
		}
	}
}
