package client_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

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
