package provider_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// These tests try what the tables of versions say of each attribute (framework.VersionTable), over both versions of the
// management interface. An attribute that can be configured needs a line in samples.

// tried is a value of one attribute that is not its default.
type tried struct {
	value string // in HCL; it replaces the base's
	// with are other attributes that the value needs; an empty one is left out of the base.
	with map[string]string
	// instead are the attributes of the configuration to compare with. Nil: those of with, and the attribute is left out.
	instead map[string]string
	// hidden is set if the attribute is in no state.
	hidden bool
}

func sampled(value string, with ...string) tried { return tried{value: value, with: pairs(with)} }

// insteadOf returns a sample for an attribute that another one needs, or excludes.
func (s tried) insteadOf(attributes ...string) tried {
	s.instead = pairs(attributes)
	return s
}

func hidden(value string, with ...string) tried {
	return tried{value: value, with: pairs(with), hidden: true}
}

// own are the attributes of an endpoint with container settings of its own.
var own = []string{"template_id", "", "image_name", `"img:1"`}

// ownContainer is sampled for such an endpoint.
func ownContainer(value string) tried { return sampled(value, own...) }

func pairs(list []string) map[string]string {
	all := map[string]string{}
	for i := 0; i < len(list); i += 2 {
		all[list[i]] = list[i+1]
	}
	return all
}

// bases are the configurations to which samples are added.
var bases = map[string]map[string]string{
	"podfleet_container_registry_auth": {"name": `"n"`, "username": `"u"`, "password": `"p"`},
	"podfleet_endpoint":                {"name": `"n"`, "template_id": `"t1"`},
	"podfleet_network_volume":          {"name": `"n"`, "size": `20`, "data_center_id": `"EU-RO-1"`},
	"podfleet_pod":                     {"name": `"n"`, "image_name": `"img:1"`},
	"podfleet_template":                {"name": `"n"`, "image_name": `"img:1"`},
}

// samples has each attribute that can be configured.
var samples = map[string]map[string]tried{
	"podfleet_container_registry_auth": {
		"name": sampled(`"m"`), "name_prefix": sampled(`"m-"`, "name", "").insteadOf(), "username": sampled(`"v"`),
		"password": sampled(`"q"`), "password_wo": hidden(`"q"`, "password", "", "password_wo_version", "1").insteadOf(),
		"password_wo_version": sampled(`2`, "password", "", "password_wo", `"q"`).
			insteadOf("password", "", "password_wo", `"q"`, "password_wo_version", `1`),
	},
	"podfleet_network_volume": {
		"name": sampled(`"m"`), "name_prefix": sampled(`"m-"`, "name", "").insteadOf(), "size": sampled(`30`),
		"data_center_id": sampled(`"US-TX-3"`), "deletion_protection": sampled(`false`),
		"type": sampled(`"HIGH_PERFORMANCE"`),
	},
	"podfleet_template": {
		"name": sampled(`"m"`), "name_prefix": sampled(`"m-"`, "name", "").insteadOf(), "image_name": sampled(`"img:2"`),
		"category": sampled(`"AMD"`), "container_disk_in_gb": sampled(`7`), "volume_in_gb": sampled(`30`),
		"volume_mount_path": sampled(`"/data"`), "container_registry_auth_id": sampled(`"auth1"`),
		"docker_entrypoint": sampled(`["/bin/sh"]`), "docker_start_cmd": sampled(`["a", "b c"]`),
		"env": sampled(`{ A = "1" }`), "env_wo": hidden(`{ B = "2" }`, "env_wo_version", "1").insteadOf(),
		"env_wo_version": sampled(`2`, "env_wo", `{ B = "2" }`).
			insteadOf("env_wo", `{ B = "2" }`, "env_wo_version", `1`), "ports": sampled(`["9000/tcp"]`),
		"is_public": sampled(`true`), "is_serverless": sampled(`true`), "readme": sampled(`"# Title"`),
		"deletion_protection": sampled(`false`), "start_ssh": sampled(`true`), "start_jupyter": sampled(`true`),
	},
	"podfleet_endpoint": {
		"name": sampled(`"m"`), "name_prefix": sampled(`"m-"`, "name", "").insteadOf(), "template_id": sampled(`"t2"`),
		"compute_type": sampled(`"CPU"`), "gpu_type_ids": sampled(`["NVIDIA L4"]`), "gpu_count": sampled(`2`),
		"cpu_flavor_ids": sampled(`["cpu3c"]`, "compute_type", `"CPU"`), "vcpu_count": sampled(`4`, "compute_type", `"CPU"`),
		"allowed_cuda_versions": sampled(`["12.4"]`), "min_cuda_version": sampled(`"12.4"`),
		"data_center_ids": sampled(`["EU-RO-1"]`), "network_volume_id": sampled(`"vol1"`),
		"network_volume_ids": sampled(`["vol1"]`), "workers_min": sampled(`1`), "workers_max": sampled(`2`),
		"idle_timeout": sampled(`9`), "scaler_type": sampled(`"REQUEST_COUNT"`), "scaler_value": sampled(`7`),
		"execution_timeout_ms": sampled(`60000`), "flashboot": sampled(`false`), "deletion_protection": sampled(`false`),
		"wait_for_rollout": sampled(`true`), "drain_timeout": sampled(`"5m"`),
		"gpu_pools": sampled(`["ADA_24"]`), "excluded_gpu_type_ids": sampled(`["NVIDIA L4"]`, "gpu_pools", `["AMPERE_24"]`).
				insteadOf("gpu_pools", `["AMPERE_24"]`),
		"image_name":                 ownContainer(`"img:2"`).insteadOf("template_id", "", "image_name", `"img:1"`),
		"docker_entrypoint":          ownContainer(`["/bin/sh"]`).insteadOf(own...),
		"docker_start_cmd":           ownContainer(`["a", "b c"]`).insteadOf(own...),
		"container_disk_in_gb":       ownContainer(`7`).insteadOf(own...),
		"ports":                      ownContainer(`["9000/tcp"]`).insteadOf(own...),
		"env":                        ownContainer(`{ A = "1" }`).insteadOf(own...),
		"container_registry_auth_id": ownContainer(`"auth1"`).insteadOf(own...),
		"env_wo": hidden(`{ B = "2" }`, "template_id", "", "image_name", `"img:1"`, "env_wo_version", "1").
			insteadOf(own...),
		"env_wo_version": sampled(`2`, "template_id", "", "image_name", `"img:1"`, "env_wo", `{ B = "2" }`).
			insteadOf("template_id", "", "image_name", `"img:1"`, "env_wo", `{ B = "2" }`, "env_wo_version", `1`),
	},
	"podfleet_pod": {
		"name": sampled(`"m"`), "name_prefix": sampled(`"m-"`, "name", "").insteadOf(), "image_name": sampled(`"img:2"`),
		"locked": sampled(`true`), "desired_status": sampled(`"EXITED"`), "wait_for_ready": sampled(`false`),
		"restart_triggers": sampled(`{ a = "1" }`), "reset_triggers": sampled(`{ a = "1" }`),
		"ready_check":          sampled(`{ port = 22 }`, "wait_for_ready", ""),
		"container_disk_in_gb": sampled(`7`), "volume_in_gb": sampled(`30`), "volume_mount_path": sampled(`"/data"`),
		"container_registry_auth_id": sampled(`"auth1"`), "docker_entrypoint": sampled(`["/bin/sh"]`),
		"docker_start_cmd": sampled(`["a", "b c"]`), "ports": sampled(`["9000/tcp"]`), "env": sampled(`{ A = "1" }`),
		"env_wo": hidden(`{ B = "2" }`, "env_wo_version", "1").insteadOf(),
		"env_wo_version": sampled(`2`, "env_wo", `{ B = "2" }`).
			insteadOf("env_wo", `{ B = "2" }`, "env_wo_version", `1`), "global_networking": sampled(`true`),
		"compute_type": sampled(`"CPU"`), "cloud_type": sampled(`"COMMUNITY"`), "gpu_type_ids": sampled(`["NVIDIA L4"]`),
		"gpu_type_priority": sampled(`"custom"`, "gpu_type_ids", `["NVIDIA L4", "NVIDIA A40"]`), "gpu_count": sampled(`2`),
		"allowed_cuda_versions": sampled(`["12.4"]`), "min_ram_per_gpu": sampled(`16`), "min_vcpu_per_gpu": sampled(`4`),
		"cpu_flavor_ids":      sampled(`["cpu3g"]`, "compute_type", `"CPU"`),
		"cpu_flavor_priority": sampled(`"custom"`, "compute_type", `"CPU"`, "cpu_flavor_ids", `["cpu5m", "cpu3g"]`),
		"vcpu_count":          sampled(`4`, "compute_type", `"CPU"`), "data_center_ids": sampled(`["EU-RO-1"]`),
		"data_center_priority": sampled(`"custom"`, "data_center_ids", `["EU-RO-1", "US-TX-3"]`),
		"country_codes":        sampled(`["RO"]`), "interruptible": sampled(`true`), "support_public_ip": sampled(`true`),
		"template_id": sampled(`"t3"`), "network_volume_id": sampled(`"vol1"`), "min_download_mbps": sampled(`100`),
		"min_cuda_version": sampled(`"12.4"`), "start_ssh": sampled(`true`), "start_jupyter": sampled(`true`),
		"min_upload_mbps": sampled(`100`), "min_disk_bandwidth_megabytes_per_second": sampled(`100`),
		"deletion_protection": sampled(`false`), "wait_for_capacity": sampled(`"1m"`),
		"alternatives": hidden(`[{ gpu_type_ids = ["NVIDIA A40"], gpu_count = 1 }]`, "gpu_type_ids", `["NVIDIA L4"]`,
			"gpu_count", `8`).insteadOf("gpu_type_ids", `["NVIDIA A40"]`),
	},
}

// onlyQueue are the types that use the queue interface only, which is the same over both versions.
var onlyQueue = []string{"podfleet_job", "podfleet_jobs", "podfleet_queue_purge", "podfleet_endpoint_health"}

// providerOwn are the attributes that no request has.
var providerOwn = []string{"deletion_protection", "drain_timeout", "env_wo_version", "password_wo_version",
	"ready_check", "reset_triggers", "restart_triggers", "wait_for_capacity", "wait_for_ready", "wait_for_rollout"}

// neverSeen are attributes that no object of these tests has a value of, over either version, each with the reason.
var neverSeen = map[string]string{
	"podfleet_endpoint.instance_ids": "the emulator's list is always empty",
	// TestUsedBy_found has include_used_by, without which used_by is null.
	"podfleet_container_registry_auth.include_used_by": "the walk does not configure it",
	"podfleet_container_registry_auth.used_by":         "the walk does not configure include_used_by",
	"podfleet_network_volume.include_used_by":          "the walk does not configure it",
	"podfleet_network_volume.used_by":                  "the walk does not configure include_used_by",
	"podfleet_template.include_used_by":                "the walk does not configure it",
	"podfleet_template.used_by":                        "the walk does not configure include_used_by",
}

// stockForWalk starts an account with the objects that samples refer to.
func stockForWalk(t *testing.T, start acctest.Starter) *acctest.Env {
	t.Helper()
	env := start(emulator.Options{AutoAdvance: true, Stock: []emulator.StockLimit{
		{ID: "NVIDIA L4", Units: 4}, {ID: "cpu5m", Units: 8}, // So that their priority matters.
	}})
	for name, object := range map[string]map[string]any{
		"containerRegistryAuths/auth1": {"name": "a"},
		"networkVolumes/vol1":          {"name": "v", "size": 10, "dataCenterId": "EU-RO-1"},
		"templates/t1":                 {"name": "t1", "imageName": "img:t", "isServerless": true, "volumeInGb": 0},
		"templates/t2":                 {"name": "t2", "imageName": "img:u", "isServerless": true, "volumeInGb": 0},
		"templates/t3":                 {"name": "t3", "imageName": "img:t"},
	} {
		collection, id, _ := strings.Cut(name, "/")
		env.Put(collection, id, object)
	}
	return env
}

// config returns the base of a type with other attributes; an empty one is left out.
func config(typeName string, changes ...map[string]string) string {
	return configOf(typeName, bases[typeName], changes...)
}

// configOf is config with a base of its own.
func configOf(typeName string, base map[string]string, changes ...map[string]string) string {
	all := maps.Clone(base)
	for _, change := range changes {
		maps.Copy(all, change)
	}
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if all[name] != "" {
			fmt.Fprintf(&lines, "  %s = %s\n", name, all[name])
		}
	}
	return "resource \"" + typeName + "\" \"it\" {\n" + lines.String() + "}\n"
}

// The tables have attributes of the schemas only, and each attribute that can be configured has a sample.
func TestVersions_everyAttribute(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	ofResources, ofDataSources := provider.VersionTables(t.Context())
	for _, typeName := range p.Types() {
		if slices.Contains(onlyQueue, typeName) {
			continue
		}
		want := names(p.Schema(typeName).Block.Attributes)
		for name := range ofResources[typeName] {
			if !slices.Contains(want, name) {
				t.Errorf("%s: the table has %s, and the schema has not", typeName, name)
			}
		}
		var configurable []string
		for _, attribute := range p.Schema(typeName).Block.Attributes {
			if attribute.Optional || attribute.Required {
				configurable = append(configurable, attribute.Name)
			}
		}
		slices.Sort(configurable)
		if got := slices.Sorted(maps.Keys(samples[typeName])); !slices.Equal(got, configurable) {
			t.Errorf("%s: there are samples of %v, want %v", typeName, got, configurable)
		}
	}
	for typeName, schema := range p.Schemas.DataSourceSchemas {
		table := ofDataSources[typeName]
		if slices.Contains(onlyQueue, typeName) || refusedAsAWhole(table) {
			continue
		}
		var want []string
		for _, attribute := range schema.Block.Attributes {
			want = append(want, attribute.Name)
			if attribute.NestedType != nil && strings.HasSuffix(typeName, "s") {
				for _, member := range attribute.NestedType.Attributes {
					want = append(want, attribute.Name+"[*]."+member.Name)
				}
			}
		}
		for name := range table {
			if !slices.Contains(want, name) {
				t.Errorf("%s: the table has %s, and the schema has not", typeName, name)
			}
		}
	}
}

// refusedAsAWhole reports whether version 1 does not have a data source: see TestHardware_refusedOverVersion1.
func refusedAsAWhole(table framework.VersionTable) bool {
	_, whole := table[""]
	return whole
}

// Each attribute of each resource is sent, kept, refused and returned over each version as its table says.
func TestVersions_walk(t *testing.T) {
	longtest.ManyCases(t)
	t.Parallel()
	ofResources, ofDataSources := provider.VersionTables(t.Context())
	for typeName, table := range ofResources {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			process := acctest.Start(t).Process()
			ofResource, ofDataSource := process.Schema(typeName), process.Schemas.DataSourceSchemas[typeName]
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				env := stockForWalk(t, start)
				w := &walk{t: t, typeName: typeName, env: env, returned: map[string]bool{}, listed: map[string]bool{},
					writer: env.Process(), reader: env.Process()}
				for i, name := range slices.Sorted(maps.Keys(samples[typeName])) {
					if i%longtest.Of(10, 1) == 0 || table[name] != (framework.ByVersion{}) {
						w.attribute(name, table[name])
					}
				}
				if !longtest.All() {
					return // Too few objects for what follows.
				}
				for _, name := range names(ofResource.Block.Attributes) {
					if _, configurable := samples[typeName][name]; configurable || neverSeen[typeName+"."+name] != "" {
						continue
					}
					if want := hasOver(table[name], env.Version()).How != framework.NotReturned; w.returned[name] != want {
						t.Errorf("%s is returned: %t, and the table says %t", name, w.returned[name], want)
					}
				}
				for _, name := range names(ofDataSource.Block.Attributes) {
					want := hasOver(ofDataSources[typeName][name], env.Version()).How != framework.NotReturned
					if w.listed[name] != want && neverSeen[typeName+"."+name] == "" {
						t.Errorf("the data source shows %s: %t, and the table says %t", name, w.listed[name], want)
					}
				}
			})
		})
	}
}

// walk tries the attributes of one type over one version.
type walk struct {
	t              *testing.T
	typeName       string
	env            *acctest.Env
	writer, reader *acctest.Process
	// returned has the attributes that some object had a value of.
	returned map[string]bool
	// listed has the same of the list's data source.
	listed map[string]bool
}

func (w *walk) attribute(name string, entry framework.ByVersion) {
	w.t.Helper()
	one, has := samples[w.typeName][name], hasOver(entry, w.env.Version())
	with := config(w.typeName, one.with, map[string]string{name: one.value})
	w.env.ClearJournal()
	if has.How == framework.Refused {
		w.writer.Object(w.typeName).ExpectPlanError(with,
			fmt.Sprintf(`Not possible over version %d.*\(at %s(_version)?\)`, w.env.Version(), name))
		w.env.ExpectWrites()
		return
	}
	without := one.instead
	if _, isBase := bases[w.typeName][name]; without == nil && isBase {
		without = one.with
	} else if without == nil {
		without = maps.Clone(one.with)
		without[name] = ""
	}
	sentWithout := w.apply(config(w.typeName, without), nil)
	sentWith := w.apply(with, func(state acctest.Attributes) {
		if !one.hidden {
			state.Expect(name, json.RawMessage(asJSON(one.value)))
		}
	})
	sends := !slices.Contains(providerOwn, name) && (has.How == framework.AsDescribed || has.How == framework.Partly)
	if sends != (sentWithout != sentWith) {
		w.t.Errorf("the requests with %s = %s are\n%s\nand without it\n%s\nThe table says that they differ: %t", name,
			one.value, sentWith, sentWithout, sends)
	}
}

// apply creates an object, refreshes it by another process, and deletes it. It returns what was sent, and calls check
// with the state.
func (w *walk) apply(config string, check func(acctest.Attributes)) (sent string) {
	w.t.Helper()
	object := w.writer.Object(w.typeName)
	w.env.ClearJournal()
	object.Apply(config, acctest.Create)
	for _, r := range w.env.Writes() {
		sent += r.Operation + " " + string(r.Body) + "\n"
	}
	object.Process = w.reader
	object.Refresh()
	state := object.State()
	if check != nil {
		check(state)
	}
	for _, attribute := range w.writer.Schema(w.typeName).Block.Attributes {
		if text := string(state.JSON(attribute.Name)); text != "null" && text != "[]" {
			w.returned[attribute.Name] = true
		}
	}
	w.list(object.ID())
	if strings.Contains(config, "locked = true") {
		object.Apply(strings.Replace(config, "locked = true", "locked = false", 1), acctest.Update)
	}
	object.Destroy()
	return sent
}

// list notes what the list of the type shows of an object, and holds that the data source of one object shows the same.
func (w *walk) list(id string) {
	w.t.Helper()
	member := strings.TrimPrefix(w.typeName, "podfleet_") + "s"
	found := w.reader.MustLookup(w.typeName+"s", nil)
	var all []map[string]json.RawMessage
	if err := json.Unmarshal(found.JSON(member), &all); err != nil {
		w.t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(one map[string]json.RawMessage) bool { return string(one["id"]) == `"`+id+`"` })
	if i < 0 {
		w.t.Fatalf("%s is not in the list", id)
	}
	single := w.reader.MustLookup(w.typeName, acctest.Values{"id": id})
	for name, value := range all[i] {
		if text := string(value); text != "null" && text != "[]" {
			w.listed[name] = true
		}
		single.Expect(name, value)
	}
}

// asJSON converts a value in HCL that is no object of objects.
func asJSON(value string) string {
	key, rest, isMap := strings.Cut(strings.TrimPrefix(value, "{ "), " = ")
	if !isMap {
		return value
	}
	return `{"` + key + `": ` + rest
}

// hasOver returns how a version of the management interface has an attribute.
func hasOver(entry framework.ByVersion, version int) framework.Has {
	if version == 1 {
		return entry.V1
	}
	return entry.V2
}
