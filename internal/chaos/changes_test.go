package chaos_test

import (
	"fmt"
	"slices"
	"strings"
)

// change makes another configuration of the one there is, and says what it did.
func (p *planner) change() string {
	var done []string
	for range 1 + p.rng.IntN(3) {
		if len(p.blocks) == 0 {
			p.grow(1)
		}
		b := pick(p.rng, p.blocks...)
		switch p.rng.IntN(6) {
		case 0:
			p.grow(1)
			done = append(done, "grow")
		case 1:
			done = append(done, p.takeAway(b))
		case 2, 3:
			done = append(done, p.update(b))
		case 4:
			done = append(done, p.replace(b))
		default:
			done = append(done, p.recount(b))
		}
	}
	return strings.Join(slices.DeleteFunc(done, func(s string) bool { return s == "" }), ", ")
}

// takeAway removes a block and what refers to it.
func (p *planner) takeAway(b *block) string {
	for _, user := range p.users(b) {
		p.takeAway(user)
	}
	p.blocks = slices.DeleteFunc(p.blocks, func(other *block) bool { return other == b })
	return "remove " + b.address()
}

// update changes a block in place, if its kind allows that.
func (p *planner) update(b *block) string {
	b.version++
	switch b.kind {
	case volume:
		if size, ok := b.args["size"].(int); ok && chance(p.rng, 0.5) {
			b.args["size"] = size + 10
		} else {
			b.args["name"] = fmt.Sprint("data-", b.version)
		}
	case template:
		p.updateContainer(b, "readme")
	case endpoint:
		switch p.rng.IntN(3) {
		case 0:
			b.args["name"] = fmt.Sprint("serve-", b.version)
		case 1:
			b.args["idle_timeout"] = 10 + b.version
		default:
			if b.args["compute_type"] == "CPU" {
				b.args["workers_max"] = 1 + b.version%3
			} else {
				b.args["gpu_count"] = 1 + b.version%3
			}
		}
	case pod:
		switch p.rng.IntN(4) {
		case 0:
			b.args["desired_status"] = pick(p.rng, "EXITED", "RUNNING")
		case 1:
			b.args["restart_triggers"] = map[string]any{"n": fmt.Sprint(b.version)}
		case 2:
			b.args["name"] = fmt.Sprint("desk-", b.version)
		default:
			p.updateContainer(b, "name")
		}
	default:
		return ""
	}
	return "update " + b.address()
}

// updateContainer changes what templates and pods share, or text.
func (p *planner) updateContainer(b *block, text string) {
	switch p.rng.IntN(4) {
	case 0:
		b.args["env"] = map[string]any{"MODEL": fmt.Sprint("w", b.version)}
	case 1:
		if _, has := b.args["env_wo"]; has {
			b.args["env_wo_version"] = b.version
			return
		}
		b.args["env"] = nil
	case 2:
		b.args["container_disk_in_gb"] = 20 + b.version
	default:
		b.args[text] = fmt.Sprint("text ", b.version)
	}
}

// replace changes what makes another object.
func (p *planner) replace(b *block) string {
	b.version++
	switch b.kind {
	case auth:
		b.args["username"] = fmt.Sprint("ci-", b.version)
	case volume:
		b.args["data_center_id"] = pick(p.rng, "EU-RO-1", "EU-SE-1", "EU-CZ-1")
	case template:
		b.args["category"] = pick(p.rng, "AMD", "CPU")
	case endpoint:
		b.args["compute_type"] = "CPU"
		delete(b.args, "gpu_count")
	case pod:
		b.args["gpu_count"] = 2 + b.version%7
	case job:
		if _, has := b.args["input_wo"]; has {
			b.args["input_wo_version"] = b.version
		} else {
			b.args["input"] = jobInput(b)
		}
	case purge:
		b.args["triggers"] = map[string]any{"n": fmt.Sprint(b.version)}
	}
	return "replace " + b.address()
}

// recount changes the number of equal objects.
func (p *planner) recount(b *block) string {
	if b.count == 0 {
		return ""
	}
	b.count = 1 + p.rng.IntN(4)
	return fmt.Sprint("count ", b.address(), " ", b.count)
}
