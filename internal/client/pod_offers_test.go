package client_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Without the catalogue a create tries the types that are configured. What only the catalogue can narrow is an error.
func TestPodOffers_withoutCatalogue(t *testing.T) {
	t.Parallel()
	s, c := podService2(t)
	forbidden := emulator.Fault{Operation: "ListGPUTypes", Kind: emulator.FaultStatus, Status: 403}
	s.SetFaults(forbidden)
	if _, err := c.Pods.Create(t.Context(), gpuPod(rtx, l4)); err != nil {
		t.Error(err)
	}
	if got := asked(t, s); !slices.Equal(got, []string{rtx}) {
		t.Errorf("asked for %q", got)
	}
	in := gpuPod(rtx, l4)
	in.CountryCodes = members.Some([]string{"RO"})
	for _, in := range []api.PodCreate{in, gpuPod()} {
		s.SetFaults(forbidden)
		if _, err := c.Pods.Create(t.Context(), in); err == nil {
			t.Error("the pod was created")
		}
	}
	if got := asked(t, s); len(got) != 1 {
		t.Errorf("asked for %q", got)
	}
}

// The readers of a client share a list of the catalogue: one without stock for a run, one with stock for half a minute.
func TestCatalogue_reads(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := emulatortest.StartInBubble(t, emulator.Options{}, nil)
		s.UseVersion2()
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
			if got := len(s.Journal()); got != step.want {
				t.Errorf("%s: %d requests, want %d", step.name, got, step.want)
			}
		}
	})
}

func count[T any](all []T, err error) (int, error) { return len(all), err }

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

// The stock that the client asks for is that of machines with a CUDA version that the create accepts.
func TestPodOffers_cudaVersions(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		allowed members.Optional[[]string]
		least   members.Optional[string]
		query   string
	}{
		"none":                {},
		"versions":            {allowed: members.Some([]string{"99.8", "99.9"}), query: "cudaVersions=99.8%2C99.9"},
		"the least":           {least: members.Some("99.9"), query: "minCudaVersion=99.9"},
		"the least, and none": {allowed: members.Some([]string{}), least: members.Some("99.9"), query: "minCudaVersion=99.9"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := podService2(t)
			in := gpuPod()
			in.AllowedCUDAVersions, in.MinCUDAVersion = test.allowed, test.least
			_, err := c.Pods.Create(t.Context(), in)
			if errors.Is(err, client.ErrNoOffer) != (test.query != "") { // No machine has such a version.
				t.Error(err)
			}
			lists := s.Requests("ListGPUTypes")
			if len(lists) != 1 || !strings.Contains(lists[0].Query, test.query) ||
				strings.Contains(strings.ToLower(lists[0].Query), "cuda") != (test.query != "") {
				t.Errorf("%+v", lists)
			}
		})
	}
}
