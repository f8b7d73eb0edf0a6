package provider_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// single is the id of the only object of a kind.
func single(t *testing.T, w *acctest.Env, kind string) string {
	t.Helper()
	all := w.Objects(kind)
	if len(all) != 1 {
		t.Fatalf("%d %s, want 1: %v", len(all), kind, all)
	}
	return fmt.Sprint(all[0]["id"])
}

// The rotation of registry credentials as the guide has it: a template and a pod of it move over, and the old ones are
// deleted. The pod is replaced when the template's config_hash changes, and has a volume of its own: the rotation
// updates it in place, and the volume stays. Without the guide's second step the delete of the old credentials fails,
// which would take two minutes here: see TestPod_keepsCredentialsOfItsTemplate.
func TestAccGuideSecrets_rotation(t *testing.T) {
	t.Parallel()
	acctest.NeedsCLI(t, "1.11.0")
	w := acctest.Start(t).InTurns()
	s := w.AttachedWorkspace()
	rotating := acctest.Requirement + guide(t, "secrets", "Rotate registry credentials")
	s.Write("main.tf", rotating)
	s.Setenv("TF_VAR_registry_token", "token-1")
	s.Setenv("TF_VAR_registry_token_version", "1")
	s.Must(0, "apply", "-auto-approve", "-no-color")
	login, pod := single(t, w, "containerRegistryAuths"), single(t, w, "pods")
	s.Setenv("TF_VAR_registry_token", "token-2")
	s.Setenv("TF_VAR_registry_token_version", "2")
	w.ClearJournal()
	const erased = "The container disk will be erased"
	if output := s.Must(0, "apply", "-auto-approve", "-no-color"); !strings.Contains(output, erased) {
		t.Errorf("of a pod that names its credentials, and is reset:\n%s", output)
	}
	w.ExpectWrites("CreateContainerRegistryAuth", "UpdateTemplate", "UpdatePod", "DeleteContainerRegistryAuth")
	rotated := single(t, w, "containerRegistryAuths")
	if rotated == login || single(t, w, "pods") != pod {
		t.Errorf("the login %s is now %s, the pod %s is now %s", login, rotated, pod, single(t, w, "pods"))
	}
	for _, kind := range []string{"templates", "pods"} {
		if got := w.Objects(kind)[0]["containerRegistryAuthId"]; got != rotated {
			t.Errorf("%s: the login is %v, want %s", kind, got, rotated)
		}
	}
	if volume := w.Objects("pods")[0]["volumeInGb"]; fmt.Sprint(volume) != "20" {
		t.Errorf("the pod's volume has %v GB", volume)
	}
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")

	s.Must(0, "destroy", "-auto-approve", "-no-color")
}

// A template is replaced under its endpoint and its pod as the guide has it: the endpoint moves over and stays what it
// is.
func TestAccGuideChanges_replacingWhatOthersUse(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t).InTurns()
	s := w.AttachedWorkspace()
	s.Write("main.tf", acctest.Requirement+guide(t, "changes", "Replace an object that others use"))
	s.Must(0, "apply", "-auto-approve", "-no-color")
	endpoint := single(t, w, "endpoints")
	s.Setenv("TF_VAR_hardware", "AMD")
	w.ClearJournal()
	output := s.Must(0, "apply", "-auto-approve", "-no-color")
	if strings.Contains(output, "is in use") {
		t.Errorf("what works is warned of:\n%s", output)
	}
	w.ExpectWrites("CreateTemplate", "CreateTemplate", "CreatePod", "DeletePod", "DeleteTemplate", "DeleteTemplate",
		"UpdateEndpoint")
	templates := slices.DeleteFunc(w.Objects("templates"), func(object map[string]any) bool {
		return object["copyOf"] != nil && object["copyOf"] != ""
	})
	if single(t, w, "endpoints") != endpoint || len(templates) != 2 || len(w.Objects("pods")) != 1 {
		t.Errorf("left: %v, %v, %v", w.Objects("endpoints"), w.Objects("templates"), w.Objects("pods"))
	}
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")
	s.Must(0, "destroy", "-auto-approve", "-no-color")
}

// While the pod of the page does not answer, its create warns, and the gate fails: what depends on it is not made, and
// nothing is tainted.
func TestAccPage_podAnswers(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{OpenPorts: true}).InTurns()
	s := w.AttachedWorkspace()
	shown := acctest.Requirement + guide(t, "resources/pod", "Wait until the program answers") + `
resource "podfleet_network_volume" "dependent" {
  name           = "data-${data.podfleet_pod_ready.server.public_port}"
  size           = 10
  data_center_id = "EU-RO-1"
}
`
	s.Write("main.tf", regexp.MustCompile(`timeout = "\d+m"`).ReplaceAllString(shown, `timeout = "1s"`))
	answer := func(status int) {
		w.Must(w.AnswerPorts(status))
	}
	answer(http.StatusServiceUnavailable)
	output := s.Must(1, "apply", "-auto-approve", "-no-color")
	for _, part := range []string{`Warning: The pod does not answer: pod "server" (`, "Error: The pod does not answer"} {
		if !strings.Contains(output, part) {
			t.Errorf("%q is not in:\n%s", part, output)
		}
	}
	if made := w.Objects("networkVolumes"); len(made) != 0 {
		t.Errorf("made %v", made)
	}
	answer(http.StatusOK)
	s.Write("main.tf", shown)
	output = s.Must(0, "apply", "-auto-approve", "-no-color")
	if !strings.Contains(output, "1 added, 1 changed, 0 destroyed") {
		t.Error(output)
	}
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")
}
