package job_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Ctrl-C while waiting leaves the job tracked, and not tainted: an interrupted pipeline must not pay for the same job
// twice.
func TestJob_interruptedWait(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{NoStatusSync: true}) // Looks are answered at once, and seen in the journal.
	endpoint := w.Endpoint("emulator/hang")
	p := w.Process()
	interrupted := make(chan error, 1)
	go func() {
		err := until(t.Context(), func() bool { return len(w.Objects(kind)) == 1 })
		err = errors.Join(err, until(t.Context(), func() bool { return len(w.Requests("GetJobStatus")) > 0 }))
		interrupted <- errors.Join(err, p.Interrupt())
	}()
	made, diags := p.Apply(typeName, acctest.Instance{},
		acctest.Values{"endpoint_id": endpoint, "input": "{}"})
	if err := <-interrupted; err != nil {
		t.Fatal(err)
	}
	if says := acctest.Text(diags); len(diags) != 1 ||
		!strings.HasPrefix(says, "WARNING: Interrupted while waiting for the job") ||
		!strings.Contains(says, "count or for_each, keep it, and remove only the instance of this job") {
		t.Errorf("%s", says)
	}
	if got := p.Attributes(typeName, made.State)["id"]; !got.Equal(text(w.OnlyID(kind))) ||
		made.Identity == nil {
		t.Errorf("kept %v", got)
	}
}

// A wait goes on at a status that the client does not know.
func TestJob_unknownStatus(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{NoStatusSync: true})
	w.AllowBadAnswers()
	endpoint := w.Endpoint("emulator/hang")
	p := w.Process()
	patched := make(chan error, 1)
	go func() {
		err := until(t.Context(), func() bool { return len(w.Objects(kind)) == 1 })
		id := w.OnlyID(kind)
		err = errors.Join(err, w.PatchObject(kind, id, map[string]any{"status": "CHECKING"}))
		w.ClearJournal()
		err = errors.Join(err, until(t.Context(), func() bool { return len(w.Requests("GetJobStatus")) > 1 }))
		patched <- errors.Join(err, w.PatchObject(kind, id, map[string]any{"status": "COMPLETED", "output": 1}))
	}()
	made, diags := p.Apply(typeName, acctest.Instance{}, acctest.Values{"endpoint_id": endpoint, "input": "{}"})
	if err := <-patched; err != nil {
		t.Fatal(err)
	}
	if len(diags) > 0 {
		t.Error(acctest.Text(diags))
	}
	if got := p.Attributes(typeName, made.State); !got["status"].Equal(text("COMPLETED")) ||
		!got["output"].Equal(text("1")) {
		t.Errorf("got %v", got)
	}
}

// reading is a job read by the data source and by the ephemeral resource.
func reading(t *testing.T, w *acctest.Env, endpointID, id string) map[string]acctest.Attributes {
	t.Helper()
	p := w.Process()
	looked, diags := p.Lookup(typeName, acctest.Values{"endpoint_id": endpointID, "id": id})
	opened, more := p.Open("podfleet_job_result", acctest.Values{"endpoint_id": endpointID, "job_id": id})
	says := acctest.Text(append(diags, more...))
	read := map[string]acctest.Attributes{"data source": looked, "ephemeral resource": opened}
	for name, attributes := range read {
		attributes.ExpectSet("status")
		gone := string(attributes.JSON("status")) == `"EXPIRED"`
		if warned := strings.Count(says, "WARNING: The job's result no longer exists"); gone != (warned == 2) {
			t.Errorf("%s is gone: %t, with %d warnings", name, gone, warned)
		}
	}
	return read
}

func TestJob_isReadAndNeverSubmitted(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/echo")
	made := w.RunToEnd(endpoint, `{"a":1}`)
	w.ClearJournal()
	for _, got := range reading(t, w, endpoint, made) {
		got.Expect("status", "COMPLETED")
		got.Expect("output", `{"a":1}`)
		got.Expect("error", nil)
	}
	w.Advance(time.Hour)
	for _, got := range reading(t, w, endpoint, made) {
		got.Expect("status", "EXPIRED")
		got.Expect("output", nil)
	}
	// Each of the two requests the missing job three times, and then the list.
	for operation, want := range map[string]int{"GetJobStatus": 2 + 2*3, "ListRequests": 2} {
		if got := len(w.Requests(operation)); got != want {
			t.Errorf("%d %s, want %d", got, operation, want)
		}
	}
}

// Of an endpoint that is gone, and of a service that does not answer, it is not said that a result has expired.
func TestJob_cannotBeRead(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	ask := func(want string) {
		t.Helper()
		_, diags := p.Lookup(typeName, acctest.Values{"endpoint_id": "nowhere", "id": "x"})
		if says := acctest.Text(diags); !strings.Contains(says, want) {
			t.Errorf("%s", says)
		}
		_, diags = p.Open("podfleet_job_result", acctest.Values{"endpoint_id": "nowhere", "job_id": "x"})
		if says := acctest.Text(diags); !strings.Contains(says, want) {
			t.Errorf("%s", says)
		}
	}
	ask("The endpoint nowhere does not exist")
	w.SetFaults(emulator.Fault{Operation: "GetJobStatus", Kind: emulator.FaultStatus, Status: 500})
	ask("ERROR: Cannot read job")
}
