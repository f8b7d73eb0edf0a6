package importer

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// imageName is the attribute that says that an endpoint has container settings of its own.
const imageName = "image_name"

// containerSettings are the attributes that an endpoint has in place of a template. An import leaves out the variables.
var containerSettings = []string{
	imageName, "container_disk_in_gb", "container_registry_auth_id", "docker_entrypoint", "docker_start_cmd", "ports",
	"env",
}

// hasOwnContainer reports whether an endpoint is written with container settings of its own.
func (f *found) hasOwnContainer() bool {
	_, has := f.config[imageName]
	return has && f.kind.name == "endpoints"
}

// needsTemplate reports whether the configuration of an endpoint needs a template that the API does not name: over
// version 2 an endpoint has a copy of a template's settings.
func (r *reader) needsTemplate(object *found, all map[string]cty.Value) bool {
	_, named := all[templateID]
	return object.kind.name == "endpoints" && !named
}

// templatesOf returns the choices of a template for an endpoint, best first: the only one that has the endpoint's
// settings, and none if the API shows the endpoint's own settings. Without a choice the error says why.
func (r *reader) templatesOf(ctx context.Context, object *found, all map[string]cty.Value) ([]string, error) {
	_, hasOwn := all[imageName]
	templates, err := r.serverlessTemplates(ctx)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && hasOwn: // The summary has a warning.
		return []string{""}, nil
	case err != nil:
		return nil, fmt.Errorf("the API shows neither its template nor container settings: %w", err)
	}
	var same []string
	for _, template := range templates {
		if !mayBeOf(template, object) {
			continue
		}
		planned, err := r.session.plan(ctx, object.kind.typeName, object.instance, withTemplate(all, template.id))
		// The provider rolls the workers if the settings differ, and that changes the version.
		if err == nil && planned.planned.GetAttr("version").IsKnown() && !planned.replaces {
			same = append(same, template.id)
		}
	}
	switch {
	case len(same) == 1 && hasOwn:
		return []string{same[0], ""}, nil
	case len(same) == 1:
		return same, nil
	case hasOwn:
		object.templates = same
		return []string{""}, nil
	default:
		return nil, fmt.Errorf("the API shows neither its template nor container settings, and %d templates may be its own",
			len(same))
	}
}

// withTemplate returns the configuration of an endpoint with a template in the place of settings of its own, which
// exclude one another.
func withTemplate(all map[string]cty.Value, template string) map[string]cty.Value {
	config := maps.Clone(all)
	for _, name := range containerSettings {
		delete(config, name)
	}
	config[templateID] = cty.StringVal(template)
	return config
}

// mayBeOf reports whether an endpoint shows no setting in which it differs from a template. It saves plans.
func mayBeOf(template, endpoint *found) bool {
	for _, name := range containerSettings {
		if !endpoint.state.Type().HasAttribute(name) || !template.state.Type().HasAttribute(name) {
			continue
		}
		own, of := endpoint.state.GetAttr(name), template.state.GetAttr(name)
		if !own.IsNull() && !of.IsNull() && !own.RawEquals(of) {
			return false
		}
	}
	return true
}

// serverlessTemplates returns the account's templates for endpoints, which it reads if the reader has not read them. It
// tries that once: if the service refuses the list, it refuses it for each endpoint.
func (r *reader) serverlessTemplates(ctx context.Context) ([]*found, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.serverless != nil || r.noTemplates != nil {
		return r.serverless, r.noTemplates
	}
	all := slices.Collect(maps.Values(r.templates))
	if r.templates == nil {
		var err error
		if all, err = r.readKind(ctx, kindOf(templateType)); err != nil {
			r.noTemplates = err
			r.report.notes = append(r.report.notes, "podfleet-import cannot compare endpoints with templates: "+oneLine(err)+
				". Every endpoint whose template the API does not name has container settings of its own.")
			return nil, err
		}
	}
	slices.SortFunc(all, func(a, b *found) int { return strings.Compare(a.id, b.id) })
	r.serverless = slices.DeleteFunc(all, func(t *found) bool {
		return t.state.GetAttr("is_serverless").RawEquals(cty.False)
	})
	if r.serverless == nil {
		r.serverless = []*found{}
	}
	return r.serverless, nil
}
