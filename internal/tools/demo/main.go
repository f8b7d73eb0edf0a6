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

// limit is several times what the demo takes, and ends one that hangs.
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
	cliPath := flags.String("cli", "terraform", "the Terraform or OpenTofu to run")
	providerPath := flags.String("provider", "bin/terraform-provider-podfleet", "the provider to install")
	emulatorPath := flags.String("emulator", "bin/podfleet-emulator", "the emulator to start")
	scenario := flags.String("scenario", "examples/scenarios/quickstart", "the configuration to apply a copy of")
	if err := flags.Parse(args); err != nil {
		return err
	}

	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	started := time.Now()
	if err := perform(ctx, out, *cliPath, *providerPath, *emulatorPath, *scenario); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nAll of it went as it should, in %.0f seconds, and nothing is left behind.\n",
		time.Since(started).Seconds())
	return nil
}

// perform sets the scene, tells the story and clears up, however the story ends.
func perform(ctx context.Context, out io.Writer, cliPath, providerPath, emulatorPath, scenario string) (err error) {
	dir, err := os.MkdirTemp("", "podfleet-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()

	started, err := programs.StartEmulator(ctx, emulatorPath)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, started.Stop()) }()
	service := emulator{started}

	s, err := newScene(ctx, out, dir, cliPath, providerPath, scenario, service)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s takes %s through its life, against an emulated account at %s.\n", s.cli, scenario, service.URL)
	return s.tell(ctx, story)
}
