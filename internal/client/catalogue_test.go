package client_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
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

// The readers of a client share a list of the catalogue: one without stock for a run, one with stock for half a minute.
func TestCatalogue_reads(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := emulatortest.StartInBubble(t, emulator.Options{})
		s.UseVersion(2)
		c := s.Client()
		ctx := t.Context()
		stock := api.GPUQuery{Product: "POD", Count: 2}
		steps := []struct {
			name string
			read func() (int, error)
			want int // requests
		}{
			{"countries", func() (int, error) {
				return count(c.Catalogue.FindGPUTypes(ctx, api.GPUQuery{Product: "POD", CountryCodes: []string{"RO"}}))
			}, 1},
			{"stock", func() (int, error) { return count(c.Catalogue.FindGPUTypes(ctx, stock)) }, 1},
			{"the same", func() (int, error) { return count(c.Catalogue.FindGPUTypes(ctx, stock)) }, 0},
			{"without stock", func() (int, error) { return count(c.Catalogue.GPUTypes(ctx)) }, 1},
			{"another count", func() (int, error) {
				return count(c.Catalogue.FindGPUTypes(ctx, api.GPUQuery{Product: "POD", Count: 3}))
			}, 1},
			{"CPUs", func() (int, error) {
				return count(c.Catalogue.FindCPUTypes(ctx, api.CPUQuery{Product: "POD"}))
			}, 1},
			{"data centers", func() (int, error) {
				return count(c.Catalogue.FindDataCenters(ctx, api.DataCenterQuery{}))
			}, 1},
			{"half a minute later", func() (int, error) {
				time.Sleep(31 * time.Second)
				return count(c.Catalogue.FindGPUTypes(ctx, stock))
			}, 1},
			{"without stock, later", func() (int, error) {
				time.Sleep(time.Hour)
				return count(c.Catalogue.GPUTypes(ctx))
			}, 0},
			{"a failure", func() (int, error) {
				time.Sleep(31 * time.Second)
				s.SetFaults(emulator.Fault{Operation: "ListGPUTypes", Kind: emulator.FaultStatus, Status: 403, Count: 1})
				_, err := c.Catalogue.FindGPUTypes(ctx, stock)
				if err == nil {
					t.Error("no error")
				}
				return 1, nil
			}, 1},
			{"after a failure", func() (int, error) { return count(c.Catalogue.FindGPUTypes(ctx, stock)) }, 1},
		}
		for _, step := range steps {
			s.ClearJournal()
			items, err := step.read()
			if err != nil || items == 0 {
				t.Errorf("%s: %d items, %v", step.name, items, err)
			}
			if got := len(s.Requests()); got != step.want {
				t.Errorf("%s: %d requests, want %d", step.name, got, step.want)
			}
		}
	})
}

// Version 1 has no catalogue: nothing is sent.
func TestCatalogue_version1(t *testing.T) {
	t.Parallel()
	s := emulatortest.Start(t)
	c := s.Client()
	for name, read := range map[string]func() (int, error){
		"GPU types": func() (int, error) { return count(c.Catalogue.FindGPUTypes(t.Context(), api.GPUQuery{})) },
		"CPU types": func() (int, error) { return count(c.Catalogue.FindCPUTypes(t.Context(), api.CPUQuery{})) },
		"data centers": func() (int, error) {
			return count(c.Catalogue.FindDataCenters(t.Context(), api.DataCenterQuery{}))
		},
	} {
		if _, err := read(); err != client.ErrNoCatalogue { //nolint:errorlint // It is this error.
			t.Errorf("%s: %v", name, err)
		}
	}
	s.ExpectRequests()
}
