package client_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
)

// The configured source of random numbers decides the pauses of a client.
func TestConfig_random(t *testing.T) {
	t.Parallel()
	for number, want := range map[float64]time.Duration{0: 0, 0.5: 3500 * time.Millisecond, 1: 7 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			c := newClient(t, "http://localhost/v1", func(config *client.Config) {
				config.RetryWait = pacing.Backoff{Min: time.Second, Max: time.Minute}
				config.MaxRetries, config.Random = 3, func() float64 { return number }
			})
			c.SetTransport(refusing{})
			began := time.Now()
			if _, err := c.Pods.Get(t.Context(), "x"); err == nil {
				t.Fatal("no error")
			}
			if took := time.Since(began); took != want { // 1, 2 and 4 s, times the number
				t.Errorf("with %v the pauses took %v, want %v", number, took, want)
			}
		})
	}
}

// refusing is a network that loses every request.
type refusing struct{}

func (refusing) RoundTrip(*http.Request) (*http.Response, error) { return nil, http.ErrServerClosed }
