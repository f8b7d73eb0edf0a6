package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

const (
	// someResources is the number of resources from which any bound applies.
	someResources = 1000
	mega          = 1 << 20
)

// contender is one of those whose plans are compared.
type contender struct {
	name      string
	workspace *workspace
	samples   []sample
	requests  []float64
}

// plan measures planning resources that have not changed.
func (b *bench) plan(ctx context.Context) (figures []figure, err error) {
	n := b.resources
	service, err := programs.StartEmulator(ctx, b.emulator, serviceFlags...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, service.Stop()) }()
	contenders, err := b.contenders(ctx, n, service)
	if err != nil {
		return nil, err
	}
	for round := range b.rounds {
		for _, c := range contenders {
			if err := c.plan(ctx, service); err != nil {
				return nil, err
			}
			last := c.samples[round]
			b.say("plan of %d, round %d: %s %.2f s, provider %.2f s of CPU, %d MB, %.0f requests", n, round+1, c.name,
				last.wall.Seconds(), last.provider.CPU.Seconds(), last.provider.Peak/mega, c.requests[round])
		}
	}
	return planFigures(n, contenders), nil
}

// The order of the contenders.
const (
	ours = iota
	floor
	stock
	uncoalesced
	version2
)

// contenders returns the providers to compare. They have the same resources in their states.
func (b *bench) contenders(ctx context.Context, n int, service *programs.Emulator) ([]*contender, error) {
	fleet := newFleet(n)
	made, err := b.makeState(ctx, fleet, service)
	if err != nil {
		return nil, err
	}
	over2 := append(slices.Clone(service.Settings), "PODFLEET_REST_URL="+service.URL+"/management/v2")
	all := make([]*contender, version2+1)
	for i, c := range []struct {
		name, provider, argument string
		settings                 []string
	}{
		ours:        {"this provider", b.provider, "", service.Settings},
		floor:       {"floor", b.program("floor"), "", service.Settings},
		stock:       {"stock", b.program("stock"), "", service.Settings},
		uncoalesced: {"coalescing off", b.provider, "read_coalescing = false", service.Settings},
		version2:    {"version 2", b.provider, "", over2},
	} {
		all[i] = &contender{name: c.name}
		all[i].workspace, err = b.newWorkspace(c.provider, fleet.configuration(c.argument), made, c.settings)
		if err != nil {
			return nil, err
		}
	}
	// A state that an apply over version 1 wrote lacks what only version 2 returns.
	if _, err := all[version2].workspace.run(ctx, "apply", "-refresh-only", "-input=false", "-no-color", "-auto-approve",
		"-parallelism=50"); err != nil {
		return nil, err
	}
	return all, nil
}

// makeState creates the resources, and returns their state.
func (b *bench) makeState(ctx context.Context, of fleet, service *programs.Emulator) ([]byte, error) {
	w, err := b.newWorkspace(b.provider, of.configuration(""), nil, service.Settings)
	if err != nil {
		return nil, err
	}
	took, err := w.run(ctx, "apply", "-input=false", "-no-color", "-auto-approve", "-parallelism=50")
	if err != nil {
		return nil, err
	}
	b.say("made the state in %.1f s", took.wall.Seconds())
	return os.ReadFile(filepath.Join(w.dir, "terraform.tfstate"))
}

// plan plans once, and keeps its cost and the number of its requests.
func (c *contender) plan(ctx context.Context, service *programs.Emulator) error {
	if err := service.ClearJournal(ctx); err != nil {
		return err
	}
	taken, err := c.workspace.plan(ctx)
	if err != nil {
		return err
	}
	var requests []struct{}
	if err := service.Journal(ctx, &requests); err != nil {
		return err
	}
	c.samples = append(c.samples, taken)
	c.requests = append(c.requests, float64(len(requests)))
	return nil
}

// each returns a value of every round.
func (c *contender) each(value func(sample) float64) []float64 {
	values := make([]float64, len(c.samples))
	for i, s := range c.samples {
		values[i] = value(s)
	}
	return values
}

func wall(s sample) float64 { return s.wall.Seconds() }

func cpu(s sample) float64 { return s.provider.CPU.Seconds() }

func peak(s sample) float64 { return float64(s.provider.Peak) / mega }

// planFigures returns the figures of the contenders.
func planFigures(n int, c []*contender) []figure {
	of := func(name, unit string) figure { return figure{Row: "plan", Name: name, N: n, Unit: unit} }
	against := func(other int, unit string, value func(sample) float64, name string, b bound) figure {
		return compared(of(name, unit), c[ours].each(value), c[other].name, c[other].each(value), b)
	}
	some := func(limit float64) bound { return atMost(limit).from(someResources, n) }
	return []figure{
		against(floor, "s", wall, "wall", some(1.6)),
		against(stock, "s", cpu, "provider's CPU", some(0.30)),
		against(floor, "s", cpu, "provider's CPU", 0),
		against(stock, "s", wall, "wall", 0),
		against(stock, "MB", peak, "provider's peak memory", 0),
		absolute(of("provider's peak memory", "MB"), c[ours].each(peak), some(80)),
		absolute(of("requests", "requests"), c[ours].requests, some(12)),
		compared(of("requests", "requests"), c[ours].requests, c[uncoalesced].name, c[uncoalesced].requests, 0),
		against(uncoalesced, "s", wall, "wall", 0),
		compared(of("wall over version 2", "s"), c[version2].each(wall), c[ours].name, c[ours].each(wall), some(1.1)),
		absolute(of("requests over version 2", "requests"), c[version2].requests, atMost(12).from(someResources, n)),
	}
}
