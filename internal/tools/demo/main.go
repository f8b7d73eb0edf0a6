// Command demo shows the provider at work: a real CLI takes a configuration from init to destroy against the emulator,
// and every claim on the way is checked. It needs no account and no network, and leaves nothing behind.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

// limit is several times the usual time of the demo, and ends one that hangs.
const limit = 5 * time.Minute

func main() {
	cli := flag.String("cli", "terraform", "the Terraform or OpenTofu to run")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ctx, cancel := context.WithTimeout(ctx, limit)
	started := time.Now()
	err := demonstrate(ctx, os.Stdout, *cli)
	cancel()
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "\ndemo: %v\n", err)
		os.Exit(1)
	}
	fmt.Printf("\nAll of it went as it should, in %.0f seconds, and nothing is left behind.\n",
		time.Since(started).Seconds())
}

// What the demo shows: the provider that was just built, and the configuration that it applies a copy of.
const (
	provider      = "bin/terraform-provider-podfleet"
	configuration = "examples/scenarios/quickstart"
)

// demonstrate runs the steps against the emulator that runs the demo, and clears up, however they end.
func demonstrate(ctx context.Context, out io.Writer, cli string) (err error) {
	dir, err := os.MkdirTemp("", "podfleet-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()

	service, err := programs.RunningEmulator(ctx)
	if err != nil {
		return err
	}
	s, err := newSession(out, dir, cli, service)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s takes %s through its life, against an emulated account at %s.\n",
		s.cli, configuration, service.URL)
	return s.run(ctx, steps)
}
