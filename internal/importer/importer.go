// Package importer reads an account through the provider, and writes its objects as configuration with import blocks.
//
// It drives the provider in this process over the plugin protocol, as a CLI does: it lists and imports the objects, and
// writes the block of an object only after the provider's own plan has shown that it changes nothing. So it knows no
// default and no request itself. It sends GETs only.
package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"sync"

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
	// ExcludeStates are files with states. The objects that they have are left out.
	ExcludeStates []string
	// Arguments are arguments of the provider, such as rest_url. They are written to the provider block, except api_key.
	// Those that are missing come from the environment.
	Arguments map[string]cty.Value
	// PlainPasswords writes passwords as arguments that the state keeps, for CLIs without write-only arguments.
	PlainPasswords bool
	// NoProvider leaves out the file with the provider's requirement and block.
	NoProvider bool
	// Version is that of the program.
	Version string
	// Tune changes the provider's client, in tests.
	Tune []func(*client.Config)
}

// Validate returns the mistakes in options.
func (o Options) Validate() error {
	for _, name := range o.Only {
		if !slices.Contains(Kinds(), name) {
			return fmt.Errorf("no kind is called %q; the kinds are %v", name, Kinds())
		}
	}
	return nil
}

// selected returns the kinds to write.
func (o Options) selected() []kind {
	return slices.DeleteFunc(slices.Clone(kinds), func(k kind) bool {
		return len(o.Only) > 0 && !slices.Contains(o.Only, k.name)
	})
}

// ErrIncomplete is the error of a run that wrote files, but had to leave out objects that belong into them, or the
// names of their environment variables.
var ErrIncomplete = errors.New("the files are incomplete: the summary says what is left out and why\n\n" +
	"Next: remove the causes, and run podfleet-import again with another folder as --out, or delete the files first")

// WrittenError is an error that came after the files were written.
type WrittenError struct {
	// Folder is the folder to which they were written, and Files are their names, sorted; one at least.
	Folder string
	Files  []string
	err    error
}

func (e *WrittenError) Error() string { return e.err.Error() }

func (e *WrittenError) Unwrap() error { return e.err }

// reader is one run.
type reader struct {
	options Options
	session *session
	managed managed
	report  report
	// templates are all templates of the account, by ID; nil unless they are read.
	templates map[string]*found

	// refusedBefore has the attributes, by type and name, for which the provider refused a create of an object.
	refusedBefore sync.Map

	mu sync.Mutex
	// serverless are those that endpoints can have, and noTemplates says why the provider cannot list them. Both are nil
	// until an endpoint needs them.
	serverless  []*found
	noTemplates error
}

// Run reads an account, writes its objects, and prints a summary. Before it reads anything, it returns an error if a
// file exists that it may write. With ErrIncomplete and a WrittenError the files are written, with any other error none
// is.
func Run(ctx context.Context, o Options, stdout io.Writer) error {
	if err := errors.Join(o.Validate(), o.refuseExisting()); err != nil {
		return err
	}
	r := &reader{options: o}
	var err error
	if r.managed, err = readStates(o.ExcludeStates); err != nil {
		return err
	}
	if r.session, err = open(ctx, o, false); err != nil {
		return err
	}
	objects, err := r.read(ctx)
	if err != nil {
		return err
	}
	if objects, err = r.configured(ctx, objects); err != nil {
		return err
	}
	if objects, err = r.readVariables(ctx, objects); err != nil {
		return err
	}
	all := r.compose(objects)
	if err := all.write(o.Out); err != nil {
		return err
	}
	if err := r.report.print(stdout, objects, o); err != nil {
		err = fmt.Errorf("cannot print the summary: %w", err)
		if len(all) == 0 {
			return err
		}
		return &WrittenError{Folder: o.Out, Files: slices.Sorted(maps.Keys(all)), err: err}
	}
	if r.report.failed > 0 {
		return ErrIncomplete
	}
	return nil
}

// read returns the objects to write. It reads all kinds before the first plan: a list answers for a limited time only.
func (r *reader) read(ctx context.Context) ([]*found, error) {
	var chosen []*found
	for _, k := range r.options.selected() {
		all, err := r.readKind(ctx, k)
		if err != nil {
			return nil, err
		}
		if k.typeName == templateType {
			r.templates = map[string]*found{}
			for _, template := range all {
				r.templates[template.id] = template
			}
		}
		chosen = append(chosen, r.chosen(k, all)...)
	}
	return chosen, nil
}

// configured returns the objects whose configuration is proved, and reports the others.
func (r *reader) configured(ctx context.Context, objects []*found) ([]*found, error) {
	for _, k := range kinds { // One after the other: see kinds.
		ofKind := slices.DeleteFunc(slices.Clone(objects), func(f *found) bool { return f.kind.name != k.name })
		err := each(ofKind, func(object *found) error {
			if err := r.configure(ctx, object); err != nil {
				r.report.leaveOut(incomplete, object.label(), "No configuration plans without a change: "+oneLine(err))
			}
			return ctx.Err()
		})
		if err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(slices.Clone(objects), func(f *found) bool { return f.config == nil }), nil
}
