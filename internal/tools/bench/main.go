// Command bench measures the provider. Each figure is a ratio to a reference that ran in turns with it
// on the same machine; docs/design/performance.md has the method and the results.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// row is a part of the bench that can be run by itself.
type row struct {
	name    string
	measure func(*bench, context.Context) ([]figure, error)
}

var rows = []row{
	{"plan", (*bench).plan},
	{"apply", (*bench).apply},
}

// bench is one run.
type bench struct {
	cli      string
	provider string
	emulator string
	programs string // folder of what the provider is compared with

	resources int // of the fleet
	rounds    int
	rowNames  []string

	dir      string // for everything that is written
	progress io.Writer
}

func run(ctx context.Context, args []string, out, progress io.Writer) (err error) {
	b, err := parse(args, progress)
	if err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp("", "podfleet-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()

	var all []figure
	for _, row := range rows {
		if !slices.Contains(b.rowNames, row.name) {
			continue
		}
		figures, err := row.measure(b, ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", row.name, err)
		}
		all = append(all, figures...)
	}
	return writeTable(out, thisMachine(ctx, b.cli), all)
}

// parse reads the flags. Paths are made absolute: the CLI runs elsewhere.
func parse(args []string, progress io.Writer) (b *bench, err error) {
	var names []string
	for _, row := range rows {
		names = append(names, row.name)
	}
	b = &bench{progress: progress}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&b.cli, "cli", "terraform", "the Terraform or OpenTofu to run")
	flags.StringVar(&b.provider, "provider", "bin/terraform-provider-podfleet", "the provider to measure")
	flags.StringVar(&b.emulator, "emulator", "bin/podfleet-emulator", "the service")
	flags.StringVar(&b.programs, "programs", "bin/bench", "`folder` of the programs to compare with")
	chosen := flags.String("rows", strings.Join(names, ","), "what to measure")
	flags.IntVar(&b.resources, "n", 1000, "how many resources to plan and to create")
	flags.IntVar(&b.rounds, "rounds", 5, "how often to measure each thing, in turns with what it is compared with")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	b.rowNames = strings.Split(*chosen, ",")
	for _, name := range b.rowNames {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("-rows %s: there are %s", name, strings.Join(names, ", "))
		}
	}
	if b.rounds < 1 || b.resources < len(kinds) {
		return nil, fmt.Errorf("-rounds %d, -n %d: want at least 1 and %d", b.rounds, b.resources, len(kinds))
	}
	for _, path := range []*string{&b.provider, &b.emulator, &b.programs} {
		if *path, err = filepath.Abs(*path); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// say reports the progress, because most of the time no other output appears.
func (b *bench) say(format string, args ...any) {
	fmt.Fprintf(b.progress, format+"\n", args...)
}

// program returns the path of one of the programs to compare with.
func (b *bench) program(name string) string { return filepath.Join(b.programs, name) }
