package provider_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Secrets are injected wherever a configuration can have one, each another, and looked for wherever anything of a run
// is kept or shown.

// injectedSecrets are the secrets by what they are. They are hard to find once they are quoted: and what looks for them
// knows how services spell what they were sent.
var injectedSecrets = map[string]string{
	"api_key":                "pfk_PLANTED-KEY-0a1b2c3d4e5f",
	"env_wo of a template":   `tpl"PLANTED\quoted'0a1b2c`,
	"env_wo of a pod":        "pod-PLANTED\nsecond-line-PLANTED\n",
	"a short one":            "pZ9q",
	"one within another":     "pod-PLANTED\nsecond-line-PLANTED\nand-a-third",
	"password_wo":            "reg/PLANTED+pass=word&x%20y",
	"input_wo":               "inp-PLANTED-ключ-<b>bold</b>",
	"access_secret_wo":       "s3c/PLANTED/0123456789+abcdef",
	"password of a webhook":  "hookPLANTEDpassword",
	"token of a webhook":     "hookPLANTEDtoken",
	"stored env":             "env-PLANTED-stored-0a1b",
	"stored password":        "reg-PLANTED-stored-0a1b",
	"stored secret of an s3": "s3-PLANTED-stored-0a1b2c",
}

// chosen are those that are in the state because the configuration has them in an attribute that is stored: their
// values are sensitive there.
var chosen = map[string]bool{
	"password of a webhook": true, "token of a webhook": true, "stored env": true, "stored password": true,
	"stored secret of an s3": true,
}

// webhook is a URL with a password and a token.
func webhook() string {
	return "https://bob:" + injectedSecrets["password of a webhook"] + "@hooks.example.com/in?token=" +
		injectedSecrets["token of a webhook"]
}

// variableOf is the variable with a secret: what is written in a configuration as it is, plans have as it is.
func variableOf(what string) string { return strings.ReplaceAll(what, " ", "_") }

// injectedHCL has a secret in every attribute that can have one. The endpoint runs an image that fails, and quotes what
// it gets.
func injectedHCL() string {
	var variables strings.Builder
	for what := range injectedSecrets {
		kind := "ephemeral"
		if chosen[what] {
			kind = "sensitive"
		}
		fmt.Fprintf(&variables, "variable %q {\n  %s = true\n}\n", variableOf(what), kind)
	}
	of := func(what string) string { return "var." + variableOf(what) }
	return variables.String() + `
resource "podfleet_container_registry_auth" "wo" {
  name                = "wo"
  username            = "bob"
  password_wo         = ` + of("password_wo") + `
  password_wo_version = 1
}
resource "podfleet_container_registry_auth" "stored" {
  name     = "stored"
  username = "bob"
  password = ` + of("stored password") + `
}
resource "podfleet_template" "it" {
  name           = "it"
  image_name     = "emulator/fail"
  is_serverless  = true
  env            = { STORED = ` + of("stored env") + ` }
  env_wo         = { TOKEN = ` + of("env_wo of a template") + `, SHORT = ` + of("a short one") + ` }
  env_wo_version = 1
}
resource "podfleet_pod" "it" {
  name           = "it"
  image_name     = "img:1"
  env            = { STORED = ` + of("stored env") + ` }
  env_wo         = { TOKEN = ` + of("env_wo of a pod") + `, LONGER = ` + of("one within another") + ` }
  env_wo_version = 1
  wait_for_ready = false
}
resource "podfleet_endpoint" "it" {
  name        = "it"
  template_id = podfleet_template.it.id
}
resource "podfleet_job" "wo" {
  endpoint_id      = podfleet_endpoint.it.id
  input_wo         = jsonencode({ message = "no good: ${` + of("input_wo") + `}" })
  input_wo_version = 1
  webhook          = "https://bob:${` + of("password of a webhook") + `}@hooks.example.com/in?token=${` +
		of("token of a webhook") + `}"
  on_failure       = "keep"
  s3_config = {
    access_id                = "id"
    access_secret_wo         = ` + of("access_secret_wo") + `
    access_secret_wo_version = 1
    bucket_name              = "b"
    endpoint_url             = "https://s3.example.com"
  }
}
resource "podfleet_job" "stored" {
  endpoint_id = podfleet_endpoint.it.id
  input       = jsonencode({ message = "no good" })
  on_failure  = "keep"
  s3_config = {
    access_id     = "id"
    access_secret = ` + of("stored secret of an s3") + `
    bucket_name   = "b"
    endpoint_url  = "https://s3.example.com"
  }
}
`
}

// secretForms are the ways in which a secret can be in a text.
func secretForms(secret string) []string {
	encoded, err := json.Marshal(secret)
	if err != nil {
		panic(err) // Any text can be JSON.
	}
	inJSON := string(encoded[1 : len(encoded)-1])
	twice, err := json.Marshal(inJSON)
	if err != nil {
		panic(err)
	}
	all := []string{secret, inJSON, string(twice[1 : len(twice)-1]), url.QueryEscape(secret), url.PathEscape(secret),
		strings.ReplaceAll(strings.ReplaceAll(inJSON, `\u003c`, "<"), `\u003e`, ">")}
	if len(secret) > 8 {
		all = append(all, base64.StdEncoding.EncodeToString([]byte(secret))[:len(secret)])
	}
	return all
}

// secretsIn names the secrets that are in a text, but for those that it may have.
func secretsIn(text string, may map[string]bool) []string {
	var found []string
	for what, secret := range injectedSecrets {
		if may[what] {
			continue
		}
		for _, form := range secretForms(secret) {
			if strings.Contains(text, form) {
				found = append(found, what)
				break
			}
		}
	}
	if may == nil && strings.Contains(text, "PLANTED") {
		found = append(found, "a part of one: "+around(text, "PLANTED"))
	}
	return found
}

func around(text, word string) string {
	i := strings.Index(text, word)
	return text[max(0, i-100):min(len(text), i+100)]
}

// accountWithKey is an account whose key is injected, and whose faults quote all that they were sent.
func accountWithKey(t *testing.T) *acctest.Env {
	t.Helper()
	w := acctest.Start(t, emulator.Options{APIKeys: []string{injectedSecrets["api_key"]}, AutoAdvance: true})
	return w
}

// echoes answers every write with a refusal that quotes the request: its body as it came, within JSON, in a URL and in
// base64, and the key.
func echoes(w *acctest.Env, status int, shape func(quoted string) string) {
	rewriter := w.Rewrite()
	rewriter.Use(func(answer *emulatortest.Answer) {
		if !strings.HasPrefix(answer.Operation, "Create") && answer.Operation != "RunJob" {
			return
		}
		var quoted strings.Builder
		for _, secret := range injectedSecrets {
			for _, form := range secretForms(secret) {
				quoted.WriteString(form + " ")
			}
		}
		answer.Status, answer.Body = status, []byte(shape(quoted.String()))
		answer.Header.Set("X-Request-Id", injectedSecrets["api_key"])
	})
}

// What the CLI and the provider keep or show of a whole life has no secret in it: files, plans in every form, logs of
// everything, what is printed, what was asked for.
func TestAccSecrets_nowhere(t *testing.T) {
	t.Parallel()
	acctest.NeedsCLI(t, "1.11.0")
	w := accountWithKey(t).InTurns()
	s := w.Workspace()
	for what, secret := range injectedSecrets {
		s.Setenv("TF_VAR_"+variableOf(what), secret)
	}
	s.Setenv("TF_LOG", "TRACE")
	s.Setenv("TF_LOG_PATH", filepath.Join(s.Dir, "trace.log"))
	s.Write("main.tf", acctest.Requirement+injectedHCL())
	printed := map[string]string{}
	run := func(code int, arguments ...string) {
		t.Helper()
		printed[strings.Join(arguments, " ")] = s.Must(code, arguments...)
	}
	run(0, "plan", "-no-color", "-out=plan.bin")
	run(0, "show", "-no-color", "plan.bin")
	planJSON := s.Must(0, "show", "-json", "plan.bin")
	run(0, "apply", "-no-color", "plan.bin")
	run(0, "plan", "-no-color", "-detailed-exitcode")
	run(0, "show", "-no-color")
	stateJSON := s.Must(0, "show", "-json")
	// A change of everything, imports, and the end.
	change := strings.NewReplacer("wo_version = 1", "wo_version = 2", "_version      = 1", "_version      = 2",
		"_version = 1", "_version = 2")
	s.Write("main.tf", acctest.Requirement+change.Replace(injectedHCL()))
	run(0, "apply", "-no-color", "-auto-approve")
	s.Setenv("PODFLEET_IMPORT_ENV", "false")
	for _, address := range []string{"podfleet_template.it", "podfleet_pod.it"} {
		kind := map[string]string{"podfleet_template.it": "templates", "podfleet_pod.it": "pods"}[address]
		id := w.Objects(kind)[0]["id"]
		run(0, "state", "rm", address)
		run(0, "import", "-no-color", address, fmt.Sprint(id))
	}
	run(0, "apply", "-no-color", "-auto-approve")
	run(0, "plan", "-no-color", "-detailed-exitcode")
	requests := w.Requests()
	run(0, "destroy", "-no-color", "-auto-approve")

	for arguments, output := range printed {
		if found := secretsIn(output, nil); len(found) > 0 {
			t.Errorf("%s prints %v", arguments, found)
		}
	}
	for what, text := range map[string]string{"the plan in JSON": planJSON, "the state in JSON": stateJSON} {
		if found := secretsIn(text, chosen); len(found) > 0 {
			t.Errorf("%s has %v", what, found)
		}
	}
	for _, r := range requests {
		if found := secretsIn(fmt.Sprint(r.Path, " ", r.Query), nil); len(found) > 0 {
			t.Errorf("%s %s has %v", r.Method, r.Path, found)
		}
	}
	files := 0
	err := filepath.WalkDir(s.Dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Type()&os.ModeSymlink != 0 ||
			entry.Name() == "plan.bin" { // An archive: its JSON is looked at.
			return err
		}
		content, err := os.ReadFile(path) //nolint:gosec // Nobody else writes to the test's own folder.
		may := map[string]bool(nil)
		if strings.HasPrefix(entry.Name(), "terraform.tfstate") {
			may = chosen
		}
		files++
		if found := secretsIn(string(content), may); len(found) > 0 {
			t.Errorf("%s has %v", entry.Name(), found)
		}
		return err
	})
	if err != nil || files < 3 {
		t.Errorf("%d files: %v", files, err)
	}
}

// Whatever shape a refusal has that quotes everything, no diagnostic, no log and no state has a secret.
func TestSecrets_echoed(t *testing.T) {
	t.Parallel()
	inJSON := func(text string) string {
		encoded, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(encoded)
	}
	for name, shape := range map[string]func(string) string{
		"message":  func(text string) string { return `{"error":` + inJSON("refused: "+text) + `,"status":400}` },
		"problems": func(text string) string { return `{"error":"refused","problems":[` + inJSON(text) + `]}` },
		"detail": func(text string) string {
			return `{"title":` + inJSON(text) + `,"detail":` + inJSON(text) + `,"code":` + inJSON(text) + `}`
		},
		"text": func(text string) string { return text },
		"page": func(text string) string { return "<html><title>" + text + "</title><body>" + text },
		"a cut message": func(text string) string {
			return `{"error":` + inJSON(strings.Repeat("x", 250)+injectedSecrets["env_wo of a template"][:18]+"…") + `}`
		},
	} {
		for _, status := range []int{400, 500, 502, 200} {
			t.Run(fmt.Sprint(name, " ", status), func(t *testing.T) {
				t.Parallel()
				w := accountWithKey(t)
				w.AllowBadRequests()
				endpoint := w.Endpoint("emulator/echo")
				echoes(w, status, shape)
				p := w.Process()
				for typeName, config := range injectedConfigs(endpoint) {
					made, diags := p.Apply(typeName, acctest.Instance{}, config)
					says := acctest.Text(diags)
					if says == "" { // What was created all the same is adopted, with a warning.
						t.Errorf("%s: nothing is said", typeName)
					}
					mine := secretsOf(typeName)
					for what := range mine {
						for _, form := range secretForms(injectedSecrets[what]) {
							if strings.Contains(says, form) {
								t.Errorf("%s: %s is in\n%s", typeName, what, says)
							}
						}
					}
					if made.State != nil {
						if found := secretsIn(string(made.State.MsgPack)+string(made.Private), chosen); len(found) > 0 {
							t.Errorf("%s: the state has %v", typeName, found)
						}
					}
				}
			})
		}
	}
}

// injectedConfigs has the write-only secrets of each type.
func injectedConfigs(endpointID string) map[string]acctest.Values {
	return map[string]acctest.Values{
		"podfleet_container_registry_auth": {
			"name": "it", "username": "bob", "password_wo": injectedSecrets["password_wo"], "password_wo_version": 1,
		},
		"podfleet_template": {
			"name": "it", "image_name": "img:1", "env_wo_version": 1,
			"env_wo": map[string]string{
				"TOKEN": injectedSecrets["env_wo of a template"], "SHORT": injectedSecrets["a short one"],
			},
		},
		"podfleet_pod": {
			"name": "it", "image_name": "img:1", "env_wo_version": 1, "wait_for_ready": false,
			"env_wo": map[string]string{
				"TOKEN": injectedSecrets["env_wo of a pod"], "LONGER": injectedSecrets["one within another"],
			},
		},
		"podfleet_job": {
			"endpoint_id": endpointID, "input_wo_version": 1, "webhook": webhook(),
			"input_wo": `{"message":"` + injectedSecrets["input_wo"] + `"}`,
			"s3_config": acctest.Values{
				"access_id": "id", "access_secret_wo": injectedSecrets["access_secret_wo"], "access_secret_wo_version": 1,
				"bucket_name": "b", "endpoint_url": "https://s3.example.com",
			},
		},
	}
}

// secretsOf are those that a request for a type has: no other is known to it.
func secretsOf(typeName string) map[string]bool {
	return map[string]map[string]bool{
		"podfleet_container_registry_auth": {"api_key": true, "password_wo": true},
		"podfleet_template":                {"api_key": true, "env_wo of a template": true, "a short one": true},
		"podfleet_pod":                     {"api_key": true, "env_wo of a pod": true, "one within another": true},
		"podfleet_job": {
			"api_key": true, "input_wo": true, "access_secret_wo": true, "password of a webhook": true,
			"token of a webhook": true,
		},
	}[typeName]
}
