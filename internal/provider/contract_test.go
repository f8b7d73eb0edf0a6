package provider_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

func TestMain(m *testing.M) { acctest.Main(m) }

// contractName has the name of each type in the contract.
var contractName = map[string]string{
	"podfleet_container_registry_auth": "ContainerRegistryAuth",
	"podfleet_endpoint":                "Endpoint",
	"podfleet_job":                     "Job",
	"podfleet_network_volume":          "NetworkVolume",
	"podfleet_pod":                     "Pod",
	"podfleet_template":                "Template",
}

// ownAttributes are the attributes that the contract does not have, each with its reason.
var ownAttributes = map[string]string{
	"name_prefix":         "makes a unique name",
	"env_wo":              "the secret half of env",
	"env_wo_version":      "tells that env_wo has changed",
	"password_wo":         "password, not kept in the state",
	"password_wo_version": "tells that password_wo has changed",
	"deletion_protection": "the service has none",
	"restart_triggers":    "the service has only the operation",
	"alternatives":        "each is a request of its own",
	"placement":           "the request that the service accepted",
	"wait_for_capacity":   "how long this provider tries again",
	"reset_triggers":      "the service has only the operation",
	"ready_check":         "the provider asks the pod",
	"wait_for_ready":      "how the provider goes about it",
	"wait_for_rollout":    "how the provider goes about it",
	"drain_timeout":       "how the provider goes about it",
	"config_hash":         "what a pod or a job names to follow a template",

	"endpoint_id":         "a job's is in its path",
	"input_wo":            "input, not kept in the state",
	"input_wo_version":    "tells that input_wo has changed",
	"triggers":            "the service has only the operation",
	"wait_for_completion": "how the provider goes about it",
	"on_failure":          "how the provider goes about it",
	"cancel_on_destroy":   "the service has only the operation",
	"store_output":        "how the provider goes about it",
}

// since2 are the attributes that only version 2 has, by type, and whether it returns them.
var since2 = map[string]map[string]bool{
	"podfleet_endpoint": {
		"container_disk_in_gb": true, "container_registry_auth_id": true, "docker_entrypoint": true,
		"docker_start_cmd": true, "env": true, "excluded_gpu_type_ids": true, "gpu_pools": true, "image_name": true,
		"ports": true,
	},
	"podfleet_network_volume": {"type": true},
	"podfleet_pod": {
		"min_cuda_version": false, "start_ssh": false, "start_jupyter": false, "status": true, "ssh": true,
		"global_networking_ip": true, "internal_dns": true, "cuda_version": true,
	},
	"podfleet_template": {"start_ssh": true, "start_jupyter": true},
}

// returnedSince2 are the attributes that both versions have and only version 2 returns, by type.
var returnedSince2 = map[string][]string{"podfleet_endpoint": {"cpu_flavor_ids", "vcpu_count"}}

// afterImport are the attributes that are not returned, and that an import can set all the same: to their default, or
// because the import says so.
var afterImport = []string{
	"deletion_protection", "wait_for_ready", "config_hash", "endpoint_id", "wait_for_completion", "on_failure",
	"cancel_on_destroy", "store_output",
}

// inputOf returns the name that the contract has for the body of a create.
func inputOf(object string) string {
	if object == "Job" {
		return "JobSubmission"
	}
	return object + "CreateInput"
}

// unmodelled are the members of the contract that are no attribute, and with a plural the parameters of its list that
// are no filter, each with its reason.
var unmodelled = map[string]string{
	"podfleet_endpoint.env":      "repeats the template's over version 1, secrets included",
	"podfleet_endpoint.template": "the template is a resource of its own",
	"podfleet_endpoint.workers":  "never asked for: their env can hold the platform's keys",
	"podfleet_pod.image":         "another spelling of imageName",

	"podfleet_endpoints.includeTemplate": "the template is a data source of its own",
	"podfleet_endpoints.includeWorkers":  "never asked for: their env can hold the platform's keys",
	"podfleet_pods.id":                   "one pod is podfleet_pod",
	"podfleet_pods.includeMachine":       "always asked for",
	"podfleet_pods.includeNetworkVolume": "always asked for",
	"podfleet_pods.includeSavingsPlans":  "never asked for: what is in one is not documented",
	"podfleet_pods.includeTemplate":      "the template is a data source of its own",

	"podfleet_pod.endpoint_id":   "only a worker has one, and workers are their endpoint's",
	"podfleet_pod.savings_plans": "never asked for: what is in one is not documented",
	"podfleet_pod.sls_version":   "only a worker has one",
	"podfleet_pod.template":      "the template is a resource of its own",
}

// members are the members of one of the contract's objects, spelled as attributes.
func members(t *testing.T, schema string) []string {
	t.Helper()
	found := contracttest.Document(1).Components.Schemas[schema]
	if found == nil {
		return nil // Not every kind has an update.
	}
	var names []string
	// A job has a shape for each status.
	for _, shape := range append([]*openapi3.SchemaRef{found}, found.Value.OneOf...) {
		for member := range shape.Value.Properties {
			if name := attributeName(member); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

var (
	lowerUpper = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	upperWord  = regexp.MustCompile(`([A-Z]+)([A-Z][a-z])`)
)

// spelled are the members whose attributes have names of their own.
var spelled = map[string]string{
	"minDiskBandwidthMBps": "min_disk_bandwidth_megabytes_per_second", // It would read like the megabits beside it.
	"networkVolume":        "network_volume_id",                       // How a pod answers its networkVolumeId.
}

func attributeName(member string) string {
	if name := spelled[member]; name != "" {
		return name
	}
	return strings.ToLower(upperWord.ReplaceAllString(lowerUpper.ReplaceAllString(member, "${1}_${2}"), "${1}_${2}"))
}

func attributesOf(p *acctest.Process, typeName string) map[string]*tfprotov6.SchemaAttribute {
	return attributesOfSchema(p.Schema(typeName))
}

func attributesOfSchema(schema *tfprotov6.Schema) map[string]*tfprotov6.SchemaAttribute {
	all := map[string]*tfprotov6.SchemaAttribute{}
	for _, attribute := range schema.Block.Attributes {
		all[attribute.Name] = attribute
	}
	return all
}

// oneShot are the resources whose create does something, and which are no object of the service.
var oneShot = map[string]bool{"podfleet_queue_purge": true}

func TestContract_everyFieldIsAnAttribute(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	objects := slices.DeleteFunc(p.Types(), func(typeName string) bool { return oneShot[typeName] })
	got, want := slices.Sorted(slices.Values(objects)), slices.Sorted(maps.Keys(contractName))
	if !slices.Equal(got, want) {
		t.Fatalf("types %v, want %v", got, want)
	}
	for typeName, object := range contractName {
		attributes := attributesOf(p, typeName)
		documented := append(members(t, object), members(t, inputOf(object))...)
		if len(documented) < 2 {
			t.Errorf("the contract has no %s", object)
		}
		for _, member := range documented {
			if attributes[member] == nil && unmodelled[typeName+"."+member] == "" {
				t.Errorf("%s: %s of the contract is no attribute", typeName, member)
			}
		}
		for name := range attributes {
			if _, later := since2[typeName][name]; ownAttributes[name] == "" && !later && !slices.Contains(documented, name) {
				t.Errorf("%s: %s is in neither the contract nor the list of exceptions", typeName, name)
			}
		}
	}
}

// What is never returned is exactly what can be created and not be read, and what is the provider's own.
func TestContract_neverReturned(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for typeName, object := range contractName {
		var want []string
		for name := range attributesOf(p, typeName) {
			if !slices.Contains(members(t, object), name) && !slices.Contains(afterImport, name) && !since2[typeName][name] {
				want = append(want, name)
			}
		}
		slices.Sort(want)
		if got := p.NeverReturned(typeName); !slices.Equal(got, want) {
			t.Errorf("%s: acctest.NeverReturned has %v, contract and schema say %v", typeName, got, want)
		}
	}
}

// An attribute replaces exactly if the service takes it at creation and not in an update. The exception is a priority,
// which every pod meets.
func TestContract_replacesWhereTheServiceCannotUpdate(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for typeName, object := range contractName {
		create, update := members(t, inputOf(object)), members(t, object+"UpdateInput")
		before, after := acctest.Values{"id": "x"}, acctest.Values{}
		for name, attribute := range attributesOf(p, typeName) {
			if slices.Contains(create, name) {
				before[name], after[name] = sample(t, typeOf(attribute))
			}
		}
		for name := range after {
			changed := maps.Clone(before)
			delete(changed, "id")
			changed[name] = after[name]
			plan := p.Plan(typeName, p.Instance(typeName, before), changed)
			replaced := slices.ContainsFunc(plan.RequiresReplace, func(at *tftypes.AttributePath) bool {
				return at.String() == tftypes.NewAttributePath().WithAttributeName(name).String()
			})
			isPriority := typeName == "podfleet_pod" && strings.HasSuffix(name, "_priority")
			if want := !slices.Contains(update, name) && !isPriority; replaced != want {
				t.Errorf("%s.%s: replaces is %v, the contract says %v", typeName, name, replaced, want)
			}
		}
	}
}

func typeOf(attribute *tfprotov6.SchemaAttribute) tftypes.Type {
	if attribute.NestedType != nil {
		return attribute.NestedType.ValueType()
	}
	return attribute.Type
}

// sample is a value of a type, and another that a service would take for a change.
func sample(t *testing.T, kind tftypes.Type) (before, after any) {
	t.Helper()
	switch {
	case kind.Is(tftypes.Object{}):
		object, _ := kind.(tftypes.Object)
		first, second := acctest.Values{}, acctest.Values{}
		for name, attribute := range object.AttributeTypes {
			first[name], second[name] = sample(t, attribute)
		}
		return first, second
	case kind.Is(tftypes.String):
		return "1", "2" // Also as JSON.
	case kind.Is(tftypes.Number):
		return 1, 2
	case kind.Is(tftypes.Bool):
		return false, true
	case kind.Is(tftypes.List{}), kind.Is(tftypes.Set{}):
		return []string{"a"}, []string{"b"}
	case kind.Is(tftypes.Map{}):
		return map[string]string{"a": "1"}, map[string]string{"b": "1"}
	default:
		t.Fatalf("no sample of a %s", kind)
		return nil, nil
	}
}

// listFilters are the attributes of plural data sources that are query parameters of the contract's lists. Every list
// has name_regex beside them, and that of pods older_than.
var listFilters = map[string]map[string]string{
	"podfleet_pods": {
		"compute_type":      "computeType",
		"cpu_flavor_ids":    "cpuFlavorId",
		"data_center_ids":   "dataCenterId",
		"desired_status":    "desiredStatus",
		"endpoint_id":       "endpointId",
		"gpu_type_ids":      "gpuTypeId",
		"image_name":        "imageName",
		"include_workers":   "includeWorkers",
		"name":              "name",
		"network_volume_id": "networkVolumeId",
		"template_id":       "templateId",
	},
	"podfleet_templates": {
		"include_endpoint_bound": "includeEndpointBoundTemplates",
		"include_public":         "includePublicTemplates",
		"include_platform":       "includePlatformTemplates",
	},
}

// A data source has what the contract returns of an object, by itself and in a list, and a list has the filters of
// the contract's list.
func TestContract_everyFieldIsLookedUp(t *testing.T) {
	t.Parallel()
	dataSources := acctest.Start(t).Process().Schemas.DataSourceSchemas
	for typeName := range lookedUp {
		want := slices.DeleteFunc(members(t, contractName[typeName]), func(member string) bool {
			return member == "env" || unmodelled[typeName+"."+
				member] != "" // Only the resource knows which variables are secret.
		})
		for name, returned := range since2[typeName] {
			if returned && name != "env" {
				want = append(want, name)
			}
		}
		want = append(want, returnedSince2[typeName]...)
		slices.Sort(want)
		got := slices.DeleteFunc(names(dataSources[typeName].Block.Attributes), isOfUsers)
		if !slices.Equal(got, want) {
			t.Errorf("%s has %v, the contract %v", typeName, got, want)
		}
		plural := typeName + "s"
		list := strings.TrimPrefix(plural, "podfleet_")
		var filters []string
		for _, attribute := range dataSources[plural].Block.Attributes {
			if attribute.Name != list {
				filters = append(filters, attribute.Name)
			} else if got := names(attribute.NestedType.Attributes); !slices.Equal(got, want) {
				t.Errorf("the list of %s has %v, the contract %v", plural, got, want)
			}
		}
		slices.Sort(filters)
		want = slices.Sorted(maps.Keys(listFilters[plural]))
		filters = slices.DeleteFunc(filters, func(name string) bool { return name == "name_regex" || name == "older_than" })
		if !slices.Equal(filters, want) {
			t.Errorf("%s has the filters %v, the table %v", plural, filters, want)
		}
		parameters := queryParameters(t, "List"+contractName[typeName]+"s")
		maps.DeleteFunc(parameters, func(name string, _ bool) bool { return unmodelled[plural+"."+name] != "" })
		want = slices.Sorted(maps.Values(listFilters[plural]))
		if got := slices.Sorted(maps.Keys(parameters)); !slices.Equal(got, want) {
			t.Errorf("%s: the contract has the parameters %v, the table %v", plural, got, want)
		}
	}
}

func names(attributes []*tfprotov6.SchemaAttribute) []string {
	var all []string
	for _, attribute := range attributes {
		all = append(all, attribute.Name)
	}
	slices.Sort(all)
	return all
}

// queryParameters are those of one of the contract's operations, and whether they can be given several times.
func queryParameters(t *testing.T, operation string) map[string]bool {
	t.Helper()
	for _, path := range contracttest.Document(1).Paths.Map() {
		if path.Get == nil || path.Get.OperationID != operation {
			continue
		}
		all := map[string]bool{}
		for _, parameter := range path.Get.Parameters {
			all[parameter.Value.Name] = parameter.Value.Schema.Value.Type.Is("array")
		}
		return all
	}
	t.Errorf("the contract has no %s", operation)
	return nil
}

func TestSchema_everythingIsDescribed(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for _, typeName := range p.Types() {
		block := p.Schema(typeName).Block
		if block.Description == "" {
			t.Errorf("%s has no description", typeName)
		}
		described(t, typeName, block.Attributes)
		for _, nested := range block.BlockTypes {
			if nested.TypeName == "timeouts" && len(nested.Block.Attributes) < 3 && !oneShot[typeName] {
				t.Errorf("%s has timeouts for %d operations", typeName, len(nested.Block.Attributes))
			}
		}
		if len(block.BlockTypes) != 1 {
			t.Errorf("%s has %d blocks, want timeouts", typeName, len(block.BlockTypes))
		}
	}
	for typeName, schema := range p.Schemas.DataSourceSchemas {
		if schema.Block.Description == "" || len(schema.Block.BlockTypes) != 0 {
			t.Errorf("data source %s: description %q, %d blocks", typeName, schema.Block.Description,
				len(schema.Block.BlockTypes))
		}
		described(t, "data source "+typeName, schema.Block.Attributes)
	}
	for typeName, action := range p.Schemas.ActionSchemas {
		block := action.Schema.Block
		if nested := block.BlockTypes; block.Description == "" || len(nested) != 1 || nested[0].TypeName != "timeouts" {
			t.Errorf("action %s: description %q, %d blocks", typeName, block.Description, len(nested))
		}
		described(t, "action "+typeName, block.Attributes)
	}
	for typeName, schema := range p.Schemas.EphemeralResourceSchemas {
		if schema.Block.Description == "" {
			t.Errorf("ephemeral resource %s has no description", typeName)
		}
		described(t, "ephemeral resource "+typeName, schema.Block.Attributes)
	}
}

func described(t *testing.T, typeName string, attributes []*tfprotov6.SchemaAttribute) {
	t.Helper()
	for _, attribute := range attributes {
		if attribute.Description == "" || !strings.HasSuffix(strings.TrimSuffix(attribute.Description, "**"), ".") {
			t.Errorf("%s.%s: description %q", typeName, attribute.Name, attribute.Description)
		}
		if attribute.NestedType != nil {
			described(t, typeName+"."+attribute.Name, attribute.NestedType.Attributes)
		}
	}
}
