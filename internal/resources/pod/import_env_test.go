package pod_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// An import that is told to leave env out brings no variable into the state. The first update after they are configured
// resets the pod only if the pod has others.
func TestPod_importWithoutEnv(t *testing.T) {
	t.Parallel()
	const base = "name = \"old\"\n image_name = \"img:t\"\n"
	const same = "env = { MODE = \"fast\" }\n env_wo = { TOKEN = \"hunter2-hunter2\" }\n env_wo_version = 1"
	for name, test := range map[string]struct {
		template string
		config   string
		sends    string // the body of the one update; empty if nothing is sent
	}{
		"the same": {config: same},
		"another secret": {
			config: strings.Replace(same, "hunter2-", "hunter3-", 1),
			sends:  `{"env":{"MODE":"fast","TOKEN":"hunter3-hunter2"}}`,
		},
		"less":                     {config: `env = { MODE = "fast" }`, sends: `{"env":{"MODE":"fast"}}`},
		"none":                     {config: `env = {}`, sends: `{"env":{}}`},
		"the same over a template": {template: "t1", config: same},
		"another over a template": {
			template: "t1", config: strings.Replace(same, "fast", "slow", 1),
			sends: `{"env":{"LEVEL":"info","MODE":"slow","TK":"template-secret","TOKEN":"hunter2-hunter2"}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			variables := map[string]any{"MODE": "fast", "TOKEN": "hunter2-hunter2"}
			members := map[string]any{"imageName": "img:t", "env": variables}
			config := hcl(base)
			if test.template != "" {
				variables["TK"], variables["LEVEL"] = "template-secret", "info"
				members["templateId"] = test.template
				config = hcl(base + "template_id = \"t1\"\n")
			}
			injectPod(t, w, members)
			it := w.Process(acctest.Values{"import_env": false}).Object(typeName)
			if says := acctest.Text(it.Import("p1")); !strings.Contains(says, "Environment variables were left out") ||
				strings.Contains(says, "Imported environment variables") {
				t.Errorf("the import says %s", says)
			}
			secrets := []string{"hunter2", "MODE", "TOKEN", "template-secret", "LEVEL"}
			leaksNothing(t, it.Instance, secrets...)
			it.Apply(config, acctest.NoOp)
			it.Refresh()
			leaksNothing(t, it.Instance, secrets...)
			it.Expect("env", nil)
			w.ClearJournal()
			config = strings.Replace(config, base, base+test.config+"\n", 1)
			it.Plan(config, acctest.Update)
			if reads := len(w.Requests("GetPod")); reads != 2 { // The refresh, and one comparison.
				t.Errorf("a plan reads the pod %d times", reads)
			}
			says := acctest.Text(it.Apply(config, acctest.Update))
			if test.sends == "" {
				w.ExpectWrites()
			} else {
				w.ExpectSent("UpdatePod", test.sends)
			}
			if resets := strings.Contains(says, "replaces all variables"); resets != (test.sends != "") ||
				strings.Contains(says, "hunter") {
				t.Errorf("the plan says %s", says)
			}
			leaksNothing(t, it.Instance, "hunter", "template-secret")
		})
	}
}

// A provider that dies in that update has sent the variables, or not: the next apply finds out.
func TestPod_importWithoutEnvAndPrivateStateLost(t *testing.T) {
	t.Parallel()
	w := start(t)
	injectPod(t, w, map[string]any{"imageName": "img:t", "env": map[string]any{"TOKEN": "hunter2-hunter2"}})
	p := w.Process(acctest.Values{"import_env": false})
	was, _ := p.Import(typeName, "p1", "")
	was.Private = nil
	read, _ := p.Read(typeName, was)
	leaksNothing(t, read, "hunter2", "TOKEN")
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

// After such an import, a plan whose comparison fails is an error. If it guessed, the plan of `terraform apply` could
// contradict the one that was shown. An update whose comparison fails sends nothing: its plan may have said so.
func TestPod_importWithoutEnvNotCompared(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		w := startWith(t, begin)
		injectPod(t, w, map[string]any{"imageName": "img:t", "env": map[string]any{"TOKEN": "hunter2-hunter2"}})
		p := w.Process(acctest.Values{"import_env": false})
		was, _ := p.Import(typeName, "p1", "")
		was = refreshed(t, p, was)
		configured := func(variables acctest.Values) acctest.Values {
			variables["name"], variables["image_name"] = "old", "img:t"
			return variables
		}
		acctest.ComparesVariables(t, w, "GetPod", func(variables acctest.Values) []*tfprotov6.Diagnostic {
			return p.Plan(typeName, was, configured(variables)).Diagnostics
		}, func(variables acctest.Values) []*tfprotov6.Diagnostic {
			_, diags := p.Apply(typeName, was, configured(variables))
			return diags
		})
	})
}
