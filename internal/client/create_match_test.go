package client_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Every member of a create is in its kind's table, or the object has one of the same name and type.
func TestShownMembers_areComplete(t *testing.T) {
	t.Parallel()
	inTable, underTheirName, nowhere := client.ShownMembers()
	if len(nowhere) > 0 || len(inTable) < 20 || len(underTheirName) < 20 {
		t.Errorf("%v are nowhere; in tables %v, under their names %v", nowhere, inTable, underTheirName)
	}
}

// dialects are the ways in which deployments answer.
func dialects() map[string]emulator.Options {
	all := map[string]emulator.Options{
		"plain": {}, "suffix": {FlashbootSuffix: true}, "platform": {PlatformName: "Xyz"}, "starting": {PodStartDelay: 1},
	}
	for _, dialect := range emulator.Dialects() {
		all[dialect.Name] = emulator.Options{AnswersAs: []string{dialect.Name}}
	}
	return all
}

// In every dialect, the object of a create shows no difference, in the answer to the create and in the list. A changed
// member of the request is a difference. The GET of the object proves it to be the result of its create; where a
// dialect leaves out members of the contract, the proof lacks these.
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
			// Some dialects are none of the contract's.
			env.AllowBadAnswers()
			a := randomCreates{t: t, c: env.Client(), random: rand.New(rand.NewPCG(1, 2))} //nolint:gosec // No secret.
			a.lacks, a.allTypes = lacks[name], name == "all-gpu-types"
			a.shows = !slices.Contains([]string{"sparse", "lean-pods", "null-for-empty"}, name) // Null says nothing.
			a.stock()
			c := a.c
			checkCreates(&a, "template", a.template, c.Templates.Create, compared[api.TemplateCreate, api.Template]{
				c.Templates.Get, c.Templates.ListAll, client.TemplateProof, nil})
			checkCreates(&a, "endpoint", a.endpoint, c.Endpoints.Create, compared[api.EndpointCreate, api.Endpoint]{
				c.Endpoints.Get, c.Endpoints.ListAll, client.EndpointProof,
				[]string{"cpuFlavorIds", "vcpuCount"}})
			checkCreates(&a, "pod", a.pod, c.Pods.Create, compared[api.PodCreate, api.Pod]{
				c.Pods.Get, c.Pods.ListAll, client.PodProof,
				[]string{"gpuTypePriority", "dataCenterPriority", "countryCodes",
					"allowedCudaVersions", "minRAMPerGPU", "minVCPUPerGPU", "globalNetworking", "cpuFlavorPriority"}})
			checkCreates(&a, "volume", a.volume, c.NetworkVolumes.Create,
				compared[api.NetworkVolumeCreate, api.NetworkVolume]{c.NetworkVolumes.Get, c.NetworkVolumes.ListAll,
					client.NetworkVolumeProof, nil})
			checkCreates(&a, "login", a.login, c.ContainerRegistryAuths.Create,
				compared[api.ContainerRegistryAuthCreate, api.ContainerRegistryAuth]{c.ContainerRegistryAuths.Get,
					c.ContainerRegistryAuths.ListAll, client.ContainerRegistryAuthProof,
					[]string{"username", "password"}})
		})
	}
}

// compared says how objects of a kind are read, and compared with their creates.
type compared[I, T any] struct {
	get        func(context.Context, string) (T, error)
	list       func(context.Context) ([]T, error)
	proof      func(I, T) (differs, missing []string)
	neverShown []string
}

// checkCreates makes objects, and compares each, as it was answered, listed and got, with what was sent, and with that
// changed in any one member.
func checkCreates[I, T any](
	a *randomCreates, kind string, draw func() I, create func(context.Context, I) (creates.Created[T], error),
	of compared[I, T],
) {
	a.t.Helper()
	sent, answered := map[string]I{}, map[string]T{} // by id
	for range 40 {
		in := draw()
		created, err := create(a.t.Context(), in)
		if err != nil {
			a.t.Fatalf("%+v: %v", in, err)
		}
		id := idOf(created.Object)
		sent[id], answered[id] = in, created.Object
		object, err := of.get(a.t.Context(), id)
		if err != nil {
			a.t.Fatal(err)
		}
		differs, missing := of.proof(in, object)
		lacks := a.lacks[kind]
		unexpected := slices.ContainsFunc(missing, func(name string) bool { return !slices.Contains(lacks, name) })
		if len(differs) > 0 || unexpected || len(lacks) > 0 && len(missing) == 0 {
			a.t.Errorf("differs in %v and lacks %v: sent %+v, shown %+v", differs, missing, in, object)
		}
	}
	all, err := of.list(a.t.Context())
	if err != nil {
		a.t.Fatal(err)
	}
	listed := make(map[string]T)
	for _, object := range all {
		listed[idOf(object)] = object
	}
	for id, in := range sent {
		object, ok := listed[id]
		if !ok {
			a.t.Errorf("%s is not listed: sent %+v", id, in)
			continue
		}
		checkDifferences(a, in, map[string]T{"the answer": answered[id], "the list": object}, of.proof, of.neverShown)
	}
}

// idOf is the id of an object of any kind.
func idOf(object any) string { return reflect.ValueOf(object).FieldByName("ID").String() }

// checkDifferences compares what was sent with what is shown of it, by where: in the answer and in the list.
func checkDifferences[I, T any](
	a *randomCreates, in I, shown map[string]T, proof func(I, T) (differs, missing []string), neverShown []string,
) {
	a.t.Helper()
	for what, object := range shown {
		if found, _ := proof(in, object); found != nil {
			a.t.Errorf("%s differs in %v: sent %+v, shown %+v", what, found, in, object)
		}
	}
	for _, name := range sentMembers(in) {
		if slices.Contains([]string{"supportPublicIp", "computeType", "cloudType"}, name) { // See TestProof_pods.
			continue
		}
		other := in
		changeMember(a.t, reflect.ValueOf(&other).Elem(), name)
		found, _ := proof(other, shown["the list"])
		never := slices.Contains(neverShown, name) || a.ofTheOtherComputeType(in, name)
		switch {
		case never && found != nil, !never && found != nil && !slices.Equal(found, []string{name}):
			a.t.Errorf("with another %s it differs in %v", name, found)
		case !never && found == nil && a.shows:
			a.t.Errorf("another %s is not seen: sent %+v, shown %+v", name, other, shown["the list"])
		}
	}
}

// ofTheOtherComputeType reports whether a member means nothing, because it is for GPUs and none are asked for, or the
// other way round.
func (a *randomCreates) ofTheOtherComputeType(in any, name string) bool {
	var computeType string
	switch in := in.(type) {
	case api.PodCreate:
		computeType = in.ComputeType.Or("GPU")
	case api.EndpointCreate:
		computeType = in.ComputeType.Or("GPU")
	default:
		return false
	}
	ofGPUs, ofCPUs := []string{"gpuTypeIds", "gpuCount"}, []string{"cpuFlavorIds", "vcpuCount"}
	return computeType == "CPU" && slices.Contains(ofGPUs, name) || computeType == "GPU" && slices.Contains(ofCPUs, name)
}

// sentMembers are the names of the members that are sent.
func sentMembers(in any) []string {
	var names []string
	var collect func(reflect.Value)
	collect = func(object reflect.Value) {
		for i := range object.NumField() {
			field := object.Type().Field(i)
			if field.Anonymous {
				collect(object.Field(i))
			} else if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); !object.Field(i).IsZero() {
				names = append(names, name)
			}
		}
	}
	collect(reflect.ValueOf(in))
	return names
}

// changeMember gives a member of a struct another value.
func changeMember(t *testing.T, object reflect.Value, wanted string) {
	t.Helper()
	for i := range object.NumField() {
		field := object.Type().Field(i)
		if field.Anonymous {
			changeMember(t, object.Field(i), wanted)
			continue
		}
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != wanted {
			continue
		}
		switch member := object.Field(i).Addr().Interface().(type) {
		case *string:
			*member += "x"
		case *members.Optional[string]:
			*member = members.Some(member.Or("") + "x")
		case *members.Optional[int64]:
			*member = members.Some(member.Or(0) + 1)
		case *members.Optional[float64]:
			*member = members.Some(member.Or(0) + 1)
		case *members.Optional[bool]:
			*member = members.Some(!member.Or(false))
		case *members.Optional[[]string]:
			*member = members.Some([]string{"x"})
		case *members.Optional[map[string]string]:
			*member = members.Some(map[string]string{"OTHER": "x"})
		default:
			t.Fatalf("%s is a %T", wanted, member)
		}
	}
}

// randomCreates makes valid creates of all kinds, and has what they refer to.
type randomCreates struct {
	t      *testing.T
	c      *client.Client
	random *rand.Rand
	shows  bool // Its answers have every member.
	n      int
	// lacks are the members that proofs lack, by kind. allTypes is set if answers have all GPU types.
	lacks    map[string][]string
	allTypes bool

	podTemplate, serverless, loginID, volumeID string
}

func (a *randomCreates) stock() {
	a.t.Helper()
	for _, into := range []*string{&a.podTemplate, &a.serverless} {
		in := api.TemplateCreate{TemplateFields: api.TemplateFields{Name: members.Some(fmt.Sprint("stock", into)),
			ImageName: members.Some("i"), Env: members.Some(map[string]string{"FROM": "template"})},
			IsServerless: members.Some(into == &a.serverless)}
		created, err := a.c.Templates.Create(a.t.Context(), in)
		if err != nil {
			a.t.Fatal(err)
		}
		*into = created.Object.ID
	}
	login, err := a.c.ContainerRegistryAuths.Create(a.t.Context(), a.login())
	if err != nil {
		a.t.Fatal(err)
	}
	volume, err := a.c.NetworkVolumes.Create(a.t.Context(), a.volume())
	if err != nil {
		a.t.Fatal(err)
	}
	a.loginID, a.volumeID = login.Object.ID, volume.Object.ID
}

// maybe is one of some values, or absent.
func maybe[T any](a *randomCreates, values ...T) members.Optional[T] {
	if i := a.random.IntN(len(values) + 1); i < len(values) {
		return members.Some(values[i])
	}
	return members.Optional[T]{}
}

func (a *randomCreates) name(kind string) string {
	a.n++
	return fmt.Sprint(kind, " ", a.n)
}

func (a *randomCreates) login() api.ContainerRegistryAuthCreate {
	return api.ContainerRegistryAuthCreate{Name: a.name("login"), Username: "u", Password: "p"}
}

func (a *randomCreates) volume() api.NetworkVolumeCreate {
	return api.NetworkVolumeCreate{DataCenterID: "EU-RO-1", NetworkVolumeFields: api.NetworkVolumeFields{
		Name: members.Some(a.name("volume")), Size: members.Some(a.random.Int64N(4000) + 1),
	}}
}

func (a *randomCreates) template() api.TemplateCreate {
	serverless := maybe(a, true, false)
	in := api.TemplateCreate{
		TemplateFields: api.TemplateFields{
			Name: members.Some(a.name("template")), ImageName: members.Some("img:1"),
			ContainerDiskInGB: maybe(a, int64(0), 5, 50), VolumeInGB: maybe(a, int64(0), 7),
			VolumeMountPath: maybe(a, "/workspace", "/data"), ContainerRegistryAuthID: maybe(a, "", a.loginID),
			DockerEntrypoint: maybe(a, []string{}, []string{"a", "b"}), DockerStartCmd: maybe(a, []string{}, []string{"c"}),
			Env:   maybe(a, map[string]string{}, map[string]string{"A": "1", "B": ""}),
			Ports: maybe(a, []string{}, []string{"8888/http", "22/tcp"}), IsPublic: maybe(a, true, false),
			Readme: maybe(a, "", "# Hi"),
		},
		Category: maybe(a, "NVIDIA", "CPU"), IsServerless: serverless,
	}
	if serverless.Or(false) {
		in.VolumeInGB = maybe(a, int64(0))
	}
	return in
}

func (a *randomCreates) endpoint() api.EndpointCreate {
	in := api.EndpointCreate{
		ComputeType: maybe(a, "GPU", "CPU"),
		EndpointFields: api.EndpointFields{
			Name:       members.Some([]string{"named", "serve", "serve -fb", "other"}[a.random.IntN(4)]),
			TemplateID: members.Some(a.serverless),
			GPUTypeIDs: maybe(a, gpus[:1], gpus), GPUCount: maybe(a, int64(1), 2), VCPUCount: maybe(a, int64(2), 4),
			CPUFlavorIDs:        maybe(a, []string{"cpu3c"}),
			AllowedCUDAVersions: maybe(a, []string{"12.1", "12.0"}), MinCUDAVersion: maybe(a, "12.0"),
			DataCenterIDs: maybe(a, []string{"US-KS-2", "EU-RO-1"}), NetworkVolumeID: maybe(a, a.volumeID, ""),
			NetworkVolumeIDs: maybe(a, []string{a.volumeID}), WorkersMin: maybe(a, int64(0), 1),
			WorkersMax: maybe(a, int64(1), 5), IdleTimeout: maybe(a, int64(1), 5), Flashboot: maybe(a, true, false),
			ScalerType: maybe(a, "QUEUE_DELAY", "REQUEST_COUNT"), ScalerValue: maybe(a, 1.0, 9),
			ExecutionTimeoutMS: maybe(a, int64(0), 60000),
		},
	}
	if a.allTypes {
		in.ComputeType, in.GPUTypeIDs = members.Some("GPU"), members.Optional[[]string]{}
	}
	return in
}

var gpus = []string{"NVIDIA A40", "NVIDIA L4"}

func (a *randomCreates) pod() api.PodCreate {
	in := api.PodCreate{
		PodFields: api.PodFields{
			Name: maybe(a, "my pod", "desk"), Locked: maybe(a, true, false), ImageName: members.Some("img:1"),
			ContainerDiskInGB: maybe(a, int64(0), 50), VolumeInGB: maybe(a, int64(0), 20),
			VolumeMountPath: maybe(a, "/workspace", "/data"), Env: maybe(a, map[string]string{}, map[string]string{"A": "1"}),
			Ports: maybe(a, []string{}, []string{"22/tcp"}), DockerEntrypoint: maybe(a, []string{}, []string{"a"}),
			DockerStartCmd: maybe(a, []string{}, []string{"a"}), ContainerRegistryAuthID: maybe(a, "", a.loginID),
			GlobalNetworking: maybe(a, true, false),
		},
		PodPlacement: api.PodPlacement{
			ComputeType: maybe(a, "GPU", "CPU"), CloudType: maybe(a, "SECURE", "COMMUNITY"),
			GPUTypeIDs: maybe(a, gpus[:1], gpus), GPUTypePriority: maybe(a, "custom", "availability"),
			GPUCount: maybe(a, int64(1), 2), CPUFlavorIDs: maybe(a, []string{"cpu3c", "cpu5c"}),
			VCPUCount: maybe(a, int64(2), 4), AllowedCUDAVersions: maybe(a, []string{"12.1"}),
			DataCenterIDs: maybe(a, []string{"US-KS-2", "EU-RO-1"}), DataCenterPriority: maybe(a, "availability"),
			MinRAMPerGPU: maybe(a, int64(8)), MinVCPUPerGPU: maybe(a, int64(2)), NetworkVolumeID: maybe(a, a.volumeID),
			TemplateID: maybe(a, a.podTemplate), Interruptible: maybe(a, true, false), SupportPublicIP: maybe(a, true, false),
		},
	}
	if in.NetworkVolumeID.Or("") != "" && in.CloudType.Or("") == "COMMUNITY" {
		in.CloudType = members.Some("SECURE") // No network volumes in the other one.
	}
	return in
}
