package job

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/action"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// reporter is a wait for an action: it sends progress messages about the job's status and output.
type reporter struct {
	wait
	redacting  context.Context // knows what to redact
	resp       *action.InvokeResponse
	hideOutput bool
}

// newReporter makes the reporter of a job that an action has just started. redacting is from redactSecrets. The job is
// the service's answer; its status is empty if there was none.
func newReporter(
	redacting context.Context, c *client.Client, endpointID string, job jobs.Job, resp *action.InvokeResponse,
) *reporter {
	r := &reporter{redacting: redacting, resp: resp,
		wait: wait{client: c, endpointID: endpointID, id: job.ID, timeoutName: "invoke", job: job}}
	r.onStatus = func(status jobs.Status) { r.progress("Job %s is %s.", r.id, status) }
	r.onStream = r.reportChunks
	if job.Status != "" {
		r.observe(job)
	}
	return r
}

// progress sends a progress message without what is secret in the input: workers quote what they get.
func (r *reporter) progress(format string, values ...any) {
	framework.SendProgress(r.resp, "%s", r.client.Redact(r.redacting, fmt.Sprintf(format, values...)))
}

// reportChunks reports chunks of the output. How the job ended, it leaves to the wait: the stream has only the status.
func (r *reporter) reportChunks(stream jobs.Stream) {
	if !stream.Status.Final() {
		r.observe(jobs.Job{ID: r.id, Status: stream.Status})
	}
	for _, chunk := range stream.Chunks {
		r.progress("Output of job %s: %s", r.id, r.excerpt(chunk.Output))
	}
}

// follow waits until the job is done, and reports its output and its end: any but COMPLETED is an error.
func (r *reporter) follow(request, bounded context.Context) {
	err := r.untilDone(request, bounded)
	summary, detail := r.verdict(request, bounded, err)
	switch {
	case summary == "":
		warnOfError(r.endpointID, r.job, &r.resp.Diagnostics)
		if r.job.Output != nil {
			r.progress("Its output: %s", r.excerpt(r.job.Output))
		}
	case err == nil || isGone(err):
		r.resp.Diagnostics.AddError(summary, detail)
	case interrupted(request):
		r.resp.Diagnostics.AddError("Interrupted while waiting for the job",
			fmt.Sprintf("The job %s on the endpoint %s is still running or queued.\n\n%s\n\nNext: check the job. %s",
				r.id, r.endpointID, noLongerWatched, lookOrEnd))
	default:
		r.resp.Diagnostics.AddError(summary, framework.BeforeNext(detail, noLongerWatched)+" "+lookOrEnd)
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
	if len(result) > maxExcerpt {
		text = strings.ToValidUTF8(text[:min(maxExcerpt, len(text))], "") + "… " + size
	}
	return strings.ToValidUTF8(text, "\ufffd") // The plugin protocol has no other texts.
}
