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
	api.TemplateFilter, api.TemplateCreate, api.TemplateFields, templateWire, api.Template,
]

// templateRequests implements rest.Templates.
type templateRequests struct{ templateKind }

// Templates returns the requests about templates.
func Templates() rest.Templates {
	return templateRequests{templateKind{
		Collection: templates, Items: itemsOf[templateWire](templates, "templates"), Object: templateWire.template,
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

// templateWire is a template. Only answers have the ID.
type templateWire struct {
	ID string `json:"id,omitempty"`
	containerWire
	Name         members.Optional[string]     `json:"name,omitzero"`
	Mounts       members.Optional[mountsWire] `json:"mounts,omitzero"`
	Serverless   members.Optional[bool]       `json:"serverless,omitzero"`
	Public       members.Optional[bool]       `json:"public,omitzero"`
	Category     members.Optional[string]     `json:"category,omitzero"`
	StartSSH     members.Optional[bool]       `json:"startSsh,omitzero"`
	StartJupyter members.Optional[bool]       `json:"startJupyter,omitzero"`
}

func templateCreate(in api.TemplateCreate) any {
	w := wireOfTemplate(in.TemplateFields, api.TemplateFields{})
	w.Serverless, w.Category = in.IsServerless, in.Category
	// The service's default is true, which gives containers variables that no configuration asks for.
	w.StartSSH, w.StartJupyter = members.Some(in.StartSSH.Or(false)), members.Some(in.StartJupyter.Or(false))
	return w
}

func templateUpdate(change api.TemplateFields, now api.Template) any {
	return wireOfTemplate(change, now.TemplateFields)
}

// templateNeeds reports whether a change has a part of what an update replaces as a whole: the command, or a volume.
func templateNeeds(change api.TemplateFields) bool {
	return isPartOfCommand(change.DockerEntrypoint, change.DockerStartCmd) ||
		isPartOfVolume(change.VolumeInGB, change.VolumeMountPath)
}

// wireOfTemplate converts the fields of a request. now has the values that the request does not have and that belong to
// one that it has.
func wireOfTemplate(f, now api.TemplateFields) templateWire {
	w := templateWire{
		containerWire: containerWire{
			Image: f.ImageName, Disk: f.ContainerDiskInGB, Env: f.Env, Ports: f.Ports,
			Registry: registryOf(f.ContainerRegistryAuthID),
			Args:     argsOf(f.DockerEntrypoint, f.DockerStartCmd, now.DockerEntrypoint, now.DockerStartCmd),
		},
		Name: f.Name, Public: f.IsPublic, StartSSH: f.StartSSH, StartJupyter: f.StartJupyter,
	}
	if mount, ok := persistentOf(f.VolumeInGB, now.VolumeInGB, f.VolumeMountPath, now.VolumeMountPath); ok {
		w.Mounts = members.Some(mountsWire{Persistent: members.Some(mount)})
	}
	return w
}

func (w templateWire) template() api.Template {
	entrypoint, cmd := w.command()
	size, path := w.Mounts.Or(mountsWire{}).persistent()
	t := api.Template{
		ID: w.ID, Category: w.Category, IsServerless: w.Serverless,
		TemplateFields: api.TemplateFields{
			Name: w.Name, ImageName: w.Image, ContainerDiskInGB: w.Disk, VolumeInGB: size, VolumeMountPath: path,
			ContainerRegistryAuthID: authOf(w.Registry), DockerEntrypoint: entrypoint, DockerStartCmd: cmd,
			Env: w.Env, Ports: w.Ports, IsPublic: w.Public, StartSSH: w.StartSSH, StartJupyter: w.StartJupyter,
		},
	}
	members.EmptyIsAbsent(&t.Name, &t.ImageName, &t.Category, &t.VolumeMountPath)
	return t
}
