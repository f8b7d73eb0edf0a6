package main

import (
	"context"
	"errors"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/bench/usage"
	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

const (
	// connections is the number of clients that send requests at the same time.
	connections = 64
	// manyPairs is the number of pairs in a round from which a bound applies.
	manyPairs = 10000
)

// smallJob is the submission of a client that measures the throughput.
const smallJob = `{"input":{"prompt":"a lighthouse at dusk, oil on canvas","steps":30,"seed":42,"width":1024}}`

// throughput measures how many requests the emulator answers: a submission, and a read of it. Each round has a new
// process, because one that has many jobs already behaves differently.
func (b *bench) throughput(ctx context.Context) ([]figure, error) {
	var rates, bareRates, cpus, bareCPUs []float64
	for round := range b.rounds {
		rate, used, err := b.loaded(ctx, b.emulator, unlimited, makeQueue)
		if err != nil {
			return nil, err
		}
		bareRate, bareUsed, err := b.loaded(ctx, b.program("bare"), nil, anyQueue)
		if err != nil {
			return nil, err
		}
		b.say("throughput, round %d: %.0f requests a second, bare %.0f", round+1, rate, bareRate)
		rates, bareRates = append(rates, rate), append(bareRates, bareRate)
		requests := float64(2 * b.pairs)
		cpus = append(cpus, float64(used.CPU.Microseconds())/requests)
		bareCPUs = append(bareCPUs, float64(bareUsed.CPU.Microseconds())/requests)
	}
	of := func(name, unit string) figure {
		return figure{Row: "throughput", Name: name, N: connections, Unit: unit}
	}
	const against = "a bare net/http handler"
	return []figure{
		compared(of("/run + /status", "requests/s"), rates, against, bareRates, atLeast(0.8).from(manyPairs, b.pairs)),
		compared(of("server's CPU", "µs/request"), cpus, against, bareCPUs, bound{}),
	}, nil
}

// anyQueue returns an endpoint of the bare handler, which accepts every name.
func anyQueue(context.Context, *programs.Emulator) (string, error) { return "queue", nil }

// loaded starts a server, creates a queue and returns how many requests a second the server answered, and its usage in
// all.
func (b *bench) loaded(
	ctx context.Context, path string, flags []string,
	queue func(context.Context, *programs.Emulator) (endpoint string, err error),
) (rate float64, used usage.Usage, err error) {
	service, err := programs.StartEmulator(ctx, path, flags...)
	if err != nil {
		return 0, used, err
	}
	defer func() {
		err = errors.Join(err, service.Stop())
		used = usage.Of(service.Ended())
	}()
	endpoint, err := queue(ctx, service)
	if err != nil {
		return 0, used, err
	}
	requests := load{
		address: strings.TrimPrefix(service.URL, "http://"), endpoint: "/v2/" + endpoint,
		key:         service.Setting("PODFLEET_API_KEY"),
		connections: connections,
		body:        []byte(smallJob), status: true,
	}
	took, err := requests.run(ctx, b.pairs)
	return float64(2*b.pairs) / took.Seconds(), used, err
}
