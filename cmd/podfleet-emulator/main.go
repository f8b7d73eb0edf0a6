// Command podfleet-emulator serves the emulator until a signal stops it. It prints its addresses on standard output, in
// three lines that a shell can evaluate and two comments, and everything else on standard error. With exec it runs a
// command instead, which has the addresses in its environment, and standard output to itself.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

//go:embed README.md
var guide string

// version is set by the release build.
var version = "dev"

// grace is the time that requests under way, and a command whose parent has ended, may take to end.
const grace = 3 * time.Second

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // With little in memory, as it mostly is, the usual 100 collects all the time.
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()

	var usage usageError
	var status exitStatus
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.As(err, &status):
		os.Exit(int(status))
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "podfleet-emulator: %v\nTry podfleet-emulator --help.\n", err)
		os.Exit(2)
	default:
		fmt.Fprintf(os.Stderr, "podfleet-emulator: %v\n", err)
		os.Exit(1)
	}
}

// run serves until ctx or the command of exec ends. Ending by ctx is a success.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) error {
	config, err := parse(args, environ, stderr)
	switch {
	case err != nil:
		return err
	case config.showsVersion:
		_, err := fmt.Fprintln(stdout, "podfleet-emulator", version)
		return err
	case config.checksHealth:
		return health(ctx, config.listen)
	}
	logger := config.logger(stderr)
	config.options.Logger = logger
	config.options.RealTime = true
	config.options.Guide = guide

	server, err := emulator.Listen(ctx, config.listen, config.options)
	if err != nil {
		return err
	}
	defer server.Close()
	served := make(chan error, 1)
	go func() { served <- server.Serve() }()

	// The port takes connections already, so a reader of the variables may use them at once.
	variables, comments := config.addresses(server)
	if config.command == nil {
		printed := strings.Join(append(variables, comments...), "\n") + "\n"
		if _, err := io.WriteString(stdout, printed); err != nil {
			return fmt.Errorf("printing the URLs: %w", err)
		}
	}
	// The log keeps the seed: with it, another start gives the same IDs.
	logger.Info("serving", "url", server.URL(), "seed", config.options.Seed)
	if server.ListensBeyondLoopback() && server.TakesDefaultKey() {
		logger.Warn("other machines can connect, and the default API key is public: set one with --api-key")
	}
	if config.command != nil {
		return execute(ctx, config.command, slices.Concat(environ, variables, pastProxy()), stdout, stderr)
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

func (c config) logger(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.logLevel}
	if c.logFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// addresses returns the environment of a client, and the other addresses of a server as comments.
func (c config) addresses(server *emulator.Server) (variables, comments []string) {
	urls := map[string]string{"v1": server.RESTURL(), "v2": server.RESTURL2()}
	other := map[string]string{"v1": "v2", "v2": "v1"}[c.restVersion]
	variables = []string{
		"PODFLEET_REST_URL=" + urls[c.restVersion],
		"PODFLEET_QUEUE_URL=" + server.QueueURL(),
		"PODFLEET_API_KEY=" + server.APIKey(),
	}
	return variables, []string{
		fmt.Sprintf("# PODFLEET_REST_URL=%s (%s)", urls[other], other),
		"# Console: " + server.ConsoleURL(),
	}
}
