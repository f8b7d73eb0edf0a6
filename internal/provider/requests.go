package provider

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// userAgent says who is calling, for the service's logs. What the environment appends must not break the header.
func userAgent(version, cli, extra string) string {
	agent := fmt.Sprintf("terraform-provider-podfleet/%s (%s; %s) terraform/%s", version, runtime.GOOS, runtime.GOARCH,
		cli)
	extra = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, extra)
	if extra = strings.TrimSpace(extra); extra != "" {
		agent += " " + extra
	}
	return agent
}

// logAttempt writes one line for each attempt at a request, under TF_LOG=DEBUG. The client tells it neither bodies nor
// headers, so there is nothing to mask.
func logAttempt(ctx context.Context, a transport.Attempt) {
	fields := map[string]any{
		"operation": a.Operation, "method": a.Method, "path": a.Path, "request_id": a.RequestID,
		"attempt": a.Number, "status": a.Status, "duration_ms": a.Duration.Milliseconds(),
		"waited_ms": a.Waited.Milliseconds(),
	}
	if a.Err != nil {
		fields["error"] = a.Err.Error()
	}
	tflog.Debug(ctx, "request to the service", fields)
}

// logCapacity writes a line before each pause of a search for capacity, as each long wait does.
func logCapacity(ctx context.Context, pod string, refusal error) {
	framework.WaitLog(fmt.Sprintf("capacity for the pod %q", pod)).Saw(ctx, refusal.Error())
}

// logUsers writes, while a delete waits, a line that says for whom: under TF_LOG=INFO.
func logUsers(ctx context.Context, id string, users []fleet.User, err error) {
	fields := map[string]any{"id": id, "used_by": framework.UsersOf(users)}
	if err != nil {
		fields["error"] = err.Error()
	}
	tflog.Info(ctx, "the delete waits, because the object is in use", fields)
}

// logThrottling writes a line, under TF_LOG=WARN, when the service refuses the first request for one of its limits.
// What each request waits from there on is in the lines of logAttempt.
func logThrottling(ctx context.Context, t pacing.Throttling) {
	tflog.Warn(ctx, "the service limits the rate of requests: further requests wait", map[string]any{
		"limit_of": t.Limit, "pause_ms": t.Pause.Milliseconds(),
	})
}
