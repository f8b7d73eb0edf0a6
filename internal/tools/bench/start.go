package main

import (
	"context"
	"io"
	"os/exec"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/pluginclient"
	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

// startsPerRound are many, because each takes milliseconds.
const startsPerRound = 10

// start measures the time from the start of a provider's process to its answer with the schema, without a CLI.
func (b *bench) start(ctx context.Context) ([]figure, error) {
	var values, references []float64
	for range b.rounds * startsPerRound {
		for path, to := range map[string]*[]float64{b.provider: &values, b.program("empty"): &references} {
			took, err := startToSchema(ctx, path)
			if err != nil {
				return nil, err
			}
			*to = append(*to, float64(took.Microseconds())/1000)
		}
	}
	return []figure{compared(figure{Row: "start", Name: "start to schema", Unit: "ms"}, values,
		"a provider with one empty resource", references, atMost(1.3))}, nil
}

func startToSchema(ctx context.Context, path string) (time.Duration, error) {
	command := exec.Command(path) //nolint:noctx // The library stops it.
	command.Env = programs.CleanEnvironment()
	started := time.Now()
	process, err := pluginclient.Start(command, io.Discard)
	if err != nil {
		return 0, err
	}
	defer process.Close()
	err = process.Schema(ctx)
	return time.Since(started), err
}
