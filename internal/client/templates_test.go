package client_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

const (
	own      = "includeEndpointBoundTemplates=true"
	everyone = "includeEndpointBoundTemplates=true&includePlatformTemplates=true&includePublicTemplates=true"
)

// Which groups are asked for, and in which spelling: a flag that a deployment does not know is ignored there, and what
// it stands for silently missing.
func TestListTemplates_filter(t *testing.T) {
	t.Parallel()
	bound := api.TemplateFilter{IncludeEndpointBound: true}
	all := api.TemplateFilter{IncludeEndpointBound: true, IncludePublic: true, IncludePlatform: true}
	for name, test := range map[string]struct {
		filter api.TemplateFilter
		first  string
		want   []string // the queries, in order
	}{
		"none":  {api.TemplateFilter{}, `[]`, []string{""}},
		"bound": {bound, `[]`, []string{own}},
		"everyone's, spelled neutrally": {all, `[{"id":"a","isPublic":false,"isPlatform":false}]`,
			[]string{everyone}},
		"everyone's, spelled in both ways": {all, `[{"id":"a","isAcme":false,"isPlatform":false,"isZebra":true}]`,
			[]string{everyone}},
		"everyone's, the spelling is not shown": {all, `[{"id":"a","isPublic":true,"isServerless":true}]`,
			[]string{everyone}},
		"everyone's, nothing is shown": {all, `[]`, []string{everyone}},
		"everyone's, in a spelling of their own": {all, `[{"id":"a"},{"id":"b","isAcme":false}]`,
			[]string{everyone, "includeAcmeTemplates=true&includeEndpointBoundTemplates=true&includePublicTemplates=true"}},
		"their spelling, not asked for": {bound, `[{"id":"a","isAcme":false}]`, []string{own}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, answer{status: http.StatusOK, body: test.first},
				answer{status: http.StatusOK, body: `[{"id":"official","isAcme":true}]`})
			found, err := s.client(t).Templates.List(t.Context(), test.filter)
			if err != nil {
				t.Fatal(err)
			}
			var queries []string
			for _, asked := range s.requests() {
				queries = append(queries, asked.query)
			}
			if !slices.Equal(queries, test.want) {
				t.Errorf("asked %q, want %q", queries, test.want)
			}
			if len(test.want) == 2 && (len(found) != 1 || found[0].ID != "official") {
				t.Errorf("the second answer is the one that counts, got %v", found)
			}
		})
	}
}

func TestListTemplates_secondListFails(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusOK, body: `[{"id":"a","isAcme":false}]`},
		answer{status: http.StatusForbidden})
	if found, err := s.client(t).Templates.List(t.Context(), api.TemplateFilter{IncludePlatform: true}); err == nil {
		t.Errorf("half of what was asked for is not an answer: %v", found)
	}
}

// A create that says nothing of SSH and Jupyter asks for neither: the service's default is both.
func TestTemplateV2_startsNothing(t *testing.T) {
	t.Parallel()
	s := emulatortest.Start(t)
	s.UseVersion(2)
	c := s.Client()
	fields := api.TemplateFields{Name: members.Some("web"), ImageName: members.Some("i")}
	created := mustCreate(t, c.Templates.Create, api.TemplateCreate{TemplateFields: fields})
	s.ExpectSent("CreateTemplate", `{"name":"web","image":"i","startSsh":false,"startJupyter":false}`)
	change := api.TemplateFields{StartJupyter: members.Some(true)}
	changed, err := c.Templates.Update(t.Context(), created.ID, change)
	if err != nil || changed.StartSSH != members.Some(false) || changed.StartJupyter != members.Some(true) {
		t.Errorf("%+v %v", changed, err)
	}
	s.ExpectSent("UpdateTemplate", `{"startJupyter":true}`)
}

// What an answer showed of a template gives way to a newer one, but not to a list.
func TestTemplates_seenDespiteAList(t *testing.T) {
	t.Parallel()
	s := emulatortest.Start(t)
	s.UseVersion(2)
	s.Put("templates", "t1", map[string]any{"name": "web", "imageName": "img:1"})
	c := s.Client()
	list := func() {
		t.Helper()
		if _, err := c.Templates.ListAll(t.Context()); err != nil {
			t.Error(err)
		}
	}
	list()
	expectSeen(t, c, "img:1")
	change := api.TemplateFields{ImageName: members.Some("img:2")}
	if _, err := c.Templates.Update(t.Context(), "t1", change); err != nil {
		t.Fatal(err)
	}
	expectSeen(t, c, "img:2")
	s.Patch("templates", "t1", map[string]any{"imageName": "img:3"})
	list()
	expectSeen(t, c, "img:2")
	if _, err := c.Templates.Get(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	expectSeen(t, c, "img:3")
}

func expectSeen(t *testing.T, c *client.Client, image string) {
	t.Helper()
	if seen, _ := c.Templates.Seen("t1"); seen.Container.ImageName.Or("") != image {
		t.Errorf("seen: %v, want the image %s", seen, image)
	}
}

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
