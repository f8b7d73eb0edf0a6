package client_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Without the catalogue a create tries the types that are configured. What only the catalogue can narrow is an error.
func TestPodOffers_withoutCatalogue(t *testing.T) {
	t.Parallel()
	s, c := podService2(t)
	forbidden := emulator.Fault{Operation: "ListGPUTypes", Kind: emulator.FaultStatus, Status: 403}
	s.SetFaults(forbidden)
	mustCreate(t, c.Pods.Create, gpuPod(rtx, l4))
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

func count[T any](all []T, err error) (int, error) { return len(all), err }

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

// Stock is the best availability of all requests, where they can be.
func TestPodStock(t *testing.T) {
	t.Parallel()
	in := func(center, id string) api.PodCreate {
		wish := gpuPod(id)
		wish.DataCenterIDs = members.Some([]string{center})
		return wish
	}
	limits := emulator.Options{Stock: []emulator.StockLimit{{ID: l4}, {ID: l4, DataCenter: "EU-RO-1", Units: 2},
		{ID: a40, DataCenter: "US-TX-3", Units: 20}, {ID: "cpu3c"}}}
	for name, test := range map[string]struct {
		wishes []api.PodCreate
		fault  bool
		want   string
		reads  int
	}{
		"some": {wishes: []api.PodCreate{gpuPod(l4)}, want: "LOW", reads: 1},
		"none": {wishes: []api.PodCreate{in("US-TX-3", l4), cpuPod("cpu3c")}, want: "NONE", reads: 2},
		"the best": {wishes: []api.PodCreate{in("US-TX-3", l4), in("US-TX-3", a40), in("EU-RO-1", l4)}, want: "MEDIUM",
			reads: 1},
		"any":     {wishes: []api.PodCreate{gpuPod()}, want: "HIGH", reads: 1},
		"nowhere": {wishes: []api.PodCreate{gpuPod("NVIDIA H100")}, want: "NONE", reads: 1},
		"no read": {wishes: []api.PodCreate{gpuPod(l4)}, fault: true, reads: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := podService2(t, limits)
			if test.fault {
				s.SetFaults(emulator.Fault{Operation: "ListGPUTypes", Kind: emulator.FaultStatus, Status: 403})
			}
			if got := c.Pods.Stock(t.Context(), test.wishes); got != test.want || len(s.Requests()) != test.reads {
				t.Errorf("%q after %d reads, want %q", got, len(s.Requests()), test.want)
			}
		})
	}
}
