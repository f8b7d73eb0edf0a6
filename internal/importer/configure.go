package importer

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

const templateID = "template_id"

// settings are the attributes of a template that a pod or an endpoint can have from it.
var settings = []string{
	"image_name", "container_disk_in_gb", "container_registry_auth_id", "docker_entrypoint", "docker_start_cmd", "ports",
	"env", "volume_in_gb", "volume_mount_path",
}

// configure finds the configuration of an object. The plan of its import must be empty, but for arguments that the API
// does not return.
func (r *run) configure(ctx context.Context, object *found) error {
	config, err := r.session.generated(ctx, object)
	if err != nil {
		return err
	}
	if object.kind == credentials { // Secrets are unknown: they are those of input variables.
		config["username"], config["password_wo"] = cty.UnknownVal(cty.String), cty.UnknownVal(cty.String)
		config["password_wo_version"] = cty.NumberIntVal(1)
	}
	switch all := r.templatesOf(object); {
	case len(all) > 1:
		r.notes = append(r.notes, fmt.Sprintf("%s: these templates have its settings: %s. Set template_id to that of the "+
			"object in place of its settings.", object.label, labels(all)))
	case len(all) == 1:
		template := all[0]
		short := maps.Clone(config)
		maps.DeleteFunc(short, func(name string, _ cty.Value) bool {
			return slices.Contains(settings, name) && !object.differs(template, name)
		})
		short[templateID] = cty.StringVal(template.id)
		if r.plan(ctx, object, short) == nil {
			return nil
		}
	}
	return r.plan(ctx, object, config)
}

// templatesOf returns the template of a pod or an endpoint, if it has one. Over version 2 an endpoint shows a copy of
// its template's settings, and no answer names the template: it is one of those that have the same settings.
func (r *run) templatesOf(object *found) []*found {
	isOther := func(f *found) bool {
		switch {
		case f.kind != templates || object.kind != pods && object.kind != endpoints:
			return true
		case object.text(templateID) != "":
			return object.text(templateID) != f.id
		}
		return object.kind == pods || f.state.GetAttr("is_serverless").RawEquals(cty.False) ||
			slices.ContainsFunc(settings, func(name string) bool { return object.differs(f, name) })
	}
	return slices.DeleteFunc(slices.Clone(r.found), isOther)
}

// labels names objects.
func labels(all []*found) string {
	var names []string
	for _, f := range all {
		names = append(names, f.label)
	}
	return strings.Join(names, "; ")
}

// differs reports whether an object has an attribute with another value than its template.
func (f *found) differs(template *found, name string) bool {
	return f.state.Type().HasAttribute(name) && !f.state.GetAttr(name).RawEquals(template.state.GetAttr(name))
}

// plan takes a configuration for an object if the plan of its import changes nothing. It can adopt the first value of
// an argument, and of an endpoint without settings of its own it drops those of the template: that sends nothing. The
// plan does not know the version, because another client can change the template before the apply.
func (r *run) plan(ctx context.Context, object *found, config map[string]cty.Value) error {
	changes, err := r.session.plan(ctx, object, config)
	if err != nil {
		return err
	}
	var changed []string
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		_, isConfigured := config[name]
		isFirst := object.state.GetAttr(name).IsNull() && isConfigured
		isDropped := config[templateID] != cty.NilVal &&
			(name == "version" || changes[name].IsNull() && slices.Contains(settings, name))
		if !isFirst && !isDropped {
			changed = append(changed, name)
		}
	}
	if len(changed) > 0 {
		return fmt.Errorf("it changes %s", strings.Join(changed, ", "))
	}
	object.config, object.adopts = config, len(changes) > 0
	return nil
}
