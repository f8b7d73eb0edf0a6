package client

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Template is a container configuration that pods and endpoints are made from (contract 2.2). Members a deployment
// leaves out are absent.
type Template struct {
	ID string `json:"id"`
	TemplateFields
	Category     Optional[string]  `json:"category"` // NVIDIA, AMD or CPU
	IsServerless Optional[bool]    `json:"isServerless"`
	IsPlatform   Optional[bool]    `json:"-"`                      // official; see UnmarshalJSON for its spelling
	Earned       Optional[float64] `json:"earned" volatile:"true"` // credits earned by its creator
	RuntimeInMin Optional[int64]   `json:"runtimeInMin" volatile:"true"`

	platformName string // how this deployment spells Platform; empty if the answer does not show it
}

// TemplateFields are what can be changed of a template. What is absent of an update stays; an empty value clears; env
// and lists are replaced whole (contract 2.1).
type TemplateFields struct {
	Name                    Optional[string]            `json:"name,omitzero"`
	ImageName               Optional[string]            `json:"imageName,omitzero"`
	ContainerDiskInGB       Optional[int64]             `json:"containerDiskInGb,omitzero"` // wiped on restart
	VolumeInGB              Optional[int64]             `json:"volumeInGb,omitzero"`        // persists; 0 for serverless
	VolumeMountPath         Optional[string]            `json:"volumeMountPath,omitzero"`
	ContainerRegistryAuthID Optional[string]            `json:"containerRegistryAuthId,omitzero"` // empty for none
	DockerEntrypoint        Optional[[]string]          `json:"dockerEntrypoint,omitzero"`
	DockerStartCmd          Optional[[]string]          `json:"dockerStartCmd,omitzero"`
	Env                     Optional[map[string]string] `json:"env,omitzero"`
	Ports                   Optional[[]string]          `json:"ports,omitzero"` // 8888/http
	IsPublic                Optional[bool]              `json:"isPublic,omitzero"`
	Readme                  Optional[string]            `json:"readme,omitzero"`
}

// TemplateCreate is what a template is made of. Name and ImageName are required; what else is absent is the service's
// default.
type TemplateCreate struct {
	TemplateFields
	Category     Optional[string] `json:"category,omitzero"`
	IsServerless Optional[bool]   `json:"isServerless,omitzero"`
}

// CreateTemplate makes a template. Names are unique in the account: where one is taken, the error names the template
// that has it. It is a *CreateError.
func (c *Client) CreateTemplate(ctx context.Context, in TemplateCreate) (Created[Template], error) {
	created, err := c.creators.templates.create(ctx, in)
	_, err = c.sawTemplate(created.Object, err)
	return created, err
}

// shownOfTemplate is how a template shows what it was made of (contract 2.2).
var shownOfTemplate = shownMembers[TemplateCreate, Template]{
	"ports": func(in TemplateCreate, t Template) bool { return anotherSet(in.Ports, t.Ports) },
}

// identityOfTemplate has the members that identify a template (contract 2.2).
var identityOfTemplate = identifying[TemplateCreate, Template]{
	"name":      func(in TemplateCreate, t Template) shownAs { return asSent(in.Name.Or(""), t.Name) },
	"imageName": func(in TemplateCreate, t Template) shownAs { return asSentIfAny(in.ImageName, t.ImageName) },
	"isServerless": func(in TemplateCreate, t Template) shownAs {
		return asSent(in.IsServerless.Or(false), t.IsServerless)
	},
}

// GetTemplate returns a template.
func (c *Client) GetTemplate(ctx context.Context, id string) (Template, error) {
	return c.sawTemplate(transport.One[Template](ctx, c.send, transport.Request{
		Operation: "GetTemplate", Method: http.MethodGet, Path: []string{"templates", id},
		// Without them nobody promises that a template that an endpoint uses, or that is not the account's own, can be
		// read.
		Query: TemplateFilter{IncludeEndpointBound: true, IncludePublic: true,
			IncludePlatform: true}.query(neutralPlatformName),
	}, id))
}

// TemplateFilter says which groups of templates to list beside the account's own that no endpoint uses. The service
// leaves all of them out by default.
type TemplateFilter struct {
	IncludeEndpointBound bool // the account's own that endpoints use
	IncludePublic        bool // other people's
	IncludePlatform      bool // official ones
}

// ListTemplates returns the account's templates and what the filter adds, in no particular order.
//
// Deployments spell the flag for official templates each in their own way, as they do the member that marks one, and
// ignore a flag they do not know (contract 2.2). So the neutral spelling is sent, and if the templates that come back
// are marked in another, they are asked for once more in that. An account whose first list is empty shows no spelling:
// then there is no more to be had.
func (c *Client) ListTemplates(ctx context.Context, filter TemplateFilter) ([]Template, error) {
	all, err := c.listTemplates(ctx, filter, neutralPlatformName)
	if err != nil || !filter.IncludePlatform {
		return all, err
	}
	for _, t := range all {
		if t.platformName != "" && t.platformName != neutralPlatformName {
			return c.listTemplates(ctx, filter, t.platformName)
		}
	}
	return all, nil
}

func (c *Client) listTemplates(ctx context.Context, filter TemplateFilter, platformName string) ([]Template, error) {
	return c.sawTemplates(transport.List[Template](ctx, c.send, transport.Request{
		Operation: "ListTemplates", Method: http.MethodGet, Path: []string{"templates"},
		Query: filter.query(platformName),
	}))
}

// allTemplates lists what Reads are answered from: the account's own, those that endpoints use included. Those of
// others, and official ones, are in nobody's state.
func (c *Client) allTemplates(ctx context.Context) ([]Template, error) {
	own := TemplateFilter{IncludeEndpointBound: true}.query(neutralPlatformName)
	return c.sawTemplates(listAll[Template](c, "ListTemplates", "templates", own)(ctx))
}

// UpdateTemplate changes a template and returns it. Endpoints that use it roll to the new version (contract 2.2).
func (c *Client) UpdateTemplate(ctx context.Context, id string, change TemplateFields) (Template, error) {
	return update[Template, TemplateFields]{
		operation: "UpdateTemplate", collection: "templates", get: c.Templates.Get,
		fields: func(t Template) TemplateFields { return t.TemplateFields },
	}.send(ctx, c, id, change)
}

// DeleteTemplate deletes a template, and waits until ctx ends for pods and endpoints to let go of it, unless it finds
// some that will not: see InUseError. IsGone says that it was gone already.
func (c *Client) DeleteTemplate(ctx context.Context, id string) error {
	d := deletion[Template]{c: c, operation: "DeleteTemplate", collection: "templates", get: c.Templates.Get,
		ids: c.templateIDs}
	err := c.whileInUse(ctx, id, c.usersOfTemplate, func(ctx context.Context) error { return d.delete(ctx, id) })
	return c.account.claims.templates.deleted(id, err)
}

// neutralPlatformName is the contract's own spelling of what deployments put a name of theirs for.
const neutralPlatformName = "Platform"

func (f TemplateFilter) query(platformName string) url.Values {
	query := url.Values{}
	groups := map[string]bool{
		"EndpointBound": f.IncludeEndpointBound, "Public": f.IncludePublic, platformName: f.IncludePlatform,
	}
	for group, included := range groups {
		if included {
			query.Set("include"+group+"Templates", "true")
		}
	}
	return query
}

// Identifier returns the id; empty if the answer has none.
func (t Template) Identifier() string { return t.ID }

var flagName = regexp.MustCompile(`^is[A-Z]`)

// UnmarshalJSON takes as the platform flag the one boolean member "is…" that is neither isPublic nor isServerless:
// deployments put a name of their own there (contract 2.2). It makes members absent whose empty value means none.
func (t *Template) UnmarshalJSON(data []byte) error {
	type plain Template
	if err := json.Unmarshal(data, (*plain)(t)); err != nil {
		return err
	}
	transport.EmptyIsAbsent(&t.Name, &t.ImageName, &t.Category, &t.VolumeMountPath)
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value := string(members[name])
		if !flagName.MatchString(name) || name == "isPublic" || name == "isServerless" || value != "true" &&
			value != "false" {
			continue
		}
		// Two spellings side by side can only agree; should they not, official is the safer reading.
		t.IsPlatform = Some(value == "true" || t.IsPlatform.Or(false))
		if spelled := strings.TrimPrefix(name, "is"); t.platformName == "" || spelled == neutralPlatformName {
			t.platformName = spelled
		}
	}
	return nil
}
