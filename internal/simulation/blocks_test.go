package simulation_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// providerBlock is a provider block with the resources that it manages: a process of its own in each walk.
type providerBlock struct {
	name      string
	run       *moduleRun
	env       *acctest.Env
	module    *acctest.Module
	planner   *planner
	version   int  // of the management interface
	moves     bool // to version 2, after the first step
	arguments acctest.Values
	log       *searchedLog // nil if nothing is logged

	// lastRun has the diagnostics of the last apply, and text those of all.
	lastRun *acctest.Run
	text    strings.Builder
	ended   time.Time // of the last apply
}

// newBlock makes the nth block. Two blocks use both versions, and many have equal resources.
func (run *moduleRun) newBlock(rng *rand.Rand, seed uint64, n int) *providerBlock {
	t := run.w.t
	t.Helper()
	name := fmt.Sprint("block", n+1)
	b := &providerBlock{name: name, run: run, env: acctest.StartOn(t, run.w.service),
		planner: &planner{rng: run.w.source(pick(rng, name, "block1")), provider: name, august: newVersion2(seed).August,
			failing: chance(rng, 0.1), secrets: newSecrets(run.w.service.APIKey())},
		arguments: acctest.Values{"max_retries": pick(rng, 4, 4, 4, 2, 1, 0), "read_coalescing": chance(rng, 0.8),
			"import_env": false}} // As the guide about secrets says, before an import.
	if chance(rng, 0.9) { // Else each short answer is compared with the framework's.
		b.env.Compares = false
	}
	b.env.Tune = append(b.env.Tune, b.tune)
	b.module = b.env.Module()
	if chance(rng, 0.15) {
		b.log = &searchedLog{secrets: b.planner.secrets}
		b.module.Context = b.log.in(t.Context())
	}
	b.use(versionOf(t, seed+uint64(n))) //nolint:gosec // Few.
	b.moves = b.version == 1 && versionOf(t, 1) == 2 && chance(rng, 0.4)
	return b
}

// tune gives each process a network of its own.
func (b *providerBlock) tune(config *client.Config) {
	how := calm
	if b.run.faulty {
		how = b.run.weather
	}
	n := newNetwork(b.run.w, b.name, how)
	n.sent = b.run.react
	b.run.mu.Lock()
	b.run.networks = append(b.run.networks, n)
	b.run.mu.Unlock()
	b.run.w.tune(n)(config)
}

// use makes the block use a version of the management interface from now on.
func (b *providerBlock) use(version int) {
	b.version = version
	b.module.Arguments = maps.Clone(b.arguments)
	b.module.Arguments["rest_url"] = map[int]string{1: b.env.RESTURL(), 2: b.env.RESTURL2()}[version]
}
