package job_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

func TestJobCancel(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/sleep", emulator.Options{})
	waiting := q.submit(`{"ms":60000}`, false)
	for range 2 { // Once more changes nothing.
		progress, says := q.invoke("cancel", acctest.Values{"job_id": waiting})
		matches(t, "told", `^Job \S+ has ended CANCELLED\.$`, progress)
		matches(t, "says", `^$`, says)
		q.ExpectRequests("CancelJob")
	}
	_, says := q.invoke("cancel", acctest.Values{"job_id": "none"})
	matches(t, "says", `^ERROR: Cannot cancel job: .*Next: check job_id`, says)
	done := queueOf(t, "emulator/echo")
	id := done.submit(`{}`, true)
	progress, says := done.invoke("cancel", acctest.Values{"job_id": id})
	matches(t, "told", `^Job \S+ has ended COMPLETED\.$`, progress)
	matches(t, "says", `^$`, says)
	done.ExpectRequests("CancelJob")
	done.id = "none"
	_, says = done.invoke("cancel", acctest.Values{"job_id": id})
	matches(t, "says", `^ERROR: Cannot cancel job: .*The endpoint none does not exist`, says)
}

// The cancel is repeated until the service says that the job has ended, or the time is up.
func TestJobCancel_notYet(t *testing.T) {
	t.Parallel()
	for ends, want := range map[bool]string{
		true:  `^$`,
		false: `^ERROR: Cannot cancel job: .*timeouts \{ invoke = `,
	} {
		t.Run(fmt.Sprint(ends), func(t *testing.T) {
			t.Parallel()
			q := queueOf(t, "emulator/sleep", emulator.Options{})
			id := q.submit(`{"ms":60000}`, false)
			answers := 0
			q.Rewrite().Use(func(a *emulatortest.Answer) {
				if answers++; a.Operation == "CancelJob" && (!ends || answers < 3) {
					a.Body = []byte(strings.ReplaceAll(string(a.Body), "CANCELLED", "IN_PROGRESS"))
				}
			})
			timeUp := map[bool]int{true: 99, false: 3}[ends]
			progress, says := q.invokedUntil("CancelJob", timeUp, "cancel", acctest.Values{"job_id": id})
			matches(t, "says", want, says)
			if ends != strings.HasSuffix(progress, "has ended CANCELLED.") || len(q.Requests("CancelJob")) < 3 {
				t.Errorf("%d requests: %s", len(q.Requests("CancelJob")), progress)
			}
		})
	}
}

// The configured time of an action is its limit.
func TestJobCancel_timeout(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/sleep", emulator.Options{})
	id := q.submit(`{"ms":60000}`, false)
	answers := 0
	q.Rewrite().Use(func(a *emulatortest.Answer) {
		if answers++; answers < 100 { // Without a limit, it ends then, 1.5 s later.
			a.Body = []byte(strings.ReplaceAll(string(a.Body), "CANCELLED", "IN_PROGRESS"))
		}
	})
	_, says := q.invoke("cancel", acctest.Values{"job_id": id, "timeouts": acctest.Values{"invoke": "50ms"}})
	matches(t, "says", `^ERROR: Cannot cancel job: .*timeouts \{ invoke = `, says)
}
