package simulation_test

import (
	"fmt"
	"slices"
)

// change changes some blocks: in place, to another object, or by one more or less.
func (p *planner) change() {
	for range 1 + p.rng.IntN(3) {
		if len(p.blocks) == 0 {
			p.grow(1)
		}
		b := pick(p.rng, p.blocks...)
		b.version++
		switch p.rng.IntN(7) {
		case 0:
			p.grow(1)
		case 1:
			p.takeAway(b)
		case 2, 3, 4:
			p.update(b)
		case 5:
			p.replace(b)
		default:
			if b.count > 0 {
				b.count = 1 + p.rng.IntN(4)
			}
		}
	}
}

// takeAway removes a block and what refers to it.
func (p *planner) takeAway(b *block) {
	for _, user := range p.users(b) {
		p.takeAway(user)
	}
	p.blocks = slices.DeleteFunc(p.blocks, func(other *block) bool { return other == b })
}

// update changes a block in place, if its kind allows that.
func (p *planner) update(b *block) {
	switch b.kind {
	case volumeType:
		if size, ok := b.args["size"].(int); ok && chance(p.rng, 0.7) {
			b.args["size"] = size + 10
		} else {
			b.args["name"] = fmt.Sprint("data-", b.version)
		}
	case templateType:
		p.updateContainer(b, "readme")
	case endpointType:
		switch p.rng.IntN(3) {
		case 0:
			b.args["name"] = fmt.Sprint("serve-", b.version)
		case 1:
			b.args["idle_timeout"] = 10 + b.version
		default:
			b.args["workers_max"] = 1 + b.version%3
		}
	case podType:
		switch p.rng.IntN(3) {
		case 0:
			b.args["desired_status"] = pick(p.rng, "EXITED", "RUNNING")
		case 1:
			b.args["restart_triggers"] = map[string]any{"n": fmt.Sprint(b.version)}
		default:
			p.updateContainer(b, "name")
		}
	}
}

// updateContainer changes what templates and pods share, or text.
func (p *planner) updateContainer(b *block, text string) {
	switch p.rng.IntN(4) {
	case 0:
		if members, _ := b.args["env"].(map[string]any); members["GATE"] == nil {
			b.args["env"] = map[string]any{"MODEL": fmt.Sprint("w", b.version)}
		}
	case 1:
		if b.args["env_wo"] != nil {
			b.args["env_wo_version"] = b.version
		}
	case 2:
		b.args["container_disk_in_gb"] = 20 + b.version
	default:
		b.args[text] = fmt.Sprint("text ", b.version)
	}
}

// replace changes what makes another object.
func (p *planner) replace(b *block) {
	switch b.kind {
	case loginType:
		b.args["username"] = fmt.Sprint("ci-", b.version)
	case volumeType:
		isEndpoint := func(user *block) bool { return user.kind == endpointType } // Where it runs depends on the volume.
		if !slices.ContainsFunc(p.users(b), isEndpoint) {
			b.args["data_center_id"] = pick(p.rng, "EU-RO-1", "EU-SE-1")
		}
	case templateType:
		b.args["category"] = pick(p.rng, "AMD", "CPU")
	case endpointType:
		b.args["compute_type"] = "CPU"
		delete(b.args, "gpu_type_ids")
	case podType:
		count := map[bool]string{true: "vcpu_count", false: "gpu_count"}[b.args["compute_type"] == "CPU"]
		b.args[count] = pick(p.rng, 2, 4)
	case jobType:
		if b.args["input_wo"] != nil {
			b.args["input_wo_version"] = b.version
		} else {
			p.setInput(b)
		}
	case purgeType:
		b.args["triggers"] = map[string]any{"n": fmt.Sprint(b.version)}
	}
}
