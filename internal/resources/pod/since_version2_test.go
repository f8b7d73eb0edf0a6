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
			w.UseVersion2()
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
	w.UseVersion2()
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
			w.UseVersion2()
			if test.template != "" {
				w.Patch("templates", "t1", map[string]any{
					"startSsh": test.template == "true", "startJupyter": test.template == "true"})
			}
			it := w.Process().Object(typeName)
			it.Apply(hcl(test.config+none), acctest.Create)
			it.Expect("start_ssh", test.state)
			has := func(when string, keys ...string) {
				t.Helper()
				env, _ := one(t, w)["env"].(map[string]any)
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
				env, _ := one(t, w)["env"].(map[string]any)
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
	w.UseVersion2()
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
	w.UseVersion2()
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
		w.UseVersion2()
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
			w.UseVersion2()
			w.Put(kind, "p1", map[string]any{"imageName": "img:1", "env": test.variables})
			_, diags := w.Process(acctest.Values{"import_env": false}).Import(typeName, "p1", "")
			if warns := strings.Contains(acctest.Text(diags), "Environment variables were left out"); warns != test.warns {
				t.Error(acctest.Text(diags))
			}
		})
	}
}
