// Command podfleet-emulator serves the emulator until a signal stops it. It prints its addresses on standard output, in
// three lines that a shell can evaluate and two comments, and everything else on standard error.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// grace is the time that requests under way may take to end after a signal.
const grace = 3 * time.Second

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // With little in memory, as it mostly is, the usual 100 collects all the time.
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr)
	stop()

	var usage usageError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "podfleet-emulator: %v\nTry podfleet-emulator --help.\n", err)
		os.Exit(2)
	default:
		fmt.Fprintf(os.Stderr, "podfleet-emulator: %v\n", err)
		os.Exit(1)
	}
}

// run serves until ctx ends. Ending that way is a success.
func run(ctx context.Context, args []string, env func(string) string, stdout, stderr io.Writer) error {
	config, err := parse(args, env, stderr)
	if err != nil {
		return err
	}
	logger := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: config.logLevel}))
	config.options.Logger = logger
	config.options.RealTime = true

	server, err := emulator.Listen(ctx, config.listen, config.options)
	if err != nil {
		return err
	}
	defer server.Close()
	served := make(chan error, 1)
	go func() { served <- server.Serve() }()

	// The port takes connections already, so a reader of these lines may use them at once.
	urls := map[string]string{"v1": server.RESTURL(), "v2": server.RESTURL2()}
	other := map[string]string{"v1": "v2", "v2": "v1"}[config.restVersion]
	_, err = fmt.Fprintf(stdout,
		"PODFLEET_REST_URL=%s\nPODFLEET_QUEUE_URL=%s\nPODFLEET_API_KEY=%s\n# PODFLEET_REST_URL=%s (%s)\n# Console: %s\n",
		urls[config.restVersion], server.QueueURL(), server.APIKey(), urls[other], other, server.ConsoleURL(),
	)
	if err != nil {
		return fmt.Errorf("printing the URLs: %w", err)
	}
	// The log keeps the seed: with it, another start gives the same IDs.
	logger.Info("serving", "url", server.URL(), "seed", config.options.Seed)
	if server.ListensBeyondLoopback() && server.TakesDefaultKey() {
		logger.Warn("other machines can connect, and the default API key is public: set one with --api-key")
	}

	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	logger.Info("stopping")
	// The context that ended is the one to stop by; the grace needs one of its own.
	graceful, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := server.Shutdown(graceful); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("stopping: %w", err)
	}
	return <-served
}
