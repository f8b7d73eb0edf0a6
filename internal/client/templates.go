package client

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Template is a container configuration that pods and endpoints are made from
// (contract 2.2). Members a deployment leaves out are absent.
type Template struct {
	ID                      string
	Name                    Optional[string]
	ImageName               Optional[string]
	Category                Optional[string] // NVIDIA, AMD or CPU
	ContainerDiskInGB       Optional[int64]  // wiped on restart
	VolumeInGB              Optional[int64]  // persists across restarts; 0 for serverless
	VolumeMountPath         Optional[string]
	ContainerRegistryAuthID Optional[string] // empty for none
	DockerEntrypoint        Optional[[]string]
	DockerStartCmd          Optional[[]string]
	Env                     Optional[map[string]string]
	Ports                   Optional[[]string] // 8888/http
	IsPublic                Optional[bool]
	Readme                  Optional[string]
	IsServerless            Optional[bool]
	IsPlatform              Optional[bool]    // an official template
	Earned                  Optional[float64] // credits earned by its creator
	RuntimeInMin            Optional[int64]

	platformName string // how this deployment spells Platform; empty if the answer does not show it
}

// TemplateCreate is what a template is made of. What is absent is the service's default.
type TemplateCreate struct {
	Name                    string
	ImageName               string
	Category                Optional[string]
	ContainerDiskInGB       Optional[int64]
	VolumeInGB              Optional[int64]
	VolumeMountPath         Optional[string]
	ContainerRegistryAuthID Optional[string]
	DockerEntrypoint        Optional[[]string]
	DockerStartCmd          Optional[[]string]
	Env                     Optional[map[string]string]
	Ports                   Optional[[]string]
	IsPublic                Optional[bool]
	Readme                  Optional[string]
	IsServerless            Optional[bool]
}

// TemplateUpdate is what to change of a template. What is absent stays; an
// empty value clears; env and lists are replaced whole (contract 2.1).
type TemplateUpdate struct {
	Name                    Optional[string]
	ImageName               Optional[string]
	ContainerDiskInGB       Optional[int64]
	VolumeInGB              Optional[int64]
	VolumeMountPath         Optional[string]
	ContainerRegistryAuthID Optional[string]
	DockerEntrypoint        Optional[[]string]
	DockerStartCmd          Optional[[]string]
	Env                     Optional[map[string]string]
	Ports                   Optional[[]string]
	IsPublic                Optional[bool]
	Readme                  Optional[string]
}

// CreateTemplate makes a template. Names are unique in the account: see IsNameTaken.
func (c *Client) CreateTemplate(ctx context.Context, in TemplateCreate) (Template, error) {
	w, err := doOne[templateWire](ctx, c, request{
		operation: "CreateTemplate", method: http.MethodPost, path: []string{"templates"}, body: templateCreateWire(in),
	}, "")
	return w.template(), err
}

// GetTemplate returns a template.
func (c *Client) GetTemplate(ctx context.Context, id string) (Template, error) {
	w, err := c.getTemplate(ctx, id)
	return w.template(), err
}

// TemplateFilter says which groups of templates to list beside the account's
// own that no endpoint uses. The service leaves all of them out by default.
type TemplateFilter struct {
	IncludeEndpointBound bool // the account's own that endpoints use
	IncludePublic        bool // other people's
	IncludePlatform      bool // official ones
}

// ListTemplates returns the account's templates and what the filter adds, in no
// particular order.
//
// Deployments spell the flag for official templates each in their own way, as
// they do the member that marks one, and ignore a flag they do not know
// (contract 2.2). So the neutral spelling is sent, and if the templates that come
// back are marked in another, they are asked for once more in that. An account
// whose first list is empty shows no spelling: then there is no more to be had.
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
	ws, err := doList[templateWire](ctx, c, request{
		operation: "ListTemplates", method: http.MethodGet, path: []string{"templates"}, query: filter.query(platformName),
	})
	all := make([]Template, len(ws))
	for i, w := range ws {
		all[i] = w.template()
	}
	return all, err
}

// UpdateTemplate changes a template and returns it. Endpoints that use it roll
// to the new version (contract 2.2).
func (c *Client) UpdateTemplate(ctx context.Context, id string, change TemplateUpdate) (Template, error) {
	w, err := update[templateWire, TemplateUpdate]{
		operation: "UpdateTemplate", collection: "templates",
		get:  c.getTemplate,
		wire: func(u TemplateUpdate) any { return templateUpdateWire(u) },
		left: TemplateUpdate.left,
	}.send(ctx, c, id, change)
	return w.template(), err
}

// DeleteTemplate deletes a template, and waits until ctx ends for pods and
// endpoints to let go of it, unless it finds some that will not: see InUseError.
// IsGone says that it was gone already.
func (c *Client) DeleteTemplate(ctx context.Context, id string) error {
	err := c.whileInUse(ctx, id, c.usersOfTemplate, func(ctx context.Context) error {
		return doNothing(ctx, c, request{operation: "DeleteTemplate", method: http.MethodDelete, path: []string{"templates", id}})
	})
	return confirmGone(ctx, err, id, c.templateIDs)
}

func (c *Client) getTemplate(ctx context.Context, id string) (templateWire, error) {
	return doOne[templateWire](ctx, c, request{
		operation: "GetTemplate", method: http.MethodGet, path: []string{"templates", id},
		// Without them nobody promises that a template that an endpoint uses, or that is not the account's own, can be read.
		query: TemplateFilter{IncludeEndpointBound: true, IncludePublic: true, IncludePlatform: true}.query(neutralPlatformName),
	}, id)
}

// neutralPlatformName is the contract's own spelling of what deployments put a name of theirs for.
const neutralPlatformName = "Platform"

func (f TemplateFilter) query(platformName string) url.Values {
	query := url.Values{}
	for group, included := range map[string]bool{"EndpointBound": f.IncludeEndpointBound, "Public": f.IncludePublic, platformName: f.IncludePlatform} {
		if included {
			query.Set("include"+group+"Templates", "true")
		}
	}
	return query
}

// IsEmpty reports whether there is nothing to change. Such an update must not be
// sent: it can restart what runs.
func (u TemplateUpdate) IsEmpty() bool { return reflect.ValueOf(u).IsZero() }

// left drops what the template has already.
func (u TemplateUpdate) left(w templateWire) TemplateUpdate {
	u.Name = u.Name.unless(w.Name)
	u.ImageName = u.ImageName.unless(w.ImageName)
	u.ContainerDiskInGB = u.ContainerDiskInGB.unless(w.ContainerDiskInGB)
	u.VolumeInGB = u.VolumeInGB.unless(w.VolumeInGB)
	u.VolumeMountPath = u.VolumeMountPath.unless(w.VolumeMountPath)
	u.ContainerRegistryAuthID = u.ContainerRegistryAuthID.unless(w.ContainerRegistryAuthID)
	u.DockerEntrypoint = u.DockerEntrypoint.unless(w.DockerEntrypoint)
	u.DockerStartCmd = u.DockerStartCmd.unless(w.DockerStartCmd)
	u.Env = u.Env.unless(w.Env)
	u.Ports = u.Ports.unless(w.Ports)
	u.IsPublic = u.IsPublic.unless(w.IsPublic)
	u.Readme = u.Readme.unless(w.Readme)
	return u
}

// The wire of version 1. Field for field the types above, so that the
// conversions below are conversions and nothing else.

type templateCreateWire struct {
	Name                    string                      `json:"name"`
	ImageName               string                      `json:"imageName"`
	Category                Optional[string]            `json:"category,omitzero"`
	ContainerDiskInGB       Optional[int64]             `json:"containerDiskInGb,omitzero"`
	VolumeInGB              Optional[int64]             `json:"volumeInGb,omitzero"`
	VolumeMountPath         Optional[string]            `json:"volumeMountPath,omitzero"`
	ContainerRegistryAuthID Optional[string]            `json:"containerRegistryAuthId,omitzero"`
	DockerEntrypoint        Optional[[]string]          `json:"dockerEntrypoint,omitzero"`
	DockerStartCmd          Optional[[]string]          `json:"dockerStartCmd,omitzero"`
	Env                     Optional[map[string]string] `json:"env,omitzero"`
	Ports                   Optional[[]string]          `json:"ports,omitzero"`
	IsPublic                Optional[bool]              `json:"isPublic,omitzero"`
	Readme                  Optional[string]            `json:"readme,omitzero"`
	IsServerless            Optional[bool]              `json:"isServerless,omitzero"`
}

type templateUpdateWire struct {
	Name                    Optional[string]            `json:"name,omitzero"`
	ImageName               Optional[string]            `json:"imageName,omitzero"`
	ContainerDiskInGB       Optional[int64]             `json:"containerDiskInGb,omitzero"`
	VolumeInGB              Optional[int64]             `json:"volumeInGb,omitzero"`
	VolumeMountPath         Optional[string]            `json:"volumeMountPath,omitzero"`
	ContainerRegistryAuthID Optional[string]            `json:"containerRegistryAuthId,omitzero"`
	DockerEntrypoint        Optional[[]string]          `json:"dockerEntrypoint,omitzero"`
	DockerStartCmd          Optional[[]string]          `json:"dockerStartCmd,omitzero"`
	Env                     Optional[map[string]string] `json:"env,omitzero"`
	Ports                   Optional[[]string]          `json:"ports,omitzero"`
	IsPublic                Optional[bool]              `json:"isPublic,omitzero"`
	Readme                  Optional[string]            `json:"readme,omitzero"`
}

type templateWire struct {
	ID                      string                      `json:"id"`
	Name                    Optional[string]            `json:"name"`
	ImageName               Optional[string]            `json:"imageName"`
	Category                Optional[string]            `json:"category"`
	ContainerDiskInGB       Optional[int64]             `json:"containerDiskInGb"`
	VolumeInGB              Optional[int64]             `json:"volumeInGb"`
	VolumeMountPath         Optional[string]            `json:"volumeMountPath"`
	ContainerRegistryAuthID Optional[string]            `json:"containerRegistryAuthId"`
	DockerEntrypoint        Optional[[]string]          `json:"dockerEntrypoint"`
	DockerStartCmd          Optional[[]string]          `json:"dockerStartCmd"`
	Env                     Optional[map[string]string] `json:"env"`
	Ports                   Optional[[]string]          `json:"ports"`
	IsPublic                Optional[bool]              `json:"isPublic"`
	Readme                  Optional[string]            `json:"readme"`
	IsServerless            Optional[bool]              `json:"isServerless"`
	IsPlatform              Optional[bool]              `json:"-"` // spelled differently everywhere: UnmarshalJSON
	Earned                  Optional[float64]           `json:"earned"`
	RuntimeInMin            Optional[int64]             `json:"runtimeInMin"`

	platformName string
}

func (w templateWire) template() Template { return Template(w) }

func (w templateWire) identifier() string { return w.ID }

var flagName = regexp.MustCompile(`^is[A-Z]`)

// UnmarshalJSON takes as the platform flag the one boolean member "is…" that is
// neither isPublic nor isServerless: deployments put a name of their own there
// (contract 2.2). It drops what is empty and no value.
func (w *templateWire) UnmarshalJSON(data []byte) error {
	type plain templateWire
	if err := json.Unmarshal(data, (*plain)(w)); err != nil {
		return err
	}
	emptyIsAbsent(&w.Name, &w.ImageName, &w.Category, &w.VolumeMountPath)
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value := string(members[name])
		if !flagName.MatchString(name) || name == "isPublic" || name == "isServerless" || value != "true" && value != "false" {
			continue
		}
		// Two spellings side by side can only agree; should they not, official is the safer reading.
		w.IsPlatform = Some(value == "true" || w.IsPlatform.Or(false))
		if spelled := strings.TrimPrefix(name, "is"); w.platformName == "" || spelled == neutralPlatformName {
			w.platformName = spelled
		}
	}
	return nil
}
