package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// config is the result of flags and environment.
type config struct {
	listen   string
	logLevel slog.Level
	// restVersion is that of the URL in the first line printed.
	restVersion string
	options     emulator.Options
}

// usageError is a mistake in the flags or in the environment.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// repeated is a flag that can be given several times. Its environment variable separates the values by commas.
type repeated func(value string) error

// String implements flag.Value: the help shows no default.
func (r repeated) String() string { return "" }

// Set implements flag.Value.
func (r repeated) Set(value string) error { return r(value) }

// texts is a repeated flag of any texts.
func texts(values *[]string) repeated {
	return func(value string) error {
		*values = append(*values, value)
		return nil
	}
}

// parse reads the flags and, for those not given, their environment variables.
func parse(args []string, env func(string) string, stderr io.Writer) (config, error) {
	var c config
	o := &c.options
	flags := flag.NewFlagSet("podfleet-emulator", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // Errors are main's to print, once.
	flags.StringVar(&c.listen, "listen", "127.0.0.1:8787", "`address` to listen on; port 0 chooses a free one")
	flags.Var(texts(&o.APIKeys), "api-key", "`key` with all permissions; repeatable (default: "+
		emulator.DefaultAPIKey+")")
	flags.Var(texts(&o.ReadOnlyAPIKeys), "read-only-api-key",
		"`key` with read permission only: other requests than GET fail; repeatable")
	flags.Var(texts(&o.Hosts), "host",
		"host `name` of the emulator beside localhost; repeatable. Beyond loopback it also accepts its addresses "+
			"and\n        names without a dot")
	flags.StringVar(&o.ControlToken, "control-token", "",
		"`token` that clients of the control interface send in the header X-Emulator-Control-Token. Without it, "+
			"only\n        this machine can use the interface, and no client can if --listen is beyond loopback")
	flags.StringVar(&o.PublicURL, "public-url", "",
		"`URL` of the console for browsers behind a proxy, such as one with TLS; needs --control-token")
	flags.Var(texts(&o.AllowOutbound), "allow-outbound",
		"`host` beside loopback, by name or address, for webhooks and WORKER_URL; repeatable. A special-purpose "+
			"\n        address, such as a link-local one, only by itself")
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
	flags.Var(texts(&o.AnswersAs), "answers-as", dialects())
	flags.StringVar(&o.PlatformName, "platform-name", "",
		"the service's own `word` for Platform in isPlatform and includePlatformTemplates")
	flags.DurationVar(&o.ColdStart, "cold-start", 500*time.Millisecond,
		"`duration` from the start of a worker until it is ready")
	flags.BoolVar(&o.NoStatusSync, "no-status-sync", false, "do not offer /status-sync")
	flags.DurationVar(&o.SubmissionLag, "submission-lag", 0,
		"`duration` after a submission while the job's status is HTTP 404")
	flags.DurationVar(&o.UnpauseLag, "unpause-lag", 0,
		"`duration` after an update while an unpaused endpoint still counts as paused")
	flags.DurationVar(&o.ListLag, "list-lag", 0,
		"delay of lists, as a `duration`; GETs by ID are current")
	flags.DurationVar(&o.RolloutLag, "rollout-lag", 0,
		"`duration` after a change that replaces an endpoint's workers until its new version exists")
	flags.BoolVar(&o.OpenPorts, "open-ports", false,
		"open the public TCP ports of pods that are ready, on loopback; they answer HTTP")
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
	if c.restVersion != "v1" && c.restVersion != "v2" {
		return c, usageError{fmt.Errorf("%q is neither v1 nor v2", c.restVersion)}
	}
	if err := refuseNegative(flags); err != nil {
		return c, usageError{err}
	}
	if err := o.Validate(); err != nil {
		return c, usageError{err}
	}
	return c, nil
}

// refuseNegative names the first flag with a number or a duration below zero.
func refuseNegative(flags *flag.FlagSet) (refused error) {
	flags.Visit(func(f *flag.Flag) {
		getter, _ := f.Value.(flag.Getter)
		if getter == nil || refused != nil {
			return
		}
		if value := reflect.ValueOf(getter.Get()); value.CanInt() && value.Int() < 0 {
			refused = fmt.Errorf("--%s %v is negative", f.Name, value)
		}
	})
	return refused
}

// isGiven reports whether the command line or an environment variable sets a flag.
func isGiven(flags *flag.FlagSet, name string) bool {
	given := false
	flags.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	return given
}

// fromEnvironment sets the flags that were not given from their variables. An empty variable is none.
func fromEnvironment(flags *flag.FlagSet, env func(string) string) error {
	var broken error
	flags.VisitAll(func(f *flag.Flag) {
		value := env(variable(f))
		if isGiven(flags, f.Name) || value == "" || broken != nil {
			return
		}
		values := []string{value}
		if _, repeatable := f.Value.(repeated); repeatable {
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
