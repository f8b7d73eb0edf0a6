package rest2

import (
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// templates is where templates are.
var templates = rest.Collection{Shared: "templates", Path: "templates", One: "Template", Many: "Templates"}

type templateKind = rest.Kind[
	api.TemplateFilter, api.TemplateCreate, api.TemplateFields, members.Answered[api.Template], api.Template,
]

// templateRequests implements rest.Templates.
type templateRequests struct{ templateKind }

// Templates returns the requests about templates.
func Templates() rest.Templates {
	return templateRequests{templateKind{
		Collection: templates, Items: itemsOf[members.Answered[api.Template]](templates, "templates"), Object: templateIn,
		Body: templateCreate, Change: templateUpdate, Needs: templateNeeds, Part: templateSends,
	}}
}

// The sources of templates that are not the account's own, in the catalogue (contract-v2 10).
const (
	official       = "official"
	sourceOfOthers = "source"
)

// List implements rest.Objects. The account's own are in one list, and other accounts' in one for each source.
func (t templateRequests) List(f api.TemplateFilter) []transport.Request {
	lists := t.templateKind.List(f)
	var sources []string
	if f.IncludePublic {
		sources = append(sources, "verified", "community")
	}
	if f.IncludePlatform {
		sources = append(sources, official)
	}
	for _, source := range sources {
		lists = append(lists, transport.Request{
			Operation: "ListPublicTemplates", Method: http.MethodGet, Path: []string{cataloguePath, templates.Path},
			Query: url.Values{sourceOfOthers: {source}},
		})
	}
	return lists
}

// ReadList implements rest.Objects. Only the source of a list tells whether a template is official.
func (t templateRequests) ReadList(a *transport.Answer) (rest.Page[api.Template], error) {
	page, err := t.templateKind.ReadList(a)
	if source := a.Query.Get(sourceOfOthers); source != "" {
		for i := range page.Items {
			page.Items[i].IsPlatform = members.Some(source == official)
			page.Items[i].PublicSource = source
		}
		page.Next = nil // The list has the member for pages, and one page.
	}
	return page, err
}

// templateSends returns a change without the readme: version 2 has none.
func templateSends(change api.TemplateFields) api.TemplateFields {
	change.Readme = members.Optional[string]{}
	return change
}

func templateCreate(in api.TemplateCreate) any {
	// The service's default is true, which gives containers variables that no configuration asks for.
	in.StartSSH, in.StartJupyter = members.Some(in.StartSSH.Or(false)), members.Some(in.StartJupyter.Or(false))
	return withVolume(requestOf(in, api.TemplateFields{}), in.TemplateFields, api.TemplateFields{})
}

func templateUpdate(change api.TemplateFields, now api.Template) any {
	return withVolume(requestOf(change, now.TemplateFields), change, now.TemplateFields)
}

// withVolume returns a request with the volume of its fields, completed from now.
func withVolume(b members.Body, f, now api.TemplateFields) members.Body {
	if mount := persistentOf(f.VolumeInGB, now.VolumeInGB, f.VolumeMountPath, now.VolumeMountPath); mount != nil {
		b.Put("mounts.persistent", mount)
	}
	return b
}

// templateNeeds reports whether a change has a part of what an update replaces as a whole: the command, or a volume.
func templateNeeds(change api.TemplateFields) bool {
	return isPartOfCommand(change.DockerEntrypoint, change.DockerStartCmd) ||
		change.VolumeInGB.IsZero() != change.VolumeMountPath.IsZero()
}

// templateIn returns the template of an answer. Without a volume, its size is 0, and its path is not returned.
func templateIn(w members.Answered[api.Template]) api.Template {
	t := w.Object
	settle(w.Members, &t.DockerEntrypoint, &t.DockerStartCmd, &t.ContainerRegistryAuthID)
	w.Read("mounts.persistent.path", &t.VolumeMountPath)
	if w.Read("mounts.persistent.size", &t.VolumeInGB); !w.Has("mounts.persistent") {
		t.VolumeInGB = members.Some(int64(0))
	}
	members.EmptyIsAbsent(&t.Name, &t.ImageName, &t.Category, &t.VolumeMountPath)
	return t
}
