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
	"strings"
	"syscall"

	"github.com/podfleet/terraform-provider-podfleet/internal/importer"
)

// version is set by the release build.
var version = "dev"

// The exit codes, which --help lists.
const (
	exitFailed     = 1
	exitUsage      = 2
	exitIncomplete = 3
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run does what the arguments say, and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	options, err := parse(args, stdout)
	var usage usageError
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &usage):
		_, _ = fmt.Fprintf(stderr, "podfleet-import: %v\nTry podfleet-import --help.\n", err)
		return exitUsage
	}
	var written *importer.WrittenError
	switch err := importer.Run(ctx, options, stdout); {
	case err == nil:
		return 0
	case errors.Is(err, importer.ErrIncomplete):
		_, _ = fmt.Fprintf(stderr, "podfleet-import: %v\n", err)
		return exitIncomplete
	case errors.As(err, &written):
		_, _ = fmt.Fprintf(stderr, "podfleet-import: %v\nIt has written these files to %s: %s.\n", err, written.Folder,
			strings.Join(written.Files, ", "))
		return exitIncomplete
	default:
		_, _ = fmt.Fprintf(stderr, "podfleet-import: %v\nIt has written nothing.\n", err)
		return exitFailed
	}
}
