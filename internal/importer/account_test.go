package importer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// secret begins every value of an environment variable of the accounts here.
const secret = "hunter2-"

// nasty are names that configurations cannot have as they are, or that names of resources cannot.
var nasty = []string{
	"plain", "Plain", "PLAIN", "two words", "two-words", `quotes " and \ back`, "${var.secret}", "%{ if true }x%{ endif }",
	"$${escaped}", "9lives", "-", "_", "数据", "café", "cafe\u0301", "emoji 🚀", "tab\tand\nline", "#comment", "/* open",
	"count", "for_each", "name_1", "<<EOT", "a.b.c", "trailing ", " leading", "\u202eright to left",
	strings.Repeat("long ", 38),
}

// draws chooses the objects of an account.
type draws struct {
	*rand.Rand
	t       *testing.T
	w       *acctest.Env
	version int
	shape   shape
	ids     map[string][]string
}

// shape says which objects of an account have optional members.
type shape int

const (
	// someMembers gives each object every other optional member, by chance.
	someMembers shape = iota
	// allMembers gives every object all of them, and noMembers none.
	allMembers
	noMembers
)

func pick[T any](d *draws, all ...T) T { return all[d.IntN(len(all))] }

// some returns some of the values, in their order; one at least if objects have all members.
func (d *draws) some(all ...string) []any {
	chosen := []any{}
	for i, value := range all {
		if d.IntN(2) == 0 || d.shape == allMembers && i == 0 {
			chosen = append(chosen, value)
		}
	}
	return chosen
}

// optional sets a member of an object, or leaves it out.
func (d *draws) optional(object map[string]any, member string, value any) {
	if d.shape == allMembers || d.shape == someMembers && d.IntN(2) == 0 {
		object[member] = value
	}
}

// optionalOver2 does what optional does, for a member that version 1 does not have.
func (d *draws) optionalOver2(object map[string]any, member string, value any) {
	if d.version > 1 {
		d.optional(object, member, value)
	}
}

func (d *draws) put(kind, id string, object map[string]any) {
	d.t.Helper()
	d.w.Put(kind, id, object)
	d.ids[kind] = append(d.ids[kind], id)
}

func (d *draws) env() map[string]any {
	env := map[string]any{}
	if d.shape == noMembers {
		return env
	}
	for i := range d.IntN(4) {
		env[pick(d, "TOKEN", "LOG_LEVEL", "A_B")+fmt.Sprint(i)] = secret + fmt.Sprint(d.Uint64())
	}
	return env
}

func (d *draws) id(kind string) string { return pick(d, d.ids[kind]...) }

// container adds members that templates and pods share.
func (d *draws) container(object map[string]any) {
	d.optional(object, "containerDiskInGb", 1+d.IntN(90))
	d.optional(object, "volumeMountPath", pick(d, "/data", "/${x}", "/workspace"))
	d.optional(object, "dockerEntrypoint", d.some("bash", "-c", "echo ${HOME} %{x} \"quoted\"\n"))
	d.optional(object, "dockerStartCmd", d.some("python", "", "–ünïcode"))
	d.optional(object, "ports", d.some("80/http", "22/tcp", "8888/http"))
	d.optional(object, "containerRegistryAuthId", d.id(emulator.KindContainerRegistryAuths))
	object["env"] = d.env()
}

// account fills the account of an environment with n objects, of which each has every other optional member by chance.
func account(t *testing.T, w *acctest.Env, seed uint64, n int) {
	t.Helper()
	accountOf(t, w, seed, n, someMembers)
}

// accountOf fills the account of an environment with n objects of a shape.
func accountOf(t *testing.T, w *acctest.Env, seed uint64, n int, of shape) {
	t.Helper()
	d := &draws{Rand: rand.New(rand.NewPCG(seed, 1)), //nolint:gosec // The same every time.
		t: t, w: w, version: w.Version(), shape: of, ids: map[string][]string{}}
	name := func(i int) string {
		if i < len(nasty) {
			return nasty[i]
		}
		return pick(d, "web", "Web", "train", "db", "9")
	}
	unique := func(i int) string {
		if i < len(nasty) {
			return nasty[i]
		}
		return fmt.Sprintf("%s %d", name(i), i)
	}
	for i := range n / 10 {
		d.put(emulator.KindContainerRegistryAuths, fmt.Sprintf("c%d", i), map[string]any{"name": unique(i)})
	}
	for i := range n / 5 {
		object := map[string]any{"name": name(i), "size": 10 + d.IntN(3000), "dataCenterId": pick(d, "EU-RO-1", "US-KS-2")}
		d.optionalOver2(object, "type", "HIGH_PERFORMANCE")
		d.put(emulator.KindNetworkVolumes, fmt.Sprintf("v%d", i), object)
	}
	for i := range n * 3 / 10 {
		d.template(i, unique(i))
	}
	for i := range n / 5 {
		d.endpoint(i, name(i))
	}
	for i := range n - n/10 - n/5 - n*3/10 - n/5 {
		d.pod(i, name(i))
	}
}

func (d *draws) template(i int, name string) {
	// Each has settings of its own: over version 2, that is how an endpoint's template is found.
	object := map[string]any{"name": name, "imageName": fmt.Sprintf("registry.example.com/img-%d:${tag}", i)}
	d.container(object)
	if i%10 == 0 {
		object["isServerless"], object["volumeInGb"] = true, 0
	} else {
		d.optional(object, "volumeInGb", pick(d, 0, 10, 40))
		d.optional(object, "isPublic", false)
	}
	d.optional(object, "category", pick(d, "NVIDIA", "AMD", "CPU"))
	d.optionalOver2(object, "startSsh", d.IntN(2) == 0)
	d.optionalOver2(object, "startJupyter", d.IntN(2) == 0)
	d.optional(object, "readme", "# Title\n\n```\n${x} \"y\" %{z}\n```\n")
	id := fmt.Sprintf("t%d", i)
	d.put(emulator.KindTemplates, id, object)
	if object["isServerless"] == true {
		d.ids["serverless"] = append(d.ids["serverless"], id)
	}
}

func (d *draws) endpoint(i int, name string) {
	object := map[string]any{"name": name, "templateId": d.id("serverless"), "workersMax": d.IntN(3)}
	if d.IntN(3) == 0 && d.shape != noMembers {
		object["computeType"] = "CPU"
		d.optional(object, "cpuFlavorIds", d.some("cpu3c", "cpu5g"))
		d.optional(object, "vcpuCount", pick(d, 2, 4, 8))
	} else {
		d.optional(object, "gpuTypeIds", d.some("NVIDIA L40S", "NVIDIA A40", "NVIDIA RTX A6000"))
		d.optional(object, "gpuCount", 1+d.IntN(3))
		if d.IntN(2) == 0 {
			object["allowedCudaVersions"] = d.some("12.6", "12.8")
		} else {
			d.optional(object, "minCudaVersion", "12.4")
		}
	}
	d.optional(object, "dataCenterIds", d.some("EU-RO-1", "US-KS-2"))
	switch volumes := d.IntN(3); {
	case d.shape == noMembers:
	case volumes == 0:
		object["networkVolumeId"] = d.id(emulator.KindNetworkVolumes)
	case volumes == 1:
		object["networkVolumeIds"] = []any{d.id(emulator.KindNetworkVolumes)}
	}
	d.optional(object, "idleTimeout", 1+d.IntN(100))
	d.optional(object, "scalerType", "REQUEST_COUNT")
	d.optional(object, "scalerValue", 1+d.IntN(9))
	d.optional(object, "executionTimeoutMs", 1000*(1+d.IntN(1000)))
	d.optional(object, "flashboot", d.IntN(2) == 0)
	d.put(emulator.KindEndpoints, fmt.Sprintf("e%d", i), object)
}

func (d *draws) pod(i int, name string) {
	object := map[string]any{"name": name, "imageName": pick(d, "img:1", "registry.example.com/img-1:${tag}")}
	d.container(object)
	d.optional(object, "volumeInGb", pick(d, 0, 10, 40))
	d.optional(object, "locked", true)
	d.optional(object, "interruptible", d.IntN(2) == 0)
	d.optional(object, "templateId", d.id(emulator.KindTemplates))
	d.optional(object, "networkVolumeId", d.id(emulator.KindNetworkVolumes))
	if d.IntN(5) == 0 {
		object["desiredStatus"] = "EXITED"
	}
	d.put(emulator.KindPods, fmt.Sprintf("p%d", i), object)
}
