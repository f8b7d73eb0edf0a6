package chaos_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// act is an object that another client creates while an apply runs.
type act struct {
	// at is the number of the request from which on it acts: at that request or, without early, at the first create
	// from there.
	at int
	// early makes it create the object that a resource of the configuration describes, whether or not the provider has
	// sent that create; otherwise it copies the request of the create.
	early bool
	// similar makes the object differ in an identifying value.
	similar bool
	// lost has it wait for a create that meets a fault: its object may be the only one.
	lost  bool
	which uint64 // resource of the configuration
}

func newActs(rng *rand.Rand) []act {
	var acts []act
	for range 1 + rng.IntN(3) {
		acts = append(acts, act{at: 1 + rng.IntN(pick(rng, 5, 15)), early: chance(rng, 0.3), similar: chance(rng, 0.3),
			lost: chance(rng, 0.7), which: rng.Uint64()})
	}
	return acts
}

func (a act) String() string {
	text := fmt.Sprint("another client at request ", a.at)
	if a.early {
		text += " early"
	}
	if a.lost {
		text += " after a fault"
	}
	if a.similar {
		text += " similar"
	}
	return text
}

// actor is the other client. It acts behind the service's interface, so that no fault hits it and it does not change
// the count of the provider's requests.
type actor struct {
	mu      sync.Mutex
	env     *acctest.Env
	config  []acctest.Resource
	pending []act
	made    map[string]creation // by kind and id, all of the scenario
	count   int
	problem error // the first; a test may not fail from another goroutine
}

// creation is an object of the actor's.
type creation struct {
	kind, id string
	object   map[string]any
	at       time.Time // on the emulator's clock
	// bound says that it refers to objects of the configuration, which then cannot be deleted.
	bound bool
}

func (c creation) key() string { return c.kind + " " + c.id }

// begin makes the actor act in one apply from now on.
func (a *actor) begin(config []acctest.Resource, acts []act) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.config, a.pending = config, slices.Clone(acts)
}

// createKinds are the kinds by the operation that creates them.
var createKinds = map[string]string{
	emulator.OpCreatePod: emulator.KindPods, emulator.OpCreateEndpoint: emulator.KindEndpoints,
	emulator.OpCreateTemplate: emulator.KindTemplates, emulator.OpCreateNetworkVolume: emulator.KindNetworkVolumes,
	emulator.OpCreateContainerRegistryAuth: emulator.KindContainerRegistryAuths,
}

// observe carries out the acts that are due at the nth request.
func (a *actor) observe(n int64, ex emulator.Exchange) {
	a.mu.Lock()
	defer a.mu.Unlock()
	kind, creates := createKinds[ex.Operation]
	a.pending = slices.DeleteFunc(a.pending, func(one act) bool {
		switch {
		case n < int64(one.at):
			return false
		case one.early:
			a.createConfigured(one)
			return true
		case creates && (ex.Fault != "" || !one.lost):
			if body, err := createdBy(ex); err == nil {
				a.create(kind, body, one.similar)
			}
			return true
		default:
			return false
		}
	})
}

// createdBy returns the members of a create, as version 1 spells them.
func createdBy(ex emulator.Exchange) (body map[string]any, err error) {
	if strings.HasPrefix(ex.URL.Path, "/v1/") {
		err = json.Unmarshal(ex.RequestBody, &body)
		return body, err
	}
	return acctest.CreateOverVersion1(createPaths[ex.URL.Path], ex.RequestBody, nil)
}

// createConfigured creates an object as one of the configuration's volumes and pods without references describes it.
func (a *actor) createConfigured(one act) {
	var simple []acctest.Resource
	for _, r := range a.config {
		if r.Type() == volume || r.Type() == pod && r.Config["image_name"] != nil {
			simple = append(simple, r)
		}
	}
	if len(simple) == 0 {
		return
	}
	r := simple[one.which%uint64(len(simple))]
	body := map[string]any{}
	for attribute, member := range described {
		value := r.Config[attribute]
		if _, refers := value.(acctest.Ref); !refers && value != nil {
			body[member] = value
		}
	}
	if env, ok := r.Config["env"].(map[string]any); ok {
		body["env"] = maps.Clone(env)
	}
	a.create(acctest.Kinds[r.Type()], body, one.similar)
}

// references are the members of a create that hold the ids of other objects.
var references = []string{"templateId", "networkVolumeId", "containerRegistryAuthId"}

// notKept are the members of a create that the service uses only to choose a machine.
var notKept = []string{"minRAMPerGPU", "minVCPUPerGPU", "dataCenterPriority", "gpuTypePriority"}

// mapped returns public ports for the exposed tcp ports of a pod, whose default is 22/tcp among others.
func mapped(ports any) map[string]any {
	exposed, ok := ports.([]any)
	if !ok {
		exposed = []any{"22/tcp"}
	}
	mappings := map[string]any{}
	for i, port := range exposed {
		if number, isTCP := strings.CutSuffix(fmt.Sprint(port), "/tcp"); isTCP {
			mappings[number] = 40000 + i
		}
	}
	return mappings
}

// create creates an object from the body of a request.
func (a *actor) create(kind string, body map[string]any, similar bool) {
	for _, member := range notKept {
		delete(body, member)
	}
	if kind == emulator.KindPods { // Version 2 asks for one GPU type or CPU flavor, and places.
		if centers, ok := body["dataCenterIds"].([]any); ok && len(centers) > 0 {
			body["machine"] = map[string]any{"dataCenterId": centers[0]}
		}
		if types, ok := body["gpuTypeIds"].([]any); ok {
			body["gpu"] = map[string]any{"id": types[0], "count": body["gpuCount"]}
		}
		if flavors, ok := body["cpuFlavorIds"].([]any); ok {
			body["cpuFlavorId"] = flavors[0]
		}
		// The account keeps no member that only chooses the machine.
		for _, asked := range []string{"gpuTypeIds", "cpuFlavorIds", "dataCenterIds", "allowedCudaVersions"} {
			delete(body, asked)
		}
	}
	if kind == emulator.KindPods { // Without an address it would never be ready: nothing has started it.
		body["publicIp"], body["portMappings"] = "203.0.113.200", mapped(body["ports"])
	}
	made := creation{kind: kind, at: a.env.Now()}
	for _, member := range references {
		made.bound = made.bound || body[member] != nil
	}
	if id, ok := body["templateId"].(string); ok && kind == emulator.KindPods { // A pod has its template's image.
		if used, exists := a.env.Object(emulator.KindTemplates, id); exists && body["imageName"] == nil {
			body["imageName"] = used["imageName"]
		}
	}
	name, _ := body["name"].(string)
	switch {
	case kind == emulator.KindTemplates || kind == emulator.KindContainerRegistryAuths: // Their names are unique.
		body["name"] = name + "-theirs"
	case similar && kind == emulator.KindNetworkVolumes:
		body["dataCenterId"] = "EU-FR-1"
	case similar && kind == emulator.KindPods:
		body["imageName"] = "theirs:1"
	case similar:
		body["name"] = name + "-theirs"
	}
	a.count++
	made.id = fmt.Sprint("theirs", a.count)
	if err := a.env.PutObject(kind, made.id, body); err != nil {
		a.problem = fmt.Errorf("the other client cannot create %s %v: %w", kind, body, err)
		return
	}
	made.object, _ = a.env.Object(kind, made.id)
	if a.made == nil {
		a.made = map[string]creation{}
	}
	a.made[made.key()] = made
}

// all returns the objects that the actor has created, by kind and id.
func (a *actor) all() (map[string]creation, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pending = nil
	return maps.Clone(a.made), a.problem
}

func (a *actor) forget(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.made, key)
}

// judgeActor judges how a run treated the objects of the other client. An object that the run may adopt belongs to the
// configuration from then on; the others must stay.
func (d *driver) judgeActor(s step, run *acctest.Run, began time.Time) {
	d.t.Helper()
	all, err := d.actor.all()
	if err != nil {
		d.t.Error(err)
	}
	for key, made := range all {
		if d.isManaged(made.kind, made.id) {
			d.judgeAdoption(s, run, began, made)
			delete(d.strange, key)
			d.actor.forget(key)
			continue
		}
		text, err := json.Marshal(made.object)
		if err != nil {
			d.t.Fatal(err)
		}
		d.strange[key] = string(text)
	}
	d.checkForeignObjects()
	for key, made := range all {
		if !made.bound || d.strange[key] == "" {
			continue
		}
		// The other client deletes it: as long as it exists, the objects that it refers to cannot be deleted.
		if err := d.env.DeleteObject(made.kind, made.id); err != nil {
			d.t.Errorf("%s: the other client's %s: %v", s.title, key, err)
		}
		delete(d.strange, key)
		d.actor.forget(key)
	}
}

// judgeAdoption fails the test unless the object of the other client was indistinguishable from the create's own, and a
// warning names it.
func (d *driver) judgeAdoption(s step, run *acctest.Run, began time.Time, made creation) {
	d.t.Helper()
	address := d.addressOf(made.kind, made.id)
	d.report.adopted(address, made)
	earliest := began
	if made.kind != emulator.KindPods && made.kind != emulator.KindEndpoints { // They show no creation time.
		earliest = began.Add(-30*time.Second - d.options.ListLag)
	}
	i := slices.IndexFunc(s.config, func(r acctest.Resource) bool { return r.Address == address })
	switch {
	case i < 0 || !d.describes(s.config[i], made.object):
		d.t.Errorf("%s: %s has an object of another client's that it does not describe: %v", s.title, address, made.object)
	case d.provesNothing(made.kind):
		d.t.Errorf("%s: %s adopted %s of another client, from answers that prove nothing", s.title, address, made.key())
	case made.at.Before(earliest):
		d.t.Errorf("%s: %s adopted %s, which another client created before the run", s.title, address, made.key())
	case !warnsOfAdoption(run, address, made.id):
		d.t.Errorf("%s: %s adopted %s of another client without a warning", s.title, address, made.key())
	}
	d.swapped = append(d.swapped, made.kind)
}

// provesNothing reports whether the service's answers leave out members that identify an object of a kind.
func (d *driver) provesNothing(kind string) bool {
	// Sparse templates and pods show what identifies them.
	sparse := slices.Contains(d.options.AnswersAs, "sparse") && kind != emulator.KindTemplates && kind != emulator.KindPods
	return sparse || slices.Contains(d.options.AnswersAs, "lean-pods") && kind == emulator.KindPods
}

// addressOf returns the address whose object, deposed or not, has an ID.
func (d *driver) addressOf(kind, id string) string {
	for _, o := range d.module.Objects() {
		if acctest.Kinds[o.Type] == kind && o.ID == id {
			return o.Address
		}
	}
	return ""
}

// warnsOfAdoption reports whether a run said that a create found its object after a failure, and which.
func warnsOfAdoption(run *acctest.Run, address, id string) bool {
	return slices.ContainsFunc(run.Diagnostics, func(d acctest.RunDiagnostic) bool {
		return d.Address == address && d.Severity == tfprotov6.DiagnosticSeverityWarning &&
			strings.HasPrefix(d.Summary, "Found the ") && strings.HasSuffix(d.Summary, " after its create failed") &&
			strings.Contains(d.Detail, id)
	})
}
