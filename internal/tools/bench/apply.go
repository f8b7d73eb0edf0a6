package main

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

// parallelism is the CLI's own: how many resources are created at a time.
const parallelism = 10

// apply measures the creation of resources. No provider can be faster than the floor and the service: it needs so many
// round trips, as many at a time as the CLI lets.
func (b *bench) apply(ctx context.Context) (figures []figure, err error) {
	service, err := programs.StartEmulator(ctx, b.emulator, serviceFlags...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, service.Stop()) }()
	roundTrip, err := time.ParseDuration(latency)
	if err != nil {
		return nil, err
	}
	waiting := float64(b.resources) * roundTrip.Seconds() / parallelism

	configuration := newFleet(b.resources).configuration("")
	var values, references []float64
	for round := range b.rounds {
		if err := service.Call(ctx, http.MethodPost, "/_emulator/reset", "", nil); err != nil {
			return nil, err
		}
		taken, err := b.create(ctx, b.provider, configuration, service.Settings)
		if err != nil {
			return nil, err
		}
		least, err := b.create(ctx, b.program("floor"), configuration, service.Settings)
		if err != nil {
			return nil, err
		}
		values = append(values, taken.wall.Seconds())
		references = append(references, least.wall.Seconds()+waiting)
		b.say("apply of %d, round %d: this provider %.2f s, provider %.2f s of CPU; floor %.2f s", b.resources, round+1,
			taken.wall.Seconds(), taken.provider.CPU.Seconds(), least.wall.Seconds())
	}
	return []figure{compared(figure{Row: "apply", Name: "wall", N: b.resources, Unit: "s"}, values,
		"floor + N × "+latency+" ÷ 10", references, atMost(1.5).from(someResources, b.resources))}, nil
}

// create applies a configuration whose objects do not exist yet.
func (b *bench) create(ctx context.Context, provider, configuration string, settings []string) (sample, error) {
	w, err := b.newWorkspace(provider, configuration, nil, settings)
	if err != nil {
		return sample{}, err
	}
	return w.run(ctx, "apply", "-input=false", "-no-color", "-auto-approve")
}
