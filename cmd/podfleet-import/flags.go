package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/importer"
)

const help = "Usage: podfleet-import [options]\n\n" +
	"Reads an account and writes its objects as Terraform or OpenTofu configuration, with an import block for each. " +
	"It\nnever overwrites a file. A read-only API key is enough.\n\n" +
	"The API key comes from PODFLEET_API_KEY, or from the file in PODFLEET_API_KEY_FILE. All other settings of the " +
	"provider\ncome from its environment variables too, such as PODFLEET_REST_URL.\n\nOptions:\n"

const exits = `
Exit codes:
  0  all objects are written
  1  an error; nothing is written
  2  a mistake in the options
  3  files are written, but without objects that the provider cannot read or configure, or without names of
     environment variables; the summary says which and why. Or the summary cannot be printed; the error lists the files
`

// usageError is a mistake in the options.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// parse reads the options. It prints the help to stdout if it is asked for, and returns flag.ErrHelp.
func parse(args []string, stdout io.Writer) (importer.Options, error) {
	o := importer.Options{Version: version, Arguments: map[string]cty.Value{}}
	flags := flag.NewFlagSet("podfleet-import", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // Errors are main's to print, once.
	flags.StringVar(&o.Out, "out", ".", "`folder` to write to")
	flags.Func("only", "`kinds` to write, with commas between several: "+strings.Join(importer.Kinds(), ", ")+
		" (default all)", func(value string) error {
		o.Only = append(o.Only, strings.Split(value, ",")...)
		return o.Validate()
	})
	flags.Func("name-regex", "write only objects whose name matches this regular `expression`", func(value string) error {
		pattern, err := regexp.Compile(value)
		o.NameRegex = pattern
		return err
	})
	flags.Func("exclude-state", "leave out the objects of the state in this `file`: a state file, or the output of "+
		"\"state pull\" or \"show -json\"; repeatable", func(value string) error {
		o.ExcludeStates = append(o.ExcludeStates, value)
		return nil
	})
	flags.BoolVar(&o.PlainPasswords, "plain-passwords", false, "write passwords as arguments that the state keeps, for "+
		"Terraform and OpenTofu before 1.11, which have no write-only arguments")
	flags.BoolVar(&o.NoProvider, "no-provider", false, "write no provider.tf, for a folder that has a provider block")
	flags.Func("rest-url", "base `URL` of the management interface, in place of PODFLEET_REST_URL; provider.tf gets it "+
		"too", func(value string) error {
		o.Arguments["rest_url"] = cty.StringVal(value)
		return nil
	})
	flags.BoolFunc("allow-insecure-http", "allow http:// to other machines, in place of PODFLEET_ALLOW_INSECURE_HTTP; "+
		"provider.tf gets it too", func(string) error {
		o.Arguments["allow_insecure_http"] = cty.True
		return nil
	})
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		printHelp(flags, stdout)
		return o, err
	case err != nil:
		return o, usageError{err}
	case flags.NArg() > 0:
		return o, usageError{fmt.Errorf("unexpected argument %q", flags.Arg(0))}
	}
	return o, nil
}

func printHelp(flags *flag.FlagSet, stdout io.Writer) {
	var text strings.Builder
	text.WriteString(help)
	flags.VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		fmt.Fprintf(&text, "  --%s %s\n        %s", f.Name, value, usage)
		if f.DefValue != "" && f.DefValue != "false" {
			fmt.Fprintf(&text, " (default %s)", f.DefValue)
		}
		text.WriteString("\n")
	})
	text.WriteString(exits)
	_, _ = io.WriteString(stdout, text.String())
}
