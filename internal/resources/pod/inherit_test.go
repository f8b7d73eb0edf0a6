package pod_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

const templated = `template_id = "t1"`

// inherited is the rest of a templated pod's request, beside the template and what is configured: nothing that the
// template gives.
const inherited = `"name":"my pod","locked":false,"globalNetworking":false,"computeType":"GPU","cloudType":"SECURE","gpuTypePriority":"availability",
	"gpuCount":1,"dataCenterPriority":"availability","minRAMPerGPU":8,"minVCPUPerGPU":2,"interruptible":false,"templateId":"t1"`

// What a pod takes from its template is no diff, and follows no later change of the template. A pod keeps what is no
// longer configured.
func TestPod_takesFromItsTemplate(t *testing.T) {
	t.Parallel()
	w := start(t)
	it := w.Process().Object(typeName)
	it.Plan(hcl(templated), acctest.Create).ExpectUnknown("container_disk_in_gb", "ports")
	it.Apply(hcl(templated), acctest.Create)
	w.ExpectSent("CreatePod", `{`+inherited+`}`)
	for name, value := range map[string]any{
		"image_name": "img:t", "container_disk_in_gb": 33, "volume_in_gb": 44, "volume_mount_path": "/t",
		"container_registry_auth_id": "auth1",
		"env":                        map[string]string{}, "docker_entrypoint": []string{"/t"},
		"docker_start_cmd": []string{"run"},
		"ports":            []string{"7000/tcp"},
	} {
		it.Expect(name, value)
	}
	it.VerifyImport()
	importPlansEmpty(t, w, hcl(templated))

	// A rename leaves all of it alone.
	w.ClearJournal()
	renamed := hcl(templated + "\nname = \"x\"")
	it.Plan(renamed, acctest.Update).Expect("container_disk_in_gb", 33)
	it.Apply(renamed, acctest.Update)
	w.ExpectSent("UpdatePod", `{"name":"x"}`)

	configured := hcl(templated + "\ncontainer_disk_in_gb = 77\ncontainer_registry_auth_id = \"auth1\"")
	it.Apply(configured, acctest.Update)
	w.ExpectSent("UpdatePod", `{"name":"my pod","containerDiskInGb":77}`)

	// The template changes, and nobody notices.
	w.Patch("templates", "t1", map[string]any{"containerDiskInGb": 88, "dockerStartCmd": []string{"other"}})
	it.Apply(configured, acctest.NoOp)
	w.ExpectWrites()

	it.Apply(hcl(templated), acctest.NoOp)
	it.Expect("container_disk_in_gb", 77)
	w.ExpectWrites()

	// Drift of what was configured still shows; of what was inherited nobody said anything.
	drift(t, w, map[string]any{"name": "drifted"})
	it.Apply(hcl(templated), acctest.Update)
	w.ExpectSent("UpdatePod", `{"name":"my pod"}`)

	// Without a template the defaults are known.
	it.Plan(hcl(minimal), acctest.Replace).Expect("container_disk_in_gb", 50)
	it.Apply(hcl(minimal), acctest.Replace)
	it.Plan(hcl(templated), acctest.Replace).ExpectUnknown("container_disk_in_gb")
	it.Apply(hcl(templated), acctest.Replace)
}

// The template's variables are in no state, and survive every change of env.
func TestPod_environmentOverTheTemplates(t *testing.T) {
	t.Parallel()
	w := start(t)
	fast := hcl(templated + "\nenv = { MODE = \"fast\", LEVEL = \"debug\" }")
	slow := strings.Replace(fast, "fast", "slow", 1)
	it := w.Process().Object(typeName)
	it.Apply(fast, acctest.Create)
	w.ExpectSent("CreatePod", `{"env":{"MODE":"fast","LEVEL":"debug"},`+inherited+`}`)
	it.Expect("env", map[string]string{"MODE": "fast", "LEVEL": "debug"})
	it.Apply(fast, acctest.NoOp)
	it.VerifyImport()

	w.ClearJournal()
	it.Apply(slow, acctest.Update)
	w.ExpectSent("UpdatePod", `{"env":{"MODE":"slow","LEVEL":"debug","TK":"template-secret"}}`)

	// A foreign variable is drift, and the repair keeps the template's.
	drift(t, w, map[string]any{"env": map[string]any{"MODE": "slow", "LEVEL": "debug", "TK": "template-secret",
		"FOREIGN": "1"}})
	it.Apply(slow, acctest.Update)
	w.ExpectSent("UpdatePod", `{"env":{"MODE":"slow","LEVEL":"debug","TK":"template-secret"}}`)

	// Without its line, LEVEL has the template's value.
	it.Apply(hcl(templated), acctest.Update)
	w.ExpectSent("UpdatePod", `{"env":{"LEVEL":"info","TK":"template-secret"}}`)
	it.Expect("env", map[string]string{})
	it.Apply(hcl(templated), acctest.NoOp)

	// What the template says already is taken over, and not sent.
	w.ClearJournal()
	said := hcl(templated + "\nenv = { LEVEL = \"info\" }")
	it.Apply(said, acctest.Update)
	w.ExpectWrites()
	it.Expect("env", map[string]string{"LEVEL": "info"})
	it.Apply(said, acctest.NoOp)
	leaksNothing(t, it.Instance, "template-secret", "TK")
}

// A change of a templated pod's env takes one look at the pod, and one more at the template where a variable lay over
// one of the template's.
func TestPod_environmentIsCounted(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		p := w.Process()
		config := acctest.Values{"template_id": "t1", "env": map[string]string{"MODE": "fast"}}
		was, diags := p.Apply(typeName, acctest.Instance{}, config)
		if says := acctest.Text(diags); says != "" {
			t.Fatal(says)
		}
		w.ClearJournal()
		config["env"] = map[string]string{"MODE": "slow"}
		was, diags = p.Apply(typeName, was, config)
		if w.ExpectRequests("GetPod", "UpdatePod"); len(diags) != 0 {
			t.Error(acctest.Text(diags))
		}
		delete(config, "env")
		was, diags = p.Apply(typeName, was, config)
		if w.ExpectRequests("GetPod", "GetTemplate", "UpdatePod"); len(diags) != 0 {
			t.Error(acctest.Text(diags))
		}
		leaksNothing(t, was, "template-secret", "TK")
	})
}
