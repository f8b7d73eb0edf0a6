package client_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Whose time was up decides what ends: the attempt, which is repeated, or the wait.
func TestIsAttemptTimeout(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		attempt, caller time.Duration
		headers         bool // before the silence
		requests        int32
	}{
		"the attempt's": {attempt: 20 * time.Millisecond, caller: time.Minute, requests: 2},
		"in the body":   {attempt: 20 * time.Millisecond, caller: time.Minute, headers: true, requests: 2},
		"the caller's":  {attempt: time.Minute, caller: 20 * time.Millisecond, requests: 1},
		"unbounded":     {attempt: 20 * time.Millisecond, requests: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var requests atomic.Int32
			silent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requests.Add(1)
				if test.headers {
					w.WriteHeader(http.StatusOK)
					_ = http.NewResponseController(w).Flush()
				}
				<-r.Context().Done()
			}))
			t.Cleanup(silent.Close)
			c := newClient(t, silent.URL+"/v1", func(config *client.Config) {
				config.MaxRetries, config.RequestTimeout = 1, test.attempt
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
				!transport.IsTransient(err) || requests.Load() != test.requests {
				t.Errorf("got %v after %d requests", err, requests.Load())
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
