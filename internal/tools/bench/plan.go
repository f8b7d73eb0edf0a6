package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
)

// The contenders whose plans are compared.
const (
	ours = iota
	floor
	stock
	version2
)

// contender is a provider in a workspace. All have the same resources in their states.
type contender struct {
	name      string
	workspace *workspace
	samples   []sample
}

// plan measures planning resources that have not changed.
func (b *bench) plan(ctx context.Context) ([]figure, error) {
	contenders, err := b.contenders(ctx)
	if err != nil {
		return nil, err
	}
	for round := range b.rounds {
		for _, c := range contenders {
			taken, err := b.planOnce(ctx, c.workspace)
			if err != nil {
				return nil, err
			}
			c.samples = append(c.samples, taken)
			b.say("plan of %d, round %d: %s %.2f s, provider %.2f s of CPU, %.0f MB, %.0f requests", b.n, round+1,
				c.name, taken.wall, taken.cpu, taken.peak, taken.requests)
		}
	}
	of := func(which int, value func(sample) float64) (values []float64) {
		for _, s := range contenders[which].samples {
			values = append(values, value(s))
		}
		return values
	}
	wall := func(s sample) float64 { return s.wall }
	cpu := func(s sample) float64 { return s.cpu }
	peak := func(s sample) float64 { return s.peak }
	requests := func(s sample) float64 { return s.requests }
	return []figure{
		{"plan: wall", "s", of(ours, wall), "floor", of(floor, wall), 1.6},
		{"plan: provider's CPU", "s", of(ours, cpu), "stock", of(stock, cpu), 0.30},
		{"plan: provider's peak memory", "MB", of(ours, peak), "", nil, 80},
		{"plan: requests", "requests", of(ours, requests), "", nil, 12},
		{"plan: requests over version 2", "requests", of(version2, requests), "", nil, 12},
		{"plan: wall over version 2", "s", of(version2, wall), "version 1", of(ours, wall), 1.1},
	}, nil
}

// contenders creates the resources, and returns the providers to compare.
func (b *bench) contenders(ctx context.Context) ([]*contender, error) {
	maker, err := b.newWorkspace(b.program(thisProvider), nil, b.service.settings)
	if err != nil {
		return nil, err
	}
	took, err := maker.run(ctx, "apply", "-input=false", "-auto-approve", "-parallelism=50")
	if err != nil {
		return nil, err
	}
	b.say("made the state in %.1f s", took.wall)
	made, err := os.ReadFile(filepath.Join(maker.dir, "terraform.tfstate"))
	if err != nil {
		return nil, err
	}
	over2 := slices.Concat(b.service.settings, []string{"PODFLEET_REST_URL=" + b.service.url + "/management/v2"})
	var all []*contender
	for _, c := range []struct {
		name, provider string
		settings       []string
	}{
		ours:     {"this provider", b.program(thisProvider), b.service.settings},
		floor:    {"floor", b.program("bench/floor"), b.service.settings},
		stock:    {"stock", b.program("bench/stock"), b.service.settings},
		version2: {"version 2", b.program(thisProvider), over2},
	} {
		w, err := b.newWorkspace(c.provider, made, c.settings)
		if err != nil {
			return nil, err
		}
		all = append(all, &contender{name: c.name, workspace: w})
	}
	// A state that an apply over version 1 wrote lacks what only version 2 returns.
	_, err = all[version2].workspace.run(ctx, "apply", "-refresh-only", "-input=false", "-auto-approve", "-parallelism=50")
	return all, err
}

// planOnce runs a plan, which must have nothing to do.
func (b *bench) planOnce(ctx context.Context, w *workspace) (sample, error) {
	if _, _, err := b.service.call(ctx, http.MethodDelete, "/_emulator/requests"); err != nil {
		return sample{}, err
	}
	taken, err := w.run(ctx, "plan", "-input=false", "-detailed-exitcode")
	if err != nil {
		return sample{}, err
	}
	requests, err := b.service.requests(ctx)
	taken.requests = float64(requests)
	return taken, err
}

// parallelism is the CLI's own: how many resources are created at a time.
const parallelism = 10

// apply measures the creation of resources. No provider can be faster than the floor and the service: it needs so many
// round trips, as many at a time as the CLI lets.
func (b *bench) apply(ctx context.Context) (figure, error) {
	waiting := float64(b.n) * b.latency.Seconds() / parallelism
	f := figure{name: "apply: wall", unit: "s", against: fmt.Sprintf("floor + N × %v ÷ 10", b.latency), most: 1.5}
	for round := range b.rounds {
		if _, _, err := b.service.call(ctx, http.MethodPost, "/_emulator/reset"); err != nil {
			return f, err
		}
		taken, err := b.create(ctx, b.program(thisProvider))
		if err != nil {
			return f, err
		}
		least, err := b.create(ctx, b.program("bench/floor"))
		if err != nil {
			return f, err
		}
		f.values, f.references = append(f.values, taken.wall), append(f.references, least.wall+waiting)
		b.say("apply of %d, round %d: this provider %.2f s, provider %.2f s of CPU; floor %.2f s", b.n, round+1,
			taken.wall, taken.cpu, least.wall)
	}
	return f, nil
}

// create applies the configuration where its objects do not exist yet.
func (b *bench) create(ctx context.Context, provider string) (sample, error) {
	w, err := b.newWorkspace(provider, nil, b.service.settings)
	if err != nil {
		return sample{}, err
	}
	return w.run(ctx, "apply", "-input=false", "-auto-approve")
}
