package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// config is the result of flags and environment.
type config struct {
	listen   string
	logLevel slog.Level
	// restVersion is that of the URL in the first line printed.
	restVersion restVersion
	options     emulator.Options
}

// usageError is a mistake in the flags or in the environment.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// repeated is a flag that can be given several times. Its environment variable separates the values by commas.
type repeated struct {
	values *[]string
	noun   string // of one value
}

func (r repeated) isRepeatable() bool { return true }

func (r repeated) String() string {
	if r.values == nil { // The flag package asks a zero value too.
		return ""
	}
	return strings.Join(*r.values, ",")
}

func (r repeated) Set(value string) error {
	if value == "" {
		return fmt.Errorf("the %s is empty", r.noun)
	}
	*r.values = append(*r.values, value)
	return nil
}

// parse reads the flags and, for those not given, their environment variables.
func parse(args []string, env func(string) string, stderr io.Writer) (config, error) {
	var c config
	o := &c.options
	flags := flag.NewFlagSet("podfleet-emulator", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // Errors are main's to print, once.
	flags.StringVar(&c.listen, "listen", "127.0.0.1:8787", "`address` to listen on; port 0 chooses a free one")
	flags.Var(repeated{&o.APIKeys, "key"}, "api-key", "`key` with all permissions; repeatable (default: "+
		emulator.DefaultAPIKey+")")
	flags.Var(repeated{&o.ReadOnlyAPIKeys, "key"}, "read-only-api-key",
		"`key` with read permission only: other requests than GET fail; repeatable")
	flags.Var(repeated{&o.Hosts, "host"}, "host",
		"host `name` of the emulator beside localhost; repeatable. Beyond loopback it also accepts its addresses "+
			"and\n        names without a dot")
	flags.StringVar(&o.ControlToken, "control-token", "",
		"`token` that clients of the control interface send in the header X-Emulator-Control-Token. Without it, "+
			"only\n        this machine can use the interface, and no client can if --listen is beyond loopback")
	flags.Var(repeated{&o.AllowOutbound, "host"}, "allow-outbound",
		"`host` beside loopback, by name or address, for webhooks and WORKER_URL; repeatable. \"any\" allows "+
			"every\n        host, but no special-purpose address, such as a link-local one")
	flags.DurationVar(&o.Latency, "latency", 0, "`duration` added to every response")
	flags.IntVar(&o.RESTRateLimit, "rest-rate-limit", 0, "REST `requests` a second, over all keys; 0 means no limit")
	flags.Uint64Var(&o.Seed, "seed", 0, "`number` that makes IDs and random choices repeatable. Without it, each start "+
		"and each reset draws a number,\n        which the log lines \"serving\" and \"reset\" show")
	flags.Lookup("seed").DefValue = "" // The help shows none: see below.
	flags.DurationVar(&o.PodStartDelay, "pod-start-delay", 2*time.Second,
		"`duration` from the start of a pod until it is ready, with its public IP")
	flags.IntVar(&o.WorkersQuota, "workers-quota", emulator.DefaultWorkersQuota,
		"maximum number of `workers` of all endpoints together")
	flags.BoolVar(&o.FlashbootSuffix, "flashboot-suffix", false,
		`append " -fb" to the name of an endpoint with flashboot`)
	flags.BoolVar(&o.AllowVolumeShrink, "allow-volume-shrink", false, "accept a smaller size of a network volume")
	flags.Var(repeated{&o.AnswersAs, "dialect"}, "answers-as", dialects())
	flags.StringVar(&o.PlatformName, "platform-name", "",
		"the service's own `word` for Platform in isPlatform and includePlatformTemplates")
	flags.DurationVar(&o.ColdStart, "cold-start", 500*time.Millisecond,
		"`duration` from the start of a worker until it is ready")
	flags.IntVar(&o.RequestsPerWorker, "requests-per-worker", 0,
		"`requests` that each running worker adds to the queue's limits, if that is more")
	flags.StringVar(&o.ExecutionTimeoutStatus, "execution-timeout-status", emulator.ExecutionTimeoutFailed,
		"`status` of a job that exceeded its run time: failed or timed_out")
	flags.BoolVar(&o.NoStatusSync, "no-status-sync", false, "do not offer /status-sync")
	flags.DurationVar(&o.SubmissionLag, "submission-lag", 0,
		"`duration` after a submission while the job's status is HTTP 404")
	flags.DurationVar(&o.UnpauseLag, "unpause-lag", 0,
		"`duration` after an update while an unpaused endpoint still counts as paused")
	flags.DurationVar(&o.ListLag, "list-lag", 0,
		"delay of lists, as a `duration`; GETs by ID are current")
	flags.Int64Var(&o.JournalBytes, "journal-bytes", emulator.DefaultJournalBytes,
		"`bytes` that the journal keeps; it drops the oldest requests")
	version2Flags(flags, &c)
	flags.TextVar(&c.logLevel, "log-level", slog.LevelInfo, "minimum `level` to log: debug, info, warn or error")

	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			usage(flags, stderr)
			return c, err
		}
		return c, usageError{err}
	}
	if flags.NArg() > 0 {
		return c, usageError{fmt.Errorf("unexpected argument %q", flags.Arg(0))}
	}
	if err := fromEnvironment(flags, env); err != nil {
		return c, err
	}
	if !isGiven(flags, "seed") {
		o.Seed = rand.Uint64() //nolint:gosec // It has to differ between starts; it is no secret.
		o.NewSeedOnReset = true
	}
	if err := o.Validate(); err != nil {
		return c, usageError{err}
	}
	return c, nil
}

// isGiven reports whether the command line or an environment variable sets a flag.
func isGiven(flags *flag.FlagSet, name string) bool {
	given := false
	flags.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	return given
}

// fromEnvironment sets the flags that were not given from their variables. An empty variable is none.
func fromEnvironment(flags *flag.FlagSet, env func(string) string) error {
	given := make(map[string]bool)
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	var broken error
	flags.VisitAll(func(f *flag.Flag) {
		value := env(variable(f))
		if given[f.Name] || value == "" || broken != nil {
			return
		}
		values := []string{value}
		if _, repeatable := f.Value.(interface{ isRepeatable() bool }); repeatable {
			values = strings.Split(value, ",")
		}
		for _, value := range values {
			if err := flags.Set(f.Name, strings.TrimSpace(value)); err != nil {
				broken = usageError{fmt.Errorf("invalid value %q for %s: %w", value, variable(f), err)}
			}
		}
	})
	return broken
}

// dialects returns the help of --answers-as.
func dialects() string {
	text := "--"
	for _, d := range emulator.Dialects() {
		text += fmt.Sprintf("\n          %-20s  %s", d.Name, d.Summary)
	}
	return text
}

// variable returns the name of a flag's twin in the environment.
func variable(f *flag.Flag) string {
	return "PODFLEET_EMULATOR_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
}

func usage(flags *flag.FlagSet, w io.Writer) {
	var text strings.Builder
	text.WriteString("Usage: podfleet-emulator [flags]\n\n" +
		"Each flag has an environment variable; the flag takes precedence.\n")
	flags.VisitAll(func(f *flag.Flag) {
		argument, meaning := flag.UnquoteUsage(f)
		fmt.Fprintf(&text, "\n  %s\n        %s", strings.TrimSpace("--"+f.Name+" "+argument), meaning)
		if f.DefValue != "" && f.DefValue != "false" {
			fmt.Fprintf(&text, " (default %s)", f.DefValue)
		}
		fmt.Fprintf(&text, "\n        %s\n", variable(f))
	})
	if _, err := io.WriteString(w, text.String()); err != nil {
		return // There is nowhere left to report it.
	}
}
