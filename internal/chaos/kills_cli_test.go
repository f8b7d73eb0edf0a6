package chaos_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// interruption is a way to end a run before its time.
type interruption struct {
	name string
	do   func(*acctest.Running) error
	// leavesUnmanaged says that objects may be left that no state has: the process that made one may have died before
	// it could store it.
	leavesUnmanaged bool
}

var interruptions = []interruption{
	{"SIGINT", func(r *acctest.Running) error { return r.Interrupt(1) }, false},
	{"SIGINT twice", func(r *acctest.Running) error { return r.Interrupt(2) }, true},
	{"SIGKILL of the CLI", func(r *acctest.Running) error { return r.Kill() }, true},
	{"SIGKILL of the provider", func(r *acctest.Running) error { return r.KillProviders() }, true},
}

// A real CLI, with the provider as a process of its own, is ended at a random request of a create, an update with a
// wait, a replacement and a destroy, in a different way each. What was made and did not get into the state, because a
// process died, is found by the query of the guide about lost answers, and deleted by its advice; and the next apply
// puts everything else right.
func TestAccChaos_killed(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there are no such signals there")
	}
	first := number(t, "CHAOS_FIRST", 1)
	for round := range number(t, "CHAOS_KILLS", uint64(longtest.Of(2, len(interruptions)))) { //nolint:gosec // Few.
		t.Run(fmt.Sprint("seed=", first+round), func(t *testing.T) {
			t.Parallel()
			k := newKills(t, first+round)
			k.phase("create", 14, map[string]string{"main.tf": killed(1)}, "apply")
			k.phase("update", 20, map[string]string{"main.tf": killed(2)}, "apply")
			k.phase("replace", 24, map[string]string{"main.tf": killed(3)}, "apply")
			k.phase("destroy", 24, nil, "destroy")
		})
	}
}

// killed returns a configuration of all kinds. From version to version, it changes, waits for and replaces other
// objects.
func killed(version int) string {
	return fmt.Sprintf(`
terraform {
  required_providers {
    podfleet = { source = "podfleet/podfleet" }
  }
}
resource "podfleet_container_registry_auth" "it" {
  name_prefix         = "login-"
  username            = "ci-%[2]d"
  password_wo         = "secret"
  password_wo_version = 1
  lifecycle { create_before_destroy = true }
}
resource "podfleet_template" "named" {
  name       = "desk"
  image_name = "img:1"
  readme     = "Version %[1]d."
}
resource "podfleet_template" "it" {
  name_prefix                = "worker-"
  image_name                 = "emulator/echo"
  is_serverless              = true
  container_registry_auth_id = podfleet_container_registry_auth.it.id
  env                        = { VERSION = "%[1]d" }
  lifecycle { create_before_destroy = true }
}
resource "podfleet_endpoint" "it" {
  template_id  = podfleet_template.it.id
  scaler_type  = "REQUEST_COUNT"
  scaler_value = 1
  idle_timeout = %[1]d
}
resource "podfleet_job" "it" {
  endpoint_id = podfleet_endpoint.it.id
  input       = jsonencode({ version = %[1]d })
  on_failure  = "keep"
}
resource "podfleet_network_volume" "it" {
  count          = 2
  name           = "data"
  size           = 10 * %[1]d
  data_center_id = "EU-RO-1"
}
resource "podfleet_pod" "it" {
  count             = 3
  image_name        = "img:1"
  env               = { VERSION = "%[1]d" }
  network_volume_id = podfleet_network_volume.it[0].id
  gpu_count         = 1 + %[2]d
}
`, version, max(version-2, 0))
}

// findUnmanaged is the configuration that finds what exists and is in no state. The guide has it.
const findUnmanaged = `
terraform {
  required_providers {
    podfleet = { source = "podfleet/podfleet" }
  }
}

variable "tracked" {
  description = "The ids that states have."
  type        = set(string)
  default     = []
  nullable    = false
}

data "podfleet_pods" "all" {}
data "podfleet_endpoints" "all" {}
data "podfleet_network_volumes" "all" {}
data "podfleet_templates" "all" {}
data "podfleet_container_registry_auths" "all" {}

output "unmanaged" {
  value = {
    for type, objects in {
      podfleet_pod                     = data.podfleet_pods.all.pods
      podfleet_endpoint                = data.podfleet_endpoints.all.endpoints
      podfleet_network_volume          = data.podfleet_network_volumes.all.network_volumes
      podfleet_template                = data.podfleet_templates.all.templates
      podfleet_container_registry_auth = data.podfleet_container_registry_auths.all.container_registry_auths
    } : type => { for object in objects : object.id => object.name if !contains(var.tracked, object.id) }
  }
}
`

// kills is a configuration that is applied by a real CLI, and finds the unmanaged objects that are left on the way.
type kills struct {
	t      *testing.T
	rng    *rand.Rand
	how    interruption // of the phase
	next   int          // index of the next phase's way, modulo their number
	env    *acctest.Env
	w      *acctest.Workspace
	finder *acctest.Workspace

	left   atomic.Int64 // requests until it is time
	onTime atomic.Pointer[func()]
}

// newKills takes the versions of the management interface, and the ways to end the first phase, in turns by seed.
func newKills(t *testing.T, seed uint64) *kills {
	t.Helper()
	k := &kills{t: t, next: int(seed)}     //nolint:gosec // Seeds are small.
	k.rng = rand.New(rand.NewPCG(seed, 2)) //nolint:gosec // It is to repeat.
	k.env = acctest.Start(t, emulator.Options{
		Seed: seed, AutoAdvance: true, StepPerRequest: time.Second, PodStartDelay: 2 * time.Second, Observe: k.observe,
	})
	k.env.UseVersion(1 + k.next%2)
	k.w, k.finder = k.env.AttachedWorkspace(), k.env.AttachedWorkspace()
	k.finder.Write("unmanaged.tf", findUnmanaged)
	return k
}

func (k *kills) observe(emulator.Exchange) {
	if k.left.Add(-1) == 0 {
		(*k.onTime.Load())()
	}
}

// phase runs a command that is ended at one of its first requests, and again until its end.
func (k *kills) phase(name string, among int, files map[string]string, command string) {
	k.t.Helper()
	if k.t.Failed() {
		return
	}
	for file, content := range files {
		k.w.Write(file, content)
	}
	k.how = interruptions[k.next%len(interruptions)]
	k.next++
	at := 1 + k.rng.IntN(among)
	arguments := []string{command, "-auto-approve", "-no-color"}
	started := make(chan *acctest.Running, 1)
	violent := func() {
		r := <-started
		started <- r
		if err := k.how.do(r); err != nil {
			k.t.Errorf("%s, %s: %v", name, k.how.name, err)
		}
	}
	k.onTime.Store(&violent)
	k.env.ClearJournal()
	k.left.Store(int64(at))
	running := k.w.Start(arguments...)
	started <- running
	_, said := running.Wait()
	said = afterPlan(said)
	k.left.Store(0)
	ended := k.journal()
	k.restoreState()
	k.deleteUnmanaged(name)

	code, again := k.w.CLI(arguments...)
	again = afterPlan(again)
	if code != 0 {
		k.t.Errorf("%s, %s at request %d; it said\n%s\n%s\nand again\n%s", name, k.how.name, at, said, ended, again)
		return
	}
	if command == "apply" {
		if code, plan := k.w.CLI("plan", "-detailed-exitcode", "-no-color"); code != 0 {
			k.t.Errorf("%s, %s at request %d: the plan is not empty afterwards:\n%s\n%s\n%s\n%s", name, k.how.name, at,
				plan, said, ended, again)
		}
	}
	if problem := k.differences(); problem != "" {
		k.t.Errorf("%s, %s at request %d: %s\n%s\n%s\n%s", name, k.how.name, at, problem, said, ended, again)
	}
}

// afterPlan returns the output of a CLI after its plan.
func afterPlan(said string) string {
	if _, after, found := strings.Cut(said, "\nPlan: "); found {
		return "Plan: " + after
	}
	return said
}

// restoreState does what people do whose CLI died in the middle of writing the state: it takes the copy from before.
func (k *kills) restoreState() {
	k.t.Helper()
	state, err := os.ReadFile(filepath.Join(k.w.Dir, "terraform.tfstate"))
	if err != nil || json.Valid(state) {
		return
	}
	before, err := os.ReadFile(filepath.Join(k.w.Dir, "terraform.tfstate.backup"))
	if err != nil && !os.IsNotExist(err) {
		k.t.Fatal(err)
	}
	k.t.Logf("the CLI died in the middle of writing the state; the copy has %d bytes", len(before))
	k.w.Write("terraform.tfstate", string(before))
}

func (k *kills) journal() string {
	var text strings.Builder
	for _, r := range k.env.Journal() {
		fmt.Fprintf(&text, "  %3d %s %d %s %s\n", r.Seq, r.Operation, r.Status, r.Path, r.Body)
	}
	return text.String()
}

// deleteUnmanaged asks the guide's query what no state has, and deletes it before the next apply.
func (k *kills) deleteUnmanaged(name string) {
	k.t.Helper()
	tracked, err := json.Marshal(slices.Sorted(maps.Keys(k.tracked())))
	if err != nil {
		k.t.Fatal(err)
	}
	k.finder.Must(0, "apply", "-auto-approve", "-no-color", "-var", "tracked="+string(tracked))
	var found map[string]map[string]string
	if err := json.Unmarshal([]byte(k.finder.Must(0, "output", "-json", "unmanaged")), &found); err != nil {
		k.t.Fatal(err)
	}
	for typeName, objects := range found {
		for id := range objects {
			if !k.how.leavesUnmanaged {
				k.t.Errorf("%s: after %s there is what no state has: %s %s", name, k.how.name, typeName, id)
				continue
			}
			if err := k.env.DeleteObject(acctest.Kinds[typeName], id); err != nil { // As the guide says.
				k.t.Error(err)
			}
		}
	}
}

// tracked returns the ids in the state.
func (k *kills) tracked() map[string]bool {
	k.t.Helper()
	all := map[string]bool{}
	if _, err := os.Stat(filepath.Join(k.w.Dir, "terraform.tfstate")); os.IsNotExist(err) {
		return all
	}
	var state struct {
		Values struct {
			Root struct {
				Resources []struct {
					Values struct {
						ID string `json:"id"`
					} `json:"values"`
				} `json:"resources"`
			} `json:"root_module"`
		} `json:"values"`
	}
	if err := json.Unmarshal([]byte(k.w.Must(0, "show", "-json")), &state); err != nil {
		k.t.Fatal(err)
	}
	for _, r := range state.Values.Root.Resources {
		if r.Values.ID != "" {
			all[r.Values.ID] = true
		}
	}
	return all
}

// differences says how what exists differs from what is in the state.
func (k *kills) differences() string {
	k.t.Helper()
	tracked := k.tracked()
	var problems []string
	for typeName, kind := range acctest.Kinds {
		for _, object := range k.env.Objects(kind) {
			id, _ := object["id"].(string)
			if !isOfEndpoint(object) && !tracked[id] {
				problems = append(problems, fmt.Sprintf("%s %s is in no state, and the query did not find it", typeName, id))
			}
			delete(tracked, id)
		}
	}
	for _, object := range k.env.Objects(emulator.KindJobs) {
		if id, ok := object["id"].(string); ok {
			delete(tracked, id)
		}
	}
	for id := range tracked {
		problems = append(problems, id+" is in the state, and does not exist")
	}
	return strings.Join(problems, "\n")
}
