package rest1

import (
	"encoding/json"
	"net/url"
	"reflect"
	"strconv"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

func TestDecode_unreadableMembersAreAbsent(t *testing.T) {
	t.Parallel()
	for i, member := range []string{
		`"env":{"A":null}`, `"env":{"A":1}`, `"env":[]`, `"env":"x"`, `"ports":["a",null]`, `"ports":[1]`,
		`"ports":"22/tcp"`, `"ports":{}`,
		`"portMappings":{"22":"x"}`, `"portMappings":{"22":null}`, `"portMappings":[]`, `"gpu":"x"`, `"gpu":[]`,
		`"machine":7`, `"networkVolume":true`,
		`"networkVolume":{"id":7}`, `"locked":"true"`, `"locked":1`, `"imageName":1`, `"image":{}`,
		`"memoryInGb":"much"`, `"costPerHr":{}`,
	} {
		id := "p" + strconv.Itoa(i)
		got := read(t, pod, `{`+member+`,"id":"`+id+`","name":"n"}`)
		want := api.Pod{ID: id, PodFields: api.PodFields{Name: members.Some("n")}}
		if got, want := encoded(t, got), encoded(t, want); got != want {
			t.Errorf("%s: %s, want %s", member, got, want)
		}
	}
}

// The readers of the kinds.
var (
	version  = Version(false)
	pod      = version.Pods.Object
	endpoint = version.Endpoints.Object
	template = version.Templates.Object
	volume   = version.NetworkVolumes.Object
)

// read reads an object from an answer.
func read[T any](t *testing.T, object func(members.Members, url.Values) T, answer string) T {
	t.Helper()
	var all members.Members
	if err := json.Unmarshal([]byte(answer), &all); err != nil {
		t.Fatal(err)
	}
	return object(all, nil)
}

func encoded(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestDecode_nestedMembers(t *testing.T) {
	t.Parallel()
	w := read(t, pod, `{"id":"p","memoryInGb":62.5,"vcpuCount":8.0,"gpuCount":1.9,"costPerHr":"0.25",
		"gpu":{"id":"g","count":"two","displayName":null,"securePrice":"0.5","communityPrice":{}},
		"machine":{"dataCenterId":7,"location":"RO","costPerHr":"0.3","secureCloud":"yes"},
		"portMappings":{"22":10022.0,"80":"10080"}}`)
	gpu, _ := w.GPU.Get()
	machine, _ := w.Machine.Get()
	ports, _ := w.PortMappings.Get()
	if w.MemoryInGB != members.Some(62.5) || w.VCPUCount != members.Some(int64(8)) ||
		w.GPUCount != members.Some(int64(1)) ||
		w.CostPerHr != members.Some(0.25) {
		t.Errorf("memory %v, vCPUs %v, GPUs %v, cost %v", w.MemoryInGB, w.VCPUCount, w.GPUCount, w.CostPerHr)
	}
	if _, counted := gpu.Count.Get(); gpu.ID != members.Some("g") || counted || gpu.SecurePrice != members.Some(0.5) ||
		gpu.CommunityPrice != (members.Optional[float64]{}) {
		t.Errorf("GPU %+v", gpu)
	}
	if machine.Location != members.Some("RO") || machine.CostPerHr != members.Some(0.3) ||
		machine.DataCenterID != (members.Optional[string]{}) || machine.SecureCloud != (members.Optional[bool]{}) {
		t.Errorf("machine %+v", machine)
	}
	if ports["22"] != 10022 || ports["80"] != 10080 {
		t.Errorf("ports %v", ports)
	}
}

// The machine of a CPU pod names no GPU type.
func TestDecode_unknownGPUTypeIsNone(t *testing.T) {
	t.Parallel()
	for answered, want := range map[string]members.Optional[string]{
		"unknown": {}, "NVIDIA L4": members.Some("NVIDIA L4"),
	} {
		w := read(t, pod, `{"id":"p","machine":{"dataCenterId":"EU-RO-1","gpuTypeId":"`+answered+`"}}`)
		if machine, _ := w.Machine.Get(); machine.GPUTypeID != want || machine.DataCenterID != members.Some("EU-RO-1") {
			t.Errorf("%s: %+v", answered, machine)
		}
	}
}

// Of the template of a pod, empty says no more than null: there is none. That is not the same as not to say.
func TestDecode_podWithoutTemplate(t *testing.T) {
	t.Parallel()
	for answered, present := range map[string]bool{`,"templateId":""`: true, `,"templateId":null`: true, ``: false} {
		template := read(t, pod, `{"id":"p"`+answered+`}`).TemplateID
		if _, is := template.Get(); is || template.IsZero() == present {
			t.Errorf("%s: %+v", answered, template)
		}
	}
}

// Where an attribute has no empty value, null, absent and empty are the same.
func TestDecode_emptyIsNoValue(t *testing.T) {
	t.Parallel()
	for _, empty := range []string{
		`"name":""`, `"imageName":""`, `"image":""`, `"desiredStatus":""`, `"volumeMountPath":""`, `"endpointId":""`,
		`"cpuFlavorId":""`,
		`"lastStartedAt":""`, `"lastStatusChange":""`, `"createdAt":""`, `"consumerUserId":""`,
		`"networkVolume":{"id":""}`,
	} {
		same(t, empty, pod)
	}
	for _, empty := range []string{`"name":""`, `"templateId":""`, `"computeType":""`, `"minCudaVersion":""`,
		`"scalerType":""`, `"userId":""`, `"createdAt":""`} {
		same(t, empty, endpoint)
	}
	for _, empty := range []string{`"name":""`, `"imageName":""`, `"category":""`, `"volumeMountPath":""`} {
		same(t, empty, template)
	}
	for _, empty := range []string{`"name":""`, `"dataCenterId":""`} {
		same(t, empty, volume)
	}

	both := read(t, pod, // Both are spelled, and one is empty.
		`{"id":"x","imageName":"","image":"img:1","containerRegistryAuthId":"","env":{}}`)
	if env, present := both.Env.Get(); both.ImageName != members.Some("img:1") ||
		both.ContainerRegistryAuthID != members.Some("") || !present || len(env) != 0 {
		t.Errorf("%+v", both)
	}
}

// same checks that an answer with a member is the same as one without.
func same[T any](t *testing.T, member string, object func(members.Members, url.Values) T) {
	t.Helper()
	with, without := read(t, object, `{"id":"x",`+member+`}`), read(t, object, `{"id":"x"}`)
	if !reflect.DeepEqual(with, without) {
		t.Errorf("%T with %s: %+v", with, member, with)
	}
}

func TestTemplate_platformFlag(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]members.Optional[bool]{
		`{"id":"t","isPlatform":true,"isPublic":false,"isServerless":false}`: members.Some(true),
		`{"id":"t","isAcme":true,"isPublic":false,"isServerless":false}`:     members.Some(true),
		`{"id":"t","isAcme":false,"isPlatform":false,"isPublic":true}`:       members.Some(false),
		`{"id":"t","isPublic":true,"isServerless":true}`:                     {},
		`{"id":"t","isAcme":null,"issue":"x","isPublic":true}`:               {},
	} {
		if got := read(t, template, text).IsPlatform; got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}
