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
		"ListTemplates":       always(listTemplates),
		"CreateTemplate":      creates((*account.Account).AddTemplate, templateOf),
		"GetTemplate":         shows(find, templateOf),
		"UpdateTemplate":      changes(findOwn, (*account.Account).ChangeTemplate, templateOf),
		"DeleteTemplate":      deletes(findOwn, (*account.Account).DeleteTemplate),
		"ListPublicTemplates": always(listPublicTemplates),
	}
}

func templateOf(c *call, t account.Template) object {
	if c.account.IsForeign(t) {
		t.Registry = ""
	}
	return t.Shown()
}

func listTemplates(c *call) (any, error) {
	return page(c, "templates", c.account.ListOwnTemplates(c.now), c.account.Templates.Number, templateOf)
}

// maxPublicTemplates are the most that a list of public templates has.
const maxPublicTemplates = 100

func listPublicTemplates(c *call) (any, error) {
	source := account.SourceOfficial
	if c.Query.Has("source") {
		source = c.Query.Get("source")
	}
	list := []object{}
	for _, t := range slices.Backward(c.account.ListPublicTemplates(source, c.now)) {
		if len(list) < maxPublicTemplates {
			list = append(list, templateOf(c, t))
		}
	}
	return object{"templates": list, "pagination": pagination{}}, nil
}

// fits returns an error if a request is too large together with the template that it names (contract-v2 1.2), if any.
func (c *call) fits(in account.Input) error {
	t, err := c.account.Templates.Find(in.Text("templateId"))
	if err != nil {
		return nil //nolint:nilerr // The account says so.
	}
	text, err := json.Marshal(templateOf(c, t))
	if err != nil {
		return err
	}
	if most := c.api.maxRequest(); len(c.Body)+len(text) > most {
		return errTooLarge(most)
	}
	return nil
}
