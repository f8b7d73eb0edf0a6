package job

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/action"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// reporter is a watcher for an action: it sends progress messages about the job's status and output.
type reporter struct {
	watcher
	redacting  context.Context // knows what to redact
	resp       *action.InvokeResponse
	chunks     int // of the job's output that were reported
	hideOutput bool
}

// newReporter makes the reporter of a job that an action has just started. redacting is from redactSecrets.
func newReporter(
	redacting context.Context, c *client.Client, endpointID, id string, resp *action.InvokeResponse,
) *reporter {
	r := &reporter{
		watcher: watcher{
			client: c, endpointID: endpointID, id: id, timeoutName: "invoke", job: client.Job{ID: id},
		},
		redacting: redacting, resp: resp,
	}
	r.history.Submitted = time.Now()
	r.onStatus = func(job client.Job) { r.progress("Job %s is %s.", r.id, job.Status) }
	return r
}

// progress sends a progress message without what is secret in the input: workers quote what they get.
func (r *reporter) progress(format string, values ...any) {
	framework.SendProgress(r.resp, "%s", r.client.Redact(r.redacting, fmt.Sprintf(format, values...)))
}

// followOutput reports each chunk of the output as it comes. answer is the service's answer to the action; its status
// is empty if there was none.
func (r *reporter) followOutput(bounded context.Context, answer client.Job) {
	if answer.Status != "" {
		r.observe(answer)
		r.looked, r.justAccepted = false, true
	}
	err := r.client.FollowStream(bounded, r.endpointID, r.id, r.history.Submitted, func(stream client.JobStream) {
		r.observe(client.Job{Status: stream.Status})
		for _, chunk := range stream.Chunks {
			r.chunks++
			r.progress("Output of job %s: %s", r.id, r.excerpt(chunk))
		}
	})
	if err != nil && bounded.Err() == nil && !transport.IsNotFound(err) {
		r.progress("The provider cannot follow the output of job %s (%v), and waits for its end.", r.id, err)
	}
}

// reportEnd reports the job's end: any but COMPLETED is an error. err is the result of waitUntilDone.
func (r *reporter) reportEnd(request, bounded context.Context, err error) {
	summary, detail := r.verdict(request, bounded, err)
	switch {
	case summary == "":
		r.reportCompleted()
	case interrupted(request) && err != nil:
		r.resp.Diagnostics.AddError("Interrupted while waiting for the job",
			fmt.Sprintf("The job %s on the endpoint %s is still running or queued.\n\n%s\n\nNext: check the job. %s",
				r.id, r.endpointID, noLongerWatched, lookOrEnd))
	case err != nil && !isGone(err):
		r.resp.Diagnostics.AddError(summary, framework.BeforeNext(detail, noLongerWatched)+" "+lookOrEnd)
	default:
		r.resp.Diagnostics.AddError(summary, detail)
	}
}

// reportCompleted reports the result, unless its chunks were reported as they came.
func (r *reporter) reportCompleted() {
	job := r.job
	facts := describeRun(job)
	if facts != "" {
		facts = " " + facts
	}
	r.progress("Job %s has ended %s.%s", r.id, job.Status, facts)
	warnOfError(r.endpointID, job, &r.resp.Diagnostics)
	if r.chunks == 0 && job.Output != nil {
		r.progress("Its output: %s", r.excerpt(job.Output))
	}
}

// maxExcerpt keeps a large result from filling the terminal, in bytes.
const maxExcerpt = 2000

// excerpt returns the beginning of a result with its size, or only the size if the output is to be hidden.
func (r *reporter) excerpt(result json.RawMessage) string {
	size := fmt.Sprintf("(%d bytes in total)", len(result))
	if r.hideOutput {
		return size
	}
	text := r.client.Redact(r.redacting, string(result)) // Before it is cut, so that no half of a secret remains.
	if len(result) <= maxExcerpt {
		return text
	}
	end := min(maxExcerpt, len(text))
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "… " + size
}
