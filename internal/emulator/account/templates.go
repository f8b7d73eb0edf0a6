package account

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Template is a template as the account stores it (contract 2.2, contract-v2 4).
type Template struct {
	TemplateMembers
	// Version 1 does not show these. Args is a text that version 2 got, see Settings.
	Args                string   `json:"args"`
	StartSSH            bool     `json:"startSsh"`
	StartJupyter        bool     `json:"startJupyter"`
	AllowedCudaVersions []string `json:"allowedCudaVersions"`
	// CopyOf is the id of the endpoint that keeps this template for itself; empty for all others (contract-v2 5.3).
	CopyOf string `json:"copyOf"`
}

// TemplateMembers are stored and answered alike by version 1.
type TemplateMembers struct {
	ID                      string            `json:"id"`
	Name                    string            `json:"name"`
	ImageName               string            `json:"imageName"`
	Category                string            `json:"category"`
	ContainerDiskInGb       int               `json:"containerDiskInGb"`
	VolumeInGb              int               `json:"volumeInGb"`
	VolumeMountPath         string            `json:"volumeMountPath"`
	ContainerRegistryAuthID string            `json:"containerRegistryAuthId"`
	DockerEntrypoint        []string          `json:"dockerEntrypoint"`
	DockerStartCmd          []string          `json:"dockerStartCmd"`
	Env                     map[string]string `json:"env"`
	Ports                   []string          `json:"ports"`
	IsPublic                bool              `json:"isPublic"`
	Readme                  string            `json:"readme"`
	IsServerless            bool              `json:"isServerless"`
	IsPlatform              bool              `json:"isPlatform"`
	Earned                  float64           `json:"earned"`
	RuntimeInMin            int               `json:"runtimeInMin"`
}

// TemplateUpdate is the input of an update.
type TemplateUpdate struct {
	Name                    *string            `json:"name"`
	ImageName               *string            `json:"imageName"`
	ContainerDiskInGb       *int               `json:"containerDiskInGb"`
	VolumeInGb              *int               `json:"volumeInGb"`
	VolumeMountPath         *string            `json:"volumeMountPath"`
	DockerEntrypoint        *[]string          `json:"dockerEntrypoint"`
	DockerStartCmd          *[]string          `json:"dockerStartCmd"`
	Env                     *map[string]string `json:"env"`
	Ports                   *[]string          `json:"ports"`
	IsPublic                *bool              `json:"isPublic"`
	Readme                  *string            `json:"readme"`
	ContainerRegistryAuthID *string            `json:"containerRegistryAuthId"`
}

// TemplateCreate is the input of a create. An update cannot change the purpose of a template.
type TemplateCreate struct {
	Category     *string `json:"category"`
	IsServerless *bool   `json:"isServerless"`
	TemplateUpdate
}

func newTemplate(id string, _ time.Time) Template {
	return Template{
		TemplateMembers: TemplateMembers{
			ID:                id,
			Category:          "NVIDIA",
			ContainerDiskInGb: 50,
			VolumeInGb:        20,
			VolumeMountPath:   "/workspace",
			DockerEntrypoint:  []string{},
			DockerStartCmd:    []string{},
			Env:               map[string]string{},
			Ports:             []string{"8888/http", "22/tcp"},
		},
		AllowedCudaVersions: []string{},
	}
}

// key returns no name for the copy that an endpoint keeps: others may have the name.
func (t Template) key() (id, name string) {
	if t.CopyOf != "" {
		return t.ID, ""
	}
	return t.ID, t.Name
}

func (t Template) references() []reference {
	if t.ContainerRegistryAuthID == "" {
		return nil
	}
	return []reference{{KindContainerRegistryAuths, t.ContainerRegistryAuthID}}
}

// TemplateGroups are the groups of templates that ListTemplates can include. It leaves out the others.
type TemplateGroups struct{ EndpointBound, Public, Platform bool }

// ListTemplates returns the account's own templates that no endpoint uses, and the templates of the included groups.
func (a *Account) ListTemplates(include TemplateGroups, at time.Time) []Template {
	bound := a.referencedBy(KindEndpoints, KindTemplates)
	return a.Templates.listedWhere(at, func(t Template) bool {
		switch {
		case bound[t.ID]:
			return include.EndpointBound
		case t.IsPlatform:
			return include.Platform
		case t.IsPublic && a.Templates.injected[t.ID]: // It stands for another account's.
			return include.Public
		}
		return true
	})
}

// CreateTemplate creates a template.
func (a *Account) CreateTemplate(in TemplateCreate, at time.Time) (Template, error) {
	err := a.exists("containerRegistryAuthId", KindContainerRegistryAuths, in.ContainerRegistryAuthID)
	if err != nil {
		return Template{}, err
	}
	t := newTemplate("", at)
	set(&t.IsServerless, in.IsServerless)
	if t.IsServerless {
		t.VolumeInGb = 0
	}
	if err := cmp.Or(in.checkVolume(t.IsServerless), a.Templates.nameIsFree(in.Name, "")); err != nil {
		return Template{}, err
	}
	apply(&t, in)
	t.ID = a.Templates.vacant(a.ids.template)
	a.Templates.save(t, at)
	return t, nil
}

// UpdateTemplate updates a template. It also returns the ids of the endpoints that got a new version by that, whose
// queues the caller reconciles.
func (a *Account) UpdateTemplate(id string, in TemplateUpdate, at time.Time) (t Template, rolled []string, err error) {
	before, err := a.Templates.Find(id)
	if err != nil {
		return Template{}, nil, err
	}
	err = cmp.Or(
		a.exists("containerRegistryAuthId", KindContainerRegistryAuths, in.ContainerRegistryAuthID),
		in.checkVolume(before.IsServerless), a.Templates.nameIsFree(in.Name, id),
	)
	if err != nil {
		return Template{}, nil, err
	}
	t = before
	apply(&t, in)
	a.Templates.save(t, at)
	if t.rollsFrom(before) {
		rolled = a.rollEndpoints(before, t, at)
	}
	return t, rolled, nil
}

// DeleteTemplate deletes a template that nothing uses.
func (a *Account) DeleteTemplate(id string, at time.Time) error {
	if a.inUse(reference{KindTemplates, id}) {
		return errTemplateInUse
	}
	if !a.Templates.remove(id, at) {
		return a.Templates.NotFound()
	}
	return nil
}

// checkVolume refuses a local volume for serverless workers: they have none.
func (in TemplateUpdate) checkVolume(serverless bool) error {
	if serverless && in.VolumeInGb != nil && *in.VolumeInGb > 0 {
		return errLocalVolume
	}
	return nil
}

// rollsFrom reports whether a change of the template changes the program of the workers (contract 2.2).
func (t Template) rollsFrom(before Template) bool {
	return t.ImageName != before.ImageName ||
		!maps.Equal(t.Env, before.Env) ||
		!slices.Equal(t.DockerEntrypoint, before.DockerEntrypoint) ||
		!slices.Equal(t.DockerStartCmd, before.DockerStartCmd) ||
		t.ContainerDiskInGb != before.ContainerDiskInGb ||
		!slices.Equal(t.Ports, before.Ports) ||
		t.ContainerRegistryAuthID != before.ContainerRegistryAuthID
}
