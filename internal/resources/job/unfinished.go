package job

import (
	"errors"
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Messages about a job whose end the provider did not see. They give, in this order: when the provider last saw the
// job, the error of the last look, the endpoint's counters, and a cause. They name a cause only if the last look showed
// the job.

// stillSeen is the time after a response within which a message may use the present tense: the longest pause between
// two looks.
var stillSeen = client.DefaultTimes.Poll.Max

// justSeen reports whether the last look, which ended with err, showed the job.
func (w *watcher) justSeen(err error) bool {
	var failed *transport.Error
	return w.looked && !errors.As(err, &failed) && time.Since(w.history.Shown) < stillSeen
}

// where returns a status as a part of a sentence.
func where(status client.JobStatus) string {
	switch status {
	case client.JobInQueue:
		return "in the queue"
	case client.JobInProgress:
		return "running"
	default:
		return fmt.Sprintf("with the status %q", status)
	}
}

// describeLastSeen says when the wait last saw a job that the last look did not show.
func (w *watcher) describeLastSeen(status client.JobStatus) string {
	job := fmt.Sprintf("the job %s on the endpoint %s", w.id, w.endpointID)
	ago := time.Since(w.history.Shown).Round(time.Second)
	const goesOn = " The job may still run, and is billed while it does."
	switch {
	case w.looked:
		return fmt.Sprintf("The provider last saw %s %s ago, %s.%s", job, ago, where(status), goesOn)
	case w.history.Shown.IsZero():
		return "The provider never saw " + job + "." + goesOn
	case w.justAccepted:
		return fmt.Sprintf("The service accepted %s %s ago. The provider never saw it since.%s", job, ago, goesOn)
	default:
		return fmt.Sprintf("The provider last saw %s %s ago, %s, and never during this wait.%s", job, ago, where(status),
			goesOn)
	}
}

// describeLastLook returns the error of the last look, as a paragraph to append; empty if the look showed the job.
func describeLastLook(err error) string {
	if failed := (*transport.Error)(nil); errors.As(err, &failed) {
		return "\n\nThe last request failed: " + failed.Error()
	}
	return ""
}

// describeNotDone says why a job is not done in time. err is the wait's; health is from describeHealth.
func (w *watcher) describeNotDone(job client.Job, health string, err error) string {
	longer := fmt.Sprintf(`allow more time with timeouts { %s = "…" }`, w.timeoutName)
	if health != "" {
		health = "\n\n" + health
	}
	if !w.justSeen(err) {
		return w.describeLastSeen(job.Status) + describeLastLook(err) + health + "\n\n" +
			"Next: if requests fail, check queue_url, api_key and the network, and check the job with the data source " +
			"podfleet_job. Otherwise " + longer + "."
	}
	what := fmt.Sprintf("The job %s on the endpoint %s ", w.id, w.endpointID)
	switch {
	case job.Status == client.JobInQueue && w.lowPriority:
		return what + "is still in the queue." + health + "\n\nCause: the job has low_priority, so the service starts " +
			"no worker for it. It waits for a worker started for other jobs, possibly forever.\n\n" +
			"Next: run it without policy.low_priority, set workers_min of the endpoint to 1 or more, or " + longer + "."
	case job.Status == client.JobInQueue:
		return what + "is still in the queue." + health + "\n\nCause: no worker is available, or workers_max is " +
			"reached.\n\n" +
			"Next: raise workers_max, allow more GPU types or data centers on the endpoint, or " + longer + "."
	case job.Status == client.JobInProgress:
		return what + "is still running." + health + "\n\nNext: " + longer + ". The job ends by itself after its " +
			"execution timeout."
	default:
		return what + fmt.Sprintf("has the status %q, which this provider does not know.%s\n\nNext: %s, or look "+
			"up the status in the service's documentation.", job.Status, health, longer)
	}
}
