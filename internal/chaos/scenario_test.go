package chaos_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// scenario is all that a seed decides.
type scenario struct {
	seed     uint64
	versions versions
	options  emulator.Options
	provider acctest.Values
	logged   bool // Everything that is logged is looked at.
	quoting  bool // The service quotes secrets that it was sent: each request has all that its kind can have.
	compared bool // Short answers are compared with the framework's.
	// sequential has one resource applied after the other.
	sequential bool
	// foreign is the number of objects of other clients that exist before, some like those that are configured.
	foreign int
	steps   []step
	secrets secrets
}

// step is a configuration, and what happens while it is applied first.
type step struct {
	title  string
	config []acctest.Resource
	faulty []schedule // one for each apply under faults
}

func newScenario(seed uint64) scenario {
	rng := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // It has to repeat.
	s := scenario{seed: seed, versions: newVersions(seed), secrets: newSecrets(seed),
		foreign: rng.IntN(3), logged: chance(rng, 0.15),
		compared: chance(rng, 0.1), sequential: os.Getenv("CHAOS_SEQUENTIAL") == "1"}
	s.options = emulator.Options{
		Seed: seed, APIKeys: []string{s.secrets.apiKey}, AutoAdvance: true,
		StepPerRequest: 200 * time.Millisecond,
		PodStartDelay:  pick(rng, 0, 2*time.Second), ColdStart: pick(rng, 0, 500*time.Millisecond),
	}
	if chance(rng, 0.25) {
		s.options.AnswersAs = []string{pick(rng, emulator.Dialects()...).Name}
	}
	s.provider = acctest.Values{"max_retries": pick(rng, 4, 4, 4, 2, 1, 0), "read_coalescing": chance(rng, 0.8),
		"update_with_post": chance(rng, 0.2),
		"import_env":       false} // As the guide about secrets says, before an import.
	s.quoting = chance(rng, 0.3)
	p := newPlanner(rng, s.secrets, s.quoting)
	p.grow(2 + rng.IntN(4))
	s.add(rng, "create", p.config())
	for range 1 + rng.IntN(2) {
		title := p.change()
		s.add(rng, title, p.config())
	}
	if chance(rng, 0.7) {
		s.add(rng, "destroy", nil)
	}
	s.addLagAndActor(rng)
	s.addVersion2(rand.New(rand.NewPCG(seed, 3))) //nolint:gosec // It has to repeat.
	return s
}

// addLagAndActor draws after everything else, so that a seed's configurations and faults stay the same without it.
func (s *scenario) addLagAndActor(rng *rand.Rand) {
	if chance(rng, 0.3) {
		s.options.ListLag = pick(rng, time.Second, 3*time.Second, 12*time.Second, 40*time.Second)
	}
	if chance(rng, 0.6) {
		return
	}
	for i := range s.steps {
		for j := range s.steps[i].faulty {
			s.steps[i].faulty[j].acts = newActs(rng)
		}
	}
}

func (s *scenario) add(rng *rand.Rand, title string, config []acctest.Resource) {
	next := step{title: title, config: config}
	for range pick(rng, 1, 1, 2) {
		next.faulty = append(next.faulty, newSchedule(rng, s.quotable))
	}
	s.steps = append(s.steps, next)
}

// secrets are injected values that must not be seen anywhere, but for the password if the user has it in the state.
type secrets struct {
	apiKey, password, passwordWO, envWO, inputWO, bucketWO string
}

func newSecrets(seed uint64) secrets {
	injected := func(kind string) string { return fmt.Sprintf("planted-%s-%d-secret", kind, seed) }
	return secrets{
		apiKey: injected("key"), password: injected("password"), passwordWO: injected("password-wo"),
		envWO: injected("env-wo"), inputWO: injected("input-wo"), bucketWO: injected("bucket-wo"),
	}
}

// all returns the secrets that no output may have.
func (s secrets) all() []string {
	return []string{s.apiKey, s.passwordWO, s.envWO, s.inputWO, s.bucketWO}
}

// quotable returns the secrets that a request of an operation has, beside the key.
func (s *scenario) quotable(operation string) []string {
	switch {
	case !s.quoting:
		return []string{s.secrets.apiKey}
	case operation == "CreateContainerRegistryAuth":
		return []string{s.secrets.apiKey, s.secrets.passwordWO}
	case operation == "CreateTemplate" || operation == "CreatePod":
		return []string{s.secrets.apiKey, s.secrets.envWO}
	case operation == "RunJob" || operation == "RunJobSync":
		return []string{s.secrets.apiKey, s.secrets.inputWO, s.secrets.bucketWO}
	default:
		return []string{s.secrets.apiKey}
	}
}

func chance(rng *rand.Rand, p float64) bool { return rng.Float64() < p }

func pick[T any](rng *rand.Rand, of ...T) T { return of[rng.IntN(len(of))] }
