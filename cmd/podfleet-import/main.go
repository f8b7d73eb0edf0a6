// Command podfleet-import reads an account and writes its objects as configuration with import blocks, for any CLI that
// has import blocks. It sends GETs only. It prints a summary on standard output, and errors on standard error.
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

	"github.com/podfleet/terraform-provider-podfleet/internal/importer"
)

// version is set by the release build.
var version = "dev"

// The exit codes, which --help lists.
const (
	exitFailed = 1
	exitUsage  = 2
	exitWarned = 3
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	progress := io.Discard
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		progress = os.Stderr // A terminal.
	}
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr, progress)
	stop()
	os.Exit(code)
}

// run does what the arguments say, and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr, progress io.Writer) int {
	fail := func(code int, err error, next string) int {
		_, _ = fmt.Fprintf(stderr, "podfleet-import: %v\n%s\n", err, next)
		return code
	}
	options, err := parse(args, stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return fail(exitUsage, err, "Try podfleet-import --help.")
	}
	options.Progress = progress
	summary, isComplete, err := importer.Run(ctx, options)
	if err != nil {
		return fail(exitFailed, err, "It has written nothing.")
	}
	switch _, err := io.WriteString(stdout, summary); {
	case err != nil:
		return fail(exitWarned, fmt.Errorf("cannot print the summary: %w", err), "The files are in "+options.Out+".")
	case !isComplete:
		return exitWarned
	}
	return 0
}
