package importer_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// section returns the code blocks of a section of the guide "Importing", by their language.
func section(t *testing.T, heading string) (shell, hcl []string) {
	t.Helper()
	guide, err := os.ReadFile("../../templates/guides/importing.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(guide), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("the guide has no section %q", heading)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	fenced := regexp.MustCompile("(?ms)^( *)```(shell|terraform)\n(.*?)^ *```$")
	for _, block := range fenced.FindAllStringSubmatch(text, -1) {
		code := strings.ReplaceAll("\n"+block[3], "\n"+block[1], "\n")[1:]
		if block[2] == "shell" {
			shell = append(shell, code)
		} else {
			hcl = append(hcl, code)
		}
	}
	return shell, hcl
}

// follow runs the commands of a code block as they are written. The environment has the settings and the provider
// already.
func follow(t *testing.T, s *acctest.Workspace, block string) string {
	t.Helper()
	var all strings.Builder
	for line := range strings.Lines(block) {
		if strings.HasPrefix(line, "export ") || line == "terraform init\n" {
			continue
		}
		code, output := s.Shell(strings.TrimSpace(line))
		if code != 0 {
			t.Fatalf("%s\n%s", line, output)
		}
		all.WriteString(output)
	}
	return all.String()
}

// guided is a workspace for an account of fifty objects.
func guided(t *testing.T, start acctest.Starter) (*acctest.Env, *acctest.Workspace) {
	t.Helper()
	w := start(emulator.Options{WorkersQuota: 1_000_000})
	account(t, w, 6, 50)
	s := w.AttachedWorkspace()
	s.Setenv("TF_CLI_ARGS_apply", "-auto-approve -no-color")
	s.Setenv("TF_CLI_ARGS_plan", "-no-color")
	w.ClearJournal()
	return w, s
}

// unset returns the names of the input variables of files that have no default.
func unset(files map[string]string) []string {
	var names []string
	for _, block := range regexp.MustCompile(`(?ms)^variable "(\w+)" {\n(.*?)^}`).
		FindAllStringSubmatch(files["variables.tf"], -1) {
		if !regexp.MustCompile(`(?m)^  default +=`).MatchString(block[2]) {
			names = append(names, block[1])
		}
	}
	return names
}

// managed checks that the plan is empty, and that nothing was sent.
func managed(t *testing.T, w *acctest.Env, s *acctest.Workspace) {
	t.Helper()
	_ = s.Must(0, "plan", "-detailed-exitcode")
	for _, call := range w.Requests() {
		if call.Method != http.MethodGet {
			t.Errorf("%s %s", call.Method, call.Path)
		}
	}
}

// Following the guide with terraform query takes an account of fifty objects to an empty plan.
func TestAccGuide_query(t *testing.T) {
	t.Parallel()
	acctest.NeedsTerraform(t, "1.14.0")
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w, s := guided(t, start)
		shell, hcl := section(t, "With terraform query")
		if len(shell) != 2 || len(hcl) != 2 {
			t.Fatalf("%d blocks of commands, %d of configuration", len(shell), len(hcl))
		}
		s.Write("main.tf", hcl[0])
		s.Write("account.tfquery.hcl", hcl[1])
		_ = follow(t, s, shell[0])
		file := filepath.Join(s.Dir, "generated.tf")
		generated, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if output := s.Must(1, "plan"); !strings.Contains(output, "set username, password_wo and password_wo_version") {
			t.Error(output)
		}
		completed := string(generated)
		for attribute, value := range map[string]string{"username": `"user"`, "password_wo": `"the password"`,
			"password_wo_version": "1"} {
			completed = regexp.MustCompile(`(?m)^( *`+attribute+` *= )null.*$`).ReplaceAllString(completed, "${1}"+value)
		}
		s.Write("generated.tf", completed)
		if output := follow(t, s, shell[1]); !strings.Contains(output, "50 to import, 0 to add, 5 to change, 0 to destroy") {
			t.Error(output)
		}
		managed(t, w, s)
	})
}

// Following the guide with podfleet-import does, too.
func TestAccGuide_program(t *testing.T) {
	t.Parallel()
	acctest.NeedsCLI(t, "1.11.0") // The credentials of the account need write-only arguments.
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w, s := guided(t, start)
		program := filepath.Join(s.Dir, ".bin", "podfleet-import")
		if built := os.Getenv("ACCTEST_BINARIES"); built != "" {
			if err := os.Symlink(filepath.Join(built, "podfleet-import"), program); err != nil {
				t.Fatal(err)
			}
		} else if output, err := exec.CommandContext(t.Context(), "go", "build", "-o", program,
			"github.com/podfleet/terraform-provider-podfleet/cmd/podfleet-import").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		shell, _ := section(t, "With podfleet-import")
		if len(shell) != 2 {
			t.Fatalf("%d blocks of commands", len(shell))
		}
		_ = follow(t, s, shell[0])
		_ = s.Must(0, "fmt", "-check")
		for _, variable := range unset(contents(t, s.Dir)) {
			s.Setenv("TF_VAR_"+variable, "the secret")
		}
		if output := follow(t, s, shell[1]); !strings.Contains(output, "50 to import, 0 to add") {
			t.Error(output)
		}
		managed(t, w, s)
	})
}

// The guide shows a block with environment variables as the program writes it, and the input variable that it declares.
// TestRun_namesOfVariables uncomments the lines.
func TestGuide_variables(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.Put(emulator.KindTemplates, "t1", members{"name": "worker",
		"imageName": "registry.example.com/worker:1", "env": members{"TOKEN": secret}})
	o := options(t, w)
	_ = read(t, o)
	files := contents(t, o.Out)
	shell, hcl := section(t, "Secrets")
	if len(hcl) != 1 || files["templates.tf"] != hcl[0] {
		t.Errorf("the guide shows\n%s\nthe program writes\n%s", hcl, files["templates.tf"])
	}
	want := `variable "template_worker_t1_env" {
  description = "The values of the environment variables of the template t1, by their names."
  type        = map(string)
  default     = null
  sensitive   = true
  ephemeral   = true
}
`
	if files["variables.tf"] != want || len(shell) != 1 ||
		shell[0] != "export TF_VAR_template_worker_t1_env='{\"TOKEN\":\"the value\"}'\n" {
		t.Errorf("%s\n%s", files["variables.tf"], shell)
	}
}

// oldState is the state of an invented provider, which has a volume.
const oldState = `{"version": 4, "terraform_version": "1.8.0", "serial": 1, "outputs": {}, "check_results": null,
  "lineage": "0b5ee1d4-9a4f-4b0e-8f3a-000000000001", "resources": [{"mode": "managed", "type": "oldfleet_volume",
  "name": "data", "provider": "provider[\"registry.terraform.io/example/oldfleet\"]", "instances": [{
  "schema_version": 0, "attributes": {"id": "v1", "name": "data"}, "sensitive_attributes": []}]}]}`

// Moving from a provider that cannot be installed any more: the removed block of the guide fails, and its command
// works.
func TestAccGuide_fromAnotherProvider(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	few(w)
	w.ClearJournal()
	s := w.AttachedWorkspace()
	s.Setenv("TF_CLI_ARGS_apply", "-auto-approve -no-color")
	s.Setenv("TF_CLI_ARGS_plan", "-no-color")
	shell, hcl := section(t, "Moving from another provider")
	if len(shell) != 1 || len(hcl) != 1 {
		t.Fatalf("%d blocks of commands, %d of configuration", len(shell), len(hcl))
	}
	s.Write("terraform.tfstate", oldState)
	s.Write("main.tf", acctest.Requirement+hcl[0])
	if code, output := s.CLI("plan"); code == 0 || !strings.Contains(output, "example/oldfleet") {
		t.Errorf("%d %s", code, output)
	}
	_ = follow(t, s, shell[0])
	_, rest, found := strings.Cut(hcl[0], "import {")
	if !found {
		t.Fatal("no import block")
	}
	s.Write("main.tf", acctest.Requirement+"import {"+rest)
	if output := s.Must(0, "apply"); !strings.Contains(output, "1 imported, 0 added, 0 changed, 0 destroyed") {
		t.Error(output)
	}
	managed(t, w, s)
}
