package job

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Cancelling is quick; what runs a job takes as long as the job.
const (
	cancelTimeout = 2 * time.Minute
	runTimeout    = time.Hour
)

// ifInterrupted is said as soon as a job runs: what an interrupted action says at
// its end gets lost as a rule, because the plugin protocol drops it.
const ifInterrupted = "If this is interrupted, the job goes on, and bills; the action podfleet_job_cancel ends it."

// goesOn is said of a job that was not seen to end.
const goesOn = "goes on, and bills; nothing waits for it any more. The action podfleet_job_cancel ends it."

// aboutInterruption is the same for the documentation.
const aboutInterruption = "An interruption, or the death of the CLI or of the provider's process, does not end the job: it goes on, and bills, and nothing waits for it any more. " +
	"The first line that is told has its id; with that, `podfleet_job_cancel` ends it."

// ofOneJob is the configuration of an action on a job that exists.
type ofOneJob struct {
	EndpointID types.String   `tfsdk:"endpoint_id"`
	JobID      types.String   `tfsdk:"job_id"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

func ofOneJobSchema(ctx context.Context, verb, description string, timeout time.Duration) schema.Schema {
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"endpoint_id": endpointAttribute(),
			"job_id": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "Id of the job to " + verb + ", such as the `id` of a `podfleet_job`.",
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
		},
		Blocks: map[string]schema.Block{"timeouts": framework.InvokeTimeout(ctx, timeout)},
	}
}

func endpointAttribute() schema.Attribute {
	return schema.StringAttribute{
		Required:            true,
		MarkdownDescription: "Id of the endpoint that runs the job.",
		Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
	}
}

// failureOf is that of a request about a job that somebody named by its id.
func failureOf(verb, endpointID, jobID string, err error) framework.Failure {
	failure := framework.Failure{Verb: verb, Entity: entity, Name: jobID, Err: err, Reference: "job_id", Timeout: "invoke"}
	if client.IsNotFound(err) {
		failure.Advice = "Next: check job_id. The service forgets a job 30 minutes after its end, one that was submitted in sync mode after one minute, and one whose ttl is over or that was purged at once."
		if client.IsEndpointNotFound(err) {
			failure.Reference, failure.Advice = "endpoint_id", refusedBecause(endpointID, err)
		}
	}
	return failure
}

// spectator tells how a job goes on, and what it puts out.
type spectator struct {
	follower
	ctx  context.Context // hides what is secret
	resp *action.InvokeResponse
	// chunks counts what was told of the job's output.
	chunks int
	// discreet keeps what the job puts out to itself.
	discreet bool
}

func watch(ctx context.Context, c *client.Client, endpointID, id string, resp *action.InvokeResponse) *spectator {
	s := &spectator{follower: follower{client: c, endpointID: endpointID, id: id, timeout: "invoke"}, ctx: ctx, resp: resp}
	s.known.Submitted = time.Now()
	s.progress = func(job client.Job) { s.tell("Job %s is %s.", s.id, job.Status) }
	return s
}

// tell sends a line of progress, without what is secret in the input: workers
// quote what they get.
func (s *spectator) tell(format string, values ...any) {
	framework.Tell(s.resp, "%s", s.client.Redact(s.ctx, fmt.Sprintf(format, values...)))
}

// toTheEnd tells each chunk as it comes, and then sees how the job ended: with a
// final status, or it is an error.
func (s *spectator) toTheEnd(call, within context.Context, job client.Job) {
	if job.Status != "" { // Else nobody knows.
		s.seen(job)
	}
	err := s.client.FollowStream(within, s.endpointID, s.id, s.known.Submitted, func(stream client.JobStream) {
		s.seen(client.Job{Status: stream.Status})
		for _, chunk := range stream.Chunks {
			s.chunks++
			s.tell("Job %s put out: %s", s.id, s.shown(chunk))
		}
	})
	if err != nil && within.Err() == nil && !client.IsNotFound(err) {
		s.tell("What job %s puts out cannot be followed (%v); waiting for its end.", s.id, err)
	}
	job, err = s.follower.toTheEnd(call, within, client.Job{ID: s.id})
	summary, detail := s.report(call, within, job, err)
	switch {
	case summary == "":
		s.completed(job)
	case interrupted(call) && err != nil:
		s.resp.Diagnostics.AddError("Interrupted while waiting for the job",
			fmt.Sprintf("The job %s on the endpoint %s %s", s.id, s.endpointID, goesOn))
	case err != nil && !isGone(err):
		s.resp.Diagnostics.AddError(summary, detail+"\n\nThe job "+goesOn)
	default:
		s.resp.Diagnostics.AddError(summary, detail)
	}
}

// completed tells the result, unless it was told as it came.
func (s *spectator) completed(job client.Job) {
	facts := factsOf(job)
	if facts != "" {
		facts = " " + facts
	}
	s.tell("Job %s has ended %s.%s", s.id, job.Status, facts)
	if s.chunks == 0 && job.Output != nil {
		s.tell("Its output: %s", s.shown(job.Output))
	}
}

// longestLine keeps a chunk of a megabyte from filling the terminal.
const longestLine = 2000

// shown is of a result what fits on some lines and is not secret.
func (s *spectator) shown(result json.RawMessage) string {
	size := fmt.Sprintf("(%d bytes in all)", len(result))
	switch end := longestLine; {
	case s.discreet:
		return size
	case len(result) <= longestLine:
		return string(result)
	default:
		for !utf8.RuneStart(result[end]) {
			end--
		}
		return string(result[:end]) + "… " + size
	}
}
