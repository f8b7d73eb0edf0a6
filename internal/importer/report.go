package importer

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// report collects what the summary says of objects that are not written.
type report struct {
	// warnings are about objects that belong into the files and are left out, or may be.
	warnings []string
	// notes are about objects that are written, and that a person may want otherwise.
	notes []string
	// skipped has the numbers of objects that are left out by choice, by kind and reason.
	skipped map[string]int
}

// warn adds a warning, in one line.
func (r *report) warn(about string, reason string) {
	r.warnings = append(r.warnings, about+": "+strings.Join(strings.Fields(reason), " "))
}

// skip counts an object that is left out by choice.
func (r *report) skip(k kind, reason string) { r.skipped[k.plural()+" "+reason]++ }

// summary returns the summary of a run that has written objects.
func (r *run) summary(objects []*found) string {
	var text strings.Builder
	line := func(format string, values ...any) { fmt.Fprintf(&text, format+"\n", values...) }
	counts := func(all map[string]int) {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			line("  %s: %d", name, all[name])
		}
	}
	written, changes := map[string]int{}, 0
	for _, object := range objects {
		written[object.kind.plural()+".tf"]++
		if object.adopts {
			changes++
		}
	}
	line("Objects written to %s: %d", r.Out, len(objects))
	counts(written)
	line("\nThe first plan has %d to import, %d to change.", len(objects), changes)
	line("A change adopts arguments that the API does not return, and sends nothing.")
	if written[credentials.plural()+".tf"] > 0 {
		line("Set the input variables of %s that have no default: they are the secrets of credentials.", variablesFile)
	}
	if r.NoProvider && len(objects) > 0 {
		line("Set import_env = false in your provider block: it keeps environment variables out of the state.")
	}
	line("\nNot read: pods that the service has ended, workers of endpoints, and public and official templates.")
	if len(r.skipped) > 0 {
		line("Left out:")
	}
	counts(r.skipped)
	for _, note := range r.notes {
		line("\nNote: %s", note)
	}
	for _, warning := range r.warnings {
		line("\nWarning: %s", warning)
	}
	return text.String()
}
