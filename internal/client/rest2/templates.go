package rest2

import (
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// templateRequests returns the requests about templates. The account's own are in one list, and other accounts' in one
// for each source.
func templateRequests() rest.Templates {
	c := in("templates", pathOfTemplates, "templates", "Template")
	own := c.Items
	c.Items = func(a *transport.Answer) ([]members.Members, *transport.Request, error) {
		all, next, err := own(a)
		if a.Query.Get(sourceOfOthers) != "" {
			next = nil // The list has the member for pages, and one page.
		}
		return all, next, err
	}
	return rest.Templates{
		Collection: c, Complete: completeTemplate, Others: publicTemplates,
		Body: templateCreate, Change: templateUpdate, Needs: templateNeeds, Sends: templateSends,
	}
}

// The sources of templates that are not the account's own, in the catalogue (contract-v2 10).
const (
	official       = "official"
	sourceOfOthers = "source"
)

// publicTemplates are the lists of templates that are not the account's own.
func publicTemplates(f api.TemplateFilter) (lists []transport.Request) {
	var sources []string
	if f.IncludePublic {
		sources = append(sources, "verified", "community")
	}
	if f.IncludePlatform {
		sources = append(sources, official)
	}
	for _, source := range sources {
		lists = append(lists, transport.Request{
			Operation: "ListPublicTemplates", Method: http.MethodGet, Path: []string{cataloguePath, pathOfTemplates},
			Query: url.Values{sourceOfOthers: {source}},
		})
	}
	return lists
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

// completeTemplate completes the template of an answer. Without a volume, its size is 0, and its path is not returned.
// Only the source of a list tells whether a template is official.
func completeTemplate(t *api.Template, answer members.Members, query url.Values) {
	settle(answer, &t.DockerEntrypoint, &t.DockerStartCmd, &t.ContainerRegistryAuthID)
	answer.Read("mounts.persistent.path", &t.VolumeMountPath)
	if answer.Read("mounts.persistent.size", &t.VolumeInGB); !answer.Has("mounts.persistent") {
		t.VolumeInGB = members.Some(int64(0))
	}
	if t.PublicSource = query.Get(sourceOfOthers); t.PublicSource != "" {
		t.IsPlatform = members.Some(t.PublicSource == official)
	}
}
