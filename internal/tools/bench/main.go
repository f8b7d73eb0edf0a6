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
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

func main() {
	b := &bench{}
	flag.StringVar(&b.cli, "cli", "terraform", "the Terraform or OpenTofu to run")
	flag.IntVar(&b.n, "n", 1000, "how many resources to plan and to create")
	flag.IntVar(&b.rounds, "rounds", 5, "how often to measure each thing, in turns with what it is compared with")
	flag.DurationVar(&b.latency, "latency", 0, "the time that the emulator adds to each answer")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := b.run(ctx, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// bench is one run.
type bench struct {
	cli     string
	bin     string // folder of the programs
	n       int    // resources of the fleet
	rounds  int
	latency time.Duration // of the emulator
	dir     string        // for everything that is written
	service *emulator
}

func (b *bench) run(ctx context.Context, out io.Writer) (err error) {
	if b.rounds < 1 || b.n < len(kinds) {
		return fmt.Errorf("-rounds %d, -n %d: want at least 1 and %d", b.rounds, b.n, len(kinds))
	}
	if b.cli, err = exec.LookPath(b.cli); err == nil {
		b.cli, err = filepath.Abs(b.cli) // It runs elsewhere.
	}
	if err != nil {
		return err
	}
	if b.bin, err = filepath.Abs("bin"); err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp("", "podfleet-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	if b.service, err = runningEmulator(ctx); err != nil {
		return err
	}
	planned, err := b.plan(ctx)
	if err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	applied, err := b.apply(ctx)
	if err != nil {
		return fmt.Errorf("apply: %w", err)
	}
	fmt.Fprintf(out, "%d resources; %d cores, %s/%s; %s, %s; commit %s\n\n", b.n, runtime.NumCPU(), runtime.GOOS,
		runtime.GOARCH, runtime.Version(), firstLine(ctx, b.cli, "version"),
		firstLine(ctx, "git", "describe", "--always", "--dirty", "--abbrev=12"))
	return writeTable(out, b.n, append(planned, applied))
}

// firstLine returns the first line of a command's output, as far as it succeeds.
func firstLine(ctx context.Context, command string, arguments ...string) string {
	text, err := exec.CommandContext(ctx, command, arguments...).Output()
	if err != nil {
		return "unknown"
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return line
}

// say reports the progress, because most of the time no other output appears.
func (b *bench) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

// program returns the path of one of the programs.
func (b *bench) program(name string) string { return filepath.Join(b.bin, name) }

const thisProvider = "terraform-provider-podfleet"
