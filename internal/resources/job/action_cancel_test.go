package job_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestJobCancel(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/sleep", emulator.Options{})
	waiting := q.submit(`{"ms":60000}`, false)
	for range 2 { // Once more changes nothing.
		progress, says := q.invoke("cancel", acctest.Values{"job_id": waiting})
		matches(t, "told", `^The provider cancelled job \S+\. The service returned the status CANCELLED\.\nJob \S+ is CANCELLED\.$`, progress)
		matches(t, "says", `^$`, says)
		if err := q.Called("CancelJob", "GetJobStatus"); err != nil {
			t.Error(err)
		}
	}
	_, says := q.invoke("cancel", acctest.Values{"job_id": "none"})
	matches(t, "says", `^ERROR: Cannot cancel job: .*Next: check job_id`, says)
	done := queueOf(t, "emulator/echo")
	id := done.submit(`{}`, true)
	progress, says := done.invoke("cancel", acctest.Values{"job_id": id})
	matches(t, "told", `^Job \S+ had already ended COMPLETED\. There was nothing to cancel\.$`, progress)
	matches(t, "says", `^$`, says)
	if err := done.Called("CancelJob"); err != nil {
		t.Error(err)
	}
	done.id = "none"
	_, says = done.invoke("cancel", acctest.Values{"job_id": id})
	matches(t, "says", `^ERROR: Cannot cancel job: .*The endpoint none does not exist`, says)
}

// Gone is as good as cancelled.
func TestJobCancel_gone(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/sleep", emulator.Options{})
	id := q.submit(`{"ms":1000}`, false)
	q.OnRequest("CancelJob", 1, func() {
		q.SetFaults(emulator.Fault{Operation: "GetJobStatus", Kind: "status", Status: http.StatusNotFound,
			Message: "job not found"}, emulator.Fault{Operation: "ListRequests", Kind: "status", Status: http.StatusNotFound})
	})
	progress, says := q.invoke("cancel", acctest.Values{"job_id": id})
	matches(t, "told", `\nJob \S+ no longer exists in the service\.$`, progress)
	matches(t, "says", `^$`, says)
}

// A cancel that was carried out stays so, whatever becomes of the look afterwards.
func TestJobCancel_looksAfterwards(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault          emulator.Fault
		progress, says string
	}{
		"passes": {emulator.Fault{Status: http.StatusInternalServerError, Count: 1},
			`returned the status CANCELLED\.\nJob \S+ is CANCELLED\.$`, `^$`},
		"stays": {emulator.Fault{Status: http.StatusInternalServerError},
			`returned the status CANCELLED\.\nThe provider could not confirm that \(GetJobStatus: .*HTTP 500.*\)\.$`, `^$`},
		"refused": {emulator.Fault{Status: http.StatusUnauthorized},
			`returned the status CANCELLED\.\nThe provider could not confirm that \(GetJobStatus: .*HTTP 401.*\)\.$`, `^$`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := queueOf(t, "emulator/sleep", emulator.Options{})
			id := q.submit(`{"ms":60000}`, false)
			test.fault.Operation, test.fault.Kind = "GetJobStatus", emulator.FaultStatus
			q.SetFaults(test.fault)
			progress, says := q.invokedUntil("GetJobStatus", 3, "cancel", acctest.Values{"job_id": id})
			matches(t, "told", test.progress, progress)
			matches(t, "says", test.says, says)
			q.once("CancelJob")
		})
	}
}

// A service that says it is still at it is believed, and the time that it takes is bounded.
func TestJobCancel_notYet(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{
		http.StatusOK:                  `Last seen: IN_PROGRESS\.\n`,
		http.StatusInternalServerError: `The last request failed: GetJobStatus: .*HTTP 500`,
	} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			ctx, expire := contexttest.Expiring(t.Context())
			var looks atomic.Int64
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.Contains(r.URL.Path, "/status/") {
					if looks.Add(1) == 3 {
						expire()
					}
					w.WriteHeader(status)
				}
				_, _ = io.WriteString(w, `{"id":"j","status":"IN_PROGRESS"}`)
			}))
			t.Cleanup(s.Close)
			u, err := url.Parse(s.URL + "/v2")
			if err != nil {
				t.Fatal(err)
			}
			q := queueOf(t, "emulator/sleep")
			q.Tune = append(q.Tune, func(c *client.Config) { c.QueueURL, c.MaxRetries = u, 0 })
			_, diags := q.Process().InvokeWith(ctx, "podfleet_job_cancel",
				acctest.Values{"endpoint_id": q.id, "job_id": "j"}, nil)
			matches(t, "says", `^ERROR: The job is not cancelled yet: .*returned the status IN_PROGRESS\. .*`+want,
				acctest.Text(diags))
		})
	}
}

func TestJobCancel_refused(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/sleep")
	id := q.submit(`{"ms":1000}`, false)
	q.SetFaults(emulator.Fault{Operation: "CancelJob", Kind: "status", Status: http.StatusInternalServerError,
		Message: "out of order"})
	_, says := q.invoke("cancel", acctest.Values{"job_id": id})
	matches(t, "says", `^ERROR: Cannot cancel job: .*out of order`, says)
}
