package main

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

const prefix = "PODFLEET_EMULATOR_"

// ofService are variables that Kubernetes sets in containers for services whose names begin with podfleet-emulator.
var ofService = regexp.MustCompile(`^` + prefix + `(.*_)?(SERVICE_(HOST=|PORT[=_])|PORT(_\d+_|=[a-z]+://))`)

// variable returns the name of a flag's twin in the environment; empty for --version, which is no setting.
func variable(f *flag.Flag) string {
	if f.Name == "version" {
		return ""
	}
	return prefix + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
}

// fromEnvironment sets the flags that were not given from their variables. An empty variable is none.
func fromEnvironment(flags *flag.FlagSet, environ []string) error {
	byVariable := make(map[string]*flag.Flag)
	flags.VisitAll(func(f *flag.Flag) {
		if name := variable(f); name != "" {
			byVariable[name] = f
		}
	})
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, prefix) || ofService.MatchString(pair) {
			continue
		}
		f := byVariable[name]
		if f == nil {
			return fmt.Errorf("unknown variable %s; the nearest is %s", name, nearest(name, byVariable))
		}
		if value == "" || isGiven(flags, f.Name) {
			continue
		}
		if err := fromVariable(flags, f, name, value); err != nil {
			return err
		}
	}
	return nil
}

func fromVariable(flags *flag.FlagSet, f *flag.Flag, name, text string) error {
	values := []string{text}
	if _, repeatable := f.Value.(repeated); repeatable {
		values = strings.Split(text, ",")
	}
	for _, value := range values {
		if err := flags.Set(f.Name, strings.TrimSpace(value)); err != nil {
			return fmt.Errorf("invalid value %q for %s: %w", value, name, err)
		}
	}
	return nil
}

// nearest returns the variable that the fewest changes of letters make of a name.
func nearest(name string, variables map[string]*flag.Flag) string {
	return slices.MinFunc(slices.Sorted(maps.Keys(variables)), func(a, b string) int {
		return cmp.Compare(levenshtein.Distance(name, a, nil), levenshtein.Distance(name, b, nil))
	})
}
