package client_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
)

// A reader that needs the catalogue gets it as any read: an attempt that hangs is repeated, and a slow one has the time
// of Config.RequestTimeout.
func TestCatalogue_slow(t *testing.T) {
	t.Parallel()
	for name, delay := range map[string]time.Duration{"the first attempt hangs": time.Hour, "slow": 45 * time.Second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := newClient(t, "https://slow.test/v2", func(config *client.Config) {
					config.RequestTimeout, config.MaxRetries = time.Minute, 4
				})
				attempts := 0
				c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
					if attempts++; attempts == 1 {
						select {
						case <-r.Context().Done():
							return nil, r.Context().Err()
						case <-time.After(delay):
						}
					}
					return response(http.StatusOK, `{"gpus":[]}`), nil
				}))
				if _, err := c.Catalogue.FindGPUTypes(t.Context(), api.GPUQuery{}); err != nil {
					t.Errorf("after %d attempts: %v", attempts, err)
				}
			})
		})
	}
}
