package importer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// placeholder stands for a secret while the reader plans. It is never written.
const placeholder = "placeholder"

// drafting finds the smallest configuration of an object.
type drafting struct {
	*reader
	object *found
	// all are the attributes that the provider generates, and those that the kind needs besides.
	all map[string]cty.Value
	// kept are the attributes that the draft has, and barred those that it must not have. refused are those with which a
	// create is refused.
	kept, barred, refused map[string]bool
	// template says that the draft has a template which the API does not name.
	template bool
}

// configure finds the configuration of an object, and proves that its plan is empty but for attributes that the API
// does not return. The error says why there is none.
func (r *reader) configure(ctx context.Context, object *found) error {
	all, err := r.session.generated(ctx, object.kind.typeName, object.instance)
	if err != nil {
		return err
	}
	if object.kind.credentials {
		maps.Copy(all, r.secrets())
	}
	choices := []string{""}
	if r.needsTemplate(object, all) {
		if choices, err = r.templatesOf(ctx, object, all); err != nil {
			return err
		}
	}
	for _, template := range choices {
		d := drafting{reader: r, object: object, all: all, kept: map[string]bool{}, barred: map[string]bool{},
			refused: map[string]bool{}}
		if template != "" {
			d.all, d.template = withTemplate(all, template), true
		}
		var draft map[string]cty.Value
		if draft, err = d.smallest(ctx); err == nil {
			object.config = draft
			return nil
		}
	}
	return err
}

// secrets returns the arguments of credentials that the API does not return.
func (r *reader) secrets() map[string]cty.Value {
	if r.options.PlainPasswords {
		return map[string]cty.Value{"username": cty.StringVal(placeholder), "password": cty.StringVal(placeholder)}
	}
	return map[string]cty.Value{"username": cty.StringVal(placeholder), "password_wo": cty.StringVal(placeholder),
		"password_wo_version": cty.NumberIntVal(1)}
}

// smallest returns the configuration with the fewest attributes. It has an attribute if it is required, if it is the
// name, or if without it a create would have another value or the plan of the object would change one.
func (d *drafting) smallest(ctx context.Context) (map[string]cty.Value, error) {
	secret := d.secrets()
	for _, attribute := range d.session.schemas.ResourceSchemas[d.object.kind.typeName].Block.Attributes {
		_, isSecret := secret[attribute.Name]
		isReference := references[attribute.Name] != "" && !isEmpty(d.all[attribute.Name])
		if attribute.Required || attribute.Name == "name" || isReference || isSecret && d.object.kind.credentials {
			d.kept[attribute.Name] = true
		}
	}
	added, err := d.growByCreate(ctx)
	if err != nil {
		return nil, err
	}
	if err := d.validate(ctx); err != nil {
		return nil, err
	}
	if len(d.barred) > 0 { // An attribute that excludes a barred one can be a default without it.
		d.dropDefaults(ctx, added)
		if err := d.validate(ctx); err != nil {
			return nil, err
		}
	}
	return d.growByPlan(ctx)
}

// draft returns the configuration with the attributes that are kept.
func (d *drafting) draft() map[string]cty.Value {
	config := map[string]cty.Value{}
	for name, value := range d.all {
		if d.kept[name] && !d.barred[name] {
			config[name] = value
		}
	}
	return config
}

// keep adds attributes to the draft, and reports whether it did not have one of them.
func (d *drafting) keep(names []string) (grows bool) {
	for _, name := range names {
		if _, has := d.all[name]; has && !d.kept[name] && !d.barred[name] {
			d.kept[name], grows = true, true
		}
	}
	return grows
}

// growByCreate adds attributes until a create of the draft plans the values of the object, and then removes those that
// are defaults after all. It returns the attributes that it added.
func (d *drafting) growByCreate(ctx context.Context) (added []string, err error) {
	for {
		missing, err := d.missingInCreate(ctx)
		if err != nil { // A create is refused, where an object may be older than the rule. Defaults are not known.
			d.keep(slices.Collect(maps.Keys(d.all)))
			return nil, ctx.Err()
		}
		if !d.keep(missing) {
			break
		}
		d.dropRefused(ctx, missing)
		added = append(added, missing...)
	}
	d.dropDefaults(ctx, added)
	return added, nil
}

// dropDefaults removes those of the added attributes that a create plans alike without: a default can depend on an
// attribute that was added at the same time.
func (d *drafting) dropDefaults(ctx context.Context, added []string) {
	with, err := d.missingInCreate(ctx)
	if err != nil {
		return
	}
	for _, name := range added {
		if !d.kept[name] || d.barred[name] {
			continue
		}
		delete(d.kept, name)
		if without, err := d.missingInCreate(ctx); err != nil || !slices.Equal(without, with) {
			d.kept[name] = true
		}
	}
}

// dropRefused removes an attribute that was just added if a create is refused because of it: only the service sets it
// for such an object.
func (d *drafting) dropRefused(ctx context.Context, added []string) {
	if _, err := d.missingInCreate(ctx); err == nil {
		return
	}
	at := func(name string) string { return d.object.kind.typeName + "." + name }
	wasRefused := func(name string) int {
		if _, before := d.refusedBefore.Load(at(name)); before {
			return 0
		}
		return 1
	}
	// Most likely it is the same attribute as that of another object.
	added = slices.SortedStableFunc(slices.Values(added), func(a, b string) int { return wasRefused(a) - wasRefused(b) })
	for _, name := range added {
		delete(d.kept, name)
		if _, err := d.missingInCreate(ctx); err == nil {
			d.refused[name] = true
			d.refusedBefore.Store(at(name), true)
			return
		}
		d.kept[name] = true
	}
}

// missingInCreate returns the attributes for which a create of the draft does not plan the object's value, sorted. An
// empty list or set is not missing where the service would choose: it restricts nothing.
func (d *drafting) missingInCreate(ctx context.Context) ([]string, error) {
	created, err := d.session.plan(ctx, d.object.kind.typeName, instance{}, d.draft())
	if err != nil {
		return nil, err
	}
	var names []string
	for name := range d.all {
		value, is := created.planned.GetAttr(name), d.object.state.GetAttr(name)
		switch {
		case d.kept[name], d.refused[name], value.RawEquals(is), !value.IsKnown() && isEmpty(is), d.inherits(name):
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// isEmpty reports whether a value is null, or a list, a set or a map without elements.
func isEmpty(value cty.Value) bool {
	return value == cty.NilVal || value.IsNull() ||
		value.IsKnown() && value.CanIterateElements() && value.LengthInt() == 0
}

// inherits reports whether an object has the value of an attribute from its template.
func (d *drafting) inherits(name string) bool {
	template := d.templates[d.object.text(templateID)]
	return template != nil && name != templateID && template.state.Type().HasAttribute(name) &&
		template.state.GetAttr(name).RawEquals(d.object.state.GetAttr(name)) && d.object.kind.name == "pods"
}

// validate removes optional attributes that the provider refuses, such as an empty name: the plan then shows whether
// the object can do without.
func (d *drafting) validate(ctx context.Context) error {
	for {
		problems, err := d.session.validate(ctx, d.object.kind.typeName, d.draft())
		if err != nil {
			return err
		}
		removed := false
		for name := range problems {
			if d.kept[name] && !d.barred[name] && !d.isRequired(name) && d.all[name] != cty.NilVal {
				d.barred[name], removed = true, true
			}
		}
		switch {
		case len(problems) == 0:
			return nil
		case !removed:
			return errors.New("the provider refuses its configuration: " + oneLine(firstOf(problems)))
		}
	}
}

func (d *drafting) isRequired(name string) bool {
	for _, attribute := range d.session.schemas.ResourceSchemas[d.object.kind.typeName].Block.Attributes {
		if attribute.Name == name {
			return attribute.Required
		}
	}
	return false
}

func firstOf(problems map[string]error) error {
	return problems[slices.Sorted(maps.Keys(problems))[0]]
}

// growByPlan adds attributes until the plan of the object is empty but for what the kind adopts, and returns the
// configuration.
func (d *drafting) growByPlan(ctx context.Context) (map[string]cty.Value, error) {
	for {
		config := d.draft()
		planned, err := d.session.plan(ctx, d.object.kind.typeName, d.object.instance, config)
		if err != nil {
			return nil, errors.New("its plan fails: " + oneLine(err))
		}
		changed, adopted := d.differences(planned)
		if len(changed) == 0 && !planned.replaces {
			d.object.changes = adopted
			return config, nil
		}
		if !d.keep(changed) {
			return nil, fmt.Errorf("its plan would change %s", strings.Join(changed, ", "))
		}
		if err := d.validate(ctx); err != nil {
			return nil, err
		}
	}
}

// differences returns the attributes that a plan changes, and whether it adopts some that the API does not return,
// or drops those that a template has.
func (d *drafting) differences(of plan) (changed []string, adopted bool) {
	for name, value := range of.planned.AsValueMap() {
		was := d.object.state.GetAttr(name)
		switch {
		case value.RawEquals(was):
		case slices.Contains(d.object.kind.adopts, name) && was.IsNull() && value.IsWhollyKnown():
			adopted = true
		case d.template && value.IsNull() && slices.Contains(containerSettings, name):
			// With a template the state does not have them. The plan sends nothing: it would change the version.
			adopted = true
		default:
			changed = append(changed, name)
		}
	}
	slices.Sort(changed)
	return changed, adopted
}

func kindOf(typeName string) kind {
	return kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.typeName == typeName })]
}

// oneLine returns an error in one line, without its next steps.
func oneLine(err error) string {
	text := err.Error()
	if of := problems(nil); errors.As(err, &of) {
		facts := make([]string, len(of))
		for i, d := range of {
			facts[i] = sentence(d)
		}
		text = strings.Join(facts, " ")
	}
	return strings.TrimSuffix(strings.Join(strings.Fields(text), " "), ".")
}
