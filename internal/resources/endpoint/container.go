package endpoint

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Over version 2 an endpoint has a copy of the settings that its template had when the service got its ID (contract-v2
// 5.3), and no answer shows the ID. So template_id in the state is the template whose settings the endpoint has: a
// refresh that finds others makes it null, the plan shows that, and the update sends the ID again.

// settings are the names of the container settings, in the order of the members of api.Container.
var settings = []string{imageName, "container_disk_in_gb", "container_registry_auth_id", "docker_entrypoint",
	"docker_start_cmd", "env", "ports"}

// differences returns the settings in which an endpoint differs from a template. A setting that one of the two does not
// show is no difference, and neither are variables that the service adds.
func differences(endpoint api.Endpoint, template api.Container) (names []string) {
	has := endpoint.Settings().Or(api.Container{})
	has.Env = withoutAdded(has.Env, template.Env)
	for i, name := range settings {
		var one, other api.Container
		reflect.ValueOf(&one).Elem().Field(i).Set(reflect.ValueOf(has).Field(i))
		reflect.ValueOf(&other).Elem().Field(i).Set(reflect.ValueOf(template).Field(i))
		if !one.Equal(other) {
			names = append(names, name)
		}
	}
	return names
}

// withoutAdded removes the variables from an environment that the service adds to containers (contract-v2 4), and that
// the wanted one does not have.
func withoutAdded(env, wanted members.Optional[map[string]string]) members.Optional[map[string]string] {
	shown, returned := env.Get()
	if !returned {
		return env
	}
	kept := maps.Clone(shown)
	for _, name := range []string{"PUBLIC_KEY", "JUPYTER_PASSWORD"} {
		if _, own := wanted.Or(nil)[name]; !own {
			delete(kept, name)
		}
	}
	return members.Some(kept)
}

// isWhole reports whether an answer has all container settings.
func isWhole(c api.Container) bool { return len(members.Of(c)) == len(settings) }

// hasSettings reports whether an endpoint certainly has the settings of a template. Each has to be shown, unless the
// endpoint was imported: then one that is not shown is adopted.
func hasSettings(endpoint api.Endpoint, template api.Container, imported bool) bool {
	shown, returned := endpoint.Settings().Get()
	return returned && len(differences(endpoint, template)) == 0 &&
		(imported || isWhole(shown) && isWhole(template))
}

// lostTemplate reports whether an endpoint with a template has other settings than it, which two GETs decide: lists can
// lag. Without an answer about the template it is false.
func (r *Resource) lostTemplate(ctx context.Context, state model, answer api.Endpoint) bool {
	id := state.TemplateID.ValueString()
	if r.Version() < 2 || id == "" {
		return false
	}
	t, err := r.Client.Templates.FromList(ctx, id, func(t api.Template) bool {
		return len(differences(answer, t.Container())) > 0
	})
	if err != nil || len(differences(answer, t.Container())) == 0 {
		return false
	}
	endpoint, err := r.Client.Endpoints.Get(ctx, answer.ID)
	return err == nil && len(differences(endpoint, t.Container())) > 0
}

// withTemplate returns a change with the ID of the planned template if the endpoint needs it: the state has another
// one, or none, or the template changes in this run. In the last two cases the endpoint can have the settings by now: a
// change of the template reaches endpoints that are bound to it. Answers about both tell that.
func (r *Resource) withTemplate(ctx context.Context, in input, change api.EndpointFields) api.EndpointFields {
	id := in.Plan.TemplateID.ValueString()
	isOther := !in.Plan.TemplateID.Equal(in.State.TemplateID)
	if id == "" || !isOther && !r.Run.SettingsChange(id) {
		return change
	}
	change.TemplateID = members.Some(id)
	if isOther && !in.State.TemplateID.IsNull() {
		return change
	}
	template, failed := r.Client.Templates.Get(ctx, id)
	endpoint, err := r.Client.Endpoints.Get(ctx, in.State.ID.ValueString())
	if failed == nil && err == nil && hasSettings(endpoint, template.Container(), in.Imported) {
		change.TemplateID = members.Optional[string]{}
	}
	return change
}

// warnOfDifferences names the settings in which an endpoint differs from the template whose ID it just got.
func (r *Resource) warnOfDifferences(
	ctx context.Context, answer api.Endpoint, template string, diags *diag.Diagnostics,
) {
	if seen, known := r.Client.Templates.Seen(template); known && len(differences(answer, seen.Container)) == 0 {
		return
	}
	t, err := r.Client.Templates.Get(ctx, template) // Another client can have changed it in this run.
	names := differences(answer, t.Container())
	if err != nil || len(names) == 0 {
		return
	}
	about := framework.Object{Entity: entity.Name, Name: answer.Name.Or(""), ID: answer.ID}
	diags.AddAttributeWarning(path.Root(templateID), about.About("The endpoint differs from its template"), fmt.Sprintf(
		"The endpoint %q (%s) got the settings of the template %s, and the service returned other values of %s. Each plan "+
			"updates it again.\n\nNext: set these in the template to the values that the service returns, or find the client "+
			"that changes them.", answer.Name.Or(""), answer.ID, template, strings.Join(names, ", ")))
}
