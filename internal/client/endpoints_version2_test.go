package client_test

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// startVersion2 starts a service with two templates and a volume, whose clients use version 2.
func startVersion2(t *testing.T) *emulatortest.Service {
	t.Helper()
	s := emulatortest.Start(t)
	for id, object := range map[[2]string]map[string]any{
		{"templates", "t1"}:      {"name": "one", "imageName": "img:1", "isServerless": true, "volumeInGb": 0},
		{"templates", "t2"}:      {"name": "two", "imageName": "img:2", "isServerless": true, "volumeInGb": 0},
		{"networkVolumes", "v1"}: {"name": "a", "size": 10, "dataCenterId": "EU-RO-1"},
		{"networkVolumes", "v2"}: {"name": "b", "size": 10, "dataCenterId": "US-TX-3"},
	} {
		s.Put(id[0], id[1], object)
	}
	s.UseVersion(2)
	return s
}

type fields = api.EndpointFields

// The members of a create have other names and forms, and the answer has them in those of the model.
func TestEndpoints_createOverVersion2(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		in   api.EndpointCreate
		sent string
		want fields // of the answer
	}{
		"least": {
			in: api.EndpointCreate{EndpointFields: fields{Name: members.Some("a"),
				GPUTypeIDs: members.Some([]string{"NVIDIA L40S", "NVIDIA L40"})}},
			sent: `{"type":"QUEUE","name":"a","templateId":"t1","scaling":{"type":"QUEUE_DELAY","queueDelay":4},
				"gpu":{"pools":["ADA_48_PRO"],"excludedTypes":["NVIDIA RTX 6000 Ada Generation"],"allowedCudaVersions":[]}}`,
			want: fields{Name: members.Some("a"), GPUTypeIDs: members.Some([]string{"NVIDIA L40S", "NVIDIA L40"}),
				ScalerType: members.Some("QUEUE_DELAY"), ScalerValue: members.Some(4.0), IdleTimeout: members.Some(int64(10)),
				ExecutionTimeoutMS: members.Some(int64(600_000)), Flashboot: members.Some(false)},
		},
		"GPU": {
			in: api.EndpointCreate{EndpointFields: fields{Name: members.Some("a"),
				GPUTypeIDs: members.Some([]string{"NVIDIA A40", "NVIDIA RTX A6000"}), GPUCount: members.Some(int64(2)),
				AllowedCUDAVersions: members.Some([]string{"12.8"}), DataCenterIDs: members.Some([]string{"EU-RO-1", "US-TX-3"}),
				NetworkVolumeID: members.Some("v1"), NetworkVolumeIDs: members.Some([]string{"v2"}),
				WorkersMin: members.Some(int64(1)), WorkersMax: members.Some(int64(2)), IdleTimeout: members.Some(int64(9)),
				ScalerType: members.Some("REQUEST_COUNT"), ScalerValue: members.Some(7.0),
				ExecutionTimeoutMS: members.Some(int64(9000)), Flashboot: members.Some(true)}},
			sent: `{"type":"QUEUE","name":"a","templateId":"t1","scaling":{"type":"REQUEST_COUNT","requestCount":7},
				"gpu":{"pools":["AMPERE_48"],"count":2,"allowedCudaVersions":["12.8"]},
				"dataCenterIds":["EU-RO-1","US-TX-3"],"networkVolumes":["v2","v1"],"workers":{"min":1,"max":2},
				"timeout":9000,"flashboot":"FLASHBOOT"}`,
			want: fields{GPUTypeIDs: members.Some([]string{"NVIDIA A40", "NVIDIA RTX A6000"}), GPUCount: members.Some(int64(2)),
				AllowedCUDAVersions: members.Some([]string{"12.8"}), MinCUDAVersion: members.Some(""),
				NetworkVolumeIDs: members.Some([]string{"v1", "v2"}), ScalerType: members.Some("REQUEST_COUNT"),
				ScalerValue: members.Some(7.0), ExecutionTimeoutMS: members.Some(int64(9000)), Flashboot: members.Some(true)},
		},
		"CPU": {
			in: api.EndpointCreate{ComputeType: members.Some("CPU"), EndpointFields: fields{Name: members.Some("a"),
				CPUFlavorIDs: members.Some([]string{"cpu5c", "cpu3c"}), VCPUCount: members.Some(int64(4)),
				ScalerType: members.Some("QUEUE_DELAY"), ScalerValue: members.Some(0.5)}},
			sent: `{"type":"QUEUE","name":"a","templateId":"t1","scaling":{"type":"QUEUE_DELAY","queueDelay":0.5},
				"cpu":[{"id":"cpu5c","vcpuCount":4},{"id":"cpu3c","vcpuCount":4}]}`,
			want: fields{CPUFlavorIDs: members.Some([]string{"cpu5c", "cpu3c"}), VCPUCount: members.Some(int64(4)),
				ScalerValue: members.Some(0.5)},
		},
		"any CPU": {
			in: api.EndpointCreate{ComputeType: members.Some("CPU"), EndpointFields: fields{Name: members.Some("a")}},
			sent: `{"type":"QUEUE","name":"a","templateId":"t1","scaling":{"type":"QUEUE_DELAY","queueDelay":4},
				"cpu":[{"id":"cpu3c","vcpuCount":2},{"id":"cpu3g","vcpuCount":2},{"id":"cpu5c","vcpuCount":2},
				{"id":"cpu5g","vcpuCount":2}]}`,
			want: fields{VCPUCount: members.Some(int64(2))},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startVersion2(t)
			c := s.Client()
			test.in.TemplateID = members.Some("t1")
			created := mustCreate(t, c.Endpoints.Create, test.in)
			s.ExpectSent("CreateEndpoint", test.sent)
			got, err := c.Endpoints.Get(t.Context(), created.ID)
			if err != nil {
				t.Fatal(err)
			}
			if left := members.Remaining(test.want, got.EndpointFields); !members.IsEmpty(left) {
				t.Errorf("lacks %+v", left)
			}
			if !got.ShowsHardware() || got.ComputeType.Or("") != test.in.ComputeType.Or("GPU") ||
				got.ImageName.Or("") != "img:1" {
				t.Errorf("%+v", got)
			}
			if got.AnyCPUFlavor.Or(false) != (name == "any CPU") || got.AnyGPUType.Or(false) {
				t.Errorf("any CPU flavor %t, any GPU type %t", got.AnyCPUFlavor.Or(false), got.AnyGPUType.Or(false))
			}
		})
	}
}

// An update sends groups whole that the service replaces as a whole, and nothing else that did not change.
func TestEndpoints_updateOverVersion2(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		cpu    bool
		scaler string // of the endpoint; empty for the default
		change fields
		sent   string
		reads  int // GETs of the endpoint before
	}{
		"name":         {change: fields{Name: members.Some("b")}, sent: `{"name":"b"}`},
		"template":     {change: fields{TemplateID: members.Some("t2")}, sent: `{"templateId":"t2"}`},
		"workers":      {change: fields{WorkersMax: members.Some(int64(0))}, sent: `{"workers":{"max":0}}`},
		"scaler value": {change: fields{ScalerValue: members.Some(9.0)}, reads: 1, sent: `{"scaling":{"type":"QUEUE_DELAY","queueDelay":9}}`},
		"requests": {scaler: "REQUEST_COUNT", change: fields{ScalerValue: members.Some(9.0)}, reads: 1,
			sent: `{"scaling":{"type":"REQUEST_COUNT","requestCount":9}}`},
		"scaler type": {change: fields{ScalerType: members.Some("REQUEST_COUNT")}, reads: 1,
			sent: `{"scaling":{"type":"REQUEST_COUNT","requestCount":4}}`},
		"scaler": {change: fields{ScalerType: members.Some("REQUEST_COUNT"), ScalerValue: members.Some(9.0)},
			sent: `{"scaling":{"type":"REQUEST_COUNT","requestCount":9}}`},
		"one CUDA constraint for the other": {
			change: fields{AllowedCUDAVersions: members.Some([]string{}), MinCUDAVersion: members.Some("12.4")},
			sent:   `{"gpu":{"allowedCudaVersions":[],"minCudaVersion":"12.4"}}`},
		"no CUDA constraint": {change: fields{MinCUDAVersion: members.Some("")}, sent: `{"gpu":{"minCudaVersion":""}}`},
		"GPU types": {change: fields{GPUTypeIDs: members.Some([]string{"NVIDIA A40"})},
			sent: `{"gpu":{"pools":["AMPERE_48"],"excludedTypes":["NVIDIA RTX A6000"]}}`},
		"vCPUs": {cpu: true, change: fields{VCPUCount: members.Some(int64(8))}, reads: 1,
			sent: `{"cpu":[{"id":"cpu3c","vcpuCount":8},{"id":"cpu5c","vcpuCount":8}]}`},
		"flavors": {cpu: true, change: fields{CPUFlavorIDs: members.Some([]string{"cpu3g"})}, reads: 1,
			sent: `{"cpu":[{"id":"cpu3g","vcpuCount":4}]}`},
		"volumes": {change: fields{NetworkVolumeID: members.Some("v1"), NetworkVolumeIDs: members.Some([]string{"v1"})},
			sent: `{"networkVolumes":["v1"]}`},
		"no volume": {change: fields{NetworkVolumeID: members.Some("")}, sent: `{"networkVolumes":[]}`},
		"flashboot": {change: fields{Flashboot: members.Some(true)}, sent: `{"flashboot":"FLASHBOOT"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startVersion2(t)
			c := s.Client()
			in := api.EndpointCreate{EndpointFields: fields{Name: members.Some("a"), TemplateID: members.Some("t1")}}
			if test.cpu {
				in.ComputeType, in.VCPUCount = members.Some("CPU"), members.Some(int64(4))
				in.CPUFlavorIDs = members.Some([]string{"cpu3c", "cpu5c"})
			}
			if test.scaler != "" {
				in.ScalerType = members.Some(test.scaler)
			}
			created := mustCreate(t, c.Endpoints.Create, in)
			s.ClearJournal()
			if _, err := c.Endpoints.Update(t.Context(), created.ID, test.change); err != nil {
				t.Fatal(err)
			}
			if got := len(s.Requests("GetEndpoint")); got != test.reads {
				t.Errorf("%d GETs, want %d", got, test.reads)
			}
			s.ExpectSent("UpdateEndpoint", test.sent)
		})
	}
}

// What an answer leaves out of the GPUs is none, and no answer says which template an endpoint has.
func TestEndpoints_sparseOverVersion2(t *testing.T) {
	t.Parallel()
	s := startVersion2(t)
	s.Put("endpoints", "e1", map[string]any{"templateId": "t1"})
	s.SetFaults(emulator.Fault{Operation: "GetEndpoint", Kind: emulator.FaultPass,
		Body: `{"id":"e1","templateId":"t1","gpu":{"pools":["AMPERE_48"]}}`})
	got, err := s.Client().Endpoints.Get(t.Context(), "e1")
	if err != nil || got.ExcludedGPUTypeIDs.Or(nil) == nil || got.AllowedCUDAVersions.Or(nil) == nil ||
		got.MinCUDAVersion != members.Some("") || !got.TemplateID.IsZero() {
		t.Errorf("%v %+v", err, got)
	}
}

// The GPU types of the catalogue are read once, for any number of endpoints, creates and updates.
func TestEndpoints_readTheCatalogueOnce(t *testing.T) {
	t.Parallel()
	s := startVersion2(t)
	c := s.Client()
	for range 3 {
		created := mustCreate(t, c.Endpoints.Create, api.EndpointCreate{EndpointFields: fields{
			Name: members.Some("a"), TemplateID: members.Some("t1")}})
		if !created.AnyGPUType.Or(false) {
			t.Errorf("%+v", created)
		}
	}
	all, err := c.Endpoints.ListAll(t.Context())
	if err != nil || len(all) != 3 || len(all[0].GPUTypeIDs.Or(nil)) < 10 {
		t.Errorf("%v: %+v", err, all)
	}
	if got := len(s.Requests("ListGPUTypes")); got != 1 {
		t.Errorf("%d requests of the catalogue", got)
	}
	if got := len(s.Requests("GetTemplate")); got != 1 {
		t.Errorf("%d GETs of the template", got)
	}
}

// Without the catalogue an endpoint has pools and exclusions, and no GPU types. Only a change of GPU types needs it,
// and asks for it again.
func TestEndpoints_withoutCatalogue(t *testing.T) {
	t.Parallel()
	s := startVersion2(t)
	created := mustCreate(t, s.Client().Endpoints.Create, api.EndpointCreate{EndpointFields: fields{
		Name: members.Some("a"), TemplateID: members.Some("t1"), GPUTypeIDs: members.Some([]string{"NVIDIA A40"})}})
	s.SetFaults(emulator.Fault{Operation: "ListGPUTypes", Kind: emulator.FaultStatus, Status: http.StatusForbidden})
	c, id := s.Client(), created.ID
	for range 2 {
		got, err := c.Endpoints.Get(t.Context(), id)
		if _, ok := got.GPUTypeIDs.Get(); err != nil || ok ||
			!slices.Equal(got.GPUPools.Or(nil), []string{"AMPERE_48"}) ||
			!slices.Equal(got.ExcludedGPUTypeIDs.Or(nil), []string{"NVIDIA RTX A6000"}) {
			t.Errorf("%v: %+v", err, got)
		}
	}
	if got := len(s.Requests("ListGPUTypes")); got != 2 { // That of the first client, and one.
		t.Errorf("%d requests of the catalogue", got)
	}
	var failure *transport.Error
	change := fields{GPUTypeIDs: members.Some([]string{"NVIDIA L40S"})}
	if _, err := c.Endpoints.Update(t.Context(), id, change); !errors.As(err, &failure) ||
		failure.Kind != transport.KindUnauthorized {
		t.Errorf("%v", err)
	}
	s.SetFaults()
	if got, err := c.Endpoints.Update(t.Context(), id, change); err != nil ||
		!slices.Equal(got.GPUTypeIDs.Or(nil), []string{"NVIDIA L40S"}) {
		t.Errorf("%v: %+v", err, got)
	}
}

// Endpoints have pools of GPU types: a type without a pool cannot be sent.
func TestEndpoints_gpuTypeWithoutPool(t *testing.T) {
	t.Parallel()
	s := startVersion2(t)
	_, err := s.Client().Endpoints.Create(t.Context(), api.EndpointCreate{EndpointFields: fields{
		Name: members.Some("a"), TemplateID: members.Some("t1"),
		GPUTypeIDs: members.Some([]string{"NVIDIA A40", "Tesla T4"})}})
	var none *client.NoPoolError
	if !errors.As(err, &none) || !slices.Equal(none.Types, []string{"Tesla T4"}) ||
		!slices.Contains(none.Pooled, "NVIDIA A40") || slices.Contains(none.Pooled, "Tesla T4") {
		t.Errorf("%v", err)
	}
	s.ExpectWrites()
}

// What an endpoint shows proves it to be the result of its create: its container settings stand for its template.
func TestProof_endpointsOverVersion2(t *testing.T) {
	t.Parallel()
	s := startVersion2(t)
	c := s.Client()
	template, err := c.Templates.Get(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	other, err := c.Templates.Get(t.Context(), "t2")
	if err != nil {
		t.Fatal(err)
	}
	a := randomCreates{t: t, c: c, random: rand.New(rand.NewPCG(5, 6)), //nolint:gosec // No secret.
		serverless: "t1", volumeID: "v1"}
	for range 60 {
		in := a.endpoint()
		in.Name, in.MinCUDAVersion = members.Some("serve"), members.Optional[string]{}
		in.DataCenterIDs, in.WorkersMax = members.Optional[[]string]{}, members.Some(int64(1))
		if in.ExecutionTimeoutMS.Or(1) == 0 {
			in.ExecutionTimeoutMS = members.Optional[int64]{}
		}
		created, err := c.Endpoints.Create(t.Context(), in)
		if err != nil {
			t.Fatalf("%+v: %v", in, err)
		}
		got, err := c.Endpoints.Get(t.Context(), created.Object.ID)
		if err != nil {
			t.Fatal(err)
		}
		in.Container = members.Some(template.Container())
		if differs, missing := client.EndpointProof(in, got); len(differs)+len(missing) > 0 {
			t.Errorf("differs in %v and lacks %v: sent %+v, shown %+v", differs, missing, in, got)
		}
		in.Container = members.Some(other.Container())
		if differs, _ := client.EndpointProof(in, got); !slices.Equal(differs, []string{"templateId"}) {
			t.Errorf("an endpoint of another template differs in %v", differs)
		}
		in.Container = members.Optional[api.Container]{}
		if _, missing := client.EndpointProof(in, got); !slices.Equal(missing, []string{"templateId"}) {
			t.Errorf("without the template it lacks %v", missing)
		}
		if err := c.Endpoints.Delete(t.Context(), created.Object.ID); err != nil {
			t.Fatal(err)
		}
	}
}

// An endpoint with settings of its own is proven by these, and one with pools by its pools. The request has all of
// them, as an update has those that differ.
func TestEndpoints_ownContainerOverVersion2(t *testing.T) {
	t.Parallel()
	s := startVersion2(t)
	c := s.Client()
	in := api.EndpointCreate{EndpointFields: fields{
		Name: members.Some("a"), ImageName: members.Some("img:1"), ContainerDiskInGB: members.Some(int64(20)),
		DockerEntrypoint: members.Some([]string{"a"}), DockerStartCmd: members.Some([]string{"b"}),
		Env: members.Some(map[string]string{"A": "1"}), Ports: members.Some([]string{"80/http"}),
		GPUPools: members.Some([]string{"AMPERE_48"}), ExcludedGPUTypeIDs: members.Some([]string{"NVIDIA A40"}),
	}}
	got := mustCreate(t, c.Endpoints.Create, in)
	s.ExpectSent("CreateEndpoint", `{"type":"QUEUE","name":"a","scaling":{"type":"QUEUE_DELAY","queueDelay":4},"image":"img:1",
		"args":"{\"entrypoint\":[\"a\"],\"cmd\":[\"b\"]}","disk":20,"env":{"A":"1"},"ports":["80/http"],
		"gpu":{"pools":["AMPERE_48"],"excludedTypes":["NVIDIA A40"]}}`)
	in.Container, in.ByPools = in.Settings(), true
	if differs, missing := client.EndpointProof(in, got); len(differs)+len(missing) > 0 {
		t.Errorf("differs in %v and lacks %v", differs, missing)
	}
	for _, test := range []struct {
		change func(in *api.EndpointCreate)
		want   string
	}{
		{func(in *api.EndpointCreate) {
			in.Env = members.Some(map[string]string{"A": "2"})
			in.Container = in.Settings()
		}, "imageName"},
		{func(in *api.EndpointCreate) { in.GPUPools = members.Some([]string{"ADA_24"}) }, "gpuPools"},
		{func(in *api.EndpointCreate) { in.ExcludedGPUTypeIDs = members.Some([]string{}) }, "gpuPools"},
	} {
		changed := in
		test.change(&changed)
		if differs, _ := client.EndpointProof(changed, got); !slices.Equal(differs, []string{test.want}) {
			t.Errorf("differs in %v, want %s", differs, test.want)
		}
	}
	lacks := got
	lacks.SetContainer(api.Container{})
	lacks.GPUPools, lacks.GPUTypeIDs = members.Optional[[]string]{}, members.Optional[[]string]{}
	lacks.ComputeType = members.Optional[string]{}
	// The create has flashboot off by default, which the item shows.
	if differs, missing := client.EndpointProof(in, lacks); !slices.Contains(missing, "gpuPools") || len(differs) > 0 {
		t.Errorf("differs in %v and lacks %v", differs, missing)
	}
	s.ClearJournal()
	updated, err := c.Endpoints.Update(t.Context(), got.ID, fields{DockerStartCmd: members.Some([]string{"c"}),
		ContainerRegistryAuthID: members.Some("")})
	if err != nil || !slices.Equal(updated.DockerEntrypoint.Or(nil), []string{"a"}) {
		t.Errorf("%v %+v", err, updated)
	}
	s.ExpectSent("UpdateEndpoint", `{"args":"{\"entrypoint\":[\"a\"],\"cmd\":[\"c\"]}","registry":null}`)
	if version := c.Endpoints.VersionOf(t.Context(), got.ID); version != members.Some(int64(3)) {
		t.Errorf("version %v", version)
	}
}
