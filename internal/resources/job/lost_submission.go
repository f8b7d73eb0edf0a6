package job

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// lostSubmission is a submission whose answer was lost.
type lostSubmission struct {
	endpointID string
	mode       string
	began      time.Time
	failure    error
}

// advice says what to do about it in the resource.
func (l lostSubmission) advice(ctx context.Context, c *client.Client) string {
	absent := "If the job does not exist, apply again."
	if l.mode == modeSync {
		absent = "If the job did not run, apply again."
	}
	return l.describe(ctx, c) + fmt.Sprintf("If the job exists, import it: `terraform import podfleet_job.NAME %s/ID`. "+
		"A later destroy cancels an imported job. ", l.endpointID) + absent
}

// actionAdvice does the same as advice, for an action, which has nothing to import into.
func (l lostSubmission) actionAdvice(ctx context.Context, c *client.Client) string {
	return l.describe(ctx, c) + "If the job exists, check it with the data source podfleet_job, or end it with the " +
		"action podfleet_job_cancel. If not, invoke this action again."
}

// lookElsewhere says where a job leaves traces that no list of the service shows.
func (l lostSubmission) lookElsewhere() string {
	return fmt.Sprintf("check the log of the endpoint %s, the job's webhook, or the place where its worker writes. ",
		l.endpointID)
}

// checkList says when and how to look for the job in the list, and which job is it. A job of sync mode leaves the list
// one minute after its end (contract 3.3), so a look that waits can miss it.
func (l lostSubmission) checkList(wait, which string) string {
	const how = " with the data source podfleet_jobs in a plan: an apply submits the job again. "
	if l.mode != modeSync {
		return "wait " + wait + ", and check the list" + how + which
	}
	return "check the list at once, and again in " + wait + "," + how + which +
		"If no list shows it, it may have ended: " + l.lookElsewhere()
}

// describe says what may have become of the job, by the endpoint's list of jobs.
func (l lostSubmission) describe(ctx context.Context, c *client.Client) string {
	what := strings.TrimSpace("The provider does not know whether the service accepted the job. It did not submit the " +
		"job again: the job could run, and be billed, twice. " + describeHealth(ctx, c, l.endpointID))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), healthTimeout)
	defer cancel()
	wait := framework.WaitBeforeLooking(client.MayStillAct(l.failure))
	listed := "30 minutes"
	if l.mode == modeSync {
		listed = "one minute"
	}
	jobs, err := c.UnknownJobs(ctx, l.endpointID, l.began)
	switch {
	case err != nil:
		return what + fmt.Sprintf("\n\n"+
			"The provider could not list the jobs of the endpoint.\n\n"+
			"Next: wait %s. Then find out whether the service accepted the job: %s", wait, l.lookElsewhere())
	case len(jobs) == 0:
		return what + fmt.Sprintf("\n\n"+
			"The endpoint %s lists no job that can be this one, so the service most likely did not accept it. "+
			"But a list can show a job late, and shows it only until %s after its end.\n\n"+
			"Next: %s", l.endpointID, listed, l.checkList(wait, "A new job that no other client submitted is this one. "))
	default:
		return what + fmt.Sprintf("\n\n"+
			"The endpoint %s lists these jobs that this run did not submit, newest first: %s. If the service accepted the "+
			"job, it is most likely the first. The API does not return the time of a submission: a job that has ended can be "+
			"older, and belong to another client. The service lists a job until %s after its end.\n\n"+
			"Next: %s", l.endpointID, listJobs(l.endpointID, jobs), listed, l.checkList(wait, "If no other client and no "+
			"other resource uses the endpoint, the first is this job. If others use it, ask them. "))
	}
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
