package importer

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// found is an object of the account, with the data that core keeps of it between two calls.
type found struct {
	kind     kind
	state    cty.Value // null if the object does not exist
	encoded  *tfprotov6.DynamicValue
	private  []byte
	identity *tfprotov6.ResourceIdentityData

	id, name string
	// label names the object in messages.
	label string
	// resource is the name of its resource, of its kind alone.
	resource string
	// config is the configuration to write, once its plan is proved. An unknown value is that of an input variable.
	config map[string]cty.Value
	// adopts says that the first plan adopts arguments that the API does not return.
	adopts bool
}

// text returns an attribute that is text; empty if it is null.
func (f *found) text(attribute string) string {
	if value := f.state.GetAttr(attribute); !value.IsNull() {
		return value.AsString()
	}
	return ""
}

// read lists the objects of a kind, and reads each.
func (r *run) read(ctx context.Context, k kind) error {
	listed, warnings, err := r.session.list(ctx, k.typeName())
	if err != nil {
		return err
	}
	for _, warning := range warnings {
		r.warn(k.plural(), warning)
	}
	var all []*found
	for _, item := range listed {
		label := fmt.Sprintf("%s, %s", k.plural(), item.DisplayName)
		object, err := r.session.read(ctx, k, item.Identity)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			r.warn(label, err.Error())
		case object.state.IsNull():
			r.skip(k, "deleted since the list")
		default:
			object.label, object.id, object.name = label, object.text("id"), object.text("name")
			object.resource = resourceName(k, object.name, object.id)
			all = append(all, object)
		}
	}
	slices.SortFunc(all, func(a, b *found) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.id, b.id)) })
	r.found = append(r.found, all...)
	_, _ = fmt.Fprintf(r.Progress, "%s: %d read\n", k.plural(), len(all))
	return nil
}

// chosen returns the objects to write, and counts the others.
func (r *run) chosen() []*found {
	return slices.DeleteFunc(slices.Clone(r.found), func(f *found) bool {
		switch {
		case !r.writes(f.kind): // It is only compared.
		case r.managed[[2]string{f.kind.typeName(), f.id}]:
			r.skip(f.kind, "in a state of --exclude-state")
		case r.NameRegex != nil && !r.NameRegex.MatchString(f.name):
			r.skip(f.kind, "with a name that does not match --name-regex")
		default:
			return false
		}
		return true
	})
}
