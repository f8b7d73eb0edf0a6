package account

import "time"

// TemplateDraft is a create or update of a template over version 2 (contract-v2 4). A nil member was left out.
type TemplateDraft struct {
	Name *string `json:"name"`
	Container
	Mounts struct {
		Volume *Volume `json:"persistent"`
	} `json:"mounts"`
	Serverless          *bool     `json:"serverless"`
	Public              *bool     `json:"public"`
	Category            *string   `json:"category"`
	StartSSH            *bool     `json:"startSsh"`
	StartJupyter        *bool     `json:"startJupyter"`
	AllowedCudaVersions *[]string `json:"allowedCudaVersions"`
}

// Volume is a volume on the machine of a pod.
type Volume struct {
	Size int    `json:"size"` // GB
	Path string `json:"path"`
}

// AddTemplate creates a template.
func (a *Account) AddTemplate(in TemplateDraft, at time.Time) (Template, error) {
	t := newTemplate("", at)
	t.VolumeInGb, t.StartSSH, t.StartJupyter = 0, true, true
	t.Settings = defaultSettings()
	in.onto(&t)
	if err := a.checkTemplate(in, t); err != nil {
		return Template{}, err
	}
	t.ID = a.Templates.vacant(a.ids.template)
	a.Templates.save(t, at)
	return t, nil
}

// ChangeTemplate updates a template. Pods and endpoints that were created from it keep their settings, but for
// endpoints that are bound to it: those of version 1.
func (a *Account) ChangeTemplate(before Template, in TemplateDraft, at time.Time) (Template, error) {
	t := before
	in.onto(&t)
	if err := a.checkTemplate(in, t); err != nil {
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
	return a.Templates.listedWhere(at, func(t Template) bool { return t.CopyOf == "" && !a.IsForeign(t) })
}

// The sources of public templates.
const (
	SourceOfficial  = "official"
	SourceCommunity = "community"
)

// ListPublicTemplates returns the public templates of a source. No template is verified.
func (a *Account) ListPublicTemplates(source string, at time.Time) []Template {
	return a.Templates.listedWhere(at, func(t Template) bool {
		switch source {
		case SourceOfficial:
			return t.IsPlatform
		case SourceCommunity:
			return t.IsPublic && !t.IsPlatform
		}
		return false
	})
}

// onto gives a template the members of a draft.
func (in TemplateDraft) onto(t *Template) {
	set(&t.Name, in.Name)
	t.Settings = in.over(t.Settings)
	if in.Mounts.Volume != nil {
		t.VolumeInGb, t.VolumeMountPath = in.Mounts.Volume.Size, in.Mounts.Volume.Path
	}
	set(&t.IsServerless, in.Serverless)
	set(&t.IsPublic, in.Public)
	set(&t.Category, in.Category)
	set(&t.StartSSH, in.StartSSH)
	set(&t.StartJupyter, in.StartJupyter)
	set(&t.AllowedCudaVersions, in.AllowedCudaVersions)
}

// checkTemplate returns an error for a draft, or for what it makes of the template.
func (a *Account) checkTemplate(in TemplateDraft, t Template) error {
	if t.IsServerless && t.VolumeInGb > 0 && (in.Mounts.Volume != nil || in.Serverless != nil) {
		return invalid("mounts.persistent: a serverless template has no volume")
	}
	err := a.checkContainer(in.Container)
	if err == nil && in.Name != nil {
		err = a.Templates.nameIsFree(t.Name, t.ID)
	}
	return err
}
