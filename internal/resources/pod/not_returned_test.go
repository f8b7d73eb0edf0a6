package pod_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// few are the dialects of deployments that answer few members of a pod.
var few = []string{"sparse", "lean-pods"}

// rich is a pod of which much is not the default.
func rich(t *testing.T, w *acctest.Env) {
	t.Helper()
	injectPod(t, w, map[string]any{
		"imageName": "img:1", "containerDiskInGb": 60, "volumeInGb": 30, "volumeMountPath": "/data",
		"ports": []string{"22/tcp", "9000/http"}, "dockerEntrypoint": []string{"/bin/sh"},
		"dockerStartCmd":          []string{"run"},
		"containerRegistryAuthId": "auth1", "interruptible": true,
		"env": map[string]any{"MODE": "fast"}, "gpuCount": 2, "networkVolumeId": "vol1", "locked": false,
	})
	haveGPUs(t, w, 2)
}

// richly is the configuration of that pod.
func richly() acctest.Values {
	return acctest.Values{
		"name": "old", "image_name": "img:1", "container_disk_in_gb": 60, "volume_in_gb": 30,
		"volume_mount_path": "/data",
		"ports":             []string{"22/tcp", "9000/http"}, "docker_entrypoint": []string{"/bin/sh"},
		"docker_start_cmd": []string{"run"}, "container_registry_auth_id": "auth1", "interruptible": true,
		"env": map[string]string{"MODE": "fast"}, "gpu_count": 2, "network_volume_id": "vol1", "locked": false,
	}
}

// What is configured is taken over with a warning, without a request; a later change of it is sent, and no more than
// it.
func TestPod_notReturnedIsAdoptedAndChanged(t *testing.T) {
	t.Parallel()
	changes := map[string]struct {
		to   any
		sent string
	}{
		"locked":                     {true, `{"locked":true}`},
		"image_name":                 {"img:2", `{"imageName":"img:2"}`},
		"container_disk_in_gb":       {70, `{"containerDiskInGb":70}`},
		"volume_in_gb":               {40, `{"volumeInGb":40}`},
		"volume_mount_path":          {"/other", `{"volumeMountPath":"/other"}`},
		"ports":                      {[]string{"22/tcp"}, `{"ports":["22/tcp"]}`},
		"docker_entrypoint":          {[]string{}, `{"dockerEntrypoint":[]}`},
		"docker_start_cmd":           {nil, `{"dockerStartCmd":[]}`},
		"container_registry_auth_id": {nil, `{"containerRegistryAuthId":""}`},
		"env":                        {map[string]string{"MODE": "slow"}, `{"env":{"MODE":"slow"}}`},
	}
	for _, dialect := range few {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			w := start(t, emulator.Options{AnswersAs: []string{dialect}})
			rich(t, w)
			p := w.Process()
			imported, _ := p.Import(typeName, "p1", "")
			known, config := p.Attributes(typeName, imported.State), richly()
			plan := p.Plan(typeName, imported, config)
			says := acctest.Text(plan.Diagnostics)
			if len(plan.RequiresReplace) != 0 || len(plan.Diagnostics) != 1 ||
				!strings.Contains(says, "Value not verified after import") {
				t.Errorf("%v %s", plan.RequiresReplace, says)
			}
			for name := range changes {
				if known[name].IsNull() != strings.Contains(says, name) {
					t.Errorf("%s, which was %s, is in: %s", name, known[name], says)
				}
			}
			adopted := p.MustApply(typeName, imported, config)
			w.ExpectWrites()
			plansEmpty(t, p, "right after it", adopted, config)
			adopted = refreshed(t, p, adopted)
			plansEmpty(t, p, "after it", adopted, config)
			for _, name := range []string{
				"image_name", "container_disk_in_gb", "volume_in_gb", "volume_mount_path", "ports", "docker_entrypoint",
				"docker_start_cmd", "container_registry_auth_id", "env", "locked",
			} {
				change := changes[name]
				config[name] = change.to
				if change.to == nil {
					delete(config, name)
				}
				adopted = p.MustApply(typeName, adopted, config)
				w.ExpectSent("UpdatePod", change.sent)
				adopted = refreshed(t, p, adopted)
				plansEmpty(t, p, "after "+name, adopted, config)
			}
			for name, change := range map[string]any{"interruptible": false, "gpu_count": 3, "network_volume_id": nil} {
				old := config[name]
				if config[name] = change; change == nil {
					delete(config, name)
				}
				config["locked"] = false
				if plan := p.Plan(typeName, adopted, config); len(plan.RequiresReplace) != 1 {
					t.Errorf("%s: %v", name, plan.RequiresReplace)
				}
				config[name], config["locked"] = old, true
			}
			// A login that was adopted and taken away is known to be none.
			config["container_registry_auth_id"] = "auth1"
			config["locked"] = false
			p.MustApply(typeName, adopted, config)
			w.ExpectSent("UpdatePod", `{"containerRegistryAuthId":"auth1","locked":false}`)
		})
	}
}

// What is returned later is what there is: drift against what was adopted, and no reason to adopt any more where it is
// none.
func TestPod_returnedLater(t *testing.T) {
	t.Parallel()
	w := start(t)
	answers := w.Rewrite()
	notReturned := []string{"env", "dockerStartCmd", "containerRegistryAuthId", "templateId", "machine", "volumeInGb"}
	leaveOut(answers, notReturned...)
	injectPod(t, w, map[string]any{
		"imageName": "img:1", "env": map[string]any{"MODE": "fast"}, "dockerStartCmd": []string{"run"},
		"volumeInGb": 30,
	})
	p := w.Process()
	was, _ := p.Import(typeName, "p1", "")
	answers.Use(nil) // What is returned for the first time is no drift.
	_, diags := p.Read(typeName, was)
	if says := acctest.Text(diags); len(diags) != 1 ||
		!strings.Contains(says, "Imported environment variables may be secret") {
		t.Errorf("%s", says)
	}
	leaveOut(answers, notReturned...)
	config := acctest.Values{
		"name": "old", "image_name": "img:1", "env": map[string]string{"MODE": "slow"},
		"docker_start_cmd": []string{"run"},
		"volume_in_gb":     25,
	}
	was = p.MustApply(typeName, was, config)
	w.ExpectWrites()
	answers.Use(nil)
	was, diags = p.Read(typeName, was)
	if says := acctest.Text(diags); len(diags) != 1 || !strings.Contains(says, "outside of Terraform changes MODE") {
		t.Errorf("%s", says)
	}
	says := acctest.Text(p.Plan(typeName, was, config).Diagnostics)
	if !strings.Contains(says, "changes env (it changes MODE)") || !strings.Contains(says, "larger than configured") {
		t.Errorf("%s", says)
	}
	config["env"] = map[string]string{"MODE": "fast"}
	config["volume_in_gb"] = 30
	plansEmpty(t, p, "with what is returned", was, config)
	for _, reference := range []string{"template_id=t1", "network_volume_id=vol1"} {
		name, id, _ := strings.Cut(reference, "=")
		config[name] = id
		if plan := p.Plan(typeName, was, config); len(plan.RequiresReplace) != 1 {
			t.Errorf("%s: %v %s", name, plan.RequiresReplace, acctest.Text(plan.Diagnostics))
		}
		delete(config, name)
	}
	config["container_registry_auth_id"] = "auth1"
	p.MustApply(typeName, was, config)
	w.ExpectSent("UpdatePod", `{"containerRegistryAuthId":"auth1"}`)
}

// leaveOut leaves members out of all answers that are one pod.
func leaveOut(answers *emulatortest.Rewriter, names ...string) {
	answers.Use(func(a *emulatortest.Answer) {
		var object map[string]json.RawMessage
		if !strings.HasSuffix(a.Operation, "Pod") || json.Unmarshal(a.Body, &object) != nil {
			return
		}
		for _, name := range names {
			delete(object, name)
		}
		a.Body, _ = json.Marshal(object)
	})
}

// Variables that are told only after the import are told apart then: neither those of the template nor secret ones get
// into the state.
func TestPod_variablesReturnedLater(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		answers := w.Rewrite()
		leaveOut(answers, "env")
		injectPod(t, w, map[string]any{
			"imageName": "img:t", "templateId": "t1",
			"env": map[string]any{"TK": "template-secret", "LEVEL": "info", "MODE": "fast", "TOKEN": "secret"},
		})
		p := w.Process()
		was, _ := p.Import(typeName, "p1", "")
		secrets := map[string]string{"TOKEN": "secret"}
		was, diags := p.Apply(typeName, was, acctest.Values{"name": "old", "template_id": "t1", "env_wo": secrets,
			"env_wo_version": 1})
		if env := p.Attributes(typeName, was.State)["env"]; !env.IsNull() || len(diags) != 0 {
			t.Errorf("%s %s", env, acctest.Text(diags))
		}
		answers.Use(nil)
		was, _ = p.Read(typeName, was)
		var env map[string]tftypes.Value
		if err := p.Attributes(typeName, was.State)["env"].As(&env); err != nil || len(env) != 1 || env["MODE"].IsNull() {
			t.Errorf("%v %v", env, err)
		}
	})
}

// They stay if none is configured. An import that is told to leave them out does so in later answers too.
func TestPod_variablesReturnedLaterStay(t *testing.T) {
	t.Parallel()
	for importEnv, want := range map[bool]int{true: 1, false: 0} {
		w := start(t)
		answers := w.Rewrite()
		leaveOut(answers, "env")
		injectPod(t, w, map[string]any{"imageName": "img:t", "env": map[string]any{"MODE": "fast"}})
		p := w.Process(acctest.Values{"import_env": importEnv})
		was, diags := p.Import(typeName, "p1", "")
		if says := acctest.Text(diags); strings.Contains(says, "ariables") {
			t.Errorf("the import says %s", says)
		}
		config := acctest.Values{"name": "renamed", "image_name": "img:t"}
		was, _ = p.Apply(typeName, was, config)
		answers.Use(nil)
		was, _ = p.Read(typeName, was)
		var env map[string]tftypes.Value
		if err := p.Attributes(typeName, was.State)["env"].As(&env); err != nil || len(env) != want {
			t.Errorf("%v %v", env, err)
		}
		plansEmpty(t, p, "returned", was, config)
	}
}

// A pod from a template whose answer does not name it is neither replaced nor reset for it. Its variables stay.
func TestPod_notReturnedTemplate(t *testing.T) {
	t.Parallel()
	for _, notReturned := range [][]string{{"templateId"}, {"templateId", "env"}, {"env"}} {
		t.Run(fmt.Sprint(notReturned), func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
				w := startWith(t, begin)
				leaveOut(w.Rewrite(), notReturned...)
				injectPod(t, w, map[string]any{
					"imageName": "img:t", "containerDiskInGb": 33, "templateId": "t1",
					"env": map[string]any{"TK": "template-secret", "LEVEL": "info", "MODE": "fast"},
				})
				p := w.Process()
				was, diags := p.Import(typeName, "p1", "")
				if was.State == nil {
					t.Fatal(acctest.Text(diags))
				}
				config := acctest.Values{"name": "old", "template_id": "t1", "env": map[string]string{"MODE": "fast"}}
				if plan := p.Plan(typeName, was, config); len(plan.RequiresReplace) != 0 {
					t.Errorf("%v", plan.RequiresReplace)
				}
				w.ClearJournal()
				if was, diags = p.Apply(typeName, was, config); strings.Contains(acctest.Text(diags), "ERROR") {
					t.Errorf("%s", acctest.Text(diags))
				}
				w.ExpectWrites()
				was = refreshed(t, p, was)
				plansEmpty(t, p, "after it", was, config)
				config["env"] = map[string]string{"MODE": "slow"}
				if was, diags = p.Apply(typeName, was, config); len(diags) != 0 {
					t.Errorf("%s", acctest.Text(diags))
				}
				w.ExpectSent("UpdatePod", `{"env":{"LEVEL":"info","MODE":"slow","TK":"template-secret"}}`)
				was = refreshed(t, p, was)
				plansEmpty(t, p, "after the change", was, config)
				config["template_id"] = "t2"
				if plan := p.Plan(typeName, was, config); len(plan.RequiresReplace) != 1 {
					t.Errorf("another template: %v", plan.RequiresReplace)
				}
			})
		})
	}
}

// Secret variables are adopted with the others, and sent when their version changes.
func TestPod_notReturnedSecretVariables(t *testing.T) {
	t.Parallel()
	for _, env := range []map[string]string{nil, {"MODE": "fast"}} {
		w := start(t, emulator.Options{AnswersAs: []string{"lean-pods"}})
		injectPod(t, w, map[string]any{"imageName": "img:1", "env": map[string]any{"MODE": "fast", "TOKEN": "old"}})
		p := w.Process()
		was, _ := p.Import(typeName, "p1", "")
		secrets := map[string]string{"TOKEN": "new"}
		config := acctest.Values{"name": "old", "image_name": "img:1", "env_wo": secrets, "env_wo_version": 1}
		sent := `{"env":{"TOKEN":"new"}}`
		if env != nil {
			config["env"], sent = env, `{"env":{"MODE":"fast","TOKEN":"new"}}`
		}
		says := acctest.Text(p.Plan(typeName, was, config).Diagnostics)
		if !strings.Contains(says, "env_wo") || strings.Contains(says, "wiped") {
			t.Errorf("%s", says)
		}
		was, diags := p.Apply(typeName, was, config)
		if len(diags) != 0 {
			t.Errorf("%s", acctest.Text(diags))
		}
		w.ExpectWrites()
		was = refreshed(t, p, was)
		plansEmpty(t, p, "after it", was, config)
		config["env_wo_version"] = 2
		if was, diags = p.Apply(typeName, was, config); len(diags) != 0 {
			t.Errorf("%s", acctest.Text(diags))
		}
		w.ExpectSent("UpdatePod", sent)
		plansEmpty(t, p, "after the change", refreshed(t, p, was), config)
	}
}
