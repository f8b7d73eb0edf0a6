package emulator

import (
	"cmp"
	"encoding/json"
	"strconv"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// templateHandlers are the operations of contract 2.2.
type templateHandlers struct{ *Server }

// templateAnswer is a template with the deployment's own spelling of isPlatform beside the neutral one.
type templateAnswer struct {
	account.TemplateMembers
	platformName string
}

func (s *Server) templateAnswer(t account.Template) templateAnswer {
	return templateAnswer{TemplateMembers: t.TemplateMembers, platformName: s.options.PlatformName}
}

// MarshalJSON adds the member whose name only the options know.
func (a templateAnswer) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(a.TemplateMembers)
	if err != nil || a.platformName == "" || a.platformName == "Platform" {
		return text, err
	}
	text = append(text[:len(text)-1], ',')
	text = strconv.AppendQuote(text, "is"+a.platformName)
	text = append(text, ':')
	text = strconv.AppendBool(text, a.IsPlatform)
	return append(text, '}'), nil
}

func (h templateHandlers) groups(r *wire.Request) (groups account.TemplateGroups, err error) {
	var own bool
	err = cmp.Or(
		r.Flag("includeEndpointBoundTemplates", &groups.EndpointBound),
		r.Flag("includePublicTemplates", &groups.Public),
		r.Flag("includePlatformTemplates", &groups.Platform),
	)
	if err == nil && h.options.PlatformName != "" {
		err = r.Flag("include"+h.options.PlatformName+"Templates", &own)
	}
	groups.Platform = groups.Platform || own
	return groups, err
}

func (h templateHandlers) find(r *wire.Request) (account.Template, error) {
	return h.account.Templates.Find(r.PathValue("templateId"))
}

func (h templateHandlers) list(r *wire.Request) (any, error) {
	groups, err := h.groups(r)
	if err != nil {
		return nil, err
	}
	answers := []templateAnswer{}
	for _, t := range h.account.ListTemplates(groups, h.clock.Now()) {
		answers = append(answers, h.templateAnswer(t))
	}
	return answers, nil
}

func (h templateHandlers) shown(t account.Template) any { return h.templateAnswer(t) }

func (h templateHandlers) create(in account.TemplateCreate) (account.Template, error) {
	return h.account.CreateTemplate(in, h.clock.Now())
}

// get finds a template with any flags; they must be booleans.
func (h templateHandlers) get(r *wire.Request, t account.Template) (any, error) {
	if _, err := h.groups(r); err != nil {
		return nil, err
	}
	return h.templateAnswer(t), nil
}

func (h templateHandlers) update(t account.Template, in account.TemplateUpdate) (account.Template, error) {
	now := h.clock.Now()
	t, rolled, err := h.account.UpdateTemplate(t.ID, in, now)
	for _, endpointID := range rolled {
		h.engine.Reconcile(endpointID, now)
	}
	return t, err
}

func (h templateHandlers) delete(_ *wire.Request, t account.Template) (any, error) {
	return nil, h.account.DeleteTemplate(t.ID, h.clock.Now())
}
