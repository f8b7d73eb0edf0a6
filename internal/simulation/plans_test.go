package simulation_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// The types of resources that are configured.
const (
	loginType    = "podfleet_container_registry_auth"
	volumeType   = "podfleet_network_volume"
	templateType = "podfleet_template"
	endpointType = "podfleet_endpoint"
	podType      = "podfleet_pod"
	jobType      = "podfleet_job"
	purgeType    = "podfleet_queue_purge"
)

// planner makes configurations of objects that resemble each other. Each of them can be applied, in any order that a
// CLI chooses: what others use is created before it is destroyed where its users stay, and only what nothing refers to
// is taken away.
type planner struct {
	rng *rand.Rand
	// provider is the provider block that they belong to: names that have to be unique begin with it.
	provider string
	// august says that the blocks meet the document of August 2026, and failing that jobs may fail for ever.
	august, failing bool
	secrets         secrets
	blocks          []*block
	made            int
}

// block is a resource block.
type block struct {
	kind, name          string
	count               int // instances of equal configuration; 0 is one without an index
	args                acctest.Values
	createBeforeDestroy bool
	version             int // changed with every change
}

func (b *block) address() string { return b.kind + "." + b.name }

// ref is a reference to an attribute of a block's first instance.
func (b *block) ref(attribute string) acctest.Ref {
	address := b.address()
	if b.count > 0 {
		address += "[0]"
	}
	return acctest.Ref{Address: address, Attribute: attribute}
}

// config is the present configuration. It shares nothing with later ones.
func (p *planner) config() []acctest.Resource {
	var all []acctest.Resource
	for _, b := range p.blocks {
		for i := range max(b.count, 1) {
			address := b.address()
			if b.count > 0 {
				address = fmt.Sprintf("%s[%d]", address, i)
			}
			all = append(all, acctest.Resource{Address: address, Config: maps.Clone(b.args),
				CreateBeforeDestroy: b.createBeforeDestroy})
		}
	}
	return all
}

// grow adds blocks.
func (p *planner) grow(n int) {
	for range n {
		switch p.rng.IntN(10) {
		case 0:
			p.addVolumes()
		case 1:
			p.addLogin()
		case 2:
			p.addTemplate(false)
		case 3:
			p.addEndpoints()
		case 4, 5:
			p.addGate()
		case 6:
			p.addPurge()
		default:
			p.addPods()
		}
	}
}

func (p *planner) add(kind string, args acctest.Values) *block {
	p.made++
	b := &block{kind: kind, name: fmt.Sprint("x", p.made), args: args, version: 1}
	p.blocks = append(p.blocks, b)
	return b
}

// addNamed adds a block of a kind whose names are unique. A part of them is created before it is destroyed.
func (p *planner) addNamed(kind string, args acctest.Values, part float64) *block {
	b := p.add(kind, args)
	name := fmt.Sprintf("%s-%s-", p.provider, b.name)
	if b.createBeforeDestroy = chance(p.rng, part); b.createBeforeDestroy {
		args["name_prefix"] = name
	} else {
		args["name"] = name
	}
	return b
}

// some is a block of a kind with a property, or nil.
func (p *planner) some(kind string, has func(*block) bool) *block {
	found := slices.DeleteFunc(slices.Clone(p.blocks), func(b *block) bool { return b.kind != kind || !has(b) })
	if len(found) == 0 {
		return nil
	}
	return pick(p.rng, found...)
}

// users are the blocks that refer to a block.
func (p *planner) users(of *block) []*block {
	return slices.DeleteFunc(slices.Clone(p.blocks), func(b *block) bool { return !b.refersTo(of) })
}

func (b *block) refersTo(of *block) bool {
	is := func(value any) bool {
		ref, ok := value.(acctest.Ref)
		return ok && (ref.Address == of.address() || ref.Address == of.address()+"[0]")
	}
	for _, value := range b.args {
		members, _ := value.(map[string]any)
		if is(value) || slices.ContainsFunc(slices.Collect(maps.Values(members)), is) {
			return true
		}
	}
	return false
}

// addVolumes adds volumes of one name: equal ones, or in other places.
func (p *planner) addVolumes() *block {
	var last *block
	for range 1 + p.rng.IntN(2) {
		last = p.add(volumeType, acctest.Values{"name": "data", "size": pick(p.rng, 10, 10, 20),
			"data_center_id": pick(p.rng, "EU-RO-1", "EU-SE-1")})
		last.count = pick(p.rng, 0, 0, 2)
	}
	return last
}

func (p *planner) addLogin() *block {
	b := p.addNamed(loginType, acctest.Values{"username": pick(p.rng, "ci", "cd")}, 0.7)
	if chance(p.rng, 0.5) {
		b.args["password"] = p.secrets.password
	} else {
		b.args["password_wo"], b.args["password_wo_version"] = p.secrets.passwordWO, 1
	}
	return b
}

// steadyLogin is a login that its users can keep while another one replaces it; mostly none.
func (p *planner) steadyLogin() *block {
	if !chance(p.rng, 0.3) {
		return nil
	}
	if b := p.some(loginType, func(b *block) bool { return b.createBeforeDestroy }); b != nil {
		return b
	}
	if b := p.addLogin(); b.createBeforeDestroy {
		return b
	}
	return nil
}

func (p *planner) addTemplate(serverless bool) *block {
	login := p.steadyLogin()
	args, part := acctest.Values{"image_name": pick(p.rng, "img:1", "img:2")}, 0.6
	if serverless {
		args["is_serverless"], args["image_name"], part = true, pick(p.rng, "emulator/echo", "emulator/sleep"), 1
		if p.failing && chance(p.rng, 0.3) {
			args["image_name"] = "emulator/fail"
		}
	}
	b := p.addNamed(templateType, args, part)
	if login != nil {
		b.args["container_registry_auth_id"] = login.ref("id")
	}
	p.addEnv(b)
	return b
}

func (p *planner) addEnv(b *block) {
	if chance(p.rng, 0.4) {
		b.args["env"] = map[string]any{"MODEL": fmt.Sprint("v", p.rng.IntN(3))}
	}
	if chance(p.rng, 0.3) {
		b.args["env_wo"], b.args["env_wo_version"] = map[string]any{"TOKEN": p.secrets.envWO}, 1
	}
}

func (p *planner) addEndpoints() *block {
	args := acctest.Values{"name": "serve", "scaler_type": "REQUEST_COUNT", "scaler_value": 1,
		"template_id": p.addTemplate(true).ref("id")}
	if chance(p.rng, 0.3) {
		args["gpu_type_ids"] = []string{"NVIDIA L4", "NVIDIA A40"}
	}
	if chance(p.rng, 0.3) {
		args["data_center_ids"] = []string{"US-KS-2", "EU-RO-1"}
	}
	if chance(p.rng, 0.2) {
		args["network_volume_id"] = p.add(volumeType, acctest.Values{"name": "models", "size": 10,
			"data_center_id": "EU-RO-1"}).ref("id")
	}
	var last *block
	for range 1 + p.rng.IntN(2) {
		last = p.add(endpointType, maps.Clone(args))
		last.args["workers_max"], last.count = pick(p.rng, 1, 1, 2), pick(p.rng, 0, 0, 0, 2)
	}
	return last
}

// addPods adds pods of one name: equal ones, or such as differ in what is not shown.
func (p *planner) addPods() {
	args, steady := acctest.Values{"image_name": "img:1"}, true
	if chance(p.rng, 0.9) {
		args["name"] = "desk"
	}
	if chance(p.rng, 0.3) {
		template := p.addTemplate(false)
		delete(args, "image_name")
		args["template_id"], steady = template.ref("id"), template.createBeforeDestroy
		// A pod keeps the login that it copies from its template, which could then not be replaced: so it has it itself.
		args["container_registry_auth_id"] = template.args["container_registry_auth_id"]
	}
	if chance(p.rng, 0.3) {
		args["compute_type"] = "CPU"
	}
	for range 1 + p.rng.IntN(3) {
		b := p.add(podType, maps.Clone(args))
		b.count, b.createBeforeDestroy = pick(p.rng, 0, 0, 0, 2), steady && chance(p.rng, 0.1)
		p.choosePlace(b)
		p.addEnv(b)
		if chance(p.rng, 0.1) {
			b.args["desired_status"] = "EXITED"
		}
		if chance(p.rng, 0.1) {
			b.args["timeouts"] = map[string]any{"create": "45s", "update": "45s", "delete": "45s"}
		}
	}
}

func (p *planner) choosePlace(b *block) {
	if chance(p.rng, 0.5) {
		b.args["cloud_type"] = pick(p.rng, "SECURE", "COMMUNITY")
	}
	if chance(p.rng, 0.2) && b.args["compute_type"] != "CPU" && !p.august {
		b.args["min_ram_per_gpu"] = pick(p.rng, 8, 9)
	}
	volume := p.some(volumeType, func(*block) bool { return true })
	if volume != nil && b.args["cloud_type"] != "COMMUNITY" && chance(p.rng, 0.2) { // It has no network volumes.
		b.args["network_volume_id"] = volume.ref("id")
	}
}

// addGate adds a job, and a pod that is only to be there if the job ended well; or a pod that follows on another one.
func (p *planner) addGate() {
	var gate *block
	if chance(p.rng, 0.7) {
		gate = p.addJob()
	} else {
		gate = p.add(podType, acctest.Values{"name": "first", "image_name": "img:1"})
	}
	if gate.args["wait_for_completion"] != false {
		p.add(podType, acctest.Values{"name": "behind", "image_name": "img:1",
			"env": map[string]any{"GATE": gate.ref("id")}})
	}
}

func (p *planner) addJob() *block {
	endpoint := p.addEndpoints()
	b := p.add(jobType, acctest.Values{"endpoint_id": endpoint.ref("id")})
	if chance(p.rng, 0.3) {
		b.args["input_wo"] = fmt.Sprintf(`{"job":%q,"token":%q,"ms":1500}`, p.provider+" "+b.address(), p.secrets.inputWO)
		b.args["input_wo_version"], b.args["store_output"] = 1, false
	} else {
		p.setInput(b)
	}
	if chance(p.rng, 0.15) {
		b.args["wait_for_completion"] = false
	}
	if template := p.some(templateType, endpoint.refersTo); template != nil && chance(p.rng, 0.3) {
		b.args["triggers"] = map[string]any{"worker": template.ref("config_hash")}
	}
	return b
}

// setInput sets an input that names the job, so that what the service has of it can be counted.
func (p *planner) setInput(b *block) {
	b.args["input"] = fmt.Sprintf(`{"job":%q,"ms":%d,"version":%d}`, p.provider+" "+b.address(),
		pick(p.rng, 1500, 40000), b.version)
}

// addPurge adds a purge of an endpoint without jobs: it would delete what they wait for.
func (p *planner) addPurge() {
	p.add(purgeType, acctest.Values{"endpoint_id": p.addEndpoints().ref("id"), "triggers": map[string]any{"n": "1"}})
}
