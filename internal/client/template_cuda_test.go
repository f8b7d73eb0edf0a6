package client_test

import (
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A template can have CUDA versions that the configuration of endpoint and pod does not show: they must not take the
// place of the configured constraint, which can be none (contract-v2 5.3, 8.1).
func TestCreate_notTheTemplatesCUDAVersions(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		allowed members.Optional[[]string]
		least   members.Optional[string]
		sent    string // the member of gpu
		pod     string // the CUDA version of the pod's machine
	}{
		"none":  {sent: `"allowedCudaVersions":[]`, pod: "12.8"},
		"empty": {allowed: members.Some([]string{}), sent: `"allowedCudaVersions":[]`, pod: "12.8"},
		"one":   {allowed: members.Some([]string{"12.6"}), sent: `"allowedCudaVersions":["12.6"]`, pod: "12.6"},
		"least": {least: members.Some("12.5"), sent: `"minCudaVersion":"12.5"`, pod: "12.8"},
		"empty, and least": {allowed: members.Some([]string{}), least: members.Some("12.5"),
			sent: `"minCudaVersion":"12.5"`, pod: "12.8"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := podService2(t)
			for id, serverless := range map[string]bool{"of-endpoints": true, "of-pods": false} {
				s.Put(emulator.KindTemplates, id, map[string]any{"name": id, "imageName": "i:1",
					"isServerless": serverless, "volumeInGb": 0, "allowedCudaVersions": []string{"12.4"}})
			}
			got := mustCreate(t, c.Endpoints.Create, api.EndpointCreate{EndpointFields: fields{
				Name: members.Some("e"), TemplateID: members.Some("of-endpoints"),
				GPUPools: members.Some([]string{"AMPERE_48"}), ExcludedGPUTypeIDs: members.Some([]string{}),
				AllowedCUDAVersions: test.allowed, MinCUDAVersion: test.least}})
			s.ExpectSent("CreateEndpoint", `{"type":"QUEUE","name":"e","templateId":"of-endpoints",
				"scaling":{"type":"QUEUE_DELAY","queueDelay":4},"gpu":{"pools":["AMPERE_48"],`+test.sent+`}}`)
			if !slices.Equal(got.AllowedCUDAVersions.Or(nil), test.allowed.Or([]string{})) ||
				got.MinCUDAVersion.Or("?") != test.least.Or("") {
				t.Errorf("the endpoint has %v and %v", got.AllowedCUDAVersions, got.MinCUDAVersion)
			}
			in := gpuPod(l4)
			in.PodFields = api.PodFields{Name: members.Some("p")}
			in.TemplateID, in.AllowedCUDAVersions, in.MinCUDAVersion = members.Some("of-pods"), test.allowed, test.least
			mustCreate(t, c.Pods.Create, in)
			s.ExpectSent("CreatePod", `{"name":"p","templateId":"of-pods","cloud":"SECURE",
				"gpu":{"id":"NVIDIA L4","count":2,`+test.sent+`}}`)
			if got := s.Objects(emulator.KindPods)[0]["cudaVersion"]; got != test.pod {
				t.Errorf("the pod's machine has CUDA %v, want %s", got, test.pod)
			}
		})
	}
}

// A CPU pod or endpoint has no CUDA versions, not even none of them.
func TestCreate_noCUDAVersionsOfCPUs(t *testing.T) {
	t.Parallel()
	s := startVersion2(t)
	c := s.Client()
	s.Put(emulator.KindTemplates, "of-pods", map[string]any{"name": "p", "imageName": "i:1",
		"allowedCudaVersions": []string{"12.4"}, "volumeInGb": 0})
	mustCreate(t, c.Endpoints.Create, api.EndpointCreate{ComputeType: members.Some("CPU"),
		EndpointFields: fields{Name: members.Some("e"), TemplateID: members.Some("t1"),
			CPUFlavorIDs: members.Some([]string{"cpu3c"})}})
	s.ExpectSent("CreateEndpoint", `{"type":"QUEUE","name":"e","templateId":"t1",
		"scaling":{"type":"QUEUE_DELAY","queueDelay":4},"cpu":[{"id":"cpu3c","vcpuCount":2}]}`)
	in := cpuPod("cpu3c")
	in.PodFields, in.TemplateID = api.PodFields{Name: members.Some("p")}, members.Some("of-pods")
	mustCreate(t, c.Pods.Create, in)
	s.ExpectSent("CreatePod", `{"name":"p","templateId":"of-pods","cpu":{"id":"cpu3c","vcpuCount":4}}`)
}
