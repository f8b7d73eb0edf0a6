package client_test

import (
	"cmp"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// In every dialect that returns all members of the contract, the GET of each object proves it to be the result of its
// create. In the others the proof lacks the members that the dialect leaves out, and nothing differs.
func TestProof_inEveryDialect(t *testing.T) {
	t.Parallel()
	lacks := map[string]map[string][]string{ // by dialect and kind; a pod of either compute type lacks some of these
		"sparse": {"endpoint": {"computeType"}, "volume": {"dataCenterId"}, "login": {"name"}},
		"lean-pods": {"pod": {"cloudType", "computeType", "gpuCount", "gpuTypeIds", "networkVolumeId", "vcpuCount",
			"imageName"}},
		"all-gpu-types": {"endpoint": {"gpuTypeIds"}}, // See gpuTypesOf.
	}
	for name, options := range dialects() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options.WorkersQuota = 1_000_000
			env := emulatortest.Start(t, options)
			env.AllowBadAnswers()
			a := randomCreates{t: t, c: env.Client(), random: rand.New(rand.NewPCG(3, 4))} //nolint:gosec // No secret.
			a.stock()
			c := a.c
			proves(&a, lacks[name]["template"], a.template, c.Templates.Create, c.Templates.Get, client.TemplateProof)
			named := func() api.EndpointCreate { // The service names the others, which proves nothing.
				in := a.endpoint()
				in.Name = members.Some(cmp.Or(in.Name.Or(""), "named"))
				if name == "all-gpu-types" {
					in.ComputeType, in.GPUTypeIDs = members.Some("GPU"), members.Optional[[]string]{}
				}
				return in
			}
			proves(&a, lacks[name]["endpoint"], named, c.Endpoints.Create, c.Endpoints.Get, client.EndpointProof)
			proves(&a, lacks[name]["pod"], a.pod, c.Pods.Create, c.Pods.Get, client.PodProof)
			proves(&a, lacks[name]["volume"], a.volume, c.NetworkVolumes.Create, c.NetworkVolumes.Get,
				client.NetworkVolumeProof)
			proves(&a, lacks[name]["login"], a.login, c.ContainerRegistryAuths.Create, c.ContainerRegistryAuths.Get,
				client.ContainerRegistryAuthProof)
		})
	}
}

func proves[I, T any](
	a *randomCreates, lacks []string, draw func() I, create func(context.Context, I) (creates.Created[T], error),
	get func(context.Context, string) (T, error), proof func(I, T) (differs, missing []string),
) {
	a.t.Helper()
	for range 30 {
		in := draw()
		created, err := create(a.t.Context(), in)
		if err != nil {
			a.t.Fatalf("%+v: %v", in, err)
		}
		object, err := get(a.t.Context(), idOf(created.Object))
		if err != nil {
			a.t.Fatal(err)
		}
		differs, missing := proof(in, object)
		unexpected := slices.ContainsFunc(missing, func(name string) bool { return !slices.Contains(lacks, name) })
		if len(differs) > 0 || unexpected || len(lacks) > 0 && len(missing) == 0 {
			a.t.Errorf("differs in %v and lacks %v: sent %+v, shown %+v", differs, missing, in, object)
		}
	}
}

// The members of a pod prove that it is the result of a create, contradict that, or leave it open.
func TestProof_pods(t *testing.T) {
	t.Parallel()
	type change = func(*api.PodCreate)
	cloud := func(cloud string) change { return func(in *api.PodCreate) { in.CloudType = members.Some(cloud) } }
	types := func(ids ...string) change { return func(in *api.PodCreate) { in.GPUTypeIDs = members.Some(ids) } }
	count := func(n int64) change { return func(in *api.PodCreate) { in.GPUCount = members.Some(n) } }
	cores := func(n int64) change { return func(in *api.PodCreate) { in.VCPUCount = members.Some(n) } }
	volume := func(id string) change { return func(in *api.PodCreate) { in.NetworkVolumeID = members.Some(id) } }
	const gpu = `"gpuCount":2,"machine":{"secureCloud":true,"gpuTypeId":"A","supportPublicIp":false}`
	const cpu = `"cpuFlavorId":"cpu3c","vcpuCount":2,"machine":{"secureCloud":true}`
	gpus := func(change func(*api.PodCreate)) api.PodCreate {
		in := api.PodCreate{PodFields: api.PodFields{Name: members.Some("p"), ImageName: members.Some("i")},
			PodPlacement: api.PodPlacement{GPUCount: members.Some(int64(2))}}
		change(&in)
		return in
	}
	cpus := func(change func(*api.PodCreate)) api.PodCreate {
		in := api.PodCreate{PodFields: api.PodFields{Name: members.Some("p"), ImageName: members.Some("i")},
			PodPlacement: api.PodPlacement{ComputeType: members.Some("CPU")}}
		change(&in)
		return in
	}
	nothing := func(*api.PodCreate) {}
	for name, test := range map[string]struct {
		in      api.PodCreate
		shown   string
		differs string
		missing string
	}{
		"all":                   {in: gpus(nothing), shown: gpu},
		"the other cloud":       {in: gpus(cloud("COMMUNITY")), shown: gpu, differs: "cloudType"},
		"no machine":            {in: gpus(nothing), shown: `"gpuCount":2`, missing: "cloudType"},
		"one of its GPU types":  {in: gpus(types("B", "A")), shown: gpu},
		"none of its GPU types": {in: gpus(types("B")), shown: gpu, differs: "gpuTypeIds"},
		"more GPUs":             {in: gpus(count(1)), shown: gpu, differs: "gpuCount"},
		"GPUs under another name": {
			in: gpus(nothing), shown: `"gpu":{"id":"A","count":2},"machine":{"secureCloud":true}`,
		},
		"no GPUs shown": {
			in: gpus(nothing), shown: `"machine":{"secureCloud":true}`, missing: "computeType gpuCount",
		},
		"a CPU pod instead":  {in: gpus(nothing), shown: cpu, differs: "computeType", missing: "gpuCount"},
		"a GPU pod instead":  {in: cpus(nothing), shown: gpu, differs: "computeType", missing: "vcpuCount"},
		"a CPU pod":          {in: cpus(nothing), shown: cpu},
		"a larger CPU pod":   {in: cpus(cores(4)), shown: cpu, differs: "vcpuCount"},
		"its volume":         {in: gpus(volume("v")), shown: gpu + `,"networkVolume":{"id":"v"}`},
		"no volume shown":    {in: gpus(volume("v")), shown: gpu, missing: "networkVolumeId"},
		"a volume unasked":   {in: gpus(nothing), shown: gpu + `,"networkVolume":{"id":"v"}`, differs: "networkVolumeId"},
		"a template unasked": {in: gpus(nothing), shown: gpu + `,"templateId":"t"`, differs: "templateId"},
		"a public IP asked for": {
			in: gpus(func(in *api.PodCreate) { in.SupportPublicIP = members.Some(true) }), shown: gpu,
			differs: "supportPublicIp",
		},
		"none asked for": {
			in:    gpus(func(in *api.PodCreate) { in.SupportPublicIP = members.Some(false) }),
			shown: strings.Replace(gpu, `"supportPublicIp":false`, `"supportPublicIp":true`, 1),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pod api.Pod
			if err := json.Unmarshal([]byte(`{"id":"x","name":"p","imageName":"i",`+test.shown+`}`), &pod); err != nil {
				t.Fatal(err)
			}
			differs, missing := client.PodProof(test.in, pod)
			if strings.Join(differs, " ") != test.differs || strings.Join(missing, " ") != test.missing {
				t.Errorf("differs in %v and lacks %v", differs, missing)
			}
		})
	}
	// The template gives the image.
	in := gpus(func(in *api.PodCreate) {
		in.ImageName, in.TemplateID = members.Optional[string]{}, members.Some("t")
	})
	for shown, lacks := range map[string]int{`,"templateId":"t"`: 0, ``: 1} {
		var pod api.Pod
		if err := json.Unmarshal([]byte(`{"id":"x","name":"p","imageName":"i",`+gpu+shown+`}`), &pod); err != nil {
			t.Fatal(err)
		}
		if differs, missing := client.PodProof(in, pod); differs != nil || len(missing) != lacks {
			t.Errorf("%s: differs in %v and lacks %v", shown, differs, missing)
		}
	}
}

// The suffix of flashboot on an endpoint's name shows that flashboot is on: the name is as sent, unless flashboot is
// sent as off.
func TestProof_flashboot(t *testing.T) {
	t.Parallel()
	on, off, unset := members.Some(true), members.Some(false), members.Optional[bool]{}
	for name, test := range map[string]struct {
		flashboot   members.Optional[bool]
		sent, shown string
		differs     string
	}{
		"on":                         {on, "s", `"name":"s -fb"`, ""},
		"not sent":                   {unset, "s", `"name":"s -fb"`, ""},
		"off":                        {off, "s", `"name":"s -fb"`, "name"},
		"off, and as sent":           {off, "s -fb", `"name":"s -fb"`, ""},
		"on, and shown as off":       {unset, "s", `"name":"s -fb","flashboot":false`, "flashboot name"},
		"not sent, and shown as off": {unset, "s", `"name":"s","flashboot":false`, "flashboot"},
		"not sent, and shown as on":  {unset, "s", `"name":"s","flashboot":true`, ""},
		"cut off what was sent":      {on, "s -fb", `"name":"s","flashboot":true`, ""},
		"another name":               {on, "s", `"name":"other -fb"`, "name"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var shown api.Endpoint
			body := `{"id":"x","templateId":"t","computeType":"GPU","gpuTypeIds":[],` + test.shown + `}`
			if err := json.Unmarshal([]byte(body), &shown); err != nil {
				t.Fatal(err)
			}
			differs, missing := client.EndpointProof(api.EndpointCreate{EndpointFields: api.EndpointFields{
				Name: members.Some(test.sent), TemplateID: members.Some("t"), Flashboot: test.flashboot}}, shown)
			if strings.Join(differs, " ") != test.differs || missing != nil {
				t.Errorf("differs in %v and lacks %v", differs, missing)
			}
		})
	}
}
