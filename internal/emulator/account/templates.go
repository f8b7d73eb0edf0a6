package account

import (
	"cmp"
	"time"
)

// Template is a template as the account stores it (contract 2.2, contract-v2 4).
type Template struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Settings
	Category        string  `json:"category"`
	VolumeInGb      int     `json:"volumeInGb"`
	VolumeMountPath string  `json:"volumeMountPath"`
	IsPublic        bool    `json:"isPublic"`
	Readme          string  `json:"readme"`
	IsServerless    bool    `json:"isServerless"`
	IsPlatform      bool    `json:"isPlatform"`
	Earned          float64 `json:"earned"`
	RuntimeInMin    int     `json:"runtimeInMin"`
	// Version 1 does not show these.
	StartSSH            bool     `json:"startSsh"`
	StartJupyter        bool     `json:"startJupyter"`
	AllowedCudaVersions []string `json:"allowedCudaVersions"`
	// CopyOf is the id of the endpoint that keeps this template for itself: it was created over version 2, or has got a
	// templateId there. Empty for all others, to which endpoints are bound by name (contract-v2 5.3).
	CopyOf string `json:"copyOf"`
}

func newTemplate(id string, _ time.Time) Template {
	return Template{
		ID:                  id,
		Settings:            newSettings(),
		Category:            "NVIDIA",
		VolumeInGb:          20,
		VolumeMountPath:     "/workspace",
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

func (t Template) uses() []use {
	return given(use{reference{KindContainerRegistryAuths, t.Registry}, true})
}

// TemplateGroups are the groups of templates that ListTemplates can include. It leaves out the others.
type TemplateGroups struct{ EndpointBound, Public, Platform bool }

// ListTemplates returns the account's own templates that no endpoint uses, and the templates of the included groups.
func (a *Account) ListTemplates(include TemplateGroups, at time.Time) []Template {
	bound := a.referencedBy(KindEndpoints, KindTemplates)
	return a.Templates.Listed(at, func(t Template) bool {
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
func (a *Account) CreateTemplate(in Input, at time.Time) (Template, error) {
	t, err := over(newTemplate("", at), in)
	if t.IsServerless && !in.has("volumeInGb") {
		t.VolumeInGb = 0
	}
	if err := cmp.Or(err, a.checkInput(in, t)); err != nil {
		return Template{}, err
	}
	t.ID = a.Templates.vacant(a.ids.template)
	a.Templates.save(t, at)
	return t, nil
}

// UpdateTemplate updates a template.
func (a *Account) UpdateTemplate(before Template, in Input, at time.Time) (Template, error) {
	t, err := over(before, in)
	if err := cmp.Or(err, a.checkInput(in, t)); err != nil {
		return Template{}, err
	}
	a.replaceTemplate(before, t, at)
	return t, nil
}

// replaceTemplate stores a template that has changed. Every endpoint on it gets a new version, if the change is one of
// the workers' program (contract 2.2).
func (a *Account) replaceTemplate(before, t Template, at time.Time) {
	a.Templates.save(t, at)
	changes := changesOfSettings(before.Settings, t.Settings)
	if len(changes) == 0 {
		return
	}
	for _, e := range a.Endpoints.where(func(e Endpoint) bool { return e.TemplateID == t.ID }) {
		a.release(&e, changes, at)
		a.Endpoints.put(e.ID, e, at)
	}
}

// DeleteTemplate deletes a template that nothing uses.
func (a *Account) DeleteTemplate(t Template, at time.Time) error {
	return a.removeUnused(reference{KindTemplates, t.ID}, errTemplateInUse, at)
}

// checkInput judges an input by the template that comes of it. Serverless workers have no local volume.
func (a *Account) checkInput(in Input, t Template) error {
	err := a.givenExists(in, "containerRegistryAuthId", KindContainerRegistryAuths, t.Registry)
	switch {
	case err != nil:
		return err
	case t.IsServerless && t.VolumeInGb > 0 && in.has("volumeInGb"):
		return errLocalVolume
	case in.has("name"):
		return a.Templates.nameIsFree(t.Name, t.ID)
	}
	return nil
}
