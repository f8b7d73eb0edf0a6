package client_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Whose time was up decides what ends: the attempt, or the wait.
func TestIsAttemptTimeout(t *testing.T) {
	t.Parallel()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
	}))
	t.Cleanup(silent.Close)
	for name, test := range map[string]struct{ attempt, caller time.Duration }{
		"the attempt's": {attempt: 20 * time.Millisecond, caller: time.Minute},
		"the caller's":  {attempt: time.Minute, caller: 20 * time.Millisecond},
		"unbounded":     {attempt: 20 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClient(t, silent.URL+"/v1", func(config *client.Config) {
				config.MaxRetries, config.RequestTimeout = 0, test.attempt
			})
			ctx := t.Context()
			if test.caller > 0 {
				bounded, cancel := context.WithTimeout(ctx, test.caller)
				defer cancel()
				ctx = bounded
			}
			_, err := c.GetHealth(ctx, "ep")
			callers := name == "the caller's"
			if transport.IsAttemptTimeout(err) == callers || errors.Is(err, context.DeadlineExceeded) != callers ||
				!transport.IsTransient(err) {
				t.Errorf("got %v", err)
			}
			says := "GetHealth: no complete response arrived within 20ms, the time limit of one attempt"
			if callers {
				says = "GetHealth: the operation timed out"
			}
			if err == nil || !strings.HasPrefix(err.Error(), says) { // Not in Go's own words.
				t.Errorf("it says: %v", err)
			}
		})
	}
}
