package provider_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// plannedTwice is an object whose plan can send requests.
type plannedTwice struct {
	typeName string
	// before is applied over version from, after is planned over version over.
	before, after string
	from, over    int
	// imported is set if the object is imported in between, and leavesOutEnv if that leaves out the variables.
	imported, leavesOutEnv bool
	// outside is a change of the template t1 that another client makes in between.
	outside map[string]any
}

var plansOfTwo = map[string]plannedTwice{
	"pod whose variables were left out": {
		typeName: "podfleet_pod", from: 1, over: 2, imported: true, leavesOutEnv: true,
		before: podHCL(secretVariables), after: podHCL(secretVariables),
	},
	"pod of a template whose variables were left out": {
		typeName: "podfleet_pod", from: 1, over: 1, imported: true, leavesOutEnv: true,
		before: podHCL(secretVariables + templateOfP1), after: podHCL(secretVariables + templateOfP1),
	},
	"pod whose secret changes": {
		typeName: "podfleet_pod", from: 2, over: 2, before: podHCL(secretVariables),
		after: podHCL(strings.ReplaceAll(strings.Replace(secretVariables, "hunter2", "hunter3", 1), "= 1", "= 2")),
	},
	"pod without its template": {
		typeName: "podfleet_pod", from: 1, over: 1, before: podHCL(templateOfP1), after: podHCL(""),
	},
	"template whose variables were left out": {
		typeName: "podfleet_template", from: 1, over: 2, imported: true, leavesOutEnv: true,
		before: templateHCL(secretVariables), after: templateHCL(secretVariables),
	},
	"template of endpoints that changes": {
		typeName: "podfleet_template", from: 2, over: 2, before: templateHCL(""),
		after: templateHCL("docker_start_cmd = [\"serve\"]\n"),
	},
	"endpoint whose variables were left out": {
		typeName: "podfleet_endpoint", from: 2, over: 2, imported: true, leavesOutEnv: true,
		before: endpointHCL("image_name = \"img:1\"\n" + secretVariables),
		after:  endpointHCL("image_name = \"img:1\"\n" + secretVariables),
	},
	"imported endpoint of a template": {
		typeName: "podfleet_endpoint", from: 2, over: 2, imported: true, before: endpointHCL(templateOfT1),
		after: endpointHCL(templateOfT1),
	},
	"imported endpoint of a changed template": {
		typeName: "podfleet_endpoint", from: 2, over: 2, imported: true, before: endpointHCL(templateOfT1),
		after: endpointHCL(templateOfT1), outside: map[string]any{"imageName": "img:8"},
	},
	"endpoint of a changed template": {
		typeName: "podfleet_endpoint", from: 2, over: 2, before: endpointHCL(templateOfT1),
		after: endpointHCL(templateOfT1 + "workers_max = 5\n"), outside: map[string]any{"imageName": "img:8"},
	},
	"endpoint that moves over": {
		typeName: "podfleet_endpoint", from: 1, over: 2, before: endpointHCL(templateOfT1),
		after: strings.Replace(endpointHCL(templateOfT1+"workers_max = 5\n"), `"web"`, `"other"`, 1),
	},
	"endpoint that gets another template": {
		typeName: "podfleet_endpoint", from: 1, over: 2, before: endpointHCL(templateOfT1),
		after: endpointHCL("template_id = \"t2\"\n"),
	},
	"endpoint without its template": {
		typeName: "podfleet_endpoint", from: 2, over: 2, before: endpointHCL(templateOfT1),
		after: endpointHCL("image_name = \"img:1\"\n" + secretVariables),
	},
	"endpoint without its GPU types": {
		typeName: "podfleet_endpoint", from: 1, over: 2,
		before: endpointHCL(templateOfT1 + "gpu_type_ids = [\"Tesla T4\"]\n"),
		after:  endpointHCL(templateOfT1 + "workers_max = 5\n"),
	},
	"endpoint with other GPU types": {
		typeName: "podfleet_endpoint", from: 2, over: 2,
		before: endpointHCL(templateOfT1 + "gpu_type_ids = [\"NVIDIA A40\"]\n"),
		after:  endpointHCL(templateOfT1 + "gpu_type_ids = [\"NVIDIA L40S\"]\n"),
	},
}

const (
	templateOfT1    = "template_id = \"t1\"\n"
	templateOfP1    = "template_id = \"p1\"\n"
	secretVariables = "env = { MODE = \"fast\" }\nenv_wo = { TOKEN = \"hunter2\" }\nenv_wo_version = 1\n"
)

func podHCL(arguments string) string {
	return fmt.Sprintf("resource \"podfleet_pod\" \"it\" {\nname = \"web\"\nimage_name = \"img:1\"\n%s}\n", arguments)
}

func templateHCL(arguments string) string {
	return fmt.Sprintf("resource \"podfleet_template\" \"it\" {\nname = \"web\"\nimage_name = \"img:1\"\n"+
		"is_serverless = true\n%s}\n", arguments)
}

func endpointHCL(arguments string) string {
	return fmt.Sprintf("resource \"podfleet_endpoint\" \"it\" {\nname = \"web\"\n%s}\n", arguments)
}

// Terraform plans an object twice: after its refresh, for the user, and in another process before it changes it.
// Whichever request of one of the plans fails, the second one has the known values of the first, or is an error.
func TestPlans_agree(t *testing.T) {
	t.Parallel()
	for name, test := range plansOfTwo {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t).UseVersion(test.from)
			object := test.apply(t, env)
			env.UseVersion(test.over)
			object.Process = env.Process(acctest.Values{"import_env": !test.leavesOutEnv})
			object.Refresh()
			sent := 0
			try := func(faults ...emulator.Fault) *acctest.Plan {
				t.Helper()
				env.ClearJournal()
				env.SetFaults(faults...)
				object.Process = env.Process(acctest.Values{"import_env": !test.leavesOutEnv})
				plan, _ := object.TryPlan(test.after)
				sent = len(env.Requests())
				env.SetFaults()
				return plan
			}
			good := try()
			if good == nil {
				t.Fatal("the plan fails without a fault")
			}
			agree := func(first, second *acctest.Plan, format string, arguments ...any) {
				t.Helper()
				if first == nil || second == nil { // An error is no plan.
					return
				}
				for _, problem := range first.Contradictions(second) {
					t.Errorf(format+": %v", append(arguments, problem)...)
				}
			}
			for _, fault := range []emulator.Fault{
				{Kind: emulator.FaultHTML, Status: http.StatusNotFound},
				{Kind: emulator.FaultHTML, Status: http.StatusForbidden},
				{Kind: emulator.FaultStatus, Status: http.StatusInternalServerError},
			} {
				fault.Operation = emulator.AnyOperation
				for _, fault.Count = range []int{1, 0} { // Once, and each time from then on.
					for after := 0; ; after++ {
						rules := []emulator.Fault{{Operation: fault.Operation, Kind: emulator.FaultPass, Count: after}, fault}
						if after == 0 { // A rule without a count never ends.
							rules = rules[1:]
						}
						plan := try(rules...)
						if sent <= after {
							break
						}
						agree(good, plan, "%s %d fails the second plan after %d requests", fault.Kind, fault.Count, after)
						agree(plan, good, "%s %d fails the first plan after %d requests", fault.Kind, fault.Count, after)
					}
				}
			}
			forbidden := emulator.Fault{Operation: emulator.AnyOperation, Kind: emulator.FaultStatus,
				Status: http.StatusForbidden}
			agree(try(forbidden), try(forbidden), "a key that may read nothing")
			object.Instance = acctest.Instance{} // Some imported endpoints may not be deleted.
		})
	}
}

// apply returns the object of the situation, in a state.
func (p plannedTwice) apply(t *testing.T, env *acctest.Env) *acctest.Object {
	t.Helper()
	for id, image := range map[string]string{"t1": "img:1", "t2": "img:2", "p1": "img:1"} {
		env.Put("templates", id, map[string]any{"name": id, "imageName": image,
			"isServerless": id != "p1", "volumeInGb": 0, "env": map[string]any{"LEVEL": "info"}})
	}
	object := env.Process().Object(p.typeName)
	object.ApplyWithNonEmptyPlan(p.before, acctest.Create)
	if id := object.ID(); p.imported {
		object.Instance = acctest.Instance{}
		object.Process = env.UseVersion(p.over).Process(acctest.Values{"import_env": !p.leavesOutEnv})
		object.Import(id)
	} else if p.typeName == "podfleet_template" {
		env.Put("endpoints", "e1", map[string]any{"name": "busy", "templateId": id})
		t.Cleanup(func() {
			env.Remove("endpoints", "e1")
		})
	}
	if p.outside != nil {
		env.Patch("templates", "t1", p.outside)
	}
	return object
}
