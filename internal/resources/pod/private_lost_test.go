package pod_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// envOf is a pod's variables in the state, in tftypes' spelling.
func envOf(p *acctest.Process, of acctest.Instance) string {
	return p.Attributes(typeName, of.State)["env"].String()
}

// Without private state nothing tells which variables are secret, or the template's. Until an update has compared them
// with the configuration, none comes into env that was not there.
func TestPod_lostPrivateStateLeaksNothing(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		from acctest.Values
		// foreign is on top of what the pod has, has what it has without.
		foreign, has map[string]any
	}{
		"of an image": {
			acctest.Values{"image_name": "img:1"}, map[string]any{"MODE": "fast", "TOKENKEY": "hunter2",
				"FOREIGN": "stranger"},
			map[string]any{"MODE": "fast", "TOKENKEY": "hunter2"},
		},
		"of a template": {
			acctest.Values{"template_id": "t1"},
			map[string]any{"MODE": "fast", "TOKENKEY": "hunter2", "TK": "template-secret", "LEVEL": "info",
				"FOREIGN": "stranger"},
			map[string]any{"MODE": "fast", "TOKENKEY": "hunter2", "TK": "template-secret", "LEVEL": "info"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
				t.Helper()
				w := startWith(t, begin)
				p := w.Process()
				config := acctest.Values{
					"name": "a", "env": map[string]string{"MODE": "fast"},
					"env_wo": map[string]string{"TOKENKEY": "hunter2"}, "env_wo_version": 1,
				}
				maps.Copy(config, test.from)
				created, diags := p.Apply(typeName, acctest.Instance{}, config)
				if len(diags) != 0 {
					t.Fatal(acctest.Text(diags))
				}
				shown, hidden := envOf(p, created), []string{"hunter2", "TOKENKEY", "template-secret", "stranger"}
				refresh := func(was acctest.Instance) acctest.Instance {
					t.Helper()
					refreshed, diags := p.Read(typeName, was)
					if got := envOf(p, refreshed); got != shown || len(diags) != 0 {
						t.Errorf("a refresh has %s, and says %s", got, acctest.Text(diags))
					}
					leaksNothing(t, refreshed, hidden...)
					return refreshed
				}
				was := created.WithoutPrivate()
				for range 3 { // Nothing is applied between the refreshes.
					was = refresh(was)
					plansEmpty(t, p, "without private state", was, config)
				}
				drift(t, w, map[string]any{"env": test.foreign})

				// An update that is not about variables sends none: to send them resets the pod.
				config["name"] = "b"
				was, diags = p.Apply(typeName, was, config)
				if err := w.Sent("UpdatePod", `{"name":"b"}`); err != nil || len(diags) != 0 {
					t.Errorf("%v %s", err, acctest.Text(diags))
				}
				was = refresh(was)
				plansEmpty(t, p, "without private state", was, config)

				// Where the pod has what is configured, the update remembers what is hidden, and a foreign variable is
				// drift again.
				drift(t, w, map[string]any{"env": test.has})
				config["name"] = "c"
				was, _ = p.Apply(typeName, was, config)
				was = refresh(was)
				plansEmpty(t, p, "without private state", was, config)
				drift(t, w, map[string]any{"env": test.foreign})
				was, _ = p.Read(typeName, was)
				leaksNothing(t, was, "hunter2", "TOKENKEY", "template-secret")
				if got := envOf(p, was); !strings.Contains(got, "FOREIGN") {
					t.Errorf("a foreign variable is not seen: %s", got)
				}
			})
		})
	}
}

// An update that sends variables replaces the whole map: with what is configured, and what the template has.
func TestPod_lostPrivateStateIsMadeUpForByAnUpdate(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		w := startWith(t, begin)
		p := w.Process()
		config := acctest.Values{"template_id": "t1", "env_wo": map[string]string{"OLDKEY": "hunter1"}, "env_wo_version": 1}
		created, _ := p.Apply(typeName, acctest.Instance{}, config)
		was, _ := p.Read(typeName, created.WithoutPrivate())
		config["env_wo"], config["env_wo_version"] = map[string]string{"TOKENKEY": "hunter2"}, 2
		w.ClearJournal()
		was, diags := p.Apply(typeName, was, config)
		if says := acctest.Text(diags); strings.Contains(says, "ERROR") {
			t.Fatal(says)
		}
		if err := w.Sent("UpdatePod", `{"env":{"LEVEL":"info","TK":"template-secret","TOKENKEY":"hunter2"}}`); err != nil {
			t.Error(err)
		}
		was, _ = p.Read(typeName, was)
		leaksNothing(t, was, "hunter1", "hunter2", "TOKENKEY", "OLDKEY", "template-secret")
		plansEmpty(t, p, "without private state", was, config)
		drift(t, w, map[string]any{"env": map[string]any{"LEVEL": "info", "TK": "template-secret", "TOKENKEY": "hunter2",
			"FOREIGN": "1"}})
		if was, _ = p.Read(typeName, was); !strings.Contains(envOf(p, was), "FOREIGN") {
			t.Errorf("a foreign variable is not seen: %s", envOf(p, was))
		}
	})
}

// Values of env are sensitive too, and so are those that came from the template; but an ordinary short one is no
// secret, and would blot out the message.
func TestPod_errorsDoNotQuoteVariables(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		const says = "env PASSWORD=swordfish, MODE=fast and DEBUG=1 is bad: fast 1"
		const want = "env PASSWORD=(redacted), MODE=fast and DEBUG=1 is bad: fast 1"
		variables := map[string]string{"PASSWORD": "swordfish", "MODE": "fast", "DEBUG": "1"}
		w := startWith(t, begin)
		p := w.Process()
		config := acctest.Values{"template_id": "t1"}
		created, _ := p.Apply(typeName, acctest.Instance{}, config)
		w.SetFaults(
			emulator.Fault{Operation: "CreatePod", Kind: "status", Status: http.StatusBadRequest, Message: says},
			emulator.Fault{Operation: "UpdatePod", Kind: "status", Status: http.StatusBadRequest, Message: says +
				", TK=template-secret"},
		)
		config["env"] = variables
		for name, test := range map[string]struct {
			was  acctest.Instance
			want string
		}{"create": {acctest.Instance{}, want}, "update": {created, want + ", TK=(redacted)"}} {
			if _, diags := p.Apply(typeName, test.was, config); !strings.Contains(acctest.Text(diags), test.want) {
				t.Errorf("%s: %s", name, acctest.Text(diags))
			}
		}
	})
}
