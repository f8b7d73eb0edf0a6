package importer

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"
)

// found is an object of the account.
type found struct {
	kind kind
	instance
	id, name string
	// resource is the name of its resource, of its kind alone.
	resource string
	// variables are the names of its environment variables, sorted.
	variables []string
	// unreadVariables says that the provider could not read these names, and deleted that the service deleted the object
	// meanwhile.
	unreadVariables, deleted bool
	// config is the configuration to write, once its plan is proved. Secrets have a placeholder.
	config map[string]cty.Value
	// templates are the IDs of the templates that have an endpoint's settings, if there are several.
	templates []string
	// changes says that the first plan adopts attributes.
	changes bool
}

// text returns an attribute that is text; empty if it is null or missing.
func (f *found) text(attribute string) string { return textOf(f.state, attribute) }

func textOf(object cty.Value, attribute string) string {
	if object == cty.NilVal || object.IsNull() || !object.Type().HasAttribute(attribute) {
		return ""
	}
	value := object.GetAttr(attribute)
	if value.IsNull() || !value.IsKnown() || value.Type() != cty.String {
		return ""
	}
	return value.AsString()
}

// label names an object in a message.
func (f *found) label() string { return label(f.kind, f.name, f.id) }

func label(k kind, name, id string) string {
	if name == "" {
		return fmt.Sprintf("%s %s", k.noun, id)
	}
	return fmt.Sprintf("%s %q (%s)", k.noun, name, id)
}

// parallel is the number of objects that are read or planned at the same time, as many as a CLI does.
const parallel = 10

// each calls do for each item, several at a time, and returns the first error by the order of the items.
func each[T any](items []T, do func(T) error) error {
	errs := make([]error, len(items))
	var actors sync.WaitGroup
	for actor := range parallel {
		actors.Go(func() {
			for i := actor; i < len(items); i += parallel {
				errs[i] = do(items[i])
			}
		})
	}
	actors.Wait()
	return cmp.Or(errs...)
}

// readKind lists the objects of a kind, and reads each. Objects that cannot be read are in the report.
func (r *reader) readKind(ctx context.Context, k kind) ([]*found, error) {
	listed, err := r.session.list(ctx, k.typeName)
	if err != nil {
		return nil, err
	}
	for _, warning := range listed.leftOut {
		r.report.leaveOut(incomplete, k.name, strings.TrimSuffix(warning, "."))
	}
	r.report.notes = append(r.report.notes, listed.notes...)
	var mu sync.Mutex
	var all []*found
	err = each(listed.ids, func(id string) error {
		object, err := r.session.read(ctx, k.typeName, id)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err != nil:
			r.report.leaveOut(incomplete, label(k, "", id), oneLine(err))
		case object.state.IsNull():
			r.report.leaveOut(byChoice, label(k, "", id), "The service has deleted it")
		default:
			all = append(all, &found{kind: k, instance: object, id: id, name: textOf(object.state, "name")})
		}
		return nil
	})
	slices.SortFunc(all, func(a, b *found) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.id, b.id)) })
	r.nameResources(k, all)
	return all, err
}

// nameResources names the resources of all objects of a kind.
func (r *reader) nameResources(k kind, all []*found) {
	objects := make([]named, len(all))
	for i, object := range all {
		objects[i] = named{object.id, object.name}
	}
	names := resourceNames(k.noun, objects, r.managed.names[k.typeName])
	for _, object := range all {
		object.resource = names[object.id]
	}
}

// chosen returns the objects to write, and reports the others.
func (r *reader) chosen(k kind, all []*found) []*found {
	var rest []*found
	for _, object := range all {
		switch {
		case r.managed.ids[k.typeName][object.id]:
			r.report.countOut(shared{k.typeName, "A state of --exclude-state has it", "States of --exclude-state have them"})
		case r.options.NameRegex != nil && !r.options.NameRegex.MatchString(object.name):
			r.report.countOut(shared{k.typeName, "Its name does not match --name-regex",
				"Their names do not match --name-regex"})
		case object.text("desired_status") == "TERMINATED": // Since the list: lists leave out pods that have ended.
			r.report.leaveOut(byChoice, object.label(), "The service has ended it")
		default:
			rest = append(rest, object)
		}
	}
	return rest
}

// readVariables reads the names of the environment variables of objects, and returns the objects that still exist. The
// provider of a session without import_env leaves out the names with the values, so another one reads the objects once
// more; of its answers the names are kept alone. Objects that it cannot read are in the report.
func (r *reader) readVariables(ctx context.Context, all []*found) ([]*found, error) {
	var having []*found
	for _, object := range all {
		// The variables of an endpoint with a template are those of the template.
		if object.kind.variables && (object.kind.name != "endpoints" || object.hasOwnContainer()) {
			having = append(having, object)
		}
	}
	if len(having) == 0 {
		return all, nil
	}
	session, err := open(ctx, r.options, true)
	if err != nil {
		return nil, err
	}
	err = each(having, func(object *found) error {
		full, err := session.read(ctx, object.kind.typeName, object.id)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			object.unreadVariables = true
			r.report.leaveOut(incomplete, object.label(), "The names of its environment variables: "+oneLine(err))
		case full.state.IsNull():
			object.deleted = true
			r.report.leaveOut(byChoice, object.label(), "The service has deleted it")
		default:
			if env := full.state.GetAttr("env"); !env.IsNull() && env.IsKnown() {
				object.variables = slices.Sorted(maps.Keys(env.AsValueMap()))
			}
		}
		return nil
	})
	return slices.DeleteFunc(slices.Clone(all), func(f *found) bool { return f.deleted }), err
}
