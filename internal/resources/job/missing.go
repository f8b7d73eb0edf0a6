package job

import (
	"errors"
	"fmt"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Messages about 404s for jobs.

// describeGone explains why a job no longer exists whose end the provider did not see. It names the causes that the
// clock does not exclude. last is the last status that the provider saw; ttl is the configured ttl in milliseconds,
// absent if none is configured.
func describeGone(endpointID, jobID string, last client.JobStatus, ttl members.Optional[int64], err error) string {
	if client.IsEndpointNotFound(err) {
		return fmt.Sprintf("The endpoint %s no longer exists. The service deleted the job %s with it.\n\n"+
			"Next: find out who deleted the endpoint, and plan again. If this configuration manages it, the plan creates a new "+
			"one.", endpointID, jobID)
	}
	what := fmt.Sprintf("The service no longer has the job %s on the endpoint %s, and the provider did not see it end. ",
		jobID, endpointID)
	lifespan := "its ttl was over (policy.ttl, 24 h if it is not set), after which the service deletes a job, even " +
		"while it runs"
	if own, ok := ttl.Get(); ok {
		lifespan = fmt.Sprintf("its ttl of %s was over (policy.ttl), after which the service deletes a job, even "+
			"while it runs",
			milliseconds(own))
	}
	gone := &client.JobGone{Unseen: true, TTLOver: true}
	_ = errors.As(err, &gone)
	switch {
	case gone.Unseen:
		causes := []string{"the queue was purged", "it ended and the service has deleted its result, after 30 minutes, " +
			"or after one minute for a job submitted in sync mode"}
		if gone.TTLOver {
			causes = append([]string{lifespan}, causes...)
		}
		return what + "Either " + strings.Join(causes, ", or ") + ". The provider cannot tell whether it ran." +
			"\n\nNext: look for it in the worker's log in the service's console before you run a new job."
	case last == client.JobInProgress && gone.TTLOver:
		return what + "The provider last saw it running: " + lifespan +
			".\n\nNext: set policy.ttl to the time that it may spend in the queue and on a worker together."
	case last == client.JobInProgress:
		return what + "The provider last saw it running, and neither its ttl nor the retention of its result can have " +
			"passed since. Perhaps its worker died, and the queue was purged before another worker started the job." +
			"\n\nNext: read the worker's log in the service's console."
	case gone.TTLOver:
		return what + "The provider last saw it in the queue: either the queue was purged, or " + lifespan +
			".\n\nNext: find out whether another client purged the queue. If none did, set policy.ttl to the time that the " +
			"job may spend in the queue and on a worker together."
	default:
		return what + "The provider last saw it in the queue, and its ttl cannot have passed since: most likely the queue " +
			"was purged.\n\nNext: find out which client purged the queue before you run a new job."
	}
}

// describeDoubt explains a refresh that could not decide whether the job still exists.
func (m model) describeDoubt(err error) string {
	return fmt.Sprintf("The service returned HTTP 404 for the job %s on the endpoint %s, and the refresh timed out "+
		"before the provider could be certain. %s\n\nThe service said: %s\n\n"+
		"The state keeps the job with the status %s.\n\n"+
		"Next: plan again. If the warning stays, allow the refresh more time with timeouts { read = \"…\" }.",
		m.ID.ValueString(), m.EndpointID.ValueString(), beliefIn404s, err, m.Status.ValueString())
}

// beliefIn404s says when a 404 counts.
const beliefIn404s = "The provider treats a job as deleted only after three such responses in a row over at least " +
	"10 s, because the service can return one for an existing job."

// adviceOn404 returns the advice after a 404 that does not prove that a job is gone; empty for any other failure.
func adviceOn404(err error) string {
	switch {
	case !transport.IsNotFound(err):
		return ""
	case client.IsInDoubt(err), client.IsTooEarly(err):
		return beliefIn404s + "\n\nNext: try again."
	default:
		return "The response is not the service's own 404 for a job, and the provider cannot read the endpoint's health at " +
			"that URL either.\n\n" +
			"Next: check queue_url and api_key. If you know that the job no longer exists, remove it from the state with " +
			"`terraform state rm`."
	}
}
