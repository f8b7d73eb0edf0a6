package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// config is the result of flags and environment.
type config struct {
	listen   string
	logLevel slog.Level
	// logFormat is text or json.
	logFormat string
	// restVersion is that of the URL in the first line printed, and of the command's variable.
	restVersion string
	// showsVersion prints the version, and checksHealth asks a running emulator, in the place of serving.
	showsVersion, checksHealth bool
	// command is what exec runs; nil without exec.
	command []string
	options emulator.Options
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

// parse reads the arguments and, for flags not given, their environment variables.
func parse(args, environ []string, stderr io.Writer) (config, error) {
	var c config
	flags := flag.NewFlagSet("podfleet-emulator", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // Errors are main's to print, once.
	c.define(func(string) *flag.FlagSet { return flags })
	switch err := c.arguments(flags, args); {
	case errors.Is(err, flag.ErrHelp):
		usage(stderr)
		return c, err
	case err != nil:
		return c, usageError{err}
	}
	if c.showsVersion {
		return c, nil
	}
	if err := fromEnvironment(flags, environ); err != nil {
		return c, usageError{err}
	}
	if !isGiven(flags, "seed") {
		c.options.Seed = rand.Uint64() //nolint:gosec // It has to differ between starts; it is no secret.
		c.options.NewSeedOnReset = true
	}
	if c.command != nil {
		c.beside(flags)
	}
	err := cmp.Or(refuseOthers(c.restVersion, "v1", "v2"), refuseOthers(c.logFormat, "text", "json"),
		refuseNegative(flags), c.options.Validate())
	if err != nil {
		return c, usageError{err}
	}
	return c, nil
}

// arguments reads the flags, which may follow the name of a subcommand too.
func (c *config) arguments(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	subcommand := flags.Arg(0)
	if subcommand != "exec" && subcommand != "health" {
		return refuseArguments(flags)
	}
	if err := flags.Parse(flags.Args()[1:]); err != nil {
		return err
	}
	if subcommand == "health" {
		c.checksHealth = true
		return refuseArguments(flags)
	}
	if c.command = flags.Args(); len(c.command) == 0 {
		return errors.New("exec needs a command: podfleet-emulator exec -- COMMAND")
	}
	return nil
}

func refuseArguments(flags *flag.FlagSet) error {
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	return nil
}

// beside changes the defaults for exec: many can run at once, and the terminal is the command's.
func (c *config) beside(flags *flag.FlagSet) {
	if !isGiven(flags, "listen") {
		c.listen = "127.0.0.1:0"
	}
	if !isGiven(flags, "log-level") {
		c.logLevel = slog.LevelWarn
	}
}

func refuseOthers(value, one, other string) error {
	if value != one && value != other {
		return fmt.Errorf("%q is neither %s nor %s", value, one, other)
	}
	return nil
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

func usage(w io.Writer) {
	var text strings.Builder
	text.WriteString("Usage: podfleet-emulator [flags]\n" +
		"       podfleet-emulator [flags] exec -- COMMAND\n" +
		"       podfleet-emulator [flags] health\n\n" +
		"Without a subcommand, it serves until a signal stops it.\n\n" +
		"exec runs a command beside an emulator of its own, on a free port, with PODFLEET_REST_URL,\n" +
		"PODFLEET_QUEUE_URL and PODFLEET_API_KEY in the command's environment. It logs warnings only. The exit code\n" +
		"is that of the command, or 128 and the number of the signal that ended it.\n\n" +
		"health exits with 0 if an emulator serves at --listen, else with 1.\n\n" +
		"Each setting has an environment variable; its flag takes precedence.\n")
	var groups []*flag.FlagSet
	new(config).define(func(title string) *flag.FlagSet {
		groups = append(groups, flag.NewFlagSet(title, flag.ContinueOnError))
		return groups[len(groups)-1]
	})
	for _, group := range groups {
		fmt.Fprintf(&text, "\n%s:\n", group.Name())
		group.VisitAll(func(f *flag.Flag) { describe(&text, f) })
	}
	if _, err := io.WriteString(w, text.String()); err != nil {
		return // There is nowhere left to report it.
	}
}

func describe(text *strings.Builder, f *flag.Flag) {
	argument, meaning := flag.UnquoteUsage(f)
	fmt.Fprintf(text, "\n  %s\n        %s", strings.TrimSpace("--"+f.Name+" "+argument), meaning)
	if f.DefValue != "" && f.DefValue != "false" {
		fmt.Fprintf(text, " (default %s)", f.DefValue)
	}
	text.WriteString("\n")
	if name := variable(f); name != "" {
		fmt.Fprintf(text, "        %s\n", name)
	}
}
