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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "\ndemo: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	var given inputs
	flags.StringVar(&given.cli, "cli", "terraform", "the Terraform or OpenTofu to run")
	flags.StringVar(&given.provider, "provider", "bin/terraform-provider-podfleet", "the provider to install")
	flags.StringVar(&given.emulator, "emulator", "bin/podfleet-emulator", "the emulator to start")
	flags.StringVar(&given.configuration, "scenario", "examples/scenarios/quickstart",
		"the configuration to apply a copy of")
	if err := flags.Parse(args); err != nil {
		return err
	}

	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	started := time.Now()
	if err := demonstrate(ctx, out, given); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nAll of it went as it should, in %.0f seconds, and nothing is left behind.\n",
		time.Since(started).Seconds())
	return nil
}

// inputs are paths: of three programs, and of the folder with the configuration.
type inputs struct{ cli, provider, emulator, configuration string }

// demonstrate starts an emulator, runs the steps against it and clears up, however they end.
func demonstrate(ctx context.Context, out io.Writer, given inputs) (err error) {
	dir, err := os.MkdirTemp("", "podfleet-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()

	service, err := programs.StartEmulator(ctx, given.emulator, "--seed", "1")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.Stop()) }()
	s, err := newSession(out, dir, given, service)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s takes %s through its life, against an emulated account at %s.\n",
		s.cli, given.configuration, service.URL)
	return s.run(ctx, steps)
}
