package importer

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

// severity says why an object is left out.
type severity int

const (
	// byChoice has the objects that a user left out, or that no configuration can have.
	byChoice severity = iota
	// incomplete is an object, or a part of one, that belongs into the configuration.
	incomplete
)

// report is the summary of a run. Safe for concurrent use.
type report struct {
	mu sync.Mutex
	// lines are about single objects, and counts have the numbers of objects that share a reason.
	lines  []string
	counts map[shared]int
	// failed is the number of lines about objects that belong into the configuration and are left out, or a part of them.
	failed int
	// notes are warnings that are about no object. The reader's mutex guards them while objects are configured.
	notes []string
}

// shared is a reason why objects of a type are left out: for one object, and for several.
type shared struct{ typeName, one, several string }

// leaveOut adds an object that is left out, or a part of it, with the reason.
func (r *report) leaveOut(severity severity, label, reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if severity == incomplete {
		r.failed++
	}
	r.lines = append(r.lines, fmt.Sprintf("%s: %s.", label, reason))
}

// countOut counts an object that is left out by choice.
func (r *report) countOut(reason shared) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counts == nil {
		r.counts = map[shared]int{}
	}
	r.counts[reason]++
}

// numbered returns the form of a sentence for one or for several.
func numbered(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// print prints the summary.
func (r *report) print(to io.Writer, objects []*found, o Options) error {
	var text strings.Builder
	line := func(format string, values ...any) { fmt.Fprintf(&text, format+"\n", values...) }
	counts, changes, variables, own := map[string]int{}, map[string]int{}, 0, 0
	for _, object := range objects {
		counts[object.kind.name]++
		if object.changes {
			changes[object.kind.name]++
		}
		if len(object.variables) > 0 {
			variables++
		}
		if object.hasOwnContainer() {
			own++
		}
	}
	line("Objects written to %s: %d", o.Out, len(objects))
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		line("  %s.tf: %d", name, counts[name])
	}
	total := 0
	for _, n := range changes {
		total += n
	}
	line("\nThe first plan has %d to import, %d to change.", len(objects), total)
	for _, k := range kinds {
		if changes[k.name] > 0 {
			line("  %s: the API does not return %s. %d %s the configured values and %s nothing.", k.name,
				strings.Join(k.adopts, ", "), changes[k.name],
				numbered(changes[k.name], "in-place update adopts", "in-place updates adopt"),
				numbered(changes[k.name], "sends", "send"))
		}
	}
	if own > 0 {
		line("%d %s.", own, numbered(own, "endpoint has container settings of its own: the API does not name its "+
			"template, and no single template is proved to have its settings", "endpoints have container settings of their "+
			"own: the API does not name their templates, and no single template is proved to have the settings of one"))
	}
	if counts[kindOf(credentialsType).name] > 0 {
		line("Set the input variables of %s.tf that have no default: they are the secrets of credentials.", variablesFile)
	}
	if variables > 0 {
		line("Environment variables: %d %s some. Their names are in comments, and their values stay as they are.", variables,
			numbered(variables, "object has", "objects have"))
	}
	if o.NoProvider && len(objects) > 0 {
		line("Set import_env = false in your provider block, or no plan of an object with variables is empty.")
	}
	r.printLeftOut(line)
	for _, note := range r.notes {
		line("\nWarning: %s", note)
	}
	_, err := io.WriteString(to, text.String())
	return err
}

func (r *report) printLeftOut(line func(string, ...any)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	line("\nNot read: pods that the service has ended, workers of endpoints, and public and official templates.")
	if len(r.lines)+len(r.counts) == 0 {
		return
	}
	line("Left out:")
	var counts []string
	for reason, n := range r.counts {
		counts = append(counts, fmt.Sprintf("%s: %s.", kindOf(reason.typeName).count(n),
			numbered(n, reason.one, reason.several)))
	}
	slices.Sort(counts)
	for _, text := range counts {
		line("  %s", text)
	}
	slices.Sort(r.lines)
	for _, text := range r.lines {
		line("  %s", text)
	}
}
