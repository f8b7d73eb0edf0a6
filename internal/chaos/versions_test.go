package chaos_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// versions are those of the management interface that a scenario uses: CHAOS_VERSION, or each for half of the seeds.
type versions struct {
	first int
	// mixed says that rest_url changes from version 1 to version 2 after the first step.
	mixed bool
}

func newVersions(seed uint64) versions {
	switch os.Getenv("CHAOS_VERSION") {
	case "1":
		return versions{first: 1}
	case "2":
		return versions{first: 2}
	case "mixed":
		return versions{first: 1, mixed: true}
	default:
		if seed%5 == 0 {
			return versions{first: 1, mixed: true}
		}
		return versions{first: int(1 + seed%2)}
	}
}

// of is the version of the nth step.
func (v versions) of(step int) int {
	if v.mixed && step > 0 {
		return 2
	}
	return v.first
}

// uses says whether a step uses a version.
func (v versions) uses(version int) bool { return v.mixed || v.first == version }

// addVersion2 draws after everything else, as addLagAndActor does. Version 2 has no dialects, and its own rejections.
func (s *scenario) addVersion2(rng *rand.Rand) {
	if !s.versions.uses(2) {
		return
	}
	s.options.AnswersAs = nil
	if s.versions.mixed {
		s.nameEndpoints()
	}
	s.options.Version2 = emulator.Version2Options{August: chance(rng, 0.3), PageSize: pick(rng, 0, 0, 2, 3)}
	for i := range s.steps {
		for j := range s.steps[i].faulty {
			if faulty := &s.steps[i].faulty[j]; s.versions.of(i) == 2 && chance(rng, 0.3) {
				faulty.rules = append(faulty.rules, emulator.Fault{Operation: emulator.OpCreatePod, Probability: 0.2,
					Kind: emulator.FaultStatus, Status: pick(rng, 400, 400, 403, 402),
					Message: pick(rng, "There are no longer any instances available", "not today", "top up your balance")})
			}
		}
	}
}

// nameEndpoints gives each endpoint a name: over version 1 the emulator makes endpoints without one, which version 2
// cannot show.
func (s *scenario) nameEndpoints() {
	for _, one := range s.steps {
		for _, r := range one.config {
			if r.Type() == endpoint && r.Config["name"] == nil {
				r.Config["name"] = "serve"
			}
		}
	}
}

// useVersion changes rest_url to the version of a step, if that is another one. Over it the state plans empty, and
// nothing is sent.
func (d *driver) useVersion(i int) {
	d.t.Helper()
	version := d.versions.of(i)
	arguments := acctest.Values{}
	for name, value := range d.provider {
		if name != "update_with_post" || version == 1 { // It is for version 1.
			arguments[name] = value
		}
	}
	d.module.Arguments = arguments
	if d.env.Version() == version {
		return
	}
	d.env.UseVersion(version)
	if i == 0 {
		return
	}
	d.env.Advance(betweenApplies)
	d.env.ClearJournal()
	plan := d.module.Plan(d.steps[i-1].config)
	d.report.plan(plan)
	if plan.Failed() || len(plan.Actions) > 0 {
		d.t.Errorf("after a change of rest_url to version %d, the plan failed or has %v:\n%s", version, plan.Actions,
			plan.Text())
	}
	d.env.ExpectWrites()
	d.changes++
}

// isOfEndpoint says whether the service made an object for an endpoint: a worker, or its copy of a template.
func isOfEndpoint(object map[string]any) bool {
	of, _ := object["endpointId"].(string)
	copyOf, _ := object["copyOf"].(string)
	return of+copyOf != ""
}

// createPaths are where objects are created and listed, with their kinds.
var createPaths = map[string]string{
	"/v1/templates": emulator.KindTemplates, "/v1/endpoints": emulator.KindEndpoints,
	"/v1/networkvolumes": emulator.KindNetworkVolumes, "/v1/pods": emulator.KindPods,
	"/v1/containerregistryauth": emulator.KindContainerRegistryAuths,

	"/management/v2/templates": emulator.KindTemplates, "/management/v2/serverless": emulator.KindEndpoints,
	"/management/v2/network-volumes": emulator.KindNetworkVolumes, "/management/v2/pods": emulator.KindPods,
	"/management/v2/registries": emulator.KindContainerRegistryAuths,
}

// Both versions and the change from the first to the second are among a few seeds.
func TestVersions(t *testing.T) {
	t.Parallel()
	met := map[versions]bool{}
	for seed := range uint64(10) {
		met[newVersions(seed)] = true
	}
	if os.Getenv("CHAOS_VERSION") == "" && len(met) != 3 {
		t.Errorf("of ten seeds: %v", met)
	}
}
