package job

import (
	"errors"
	"fmt"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// What a 404 about a job means, in messages.

// describeGone says why a job can be gone that was not seen to end, by what the clock does not exclude. last is the
// last status that was seen; ttl is the configured one in milliseconds, absent if there is none.
func describeGone(endpointID, jobID string, last client.JobStatus, ttl client.Optional[int64], err error) string {
	if client.IsEndpointNotFound(err) {
		return fmt.Sprintf("The endpoint %s is gone, and the job %s with it.", endpointID, jobID)
	}
	what := fmt.Sprintf("The service does not know the job %s on the endpoint %s any more, and it was not seen to end. ",
		jobID, endpointID)
	lifespan := "its ttl was over (policy.ttl, 24 h if it is not set), at which the service deletes a job, running " +
		"or not"
	if own, ok := ttl.Get(); ok {
		lifespan = fmt.Sprintf("its ttl of %s was over (policy.ttl), at which the service deletes a job, running or not",
			milliseconds(own))
	}
	gone := &client.JobGone{Unseen: true, TTLOver: true}
	_ = errors.As(err, &gone)
	switch {
	case gone.Unseen:
		causes := []string{"the queue was purged", "it ended and its result was forgotten since: that takes 30 minutes, " +
			"and one minute for a job submitted in sync mode"}
		if gone.TTLOver {
			causes = append([]string{lifespan}, causes...)
		}
		return what + "Either " + strings.Join(causes, ", or ") + ". Whether it ran cannot be told; its worker's log can."
	case last == client.JobInProgress && gone.TTLOver:
		return what + "It was last seen running: " + lifespan +
			".\n\nNext: set policy.ttl to the time that it may spend in the queue and on a worker together."
	case last == client.JobInProgress:
		return what + "It was last seen running, and neither its ttl nor the retention of its result can have passed " +
			"since. Perhaps its worker died, and the queue was purged before another worker started the job." +
			"\n\nNext: look at the endpoint's logs."
	case gone.TTLOver:
		return what + "It was last seen in the queue: either that was purged, or " + lifespan + "."
	default:
		return what + "It was last seen in the queue, and its ttl cannot have passed since: most likely the queue was " +
			"purged."
	}
}

// describeDoubt explains a refresh that could not decide whether the job still exists.
func (m model) describeDoubt(err error) string {
	return fmt.Sprintf("The service answered HTTP 404 for the job %s on the endpoint %s, and the time for the refresh "+
		"was over. %s\n\nThe service said: %s\n\n"+
		"The state keeps the job with the status %s.\n\n"+
		"Next: plan again. If the warning stays, allow the refresh more time with timeouts { read = \"…\" }.",
		m.ID.ValueString(), m.EndpointID.ValueString(), beliefIn404s, err, m.Status.ValueString())
}

// beliefIn404s says when a 404 counts.
const beliefIn404s = "The provider treats a job as deleted only after three such responses in a row over at " +
	"least 10 s, because an existing job can get one too."

// adviceOn404 is what to do about a 404 that does not prove that a job is gone; it is empty for any other failure.
func adviceOn404(err error) string {
	switch {
	case !client.IsNotFound(err):
		return ""
	case client.IsInDoubt(err), client.IsTooEarly(err):
		return beliefIn404s + "\n\nNext: try again."
	default:
		return "That is not how the service says that it does not know a job, and the endpoint's health cannot be read " +
			"there either.\n\n" +
			"Next: check queue_url and api_key. If the job is gone for certain, take it out of the state with `terraform " +
			"state rm`."
	}
}
