package pod_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A volume beside a network volume, or of a CPU pod, is refused where it would be sent.
func TestPod_volumeOverVersion2(t *testing.T) {
	t.Parallel()
	w := start(t)
	network := minimal + "\nnetwork_volume_id = \"vol1\"\n"
	it := w.Process().Object(typeName)
	it.Apply(hcl(network+"volume_in_gb = 30"), acctest.Create)
	w.UseVersion(2)
	it.Process = w.Process()
	it.Apply(hcl(network+"volume_in_gb = 30"), acctest.NoOp)
	it.Apply(hcl(network), acctest.NoOp)
	it.Expect("volume_in_gb", 30)
	it.ExpectPlanError(hcl(network+"volume_in_gb = 40"), `cannot have its own volume in this version.*\(at volume_in_gb\)`)
	_ = w.Writes()
	other := w.Process().Object(typeName)
	other.ExpectPlanError(hcl(network+"volume_in_gb = 30"), `cannot have its own volume in this version.*\(at volume_in_gb\)`)
	other.Apply(hcl(minimal+"\nvolume_in_gb = 0"), acctest.Create)
	other.Apply(hcl(minimal+"\nvolume_in_gb = 10"), acctest.Replace) // A pod cannot get a volume.
	w.ExpectWrites("CreatePod", "DeletePod", "CreatePod")
}

// A create over version 2 cannot lock: an update does. If it fails, the pod is in the state, and the next apply locks
// it.
func TestPod_lockedOverVersion2(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.UseVersion(2)
	it := w.Process().Object(typeName)
	w.SetFaults(emulator.Fault{Operation: "UpdatePod", Kind: "status", Status: http.StatusForbidden, Count: 1})
	warnings := acctest.Text(it.ApplyWithNonEmptyPlan(hcl(minimal+"\nlocked = true"), acctest.Create))
	if !strings.Contains(warnings, "Cannot lock the new pod") {
		t.Error(warnings)
	}
	w.ExpectWrites("CreatePod", "UpdatePod")
	it.Apply(hcl(minimal+"\nlocked = true"), acctest.Update)
	w.ExpectSent("UpdatePod", `{"locked":true}`)
	it.Apply(hcl(minimal), acctest.Update)
}

// A pod that cannot start ends the wait at once.
func TestPod_failsToStartOverVersion2(t *testing.T) {
	t.Parallel()
	w := start(t, emulator.Options{PodStartDelay: longDelay})
	w.UseVersion(2)
	w.OnRequest("GetPod", 1, func() {
		w.Patch(kind, w.OnlyID(kind), map[string]any{"failed": true})
	})
	it := w.Process().Object(typeName)
	it.ExpectApplyError(hcl(minimal), acctest.Create, `The wait for the pod failed.*status ERROR`)
	if !it.Tainted() {
		t.Error("the pod is not tainted")
	}
}

// An import over version 2 finds what version 1 never returns.
func TestPod_importOverVersion2(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.UseVersion(2)
	config := hcl(minimal + "\ncompute_type = \"CPU\"\ncpu_flavor_ids = [\"cpu3c\"]\nvcpu_count = 4")
	it := w.Process().Object(typeName)
	it.Apply(config, acctest.Create)
	imported := w.Process().Object(typeName)
	imported.Import(w.OnlyID(kind))
	imported.Expect("compute_type", "CPU")
	imported.Expect("cloud_type", "SECURE")
	imported.Expect("global_networking", false)
	imported.Expect("vcpu_count", 4)
	_ = w.Writes()
	imported.Apply(config, acctest.Update)
	w.ExpectWrites()
	imported.Instance = acctest.Instance{}
}

// What depends on a value that is not known yet is not refused in the plan, and not planned: the plan in the apply
// decides.
func TestPod_unknownKindOverVersion2(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ config, fails string }{
		"countries of a GPU pod": {config: `compute_type = late("GPU")
			country_codes = ["RO"]`},
		"countries of a CPU pod": {fails: `countries for GPU pods.*at country_codes`, config: `compute_type = late("CPU")
			country_codes = ["RO"]`},
		"countries of a cloud": {fails: `countries for GPU pods.*at country_codes`, config: `cloud_type = late("COMMUNITY")
			country_codes = ["RO"]`},
		"volume of a CPU pod":      {config: `compute_type = late("CPU")`},
		"volume of a GPU pod":      {config: `compute_type = late("GPU")`},
		"no network volume":        {config: `network_volume_id = late(null)`},
		"a network volume":         {config: `network_volume_id = late("vol1")`},
		"no network volume, sized": {config: "network_volume_id = late(null)\nvolume_in_gb = 30"},
		"a network volume, sized": {fails: "cannot have its own volume",
			config: "network_volume_id = late(\"vol1\")\nvolume_in_gb = 30"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t).UseVersion(2)
			it, config := w.Process().Object(typeName), hcl(minimal+"\n"+test.config)
			if test.fails != "" {
				it.ExpectApplyError(config, acctest.Create, test.fails)
				w.ExpectWrites()
				return
			}
			it.Apply(config, acctest.Create)
			it.Apply(config, acctest.NoOp)
		})
	}
}

// A pod whose create left its variables out does not take those of its template for a change when version 2 shows them.
func TestPod_leanMoves(t *testing.T) {
	t.Parallel()
	w := startWith(t, func(o ...emulator.Options) *acctest.Env { return acctest.Start(t, o...) },
		emulator.Options{AnswersAs: []string{"lean-pods"}})
	it := w.Process().Object(typeName)
	config := hcl("name = \"x\"\ntemplate_id = \"t1\"")
	it.Apply(config, acctest.Create)
	w.UseVersion(2)
	it.Process = w.Process()
	if says := acctest.Text(it.Refresh()); says != "" || strings.Contains(string(it.JSON("env")), "template-secret") {
		t.Errorf("%s: %s", it.JSON("env"), says)
	}
	it.Plan(config, acctest.NoOp)
}

// Attributes of a pod that version 2 has and version 1 does not.

// since2 has each of them with a value, and another one. A pod has CUDA 12.8, and meets both bounds.
var since2 = map[string]struct {
	line, other string
	change      acctest.Action
}{
	"min_cuda_version": {`"12.1"`, `"12.4"`, acctest.Update}, "start_ssh": {"true", "false", acctest.Replace},
	"start_jupyter": {"true", "false", acctest.Replace},
}

// Over version 2 a create sends them, and another value replaces the pod: no update has them.
func TestPod_since2OverVersion2(t *testing.T) {
	t.Parallel()
	for attribute, test := range since2 {
		t.Run(attribute, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			w.UseVersion(2)
			with := func(value string) string { return hcl(minimal + "\n" + attribute + " = " + value) }
			it := w.Process().Object(typeName)
			it.Apply(with(test.line), acctest.Create)
			if body := string(w.Requests("CreatePod")[0].Body); !strings.Contains(body, map[string]string{
				"min_cuda_version": `"minCudaVersion":"12.1"`, "start_ssh": `"startSsh":true`, "start_jupyter": `"startJupyter":true`,
			}[attribute]) {
				t.Error(body)
			}
			it.VerifyImport()
			_ = w.Writes()
			if attribute != "min_cuda_version" { // That goes back to any.
				it.Apply(hcl(minimal), acctest.NoOp)
				w.ExpectWrites()
			}
			if it.Apply(with(test.other), test.change); test.change == acctest.Update {
				w.ExpectWrites()
			} else {
				w.ExpectWrites("DeletePod", "CreatePod")
			}
		})
	}
}

// The least CUDA version excludes a list of versions, and goes back to any when its line goes.
func TestPod_minCUDAVersion(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.UseVersion(2)
	it := w.Process().Object(typeName)
	const least = minimal + "\nmin_cuda_version = "
	it.ExpectPlanError(hcl(least+`"12.1"`+"\nallowed_cuda_versions = [\"12.4\"]"),
		`Two CUDA constraints.*\(at min_cuda_version\)`)
	it.ExpectPlanError(hcl(least+`"12"`), `must be major\.minor.*\(at min_cuda_version\)`)
	it.ExpectPlanError(hcl(least+`"12.1"`+"\ncompute_type = \"CPU\""), `Invalid attribute of a CPU pod.*\(at min_cuda_version\)`)
	it.Apply(hcl(least+`"12.1"`+"\nallowed_cuda_versions = []"), acctest.Create)
	it.Apply(hcl(minimal), acctest.Update)
	it.Expect("min_cuda_version", nil)
}

// A pod without lines for SSH and Jupyter gets those of its template, and neither without one. The variables that the
// service adds for them are not in the state, not at an import either, and an update of env keeps them.
func TestPod_startFlags(t *testing.T) {
	t.Parallel()
	const none = "\nenv = { MODE = \"fast\" }"
	for name, test := range map[string]struct {
		template, config string
		ssh, jupyter     bool
		state            any // of start_ssh
	}{
		"none": {config: minimal},
		"SSH":  {config: minimal + "\nstart_ssh = true", ssh: true, state: true},
		"both": {config: minimal + "\nstart_ssh = true\nstart_jupyter = true", ssh: true, jupyter: true,
			state: true},
		"a template's":      {template: "true", config: `template_id = "t1"`, ssh: true, jupyter: true},
		"a template's, not": {template: "false", config: `template_id = "t1"`},
		"other than template": {template: "true", config: "template_id = \"t1\"\nstart_ssh = false", jupyter: true,
			state: false},
		"more than a template": {template: "false", config: "template_id = \"t1\"\nstart_ssh = true", ssh: true, state: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			w.UseVersion(2)
			if test.template != "" {
				w.Patch("templates", "t1", map[string]any{
					"startSsh": test.template == "true", "startJupyter": test.template == "true"})
			}
			it := w.Process().Object(typeName)
			it.Apply(hcl(test.config+none), acctest.Create)
			it.Expect("start_ssh", test.state)
			has := func(when string, keys ...string) {
				t.Helper()
				env, _ := w.Only(kind)["env"].(map[string]any)
				for key, want := range map[string]bool{"PUBLIC_KEY": test.ssh, "JUPYTER_PASSWORD": test.jupyter} {
					if _, got := env[key]; got != want {
						t.Errorf("%s: %s is in the pod: %t, want %t", when, key, got, want)
					}
				}
				for _, key := range keys {
					if _, got := env[key]; !got {
						t.Errorf("%s: no %s in %v", when, key, env)
					}
				}
			}
			has("after the create", "MODE")
			it.State().ExpectLength("env", 1)
			password := func() string {
				env, _ := w.Only(kind)["env"].(map[string]any)
				return fmt.Sprint(env["JUPYTER_PASSWORD"])
			}
			before := password()
			it.Apply(hcl(test.config+"\nenv = { OTHER = \"x\" }"), acctest.Update)
			has("after an update", "OTHER")
			if now := password(); now != before {
				t.Errorf("the password %s has become %s", before, now)
			}
			it.State().ExpectLength("env", 1)
			_ = w.Writes()
			imported := w.Process().Object(typeName)
			imported.Import(it.ID())
			if env := string(imported.JSON("env")); strings.Contains(env, "PUBLIC_KEY") || strings.Contains(env, "JUPYTER") ||
				!strings.Contains(env, "OTHER") {
				t.Error(env)
			}
			imported.Instance = acctest.Instance{}
		})
	}
}

// The status is the present one, and SSH is there while the pod runs.
func TestPod_statusAndSSH(t *testing.T) {
	t.Parallel()
	w := start(t, emulator.Options{PodStartDelay: time.Hour})
	w.UseVersion(2)
	it := w.Process().Object(typeName)
	config := minimal + "\nwait_for_ready = false"
	it.Apply(hcl(config), acctest.Create)
	it.Expect("status", "PROVISIONING")
	it.Expect("ssh.proxy", nil)
	w.Advance(40 * time.Minute)
	it.Refresh()
	it.Expect("status", "STARTING")
	w.Advance(40 * time.Minute)
	it.Apply(hcl(config), acctest.NoOp)
	it.Expect("status", "RUNNING")
	it.State().ExpectMatch("ssh.direct.command", `^ssh root@.* -p [0-9]+$`)
	it.State().ExpectMatch("ssh.proxy.command", `^ssh .+@.+$`)
	it.State().ExpectSet("ssh.direct.host", "ssh.direct.port", "ssh.proxy.username")
	w.Process().MustLookup(typeName, acctest.Values{"id": it.ID()}).Expect("status", "RUNNING")
	plan := it.Plan(hcl(config+"\ndesired_status = \"EXITED\""), acctest.Update)
	plan.ExpectUnknown("status", "ssh")
	plan = it.Plan(hcl(config+"\nname = \"other\""), acctest.Update)
	plan.Expect("status", "RUNNING")
	it.Apply(hcl(config+"\ndesired_status = \"EXITED\""), acctest.Update)
	it.Expect("status", "EXITED")
	it.Expect("ssh.direct", nil)
	it.Apply(hcl(config+"\nports = []"), acctest.Update)
	w.Advance(2 * time.Hour)
	it.Refresh()
	it.Expect("ssh.direct", nil)
}

// Over version 2 a pod without a volume cannot be made from a template with one. The plan says so if it knows the
// template, else the create does, and sends nothing.
func TestPod_noVolumeButTheTemplatesOverVersion2(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.UseVersion(2)
	it := w.Process().Object(typeName)
	it.ExpectPlanError(hcl("template_id = \"t1\"\nvolume_in_gb = 0"),
		`Not possible over version 2.*which has 44 GB.*\(at volume_in_gb\)`)
	late := hcl("template_id = late(\"t1\")\nvolume_in_gb = 0")
	it.ExpectApplyError(late, acctest.Create, `Not possible over version 2.*which has 44 GB`)
	// The plan cannot read the template.
	w.SetFaults(emulator.Fault{Operation: "GetTemplate", Kind: "status", Status: http.StatusForbidden, Count: 1})
	_, diags := w.Process().Apply(typeName, acctest.Instance{}, acctest.Values{"template_id": "t1", "volume_in_gb": 0})
	acctest.ExpectError(t, diags, `Cannot create pod: its template has a volume.*sent no create`)
	w.ExpectWrites()
	w.Patch("templates", "t1", map[string]any{"volumeInGb": 0})
	it.Process = w.Process()
	it.Apply(hcl("template_id = \"t1\"\nvolume_in_gb = 0"), acctest.Create)
	it.Expect("volume_in_gb", 0)
	w.ExpectWrites("CreatePod")
}

// A pod that was created without the line has what an explicit false asks for: nothing is replaced, and nothing sent.
func TestPod_startsWithoutTheLine(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{"start_ssh", "start_jupyter"} {
		w := start(t)
		w.UseVersion(2)
		it := w.Process().Object(typeName)
		it.Apply(hcl(minimal), acctest.Create)
		w.ClearJournal()
		it.Apply(hcl(minimal+"\n"+flag+" = false"), acctest.Update)
		w.ExpectWrites()
		if plan := it.Plan(hcl(minimal+"\n"+flag+" = true"), acctest.Replace); len(plan.Replaces) == 0 {
			t.Errorf("%s = true", flag)
		}
	}
}

// An import without env over version 2 does not warn of a pod whose only variables are those that the service adds.
func TestPod_importWithoutEnvOfTheService(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		variables map[string]any
		warns     bool
	}{
		"of the service": {map[string]any{"PUBLIC_KEY": "k", "JUPYTER_PASSWORD": "p"}, false},
		"one more":       {map[string]any{"PUBLIC_KEY": "k", "MODE": "fast"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			w.UseVersion(2)
			w.Put(kind, "p1", map[string]any{"imageName": "img:1", "env": test.variables})
			_, diags := w.Process(acctest.Values{"import_env": false}).Import(typeName, "p1", "")
			if warns := strings.Contains(acctest.Text(diags), "Environment variables were left out"); warns != test.warns {
				t.Error(acctest.Text(diags))
			}
		})
	}
}
