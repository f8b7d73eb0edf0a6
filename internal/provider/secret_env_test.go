package provider_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// secretEnv returns the arguments for the variables MODE in env and TOKENKEY in env_wo.
func secretEnv(mode, token string, version int) string {
	return fmt.Sprintf("env = { MODE = %q }\n env_wo = { TOKENKEY = %q }\n env_wo_version = %d", mode, token, version)
}

// operation returns the name of a request about the object: Get, Create or Update.
func (it contained) operation(verb string) string {
	return verb + map[string]string{"podfleet_pod": "Pod", "podfleet_template": "Template",
		"podfleet_endpoint": "Endpoint"}[it.typeName]
}

// expectSent checks the one update since the journal was cleared, which has all variables and nothing else.
func (it contained) expectSent(want variables) {
	it.t.Helper()
	body, err := json.Marshal(map[string]any{"env": it.whole(want)})
	if err != nil {
		it.t.Fatal(err)
	}
	it.w.ExpectSent(it.operation("Update"), string(body))
}

// hides checks that texts are neither in the state nor in what a command says.
func (it contained) hides(says string, texts ...string) {
	it.t.Helper()
	for _, text := range append(texts, "TOKENKEY", "hunter", "template-secret", "GIVEN") {
		if strings.Contains(string(it.Instance.State.MsgPack)+string(it.Instance.Private)+says, text) {
			it.t.Errorf("%s is in %s %s %s", text, it.Instance.State.MsgPack, it.Instance.Private, says)
		}
	}
}

// refreshes reads the object, which must say this; empty: nothing.
func (it contained) refreshes(want string) {
	it.t.Helper()
	says := acctest.Text(it.Refresh())
	it.hides(says)
	if !strings.Contains(says, want) || want == "" && says != "" {
		it.t.Errorf("the refresh says %q, want %q", says, want)
	}
}

// Secret variables are sent beside the others and those of the template, and are in neither state nor private state.
// Variables of another client are drift, and the repair carries the secrets.
func TestSecretEnv(t *testing.T) {
	t.Parallel()
	eachContainer(t, func(t *testing.T, it contained) {
		apply := func(config string, want acctest.Action) {
			t.Helper()
			it.w.ClearJournal()
			it.hides(acctest.Text(it.Apply(it.with(config), want)))
		}
		apply(secretEnv("fast", "hunter2", 1), acctest.Create)
		it.has(variables{"MODE": "fast", "TOKENKEY": "hunter2"})
		apply(secretEnv("fast", "hunter3", 1), acctest.NoOp) // Nothing shows another write-only value.
		it.w.ExpectWrites()
		apply(secretEnv("fast", "hunter3", 2), acctest.Update)
		it.expectSent(variables{"MODE": "fast", "TOKENKEY": "hunter3"})
		apply(secretEnv("fast", "hunter3", 3), acctest.Update) // The service has it: one read tells.
		it.w.ExpectWrites()
		it.setEnv(variables{"MODE": "slow", "TOKENKEY": "hunter4", "ADDED": "x"})
		it.refreshes("changes MODE; adds ADDED.")
		apply(secretEnv("fast", "hunter3", 3), acctest.Update)
		it.expectSent(variables{"MODE": "fast", "TOKENKEY": "hunter3"})
		it.Expect("env", variables{"MODE": "fast"})
		apply(`env = { MODE = "fast" }`, acctest.Update)
		it.expectSent(variables{"MODE": "fast"})
	})
}

// A plan that changes env names the keys once, and never a value; also one of a generated configuration, in which env
// is null. A variable that moves to env_wo is not named.
func TestSecretEnv_plansNameVariables(t *testing.T) {
	t.Parallel()
	const secret = "env_wo = { TOKENKEY = \"hunter2\" }\n env_wo_version = 1"
	eachContainer(t, func(t *testing.T, it contained) {
		it.Apply(it.with(`env = { MODE = "fast-value", LEVEL = "one-value" }`, secret), acctest.Create)
		for config, want := range map[string]string{
			`env = { MODE = "slow-value", NEW = "x-value" }` + "\n" + secret:                    "changes MODE; removes LEVEL; adds NEW",
			"env = { MODE = \"fast-value\" }\n env_wo = { LEVEL = \"x\" }\n env_wo_version = 2": "",
			"": "removes LEVEL, MODE",
		} {
			diags := it.Plan(it.with(config), acctest.Update).Diagnostics
			says := acctest.Text(diags)
			if it.hides(says); !strings.Contains(says, want) || want == "" && strings.Contains(says, "LEVEL") ||
				strings.Contains(says, "-value") || len(diags) > 1 {
				t.Errorf("want %q in %s", want, says)
			}
		}
		if it.typeName == "podfleet_endpoint" {
			return // The plan of its replacement names no variables.
		}
		replaced := block(it.typeName, it.replaced, `env = { MODE = "fast-value" }`)
		if says := acctest.Text(it.Plan(replaced, acctest.Replace).Diagnostics); !strings.Contains(says, "removes LEVEL") {
			t.Errorf("replaced: %s", says)
		}
	})
}

// If the answer to an update is lost, a refresh does not take the new secret for drift.
func TestSecretEnv_lostUpdate(t *testing.T) {
	t.Parallel()
	eachContainer(t, func(t *testing.T, it contained) {
		it.Apply(it.with(secretEnv("fast", "hunter2", 1)), acctest.Create)
		lost := emulator.Fault{Operation: it.operation("Update"), Kind: emulator.FaultResetAfter}
		it.w.SetFaults(lost)
		it.w.OnRequest(it.operation("Update"), 1, func() {
			it.w.SetFaults(lost, emulator.Fault{Operation: it.operation("Get"), Kind: emulator.FaultStatus,
				Status: http.StatusInternalServerError})
		})
		config := strings.Replace(it.with(secretEnv("fast", "hunter3", 2)), "TOKENKEY", "NEWKEY", 1)
		says := acctest.Text(it.ExpectApplyError(config, acctest.Update, "Cannot update"))
		it.w.SetFaults()
		it.has(variables{"MODE": "fast", "NEWKEY": "hunter3"})
		it.hides(says, "NEWKEY")
		it.Process = it.w.Process()
		it.refreshes("")
		it.hides("", "NEWKEY")
	})
}

// No error quotes a secret. Values of env are sensitive too, and so are those of the template. An ordinary short one is
// no secret, and would blot out the message.
func TestSecretEnv_errors(t *testing.T) {
	t.Parallel()
	eachContainer(t, func(t *testing.T, it contained) {
		const message = "env PASSWORD=swordfish, T=hunter2, MODE=info and DEBUG=1 is bad: info 1"
		const want = `env PASSWORD=\(redacted\), T=\(redacted\), MODE=info and DEBUG=1 is bad: info 1`
		config := it.with(`env = { PASSWORD = "swordfish", MODE = "info", DEBUG = "1" }`, `env_wo = { T = "hunter2" }`,
			`env_wo_version = 1`)
		refused := emulator.Fault{Operation: it.operation("Create"), Kind: emulator.FaultStatus,
			Status: http.StatusBadRequest, Message: message}
		it.w.SetFaults(refused)
		it.ExpectApplyError(config, acctest.Create, want)
		it.w.SetFaults()
		it.Apply(it.with(), acctest.Create)
		refused.Operation = it.operation("Update")
		for _, value := range it.inherited {
			refused.Message += ", " + value
		}
		it.w.SetFaults(refused)
		it.hides(acctest.Text(it.ExpectApplyError(config, acctest.Update, want)))
		it.w.SetFaults()
	})
}

// Without private state nothing tells which variables are secret, or the template's. Until an update has compared them
// with the configuration, none comes into env that was not there.
func TestSecretEnv_lostPrivateState(t *testing.T) {
	t.Parallel()
	eachContainer(t, func(t *testing.T, it contained) {
		has := variables{"MODE": "fast", "TOKENKEY": "hunter2"}
		more := variables{"MODE": "fast", "TOKENKEY": "hunter2", "FOREIGN": "stranger"}
		config := it.with(secretEnv("fast", "hunter2", 1))
		// renames updates another attribute, which sends no variables.
		renames := func(to string) {
			t.Helper()
			config = strings.Replace(config, `name = "`, `name = "`+to, 1)
			it.w.ClearJournal()
			it.hides(acctest.Text(it.Apply(config, acctest.Update)))
			updates := it.w.Requests(it.operation("Update"))
			for _, update := range updates {
				if strings.Contains(string(update.Body), `"env"`) {
					t.Errorf("sent %s", update.Body)
				}
			}
			if len(updates) == 0 {
				t.Error("sent nothing")
			}
		}
		it.Apply(config, acctest.Create)
		it.Instance.Private = nil
		for range 3 { // Nothing is applied between the refreshes.
			it.refreshes("")
			if says := acctest.Text(it.Plan(config, acctest.NoOp).Diagnostics); says != "" {
				t.Error(says)
			}
		}
		it.setEnv(variables{"MODE": "slow", "TOKENKEY": "hunter2", "FOREIGN": "stranger"})
		it.refreshes("changes MODE.") // What is in env is still watched.
		it.Expect("env", variables{"MODE": "slow"})

		// As long as the service has others than configured, they stay hidden.
		it.setEnv(more)
		it.refreshes("changes MODE.")
		renames("a")
		it.refreshes("")
		it.Expect("env", variables{"MODE": "fast"})

		// Once it has those that are configured, an update remembers what is secret, and a foreign variable is drift again.
		it.setEnv(has)
		renames("b")
		it.setEnv(more)
		it.refreshes("adds FOREIGN.")
	})
}

// An update that sends variables replaces the whole map, and remembers which of them are secret.
func TestSecretEnv_lostPrivateStateIsMadeUpForByAnUpdate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		has    variables // what the killed update left at the service
		config string
		sent   variables // nil for nothing
	}{
		"a new version": {variables{"MODE": "fast", "OLDKEY": "hunter1"}, secretEnv("fast", "hunter2", 2),
			variables{"MODE": "fast", "TOKENKEY": "hunter2"}},
		"a new version that is there": {variables{"MODE": "fast", "TOKENKEY": "hunter2"},
			secretEnv("fast", "hunter2", 2), nil},
		"a change of env": {variables{"MODE": "fast", "TOKENKEY": "hunter2"}, secretEnv("slow", "hunter2", 1),
			variables{"MODE": "slow", "TOKENKEY": "hunter2"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachContainer(t, func(t *testing.T, it contained) {
				it.Apply(it.with(secretEnv("fast", "hunter2", 1)), acctest.Create)
				it.setEnv(test.has)
				it.Instance.Private = nil
				it.refreshes("")
				it.w.ClearJournal()
				it.hides(acctest.Text(it.Apply(it.with(test.config), acctest.Update)), "OLDKEY")
				if test.sent == nil {
					it.w.ExpectWrites()
				} else {
					it.expectSent(test.sent)
				}
				it.refreshes("")
				it.setEnv(variables{"MODE": "fast", "TOKENKEY": "hunter2", "FOREIGN": "1"})
				it.refreshes("adds FOREIGN")
			})
		})
	}
}

// An import without env brings no variable into the state, and neither does a refresh. The first update after they are
// configured sends them only if they differ.
func TestSecretEnv_importWithoutEnv(t *testing.T) {
	t.Parallel()
	const same = "env = { MODE = \"fast-value\" }\n env_wo = { LEVEL = \"one-value\" }\n env_wo_version = 1"
	for name, test := range map[string]struct {
		config string
		sends  variables // nil for nothing
	}{
		"the same":      {config: same},
		"all in env_wo": {config: "env_wo = { LEVEL = \"one-value\", MODE = \"fast-value\" }\n env_wo_version = 1"},
		"all in env":    {config: `env = { LEVEL = "one-value", MODE = "fast-value" }`},
		"another secret": {strings.Replace(same, "one-", "two-", 1),
			variables{"MODE": "fast-value", "LEVEL": "two-value"}},
		"another variable": {strings.Replace(same, "fast-", "slow-", 1),
			variables{"MODE": "slow-value", "LEVEL": "one-value"}},
		"less": {`env = { MODE = "fast-value" }`, variables{"MODE": "fast-value"}},
		"none": {`env = {}`, variables{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachImported(t, acctest.Values{"import_env": false}, func(t *testing.T, it contained, imported string) {
				if !strings.Contains(imported, "WARNING: Environment variables were left out of the import") ||
					strings.Contains(imported, "Imported environment variables") {
					t.Errorf("the import says %s", imported)
				}
				it.hides(imported, "MODE", "LEVEL", "-value")
				it.hides(acctest.Text(it.Apply(it.with(), acctest.NoOp)), "MODE", "LEVEL", "-value")
				it.Expect("env", nil)
				it.w.ClearJournal()
				it.Plan(it.with(test.config), acctest.Update)
				if reads := len(it.w.Requests(it.operation("Get"))); reads != 2 { // The refresh, and one comparison.
					t.Errorf("a plan reads the object %d times", reads)
				}
				it.w.ClearJournal()
				says := acctest.Text(it.Apply(it.with(test.config), acctest.Update))
				if strings.Contains(says, "replaces all variables") != (test.sends != nil) || strings.Contains(says, "-value") {
					t.Error(says)
				}
				if test.sends == nil {
					it.w.ExpectWrites()
				} else {
					it.expectSent(test.sends)
				}
				if strings.Contains(test.config, "env_wo") {
					it.hides(says, "LEVEL", "one-value", "two-value")
				}
				// From now on another client's variables are drift.
				it.setEnv(variables{"ADDED": "1"})
				it.Refresh()
				it.Expect("env", variables{"ADDED": "1"})
			})
		})
	}
}

// After such an import, a plan whose comparison fails is an error. If it guessed, the plan of `terraform apply` could
// contradict the one that was shown. An update whose comparison fails sends nothing: its plan may have said so.
func TestSecretEnv_importWithoutEnvNotCompared(t *testing.T) {
	t.Parallel()
	eachImported(t, acctest.Values{"import_env": false}, func(t *testing.T, it contained, _ string) {
		config := it.with("env_wo = { MODE = \"fast-value\", LEVEL = \"one-value\" }", "env_wo_version = 1")
		get := it.operation("Get")
		fails := emulator.Fault{Operation: get, Kind: emulator.FaultHTML, Status: http.StatusNotFound, Count: 1}
		passes := emulator.Fault{Operation: get, Kind: emulator.FaultPass, Count: 3}
		it.Refresh()
		it.w.SetFaults(fails)
		_, diags := it.TryPlan(config)
		acctest.ExpectError(t, diags, `Cannot compare environment variables.*Nothing has changed.*HTTP 404.*`+
			`Next: run the same command again.*at env`)
		it.w.SetFaults(passes, fails) // The refresh and both plans succeed.
		it.hides(acctest.Text(it.ExpectApplyError(config, acctest.Update, "HTTP status 404")), "-value")
		it.w.ExpectWrites()
		it.w.SetFaults()
		if says := acctest.Text(it.Apply(config, acctest.Update)); says != "" {
			t.Error(says)
		}
		it.w.ExpectWrites()
	})
}
