package job

import (
	"context"
	"fmt"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// lostSubmission is a submission whose answer was lost.
type lostSubmission struct {
	endpointID string
	mode       string
	failure    error
}

// advice says what to do about it in the resource.
func (l lostSubmission) advice(ctx context.Context, c *client.Client) string {
	return l.describe(ctx, c) + fmt.Sprintf("If the job exists, import it: `terraform import podfleet_job.NAME %s/ID`. "+
		"A later destroy cancels an imported job. If the service did not accept the job, apply again.", l.endpointID)
}

// actionAdvice does the same as advice, for an action, which has nothing to import into.
func (l lostSubmission) actionAdvice(ctx context.Context, c *client.Client) string {
	return l.describe(ctx, c) + "If the job exists, check it with the data source podfleet_job, or end it with the " +
		"action podfleet_job_cancel. If the service did not accept the job, invoke this action again."
}

// describe says what may have become of the job, and how to find out. A list that does not show the job proves nothing.
func (l lostSubmission) describe(ctx context.Context, c *client.Client) string {
	what := strings.TrimSpace("The provider does not know whether the service accepted the job. It did not submit the " +
		"job again: the job could run, and be billed, twice. " + describeHealth(ctx, c, l.endpointID))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), healthTimeout)
	defer cancel()
	jobs, err := c.UnknownJobs(ctx, l.endpointID)
	shown, listed, when := "", "30 minutes", "in "+framework.WaitBeforeLooking(transport.MayStillAct(l.failure))
	if l.mode == modeSync { // A look that waits can miss it (contract 3.3).
		listed, when = "one minute", "at once, and again "+when
	}
	if err != nil {
		shown = fmt.Sprintf("The provider could not read the list of jobs of the endpoint %s: %v. ", l.endpointID, err)
	}
	switch {
	case len(jobs) > 0:
		shown += fmt.Sprintf("The endpoint %s lists these jobs that this run did not submit, newest first: %s. If the "+
			"service accepted the job, it is most likely the first. But the API does not return the time of a submission: "+
			"each of them can be older, or belong to another client.", l.endpointID, listJobs(l.endpointID, jobs))
	case err == nil:
		shown = fmt.Sprintf("The endpoint %s lists no job that this run did not submit.", l.endpointID)
	}
	return fmt.Sprintf("%s\n\n%s The service can list a job late, and lists it only until %s after its end.\n\n"+
		"Next: check the list %s, with the data source podfleet_jobs in a plan: an apply submits the job again. A job that "+
		"neither an earlier apply nor another client submitted is this one. If no list shows it, check the log of the "+
		"endpoint %s, the job's webhook, or the place where its worker writes. ",
		what, strings.TrimSpace(shown), listed, when, l.endpointID)
}

// maxJobs keeps a message readable if a queue is long.
const maxJobs = 10

// listJobs lists jobs by their import ids.
func listJobs(endpointID string, jobs []client.Job) string {
	var listed []string
	for _, job := range jobs[:min(len(jobs), maxJobs)] {
		listed = append(listed, fmt.Sprintf("%s/%s (%s)", endpointID, job.ID, job.Status))
	}
	if more := len(jobs) - maxJobs; more > 0 {
		listed = append(listed, fmt.Sprintf("and %d older ones", more))
	}
	return strings.Join(listed, ", ")
}
