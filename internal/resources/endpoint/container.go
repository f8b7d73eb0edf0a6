package endpoint

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
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

// Over version 2 an endpoint can have container settings of its own in place of a template (contract-v2 5.1). Then
// image_name is set, and the service returns all of them. The settings of an endpoint with a template are the
// template's, and null here, except empty lists and maps, which ask for nothing.

const (
	templateID = "template_id"
	imageName  = "image_name"
)

// shownContainer are the container settings that every reader may see.
type shownContainer struct {
	ImageName               types.String `tfsdk:"image_name"`
	ContainerDiskInGB       types.Int64  `tfsdk:"container_disk_in_gb"`
	ContainerRegistryAuthID types.String `tfsdk:"container_registry_auth_id"`
	DockerEntrypoint        types.List   `tfsdk:"docker_entrypoint"`
	DockerStartCmd          types.List   `tfsdk:"docker_start_cmd"`
	Ports                   types.List   `tfsdk:"ports"`
}

// containerModel are the container settings of an endpoint that has its own.
type containerModel struct {
	shownContainer
	env.Variables
}

// containerSettings are the names of its attributes but for the image.
var containerSettings = []string{
	"container_disk_in_gb", "container_registry_auth_id", "docker_entrypoint", "docker_start_cmd", "ports", "env",
	"env_wo", "env_wo_version",
}

// The defaults of an endpoint's own settings: a template's, but for the ports. Workers get their jobs through the
// queue, so they expose none.
var (
	defaultContainerDisk = types.Int64Value(50)
	noElements           = framework.ListOf()
)

// hasOwnContainer reports whether the endpoint has settings of its own, or may have.
func (m containerModel) hasOwnContainer() bool { return !m.ImageName.IsNull() }

// fromTemplate completes a change of the container settings, but for variables: an endpoint that had a template keeps
// what no request clears.
func (m model) fromTemplate(change *api.EndpointFields, state model) {
	if !m.hasOwnContainer() {
		return
	}
	framework.ClearReference(&change.ContainerRegistryAuthID, m.ContainerRegistryAuthID, state.ContainerRegistryAuthID)
	if !state.hasOwnContainer() {
		change.Env = members.Some(map[string]string{})
		if m.ContainerRegistryAuthID.IsNull() {
			change.ContainerRegistryAuthID = members.Some("")
		}
	}
}

// variables returns the update from the state's variables to the planned ones; that of nothing if the plan has none of
// its own.
func (r *Resource) variables(ctx context.Context, in input) (u env.Update) {
	if !in.Plan.hasOwnContainer() {
		return u
	}
	u = env.Update{
		Planned: in.Plan.Variables, Was: in.State.Variables, Config: in.Config.Variables,
		Actual: sync.OnceValues(func() (members.Optional[map[string]string], error) {
			actual, err := r.Client.Endpoints.Get(ctx, in.State.ID.ValueString())
			return actual.Env, err
		}),
	}
	if in.State.hasOwnContainer() {
		u.Hidden = in.Env
	}
	return u
}

// imported returns the state of an import before its first answer, as the answer shows it: with settings of its own
// over version 2, where no answer tells whether they came from a template, with both forms of GPU types, and with CPU
// flavors that are not all.
func (m model) imported(answer api.Endpoint) model {
	if image, shown := answer.ImageName.Get(); shown {
		m.ImageName = types.StringValue(image)
	}
	if len(answer.GPUPools.Or(nil)) > 0 { // An endpoint of version 1 whose GPU types have no pool shows no pools.
		m.GPUPools, m.GPUTypeIDs = types.SetUnknown(types.StringType), types.ListUnknown(types.StringType)
	}
	if !answer.AnyCPUFlavor.Or(true) {
		m.CPUFlavorIDs = types.ListUnknown(types.StringType)
	}
	return m
}

// ofOwn returns the default of a setting that only an endpoint with its own container settings has.
func ofOwn[V attr.Value](byDefault, none V) policy.Default {
	return policy.By(imageName, func(image types.String) V {
		if image.IsNull() {
			return none
		}
		return byDefault
	})
}

// containerOver refuses container settings over version 1. Empty lists and maps ask an endpoint with a template for
// nothing.
func containerOver(f policy.Facts) (s policy.Support) {
	if f.Version == 1 && (f.Config(templateID).IsNull() || !framework.IsEmpty(f.Planned)) {
		s.Refused = "Its endpoints get their container settings from templates."
		s.Next = "put the settings into a podfleet_template, and set template_id to its ID."
	}
	return s
}
