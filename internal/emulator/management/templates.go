package management

import (
	"encoding/json"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

func templateOf(c *call, t account.Template) object {
	if c.account.IsForeign(t) {
		t.Registry = ""
	}
	return t.Shown()
}

// maxPublicTemplates are the most that a list of public templates has.
const maxPublicTemplates = 100

func listPublicTemplates(c *call) (any, error) {
	source := account.SourceOfficial
	if c.Query.Has("source") {
		source = c.Query.Get("source")
	}
	all := c.account.ListPublicTemplates(source, c.now)
	newest := all[max(len(all)-maxPublicTemplates, 0):]
	return page(c, "templates", newest, c.account.Templates.Number, templateOf)
}

// fits returns an error if a request is too large together with the template that it names (contract-v2 1.2), if any.
func (c *call) fits() error {
	t, err := c.account.Templates.Find(c.in.Text("templateId"))
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
