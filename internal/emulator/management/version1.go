package management

import (
	"cmp"
	"maps"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/schema"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// NewVersion1 makes version 1, with its document.
func NewVersion1(service Service, document *schema.Document) *API {
	a := &API{
		service: service, text: api.JSON(), document: document, prefixes: []string{"/v1"},
		handlers: billingHandlers1(), contract: "contract ",
		sections: map[string]string{
			"templates": "2.2", "endpoints": "2.3", "networkvolumes": "2.4", "containerregistryauth": "2.5", "pods": "2.6",
			"billing": "2.7",
		},
		kinds: map[string]string{
			"templates": account.KindTemplates, "endpoints": account.KindEndpoints, "pods": account.KindPods,
			"networkvolumes": account.KindNetworkVolumes, "containerregistryauth": account.KindContainerRegistryAuths,
		},
		begin: func(*call) error { return nil }, check: (*call).check1,
		end: func(_ *call, value any, err error) (any, error) { return value, err },
	}
	for _, of := range []map[string]handler{
		templates1().handlers(), endpoints1().handlers(), pods1().handlers(), networkVolumes1().handlers(),
		containerRegistryAuths1().handlers(), podActions1(),
	} {
		maps.Copy(a.handlers, of)
	}
	return a
}

// check1 counts a request against the limit, and then reads its flags and its body (contract 1).
func (c *call) check1() (err error) {
	if err := c.api.service.Admit(c.Request); err != nil {
		return err
	}
	c.flags = map[string]bool{}
	for _, name := range c.of.Flags {
		for _, name := range []string{name, strings.Replace(name, "Platform", c.platform(), 1)} { // The deployment's own.
			text := c.Query.Get(name)
			if c.Query.Has(name) && text != "true" && text != "false" {
				return wire.BadRequest("%s must be true or false", name).Under("contract 2.1")
			}
			c.flags[name] = text == "true"
		}
	}
	if c.of.HasBody {
		c.in, err = c.api.service.Body(c.Request)
	}
	return err
}

// platform returns how the deployment spells Platform in the names of members and parameters.
func (c *call) platform() string { return cmp.Or(c.api.service.PlatformName, "Platform") }

// members returns those members of an object that a component of the document has.
func (c *call) members(component string, value any) object {
	shown := jsontext.Fields(value)
	maps.DeleteFunc(shown, func(name string, _ any) bool { return !c.api.document.Has(component, name) })
	return shown
}
