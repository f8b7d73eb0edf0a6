package management2

import (
	"encoding/json"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// templateHandlers are the operations of contract-v2 4.
func templateHandlers() map[string]handler {
	find := func(c *call) (account.Template, error) { return c.account.Templates.Find(c.id()) }
	findOwn := func(c *call) (account.Template, error) { return c.account.OwnTemplate(c.id()) }
	return map[string]handler{
		"ListTemplates": always(listTemplates),
		"CreateTemplate": creates(func(c *call, in account.TemplateDraft) (account.Template, error) {
			return c.account.AddTemplate(in, c.now)
		}, templateOf),
		"GetTemplate":    shows(find, templateOf),
		"UpdateTemplate": changes(findOwn, updateTemplate, templateOf),
		"DeleteTemplate": deletes(findOwn, func(c *call, t account.Template) error {
			return c.account.DeleteTemplate(t.ID, c.now)
		}),
		"ListPublicTemplates": always(listPublicTemplates),
	}
}

// template is a template on the wire.
type template struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	container
	Mounts              templateMounts `json:"mounts"`
	Serverless          bool           `json:"serverless"`
	Public              bool           `json:"public"`
	Category            string         `json:"category"`
	StartSSH            bool           `json:"startSsh"`
	StartJupyter        bool           `json:"startJupyter"`
	AllowedCudaVersions []string       `json:"allowedCudaVersions"`
}

// templateMounts has no member without a volume.
type templateMounts struct {
	Persistent *account.Volume `json:"persistent,omitempty"`
}

func templateOf(c *call, t account.Template) any {
	shown := template{
		ID: t.ID, Name: t.Name, container: containerOf(t.Settings()), Serverless: t.IsServerless, Public: t.IsPublic,
		Category: t.Category, StartSSH: t.StartSSH, StartJupyter: t.StartJupyter,
		AllowedCudaVersions: notNil(t.AllowedCudaVersions),
	}
	if t.VolumeInGb > 0 {
		shown.Mounts.Persistent = &account.Volume{Size: t.VolumeInGb, Path: t.VolumeMountPath}
	}
	if c.account.IsForeign(t) {
		shown.Registry = nil
	}
	return shown
}

func listTemplates(c *call) (any, error) {
	return page(c, "templates", c.account.ListOwnTemplates(c.now),
		func(t account.Template) int { return c.account.Templates.Number(t.ID) }, templateOf)
}

func updateTemplate(c *call, t account.Template, in account.TemplateDraft) (account.Template, error) {
	t, rolled, err := c.account.ChangeTemplate(t.ID, in, c.now)
	for _, endpointID := range rolled {
		c.api.service.Reconcile(endpointID)
	}
	return t, err
}

// maxPublicTemplates are the most that a list of public templates has.
const maxPublicTemplates = 100

func listPublicTemplates(c *call) (any, error) {
	source := account.SourceOfficial
	if c.Query.Has("source") {
		source = c.Query.Get("source")
	}
	list := []any{}
	for _, t := range slices.Backward(c.account.ListPublicTemplates(source, c.now)) {
		if len(list) < maxPublicTemplates {
			list = append(list, templateOf(c, t))
		}
	}
	return map[string]any{"templates": list, "pagination": pagination{}}, nil
}

// fits returns an error if a request is too large together with the template that it names (contract-v2 1.2).
func (c *call) fits(t account.Template) error {
	text, err := json.Marshal(templateOf(c, t))
	if err != nil {
		return err
	}
	if most := c.api.maxRequest(); len(c.Body)+len(text) > most {
		return errTooLarge(most)
	}
	return nil
}
