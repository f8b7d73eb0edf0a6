package simulation_test

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// importCommand matches the command for an object about which a message lets the user decide.
var importCommand = regexp.MustCompile("`terraform import (podfleet_[a-z_]+)\\.NAME ([^`]+)`")

// followImports imports what the messages of the last apply name, where it was created, as a user does who can look at
// the objects.
func (run *moduleRun) followImports() {
	run.w.t.Helper()
	for _, b := range run.blocks {
		for _, d := range b.lastRun.Diagnostics {
			for _, command := range importCommand.FindAllStringSubmatch(d.Detail, -1) {
				run.imports(b, command[2])
			}
		}
	}
}

// imports takes an object of the block's own at its address, if that has none.
func (run *moduleRun) imports(b *providerBlock, id string) {
	run.w.t.Helper()
	made, held := run.w.ledger.of(id), run.held()
	if made == nil || made.process != b.name || held[id] || run.w.objects()[id] == nil || b.idAt(made.address) != "" {
		return
	}
	config := b.planner.config()
	i := slices.IndexFunc(config, func(r acctest.Resource) bool { return r.Address == made.address })
	if i < 0 {
		return
	}
	told := b.module.Import(config[i], id)
	run.everHeld[id] = true
	fmt.Fprintf(&run.log, "-- people import %s %s\n%s\n", made.address, id, acctest.Text(told))
	run.seen.count("imported as an error says")
	plan := b.module.Plan(config)
	action := plan.Actions[made.address]
	if (action == acctest.Replace || action == acctest.CreateBeforeDestroy) && len(made.changedBy) == 0 {
		run.breaks(isReplaced, "%s: %v\n%s", b.name, made, plan.Text())
	}
}

// tidy deletes what is left over, which the judge has found to be named or announced, as users do after the messages;
// and the other client deletes its own: it can be in the way of a destroy, or have a name that is wanted.
func (run *moduleRun) tidy() {
	run.w.t.Helper()
	held, objects := run.held(), run.w.objects()
	for _, r := range run.w.ledger.all() {
		if r.process == fixtures || held[r.id] || objects[r.id] == nil {
			continue
		}
		run.w.service.Remove(r.kind, r.id)
		fmt.Fprintf(&run.log, "-- people delete %s %s\n", r.kind, r.id)
	}
}

// idAt is the ID of the object at an address; empty if it has none.
func (b *providerBlock) idAt(address string) string {
	for _, o := range b.module.Objects() {
		if o.Address == address && !o.Deposed {
			return o.ID
		}
	}
	return ""
}

// described are the attributes by which a configuration describes an object, and the members that show them.
var described = map[string]string{
	"name": "name", "image_name": "imageName", "size": "size", "data_center_id": "dataCenterId",
	"container_disk_in_gb": "containerDiskInGb", "network_volume_id": "networkVolumeId", "cloud_type": "cloudType",
	"compute_type": "computeType", "gpu_count": "gpuCount", "vcpu_count": "vcpuCount", "workers_max": "workersMax",
	"gpu_type_ids": "gpuTypeIds", "data_center_ids": "dataCenterIds", "is_serverless": "isServerless",
	"category": "category", "username": "username", "min_ram_per_gpu": "minRAMPerGPU",
}

// wanted are the members that the create of an address asks for, by its configuration and the name that was sent.
func (b *providerBlock) wanted(address, name string) map[string]any {
	config := b.planner.config()
	i := slices.IndexFunc(config, func(r acctest.Resource) bool { return r.Address == address })
	if i < 0 {
		return nil
	}
	resolved := func(value any) any {
		if ref, is := value.(acctest.Ref); is {
			return b.idAt(ref.Address)
		}
		return value
	}
	wanted, env := map[string]any{"name": name}, map[string]any{}
	for attribute, member := range described {
		if value := config[i].Config[attribute]; value != nil && attribute != "name" &&
			(member != "networkVolumeId" || config[i].Type() != endpointType) {
			wanted[member] = resolved(value)
		}
	}
	if template := config[i].Config["template_id"]; template != nil { // Over version 2, an object has another one.
		wanted["templateId"] = resolved(template)
	}
	for _, attribute := range []string{"env", "env_wo"} {
		members, _ := config[i].Config[attribute].(map[string]any)
		for name, value := range members {
			env[name] = resolved(value)
		}
	}
	if len(env) > 0 {
		wanted["env"] = env
	}
	return wanted
}

// adopted says whether a message has told that a state took the configured value of an attribute that no answer showed
// after an import. The object may have another one.
func (b *providerBlock) adopted(attribute string, object map[string]any) bool {
	told := fmt.Sprintf(`\(%s\) was imported, and the API did not return these attributes: [^.]*\b%s\b`,
		object["id"], attribute)
	return regexp.MustCompile(told).MatchString(b.text.String())
}

// differs is an attribute in which an object differs from its configuration; empty if it has all of it.
func (b *providerBlock) differs(r acctest.Resource, object map[string]any) string {
	for attribute, member := range described {
		wanted := r.Config[attribute]
		if ref, ok := wanted.(acctest.Ref); ok {
			wanted = b.idAt(ref.Address)
		}
		if member == "networkVolumeId" && r.Type() == endpointType {
			continue // It shows them in a list.
		}
		if shown, has := object[member]; has && wanted != nil && spelled(wanted) != spelled(shown) &&
			!b.adopted(attribute, object) {
			return attribute
		}
	}
	env, _ := object["env"].(map[string]any)
	for _, attribute := range []string{"env", "env_wo"} {
		members, _ := r.Config[attribute].(map[string]any)
		for name, value := range members {
			if _, refers := value.(acctest.Ref); !refers && env[name] != value {
				return attribute
			}
		}
	}
	return ""
}

// judgeObjects holds the objects at a block's addresses against its configuration, once there is nothing left to do.
func (run *moduleRun) judgeObjects(step string, b *providerBlock) {
	run.w.t.Helper()
	for _, r := range b.planner.config() {
		kind, exists := acctest.Kinds[r.Type()]
		if !exists {
			continue
		}
		id := b.idAt(r.Address)
		if object, found := run.w.service.Object(kind, id); !found {
			run.breaks(isUndescribed, "%s: %s of %s has %s, which does not exist", step, r.Address, b.name, id)
		} else if attribute := b.differs(r, object); attribute != "" {
			run.breaks(isUndescribed, "%s: %s of %s differs in %s: %v", step, r.Address, b.name, attribute, object)
		}
	}
}
