// Command bench measures the provider and the emulator. Each figure is a ratio to a reference that ran in turns with it
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
	"strconv"
	"strings"
	"syscall"
	"time"
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
	{"list", (*bench).list},
	{"apply", (*bench).apply},
	{"start", (*bench).start},
	{"job", (*bench).job},
	{"throughput", (*bench).throughput},
	{"memory", (*bench).memory},
}

// bench is one run.
type bench struct {
	cli      string
	provider string
	emulator string
	programs string // folder of what the provider and the emulator are compared with

	sizes    []int // N of plan
	creates  int   // N of apply
	rounds   int
	jobs     int
	pairs    int // of /run and /status, a round
	queued   int
	rowNames []string

	dir      string // for everything that is written
	progress io.Writer
}

// errSkipped is why a row cannot be measured here.
type errSkipped struct{ reason string }

func (e errSkipped) Error() string { return e.reason }

func run(ctx context.Context, args []string, out, progress io.Writer) (err error) {
	b, jsonPath, err := parse(args, progress)
	if err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp("", "podfleet-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()

	r := &report{Started: time.Now().UTC().Truncate(time.Second), Rounds: b.rounds}
	if r.Machine, err = thisMachine(ctx, b.cli); err != nil {
		return err
	}
	for _, row := range rows {
		if !slices.Contains(b.rowNames, row.name) {
			continue
		}
		figures, err := row.measure(b, ctx)
		var skipped errSkipped
		switch {
		case errors.As(err, &skipped):
			r.Skipped = append(r.Skipped, row.name+": "+skipped.reason)
		case err != nil:
			return fmt.Errorf("%s: %w", row.name, err)
		}
		r.Figures = append(r.Figures, figures...)
		if err := r.writeJSON(jsonPath); err != nil { // After each row: the next takes minutes.
			return err
		}
	}
	return r.writeTable(out)
}

// parse reads the flags. Paths are made absolute: the CLI runs elsewhere.
func parse(args []string, progress io.Writer) (b *bench, jsonPath string, err error) {
	var names []string
	for _, row := range rows {
		names = append(names, row.name)
	}
	b = &bench{progress: progress}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&b.cli, "cli", "terraform", "the Terraform or OpenTofu to run")
	flags.StringVar(&b.provider, "provider", "bin/terraform-provider-podfleet", "the provider to measure")
	flags.StringVar(&b.emulator, "emulator", "bin/podfleet-emulator", "the emulator to measure")
	flags.StringVar(&b.programs, "programs", "bin/bench", "`folder` of the programs to compare with")
	flags.StringVar(&jsonPath, "json", "bin/bench.json", "`file` to write the figures to")
	chosen := flags.String("rows", strings.Join(names, ","), "what to measure")
	sizes := flags.String("n", "1000,5000", "how many resources to plan: one size or several")
	flags.IntVar(&b.creates, "creates", 1000, "how many resources to create")
	flags.IntVar(&b.rounds, "rounds", 5, "how often to measure each thing, in turns with what it is compared with")
	flags.IntVar(&b.jobs, "jobs", 50, "how many jobs to wait for")
	flags.IntVar(&b.pairs, "pairs", 20000, "how many times to /run and /status in a round")
	flags.IntVar(&b.queued, "queued", 100000, "how many jobs to queue")
	if err := flags.Parse(args); err != nil {
		return nil, "", err
	}
	for _, size := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil || n < len(kinds) {
			return nil, "", fmt.Errorf("-n %s: want numbers from %d on", *sizes, len(kinds))
		}
		b.sizes = append(b.sizes, n)
	}
	b.rowNames = strings.Split(*chosen, ",")
	for _, name := range b.rowNames {
		if !slices.Contains(names, name) {
			return nil, "", fmt.Errorf("-rows %s: there are %s", name, strings.Join(names, ", "))
		}
	}
	for name, value := range map[string]int{"-rounds": b.rounds, "-jobs": b.jobs, "-pairs": b.pairs,
		"-queued": b.queued, "-creates": b.creates - len(kinds) + 1} {
		if value < 1 {
			return nil, "", fmt.Errorf("%s is too small", name)
		}
	}
	for _, path := range []*string{&b.provider, &b.emulator, &b.programs, &jsonPath} {
		if *path, err = filepath.Abs(*path); err != nil {
			return nil, "", err
		}
	}
	return b, jsonPath, nil
}

// say reports the progress, because most of the time no other output appears.
func (b *bench) say(format string, args ...any) {
	fmt.Fprintf(b.progress, format+"\n", args...)
}

// program returns the path of one of the programs to compare with.
func (b *bench) program(name string) string { return filepath.Join(b.programs, name) }
