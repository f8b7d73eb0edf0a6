package emulator_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Each kind, injected into a create: what the client sees, what the journal says, and whether the service acted.
func TestFaults_kinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fault  emulator.Fault
		status int // 0: the client sees no answer at all
		broken bool
		text   string
		acted  bool
	}{
		{fault: emulator.Fault{Kind: "status"}, status: 500, text: `{"error":"internal server error","status":500}`},
		{
			fault: emulator.Fault{Kind: "status", Status: 503, Message: "busy", RetryAfter: 7}, status: 503,
			text: `{"error":"busy","status":503}`,
		},
		{
			fault: emulator.Fault{Kind: "status_after", Status: 500, Message: "crashed"}, status: 500,
			text: `{"error":"crashed","status":500}`, acted: true,
		},
		{fault: emulator.Fault{Kind: "reset"}, broken: true},
		{fault: emulator.Fault{Kind: "reset_after"}, broken: true, acted: true},
		{
			fault: emulator.Fault{Kind: "stall", Delay: emulator.Duration(time.Millisecond)}, status: 200, text: `{"`,
			acted: true,
		},
		{fault: emulator.Fault{Kind: "truncate"}, status: 200, broken: true, text: `{"`, acted: true},
		{fault: emulator.Fault{Kind: "html"}, status: 502, text: "<!DOCTYPE html>"},
		{fault: emulator.Fault{Kind: "html", Status: 403}, status: 403, text: "<!DOCTYPE html>"},
	} {
		observed := make(chan *emulator.Exchange, 2)
		a := start(t, emulator.Options{Observe: func(ex *emulator.Exchange) { observed <- ex }})
		c.fault.Operation, c.fault.Count = "CreateTemplate", 1
		a.SetFaults(c.fault)

		r, err := a.try(http.MethodPost, "/templates", `{"name":"n","imageName":"i"}`)
		if (err != nil) != c.broken || r.status != c.status || !strings.HasPrefix(r.text, c.text) {
			t.Errorf("%+v: %v, %d %s", c.fault, err, r.status, r.text)
		}
		if got := r.header.Get("Retry-After"); (got == "7") != (c.fault.RetryAfter == 7) {
			t.Errorf("%+v: Retry-After %q", c.fault, got)
		}
		if c.fault.Kind == "html" && !strings.HasPrefix(r.header.Get("Content-Type"), "text/html") {
			t.Errorf("%+v: %v", c.fault, r.header)
		}
		if acted := len(a.Objects("templates")) == 1; acted != c.acted {
			t.Errorf("%+v: acted: %v", c.fault, acted)
		}
		journal := a.Requests("CreateTemplate")
		if len(journal) != 1 || journal[0].Status != c.status {
			t.Errorf("%+v: the journal says %+v", c.fault, journal)
		}
		if seen := await(t, observed); seen.Fault != c.fault.Kind || seen.Status != c.status {
			t.Errorf("%+v: observed %+v", c.fault, seen)
		}
		if left := a.Faults(); len(left) != 0 {
			t.Errorf("%+v: left: %v", c.fault, left)
		}
		if r := a.call(http.MethodPost, "/templates", `{"name":"m","imageName":"i"}`); r.status != 200 {
			t.Errorf("%+v: the next request: %d %s", c.fault, r.status, r.text)
		}
		if seen := await(t, observed); seen.Fault != "" {
			t.Errorf("%+v: the next request got %s", c.fault, seen.Fault)
		}
	}
}

// Half of nothing would look like a full answer.
func TestFaults_truncateWithoutBody(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/templates", `{"name":"n","imageName":"i"}`)
	a.SetFaults(emulator.Fault{Operation: "DeleteTemplate", Kind: "truncate"})
	if r, err := a.try(http.MethodDelete, "/templates/"+id, ""); err == nil {
		t.Errorf("an answer came: %d", r.status)
	}
	if _, ok := a.Object("templates", id); ok {
		t.Error("it did not act")
	}
}

// A rule for one interface leaves the same operation of the others alone, at both places of version 2.
func TestFaults_ofInterface(t *testing.T) {
	t.Parallel()
	a := start(t)
	host := strings.TrimSuffix(a.RESTURL(), "/v1")
	for _, test := range []struct {
		of   string
		want map[string]int // status by path
	}{
		{of: "", want: map[string]int{"/v1": 410, "/management/v2": 410, "/v2": 410}},
		{of: emulator.InterfaceV1, want: map[string]int{"/v1": 410, "/management/v2": 200, "/v2": 200}},
		{of: emulator.InterfaceV2, want: map[string]int{"/v1": 200, "/management/v2": 410, "/v2": 410}},
		{of: emulator.InterfaceQueue, want: map[string]int{"/v1": 200, "/management/v2": 200, "/v2": 200}},
	} {
		a.SetFaults(emulator.Fault{Operation: emulator.AnyOperation, Interface: test.of, Kind: "status", Status: 410})
		for path, want := range test.want {
			answer, err := a.send(http.MethodGet, host+path+"/templates", "")
			if err != nil {
				t.Fatal(err)
			}
			if answer.status != want {
				t.Errorf("a rule of %q: %s/templates is %d, want %d", test.of, path, answer.status, want)
			}
		}
	}
}

// The service acts even though the client gave up: the case a create with unknown outcome is made of.
func TestFaults_stallOutlivesTheClient(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.SetFaults(emulator.Fault{Operation: "*", Kind: "stall", Delay: emulator.Duration(time.Millisecond)})

	ctx, giveUp := context.WithCancel(t.Context())
	giveUp()
	request := httptest.NewRequestWithContext(ctx, http.MethodPost, "/v1/templates",
		strings.NewReader(`{"name":"n","imageName":"i"}`))
	request.Header.Set("Authorization", "Bearer "+a.APIKey())
	a.ServeHTTP(httptest.NewRecorder(), request)
	if entry := a.Requests()[0]; entry.Status != 200 || len(a.Objects("templates")) != 1 {
		t.Errorf("status %d, objects %v", entry.Status, a.Objects("templates"))
	}
}

// A server that closes does not wait for a stall to pass, and cuts it.
func TestFaults_stallEndsWithTheServer(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.SetFaults(emulator.Fault{Operation: "*", Kind: "stall", Delay: emulator.Duration(time.Hour), Count: 1})
	failed := make(chan error)
	go func() {
		_, err := a.try(http.MethodGet, "/templates", "")
		failed <- err
	}()
	for len(a.Faults()) > 0 { // until the stall has begun
		if t.Context().Err() != nil {
			t.Fatal("the request never came")
		}
	}
	a.Close()
	if err := await(t, failed); err == nil {
		t.Error("the stalled request was answered")
	}
}

func TestFaults_probabilityIsSeeded(t *testing.T) {
	t.Parallel()
	outcomes := func(a *env) string {
		a.SetFaults(emulator.Fault{Operation: "*", Kind: "status", Probability: 0.5})
		var text strings.Builder
		for range 64 {
			if a.call(http.MethodGet, "/templates", "").status == 200 {
				text.WriteByte('.')
			} else {
				text.WriteByte('x')
			}
		}
		return text.String()
	}
	first := start(t, emulator.Options{Seed: 1})
	one, two := outcomes(first), outcomes(start(t, emulator.Options{Seed: 2}))
	first.Reset()
	if again := outcomes(first); one != again || one == two {
		t.Errorf("seed 1: %s, and %s after a reset, seed 2: %s", one, again, two)
	}
	if hits := strings.Count(one, "x"); hits < 16 || hits > 48 {
		t.Errorf("%d of 64 at probability 0.5", hits)
	}
}
