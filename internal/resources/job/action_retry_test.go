package job_test

import (
	"fmt"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestJobRetry(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/fail")
	id := q.submit(`{"times":1}`, true)
	progress, says := q.invoke("retry", acctest.Values{"job_id": id})
	matches(t, "told", `^Job \S+ on endpoint \w+ runs again\. If the run.*\nJob \S+ is IN_QUEUE\..*\nJob \S+ is COMPLETED\.`, progress)
	matches(t, "says", `^$`, says)
	q.once("RetryJob")

	q.AllowBadRequests()
	_, says = q.invoke("retry", acctest.Values{"job_id": id})
	matches(t, "says", `^ERROR: Cannot retry job: not valid: .*Next: check job_id.*Only a job that ended FAILED or TIMED_OUT can run again`, says)

	id = q.submit(`{"times":9}`, true)
	_, says = q.invoke("retry", acctest.Values{"job_id": id})
	matches(t, "says", `^ERROR: The job ended FAILED: `, says)

	_, says = q.invoke("retry", acctest.Values{"job_id": "none"})
	matches(t, "says", `^ERROR: Cannot retry job: .*Next: check job_id`, says)
}

// Asked twice it could run twice: it is looked at instead.
func TestJobRetry_lostAnswer(t *testing.T) {
	t.Parallel()
	for fault, want := range map[string]string{emulator.FaultResetAfter: `^$`,
		emulator.FaultReset: `^ERROR: The job ended FAILED: `} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			q := queueOf(t, "emulator/fail")
			id := q.submit(`{"times":1}`, true)
			q.SetFaults(emulator.Fault{Operation: "RetryJob", Kind: fault})
			progress, says := q.invoke("retry", acctest.Values{"job_id": id})
			matches(t, "told", fmt.Sprintf(`^The provider got no usable response .* checks whether job %s runs again`, id),
				progress)
			matches(t, "says", want, says)
			q.once("RetryJob")
		})
	}
}

func TestJobRetry_interrupted(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		lost bool
		want string
	}{
		"answered":      {false, `^Job \S+ on endpoint \w+ runs again\. If the run is interrupted, the job `},
		"a lost answer": {true, `^The provider got no usable response .* If the run is interrupted, the job `},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := queueOf(t, "emulator/fail")
			id := q.submit(`{"times":1}`, true)
			// No look gets through, so that the end of the job cannot come first.
			faults := []emulator.Fault{
				{Operation: "StreamJob", Kind: emulator.FaultReset},
				{Operation: "GetJobStatusSync", Kind: emulator.FaultReset},
				{Operation: "GetJobStatus", Kind: emulator.FaultReset},
			}
			if test.lost {
				faults = append(faults, emulator.Fault{Operation: "RetryJob", Kind: emulator.FaultResetAfter})
			}
			q.SetFaults(faults...)
			q.interrupted("retry", acctest.Values{"job_id": id}, test.want+endsIt)
		})
	}
}
