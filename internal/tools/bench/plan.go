package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

const (
	// someResources is the number of resources from which any bound applies.
	someResources = 1000
	// manyResources is the size from which the bounds of large fleets hold.
	manyResources = 5000
	// partSize is the number of resources that an apply creates to make a state. The cost of the CLI's apply grows with
	// the square of it.
	partSize = 250
	mega     = 1 << 20
)

// contender is one of those whose plans are compared.
type contender struct {
	name      string
	workspace *workspace
	samples   []sample
	requests  []float64
}

// plan measures planning resources that have not changed.
func (b *bench) plan(ctx context.Context) ([]figure, error) {
	var all []figure
	var smallest, largest figure // what the growth is between
	for i, n := range b.sizes {
		figures, err := b.planOf(ctx, n)
		if err != nil {
			return nil, err
		}
		all = append(all, figures...)
		if i == 0 || n < smallest.N {
			smallest = figures[0]
		}
		if n > largest.N {
			largest = figures[0]
		}
	}
	if largest.N > smallest.N {
		all = append(all, compared(figure{Row: "plan", Name: "growth of wall ÷ floor's", N: largest.N, Unit: "×"},
			largest.ratios(), fmt.Sprintf("at %d", smallest.N), smallest.ratios(), atMost(1.1).from(manyResources, largest.N)))
	}
	return all, nil
}

// planOf compares plans of one size. The first figure is that to the floor.
func (b *bench) planOf(ctx context.Context, n int) (figures []figure, err error) {
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
	movedOver
	version2
	terraformData
)

// contenders returns the providers to compare. They have the same resources in their states, or as many terraform_data.
func (b *bench) contenders(ctx context.Context, n int, service *programs.Emulator) ([]*contender, error) {
	fleet := newFleet(n)
	made, err := b.makeState(ctx, fleet, service)
	if err != nil {
		return nil, err
	}
	data, err := fleet.dataState().text()
	if err != nil {
		return nil, err
	}
	over2 := append(slices.Clone(service.Settings), "PODFLEET_REST_URL="+service.URL+"/management/v2")
	all := make([]*contender, terraformData+1)
	for i, c := range []struct {
		name, provider, configuration string
		state                         []byte
		settings                      []string
	}{
		ours:          {"this provider", b.provider, fleet.configuration(""), made, service.Settings},
		floor:         {"floor", b.program("floor"), fleet.configuration(""), made, service.Settings},
		stock:         {"stock", b.program("stock"), fleet.configuration(""), made, service.Settings},
		uncoalesced:   {"coalescing off", b.provider, fleet.configuration("read_coalescing = false"), made, service.Settings},
		movedOver:     {"version 2, state of version 1", b.provider, fleet.configuration(""), made, over2},
		version2:      {"version 2", b.provider, fleet.configuration(""), made, over2},
		terraformData: {"terraform_data", "", fleet.dataConfiguration(), data, service.Settings},
	} {
		all[i] = &contender{name: c.name}
		if all[i].workspace, err = b.newWorkspace(c.provider, c.configuration, c.state, c.settings); err != nil {
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

// makeState creates the resources in several applies, each with its own part, and joins their states: one apply would
// take the CLI many minutes.
func (b *bench) makeState(ctx context.Context, whole fleet, service *programs.Emulator) ([]byte, error) {
	var made *state
	parts := whole.parts(max(1, whole.size()/partSize))
	for i, part := range parts {
		var before []byte
		if made != nil {
			var err error
			if before, err = made.only("shared").text(); err != nil {
				return nil, err
			}
		}
		w, err := b.newWorkspace(b.provider, part.configuration(""), before, service.Settings)
		if err != nil {
			return nil, err
		}
		took, err := w.run(ctx, "apply", "-input=false", "-no-color", "-auto-approve", "-parallelism=50")
		if err != nil {
			return nil, err
		}
		b.say("made part %d of %d of the state of %d in %.1f s", i+1, len(parts), whole.size(), took.wall.Seconds())
		from, err := w.state()
		if err != nil {
			return nil, err
		}
		if made == nil {
			made = from.empty()
		}
		made.appendPart(from, part.first)
	}
	return made.text()
}

// plan plans once.
func (c *contender) plan(ctx context.Context, service *programs.Emulator) error {
	return c.measure(ctx, service, func() (sample, error) { return c.workspace.plan(ctx) })
}

// measure runs a command once, and keeps its cost and the number of its requests.
func (c *contender) measure(ctx context.Context, service *programs.Emulator, run func() (sample, error)) error {
	if err := service.ClearJournal(ctx); err != nil {
		return err
	}
	taken, err := run()
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
	toFloor, toStock, toUncoalesced, peakToStock := some(1.3), some(0.35), some(0.5), bound{}
	if n >= manyResources {
		toFloor, toStock, toUncoalesced, peakToStock = some(1.2), bound{}, bound{}, some(0.15)
	}
	return []figure{
		against(floor, "s", wall, "wall", toFloor),
		against(terraformData, "s", wall, "wall", bound{}),
		compared(of("the floor's wall", "s"), c[floor].each(wall), c[terraformData].name, c[terraformData].each(wall),
			bound{}),
		against(stock, "s", cpu, "provider's CPU", some(0.15)),
		against(floor, "s", cpu, "provider's CPU", bound{}),
		against(stock, "s", wall, "wall", toStock),
		against(stock, "MB", peak, "provider's peak memory", peakToStock),
		absolute(of("provider's peak memory", "MB"), c[ours].each(peak), some(80)),
		absolute(of("requests", "requests"), c[ours].requests, some(12)),
		compared(of("requests", "requests"), c[ours].requests, c[uncoalesced].name, c[uncoalesced].requests, bound{}),
		against(uncoalesced, "s", wall, "wall", toUncoalesced),
		compared(of("wall over version 2", "s"), c[version2].each(wall), c[ours].name, c[ours].each(wall), some(1.1)),
		compared(of("first wall over version 2", "s"), c[movedOver].each(wall), c[ours].name, c[ours].each(wall), bound{}),
		absolute(of("requests over version 2", "requests"), c[version2].requests, atMost(12).from(someResources, n)),
	}
}
