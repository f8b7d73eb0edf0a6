package chaos_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// planner makes random configurations that a person could have written: every one of them can be applied, in any order
// that a CLI chooses. So what others use has a name prefix and is created before it is destroyed, wherever the users
// are changed in place; and only what nothing refers to is taken away.
type planner struct {
	rng     *rand.Rand
	secrets secrets
	secret  bool // Everything that can have a secret has it.
	blocks  []*block
	made    int
}

// block is a resource block.
type block struct {
	kind, name          string
	count               int // instances, of equal configuration; 0 is one without an index
	args                acctest.Values
	createBeforeDestroy bool
	version             int // of what the change of which makes another object
}

const (
	auth     = "podfleet_container_registry_auth"
	volume   = "podfleet_network_volume"
	template = "podfleet_template"
	endpoint = "podfleet_endpoint"
	pod      = "podfleet_pod"
	job      = "podfleet_job"
	purge    = "podfleet_queue_purge"
)

func newPlanner(rng *rand.Rand, s secrets, secret bool) *planner {
	return &planner{rng: rng, secrets: s, secret: secret}
}

// config returns the present configuration. It shares nothing with later ones.
func (p *planner) config() []acctest.Resource {
	var all []acctest.Resource
	for _, b := range p.blocks {
		for i := range max(b.count, 1) {
			address := b.address()
			if b.count > 0 {
				address = fmt.Sprintf("%s[%d]", address, i)
			}
			r := acctest.Resource{Address: address, Config: cloneValues(b.args),
				CreateBeforeDestroy: b.createBeforeDestroy}
			all = append(all, r)
		}
	}
	return all
}

func cloneValues(values acctest.Values) acctest.Values {
	copied := acctest.Values{}
	for name, value := range values {
		if members, ok := value.(map[string]any); ok {
			inner := map[string]any{}
			for key, member := range members {
				inner[key] = member
			}
			value = inner
		}
		copied[name] = value
	}
	return copied
}

func (b *block) address() string { return b.kind + "." + b.name }

// ref returns a reference to an attribute of a block's first instance.
func (b *block) ref(attribute string) acctest.Ref {
	address := b.address()
	if b.count > 0 {
		address += "[0]"
	}
	return acctest.Ref{Address: address, Attribute: attribute}
}

// grow adds blocks of any kind.
func (p *planner) grow(n int) {
	for range n {
		switch pick(p.rng, auth, volume, template, endpoint, pod, pod, pod, job, purge) {
		case auth:
			p.addAuth()
		case volume:
			p.addVolume()
		case template:
			p.addTemplate(chance(p.rng, 0.5))
		case endpoint:
			p.addEndpoint()
		case pod:
			p.addPod()
		case job:
			p.addJob()
		case purge:
			p.addPurge()
		}
	}
}

func (p *planner) add(kind string) *block {
	p.made++
	b := &block{kind: kind, name: fmt.Sprintf("%c%d", kind[len("podfleet_")], p.made), args: acctest.Values{}, version: 1}
	p.blocks = append(p.blocks, b)
	return b
}

// some returns a block of a kind with a property, or nil.
func (p *planner) some(kind string, has func(*block) bool) *block {
	var found []*block
	for _, b := range p.blocks {
		if b.kind == kind && has(b) {
			found = append(found, b)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return pick(p.rng, found...)
}

// users returns the blocks that refer to a block.
func (p *planner) users(of *block) []*block {
	var found []*block
	for _, b := range p.blocks {
		if b.refersTo(of) {
			found = append(found, b)
		}
	}
	return found
}

func (b *block) refersTo(of *block) bool {
	is := func(value any) bool {
		ref, ok := value.(acctest.Ref)
		return ok && (ref.Address == of.address() || ref.Address == of.address()+"[0]")
	}
	for _, value := range b.args {
		if members, ok := value.(map[string]any); ok {
			for _, member := range members {
				if is(member) {
					return true
				}
			}
		}
		if is(value) {
			return true
		}
	}
	return false
}

func (p *planner) addAuth() *block {
	b := p.add(auth)
	b.args["username"] = "ci"
	if chance(p.rng, 0.7) {
		b.createBeforeDestroy, b.args["name_prefix"] = true, b.name+"-"
	} else {
		b.args["name"] = b.name
	}
	if !p.secret && chance(p.rng, 0.5) {
		b.args["password"] = p.secrets.password
	} else {
		b.args["password_wo"], b.args["password_wo_version"] = p.secrets.passwordWO, 1
	}
	return b
}

func (p *planner) addVolume() *block {
	b := p.add(volume)
	b.count = pick(p.rng, 0, 0, 0, 2, 3)
	b.args["name"] = pick(p.rng, "data", "models", b.name)
	b.args["size"] = 10 * (1 + p.rng.IntN(3))
	b.args["data_center_id"] = pick(p.rng, "EU-RO-1", "EU-SE-1")
	return b
}

func (p *planner) addTemplate(serverless bool) *block {
	b := p.add(template)
	b.args["image_name"] = pick(p.rng, "img:1", "img:2")
	if serverless {
		b.args["is_serverless"], b.args["image_name"] = true, pick(p.rng, "emulator/echo", "echo:1")
	}
	if serverless || chance(p.rng, 0.6) {
		b.createBeforeDestroy, b.args["name_prefix"] = true, b.name+"-"
	} else {
		b.args["name"] = b.name
	}
	p.maybeEnv(b)
	if a := p.some(auth, func(a *block) bool { return a.createBeforeDestroy }); a != nil && chance(p.rng, 0.4) {
		b.args["container_registry_auth_id"] = a.ref("id")
	}
	if chance(p.rng, 0.3) {
		b.args["container_disk_in_gb"] = 10 + p.rng.IntN(3)
	}
	return b
}

func (p *planner) maybeEnv(b *block) {
	if chance(p.rng, 0.5) {
		b.args["env"] = map[string]any{"MODEL": fmt.Sprint("v", p.rng.IntN(3))}
	}
	if chance(p.rng, 0.3) || p.secret {
		b.args["env_wo"] = map[string]any{"TOKEN": p.secrets.envWO}
		b.args["env_wo_version"] = 1
	}
}

func (p *planner) addEndpoint() *block {
	serves := func(t *block) bool { return t.args["is_serverless"] == true }
	t := p.some(template, serves)
	if t == nil || chance(p.rng, 0.3) {
		t = p.addTemplate(true)
	}
	b := p.add(endpoint)
	b.args["template_id"] = t.ref("id")
	b.count = pick(p.rng, 0, 0, 0, 2)
	if chance(p.rng, 0.6) {
		b.args["name"] = pick(p.rng, "serve", b.name)
	}
	b.args["workers_max"] = pick(p.rng, 1, 2, 3)
	b.args["scaler_type"], b.args["scaler_value"] = "REQUEST_COUNT", 1
	return b
}

func (p *planner) addPod() *block {
	b := p.add(pod)
	b.count = pick(p.rng, 0, 0, 0, 2, 3)
	switch p.rng.IntN(3) {
	case 0: // No name: the service has one for all.
	case 1:
		b.args["name"] = "desk"
	default:
		b.args["name"] = b.name
	}
	t := p.some(template, func(t *block) bool { return t.args["is_serverless"] != true })
	if t != nil && chance(p.rng, 0.4) {
		b.args["template_id"] = t.ref("id")
		b.createBeforeDestroy = t.createBeforeDestroy && chance(p.rng, 0.3)
	} else {
		b.args["image_name"] = pick(p.rng, "img:1", "img:2")
		b.createBeforeDestroy = chance(p.rng, 0.2)
	}
	a := p.some(auth, func(a *block) bool { return a.createBeforeDestroy })
	if a != nil && chance(p.rng, 0.3) {
		b.args["container_registry_auth_id"] = a.ref("id")
	}
	// A pod keeps the login that it takes over from its template, which could then not be replaced: so it has it itself.
	if _, made := b.args["template_id"]; made && t.args["container_registry_auth_id"] != nil {
		b.args["container_registry_auth_id"] = t.args["container_registry_auth_id"]
	}
	if v := p.some(volume, func(*block) bool { return true }); v != nil && chance(p.rng, 0.4) {
		b.args["network_volume_id"] = v.ref("id")
	}
	p.maybeEnv(b)
	if chance(p.rng, 0.2) {
		b.args["desired_status"] = "EXITED"
	}
	if chance(p.rng, 0.2) {
		b.args["restart_triggers"] = map[string]any{"n": "1"}
	}
	return b
}

func (p *planner) addJob() *block {
	e := p.some(endpoint, func(e *block) bool { return len(p.usersOfKind(e, purge)) == 0 })
	if e == nil {
		e = p.addEndpoint()
	}
	b := p.add(job)
	b.args["endpoint_id"] = e.ref("id")
	if chance(p.rng, 0.3) || p.secret {
		b.args["input_wo"] = fmt.Sprintf(`{"job":%q,"token":%q}`, b.address(), p.secrets.inputWO)
		b.args["input_wo_version"], b.args["store_output"] = 1, false
	} else {
		b.args["input"] = jobInput(b)
	}
	switch p.rng.IntN(6) {
	case 0, 1:
		b.args["mode"] = "sync"
	case 2:
		b.args["wait_for_completion"] = false
	}
	if chance(p.rng, 0.2) || p.secret {
		b.args["s3_config"] = map[string]any{
			"access_id": "id", "access_secret_wo": p.secrets.bucketWO, "access_secret_wo_version": 1,
			"bucket_name": "results", "endpoint_url": "https://s3.example.com",
		}
	}
	if t := p.templateOf(e); t != nil && chance(p.rng, 0.5) {
		b.args["triggers"] = map[string]any{"worker": t.ref("config_hash")}
	}
	return b
}

// jobInput names the job, so that what the service has of it can be counted.
func jobInput(b *block) string { return fmt.Sprintf(`{"job":%q,"version":%d}`, b.address(), b.version) }

func (p *planner) templateOf(e *block) *block {
	return p.some(template, func(t *block) bool { return e.refersTo(t) })
}

func (p *planner) usersOfKind(of *block, kind string) []*block {
	return slices.DeleteFunc(p.users(of), func(b *block) bool { return b.kind != kind })
}

func (p *planner) addPurge() *block {
	// A purge takes away what jobs wait for, and the service allows two in ten seconds.
	e := p.some(endpoint, func(e *block) bool {
		return len(p.usersOfKind(e, job)) == 0 && len(p.usersOfKind(e, purge)) == 0
	})
	if e == nil {
		e = p.addEndpoint()
	}
	b := p.add(purge)
	b.args["endpoint_id"] = e.ref("id")
	b.args["triggers"] = map[string]any{"n": "1"}
	return b
}
