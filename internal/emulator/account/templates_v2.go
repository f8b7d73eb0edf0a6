package account

import "time"

// templateNames are the names of templates over version 2 (contract-v2 4), beside container settings.
var templateNames = names{
	"id": "id", "name": "name", "serverless": "isServerless", "public": "isPublic", "category": "category",
	"startSsh": "startSsh", "startJupyter": "startJupyter", "allowedCudaVersions": "allowedCudaVersions",
	"mounts.persistent.size": "volumeInGb", "mounts.persistent.path": "volumeMountPath",
}

// Shown returns a template as version 2 names its members.
func (t Template) Shown() map[string]any {
	t.Args = t.command()
	shown := renamed(t, templateNames, containerNames)
	if t.VolumeInGb == 0 {
		shown["mounts"] = nil
	}
	return shown
}

// AddTemplate creates a template.
func (a *Account) AddTemplate(in Input, at time.Time) (Template, error) {
	t := newTemplate("", at)
	t.VolumeInGb, t.StartSSH, t.StartJupyter = 0, true, true
	t.Settings = defaultSettings()
	t, err := a.templateOver(t, in)
	if err != nil {
		return Template{}, err
	}
	t.ID = a.Templates.vacant(a.ids.template)
	a.Templates.save(t, at)
	return t, nil
}

// ChangeTemplate updates a template. Pods and endpoints that were created from it keep their settings, but for
// endpoints that are bound to it: those of version 1.
func (a *Account) ChangeTemplate(before Template, in Input, at time.Time) (Template, error) {
	t, err := a.templateOver(before, in)
	if err != nil {
		return Template{}, err
	}
	if !t.IsServerless && a.referencedBy(KindEndpoints, KindTemplates)[t.ID] {
		return Template{}, errTemplateInUse
	}
	a.replaceTemplate(before, t, at)
	return t, nil
}

// OwnTemplate returns a template of this account. One that is another account's, and public, is not found.
func (a *Account) OwnTemplate(id string) (Template, error) {
	t, err := a.Templates.Find(id)
	if err == nil && a.IsForeign(t) {
		err = a.Templates.NotFound()
	}
	return t, err
}

// IsForeign reports whether a template stands for one of another account or of the platform.
func (a *Account) IsForeign(t Template) bool {
	return t.IsPlatform || t.IsPublic && a.Templates.injected[t.ID]
}

// ListOwnTemplates returns the account's own templates, those of endpoints of version 1 among them, but not the copies
// that endpoints keep (contract-v2 4).
func (a *Account) ListOwnTemplates(at time.Time) []Template {
	return a.Templates.Listed(at, func(t Template) bool { return t.CopyOf == "" && !a.IsForeign(t) })
}

// The sources of public templates.
const (
	SourceOfficial  = "official"
	SourceCommunity = "community"
)

// ListPublicTemplates returns the public templates of a source. No template is verified.
func (a *Account) ListPublicTemplates(source string, at time.Time) []Template {
	return a.Templates.Listed(at, func(t Template) bool {
		switch source {
		case SourceOfficial:
			return t.IsPlatform
		case SourceCommunity:
			return t.IsPublic && !t.IsPlatform
		}
		return false
	})
}

// templateOver returns a template with the members of a body, or an error for what comes of it.
func (a *Account) templateOver(before Template, body Input) (Template, error) {
	in := body.stored(containerNames, templateNames)
	t, err := over(before, in)
	if err == nil && t.IsServerless && t.VolumeInGb > 0 && in.has("volumeInGb", "isServerless") {
		err = invalid("mounts.persistent: a serverless template has no volume")
	}
	if err == nil {
		t.Settings, err = a.container(before.Settings, in)
	}
	if err == nil && in.has("name") {
		err = a.Templates.nameIsFree(t.Name, t.ID)
	}
	return t, err
}
