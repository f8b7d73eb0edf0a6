// Package importer reads an account through the provider, and writes its objects as configuration with import blocks.
//
// It drives the provider in this process over the plugin protocol, as a CLI does: it lists and imports the objects,
// with GETs only. The block of an object has what differs from the defaults of the provider's policies. It is written
// only if the provider's own plan of the import changes nothing. So the package knows no default and no request.
package importer

import (
	"context"
	"io"
	"regexp"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Options are the options of a run.
type Options struct {
	// Out is the folder to write to. It is made if it does not exist.
	Out string
	// Only are names of kinds; none is all.
	Only []string
	// NameRegex selects objects by their names; nil selects all.
	NameRegex *regexp.Regexp
	// ExcludeStates are state files. The objects that they have are left out.
	ExcludeStates []string
	// Arguments are arguments of the provider, in tests. Those that are missing come from the environment.
	Arguments map[string]cty.Value
	// NoProvider leaves out the file with the provider's requirement and block.
	NoProvider bool
	// Progress gets a line for each kind that has been read.
	Progress io.Writer
	// Version is that of the program.
	Version string
	// Tune changes the provider's client, in tests.
	Tune []func(*client.Config)
}

// writes reports whether a kind is to be written.
func (o Options) writes(k kind) bool { return len(o.Only) == 0 || slices.Contains(o.Only, k.plural()) }

// reads reports whether a kind is to be read: endpoints and pods are compared with templates.
func (o Options) reads(k kind) bool {
	return o.writes(k) || k == templates && (o.writes(endpoints) || o.writes(pods))
}

// run is one run.
type run struct {
	Options
	session *session
	managed managed
	// found are all objects that were read, sorted by kind, name and ID.
	found []*found
	report
}

// Run reads an account, writes its objects, and returns a summary. It is complete if the summary has no warning: no
// object that belongs into the files is left out. Before it reads anything, it returns an error if a file exists that
// it may write. With an error it has written nothing.
func Run(ctx context.Context, o Options) (summary string, isComplete bool, err error) {
	if err := o.refuseExisting(); err != nil {
		return "", false, err
	}
	r := &run{Options: o, report: report{skipped: map[string]int{}}}
	if r.managed, err = readStates(o.ExcludeStates); err != nil {
		return "", false, err
	}
	if r.session, err = open(ctx, o); err != nil {
		return "", false, err
	}
	for _, k := range kinds { // All kinds before the first plan: a list answers for a limited time only.
		if !o.reads(k) {
			continue
		}
		if err := r.read(ctx, k); err != nil {
			return "", false, err
		}
	}
	var objects []*found
	taken := map[string]bool{}
	for _, object := range r.chosen() {
		address := object.kind.typeName() + "." + object.resource
		switch err := r.configure(ctx, object); {
		case ctx.Err() != nil:
			return "", false, ctx.Err()
		case err != nil:
			r.warn(object.label, "its import has no empty plan: "+err.Error())
		case taken[address]:
			r.warn(object.label, "another object has the address "+address)
		default:
			taken[address] = true
			objects = append(objects, object)
		}
	}
	return r.summary(objects), len(r.warnings) == 0, r.compose(objects).write(o.Out)
}
