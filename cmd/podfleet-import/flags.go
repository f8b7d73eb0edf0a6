package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

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
  3  files are written, and the summary has warnings, such as about an object that the provider cannot read or
     configure. Or the summary cannot be printed
`

// parse reads the options. It prints the help to stdout if it is asked for, and returns flag.ErrHelp.
func parse(args []string, stdout io.Writer) (importer.Options, error) {
	o := importer.Options{Version: version}
	flags := flag.NewFlagSet("podfleet-import", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // Errors are main's to print, once.
	flags.StringVar(&o.Out, "out", ".", "`folder` to write to")
	flags.Func("only", "`kinds` to write, with commas between several: "+strings.Join(importer.Kinds(), ", ")+
		" (default all)", func(value string) error {
		o.Only = append(o.Only, strings.Split(value, ",")...)
		if i := slices.IndexFunc(o.Only, func(name string) bool { return !slices.Contains(importer.Kinds(), name) }); i >= 0 {
			return fmt.Errorf("no kind is called %q", o.Only[i])
		}
		return nil
	})
	flags.Func("name-regex", "write only objects whose name matches this regular `expression`", func(value string) error {
		pattern, err := regexp.Compile(value)
		o.NameRegex = pattern
		return err
	})
	flags.Func("exclude-state", "leave out the objects of this state `file`, such as the output of \"state pull\"; "+
		"repeatable", func(value string) error {
		o.ExcludeStates = append(o.ExcludeStates, value)
		return nil
	})
	flags.BoolVar(&o.NoProvider, "no-provider", false, "write no provider.tf, for a folder that has a provider block")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(stdout)
		_, _ = io.WriteString(stdout, help)
		flags.PrintDefaults()
		_, _ = io.WriteString(stdout, exits)
		return o, err
	case err != nil:
		return o, err
	case flags.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	return o, nil
}
