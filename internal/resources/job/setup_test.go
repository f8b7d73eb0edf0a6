package job_test

import (
	"context"
	"fmt"
	"regexp"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// What the tests of jobs share.

// start starts an account in which whoever waits for a job makes the time pass.
func start(t *testing.T, options ...emulator.Options) *acctest.Env {
	t.Helper()
	chosen := emulator.Options{}
	if len(options) == 1 {
		chosen = options[0]
	}
	chosen.AutoAdvance = true
	return acctest.Start(t, chosen)
}

// hcl is one job on an endpoint.
func hcl(endpointID, arguments string) string {
	return fmt.Sprintf("resource %q \"it\" {\n  endpoint_id = %q\n%s\n}\n", typeName, endpointID, arguments)
}

// deleteJob deletes the only job there is behind the provider's back.
func deleteJob(t *testing.T, w *acctest.Env) {
	t.Helper()
	w.Remove(kind, w.OnlyID(kind))
}

// timeUp is a provider whose time is up when the service is about to answer an operation for the nth time from now on.
func timeUp(t *testing.T, w *acctest.Env, p *acctest.Process, operation string, nth int) *acctest.Process {
	t.Helper()
	ctx, expire := contexttest.Expiring(t.Context())
	w.OnRequest(operation, nth, expire)
	return p.WithContext(ctx)
}

// unhurried looks at a job for as long as it takes once the time for it is up.
func unhurried(config *client.Config) { config.Times.LastLook = time.Hour }

// brief does hardly look then.
func brief(config *client.Config) { config.Times.LastLook = time.Millisecond }

func text(value string) tftypes.Value { return tftypes.NewValue(tftypes.String, value) }

// until waits for something that another goroutine brings about.
func until(ctx context.Context, happened func() bool) error {
	for !happened() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
	return nil
}

func matches(t *testing.T, what, pattern, text string) {
	t.Helper()
	if !regexp.MustCompile(`(?s)` + pattern).MatchString(text) {
		t.Errorf("%s: %s\nwant %s", what, text, pattern)
	}
}
