package provider_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// The life of every kind as a CLI has it. The tests of each kind drive the provider in process, which is our reading of
// what a CLI does.
func TestAccKinds_life(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t, emulator.Options{AutoAdvance: true}).InTurns()
	w := env.AttachedWorkspace()
	apply := func(name, center, computeType string, writes ...string) {
		t.Helper()
		w.Write("main.tf", acctest.Requirement+strings.NewReplacer("NAME", name, "CENTER", center, "TYPE", computeType).Replace(`
resource "podfleet_container_registry_auth" "it" {
  name     = "life"
  username = "u"
  password = "p"
}
resource "podfleet_template" "it" {
  name                       = "NAME"
  image_name                 = "emulator/echo"
  is_serverless              = true
  container_registry_auth_id = podfleet_container_registry_auth.it.id
}
resource "podfleet_endpoint" "it" {
  name        = "NAME"
  template_id = podfleet_template.it.id
}
resource "podfleet_job" "it" {
  endpoint_id = podfleet_endpoint.it.id
  input       = jsonencode({ a = 1 })
  triggers    = { name = "NAME" }
}
resource "podfleet_network_volume" "it" {
  name           = "NAME"
  size           = 10
  data_center_id = "CENTER"
}
resource "podfleet_pod" "it" {
  name         = "NAME"
  image_name   = "img:1"
  compute_type = "TYPE"
}
`))
		w.Must(0, "apply", "-auto-approve")
		env.ExpectWrites(writes...)
		w.Must(0, "plan", "-detailed-exitcode")
	}
	apply("a", "EU-RO-1", "GPU", "CreateContainerRegistryAuth", "CreateTemplate", "CreateEndpoint", "RunJob",
		"CreateNetworkVolume", "CreatePod")
	copied := strings.Fields(env.Over("", "UpdateEndpoint")) // Over version 2 an endpoint has a copy of its template.
	apply("b", "EU-RO-1", "GPU", append(copied, "UpdateTemplate", "UpdateEndpoint", "RunJob", "UpdateNetworkVolume",
		"UpdatePod")...)
	apply("b", "US-TX-3", "CPU", "DeleteNetworkVolume", "CreateNetworkVolume", "DeletePod", "CreatePod")

	id := func(kind string) string {
		id, _ := env.Objects(kind)[0]["id"].(string)
		return id
	}
	env.Patch("templates", id("templates"), map[string]any{"name": "somebody was here"})
	env.Remove("networkVolumes", id("networkVolumes"))
	apply("b", "US-TX-3", "CPU", "UpdateTemplate", "CreateNetworkVolume")

	for resource, kind := range map[string]string{
		"podfleet_template.it": "templates", "podfleet_network_volume.it": "networkVolumes",
	} {
		w.Must(0, "state", "rm", resource)
		w.Must(0, "import", resource, id(kind))
	}
	w.Must(0, "plan", "-detailed-exitcode")
	w.Must(0, "destroy", "-auto-approve")
	expectNothingLeft(t, env)
}

// deaths are ways to end a run before its time.
var deaths = []struct {
	name string
	do   func(*acctest.Running) error
	// leavesUnmanaged says that the process that made an object may have died before the state had it.
	leavesUnmanaged bool
}{
	{"SIGINT", func(r *acctest.Running) error { return r.Interrupt(1) }, false},
	{"SIGINT twice", func(r *acctest.Running) error { return r.Interrupt(2) }, true},
	{"SIGKILL of the CLI", func(r *acctest.Running) error { return r.Kill() }, true},
	{"SIGKILL of the provider", func(r *acctest.Running) error { return r.KillProviders() }, true},
}

// A real CLI, with the provider as a process of its own, is ended at a random request of a create, an update with a
// wait, a replacement and a destroy, in a different way each. Once what no state has is deleted, the next apply puts
// everything else right.
func TestAccKilled(t *testing.T) {
	t.Parallel()
	for seed := range longtest.Of(2, len(deaths)) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			t.Parallel()
			k := &kills{t: t, next: seed}
			k.rng = rand.New(rand.NewPCG(uint64(seed), 2)) //nolint:gosec // It is to repeat.
			k.env = acctest.Start(t, emulator.Options{AutoAdvance: true, StepPerRequest: time.Second,
				PodStartDelay: 2 * time.Second, Observe: k.observe}).UseVersion(1 + seed%2)
			k.w = k.env.AttachedWorkspace()
			k.phase(14, killed(1), "apply")
			k.phase(20, killed(2), "apply")
			k.phase(24, killed(3), "apply")
			k.phase(24, killed(3), "destroy")
		})
	}
}

// killed is a configuration of all kinds. From version to version, it changes, waits for and replaces other objects.
func killed(version int) string {
	return acctest.Requirement + fmt.Sprintf(`
resource "podfleet_container_registry_auth" "it" {
  name_prefix         = "login-"
  username            = "ci-%[2]d"
  password_wo         = "secret"
  password_wo_version = 1
  lifecycle { create_before_destroy = true }
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

// kills is a configuration that a real CLI applies, and dies.
type kills struct {
	t      *testing.T
	rng    *rand.Rand
	next   int // index of the next phase's way to die, modulo their number
	env    *acctest.Env
	w      *acctest.Workspace
	left   atomic.Int64 // requests until it is time
	onTime atomic.Pointer[func()]
}

func (k *kills) observe(*emulator.Exchange) {
	if k.left.Add(-1) == 0 {
		(*k.onTime.Load())()
	}
}

// phase runs a command that is ended at one of its first requests, and again until its end.
func (k *kills) phase(among int, config, command string) {
	k.t.Helper()
	if k.t.Failed() {
		return
	}
	k.w.Write("main.tf", config)
	death := deaths[k.next%len(deaths)]
	k.next++
	at := 1 + k.rng.IntN(among)
	started := make(chan *acctest.Running, 1)
	die := func() {
		r := <-started
		started <- r
		if err := death.do(r); err != nil {
			k.t.Errorf("%s: %v", death.name, err)
		}
	}
	k.onTime.Store(&die)
	k.left.Store(int64(at))
	running := k.w.Start(command, "-auto-approve", "-no-color")
	started <- running
	_, said := running.Wait()
	k.left.Store(0)
	k.restoreState()
	inState := k.inState()
	for id, kind := range k.existing() {
		if inState[id] {
			continue
		}
		if err := k.env.DeleteObject(kind, id); !death.leavesUnmanaged || err != nil {
			k.t.Errorf("%s, %s at request %d: no state has %s %s (%v)\n%s", command, death.name, at, kind, id, err, said)
		}
	}
	code, again := k.w.CLI(command, "-auto-approve", "-no-color")
	if code == 0 && command == "apply" {
		code, again = k.w.CLI("plan", "-detailed-exitcode", "-no-color")
	}
	if inState = k.inState(); code != 0 || len(inState) != len(k.existing()) {
		k.t.Errorf("%s, %s at request %d: %d\n%s\nand again\n%s\n%v and %v", command, death.name, at, code, said, again,
			inState, k.existing())
	}
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
	k.w.Write("terraform.tfstate", string(before))
}

// existing has the kinds of the objects that exist, by ID, without those that the service made for an endpoint.
func (k *kills) existing() map[string]string {
	all := map[string]string{}
	for _, kind := range acctest.Kinds {
		for _, object := range k.env.Objects(kind) {
			worker, _ := object["endpointId"].(string)
			copied, _ := object["copyOf"].(string)
			if worker+copied == "" {
				all[fmt.Sprint(object["id"])] = kind
			}
		}
	}
	return all
}

// inState has the IDs in the state, without those of jobs: the service deletes these in time.
func (k *kills) inState() map[string]bool {
	k.t.Helper()
	all := map[string]bool{}
	text, err := os.ReadFile(filepath.Join(k.w.Dir, "terraform.tfstate"))
	if os.IsNotExist(err) || len(text) == 0 {
		return all
	}
	var state struct {
		Resources []struct {
			Type      string
			Instances []struct{ Attributes struct{ ID string } }
		}
	}
	if err != nil || json.Unmarshal(text, &state) != nil {
		k.t.Fatal(err)
	}
	for _, r := range state.Resources {
		for _, instance := range r.Instances {
			if acctest.Kinds[r.Type] != "" {
				all[instance.Attributes.ID] = true
			}
		}
	}
	return all
}
