package emulator

import (
	"encoding/json"
	"strconv"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// The operations of contract 2.2.

// templateAnswer is a template with the deployment's own spelling of isPlatform beside the neutral one.
type templateAnswer struct {
	account.Template
	platformName string
}

func (s *Server) templateAnswer(t account.Template) templateAnswer {
	return templateAnswer{Template: t, platformName: s.options.PlatformName}
}

// MarshalJSON adds the member whose name only the options know.
func (a templateAnswer) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(a.Template)
	if err != nil || a.platformName == "" || a.platformName == "Platform" {
		return text, err
	}
	text = append(text[:len(text)-1], ',')
	text = strconv.AppendQuote(text, "is"+a.platformName)
	text = append(text, ':')
	text = strconv.AppendBool(text, a.IsPlatform)
	return append(text, '}'), nil
}

func (s *Server) templateGroups(r *wire.Request) (groups account.TemplateGroups, err error) {
	var own bool
	err = firstOf(
		r.Flag("includeEndpointBoundTemplates", &groups.EndpointBound),
		r.Flag("includePublicTemplates", &groups.Public),
		r.Flag("includePlatformTemplates", &groups.Platform),
	)
	if err == nil && s.options.PlatformName != "" {
		err = r.Flag("include"+s.options.PlatformName+"Templates", &own)
	}
	groups.Platform = groups.Platform || own
	return groups, err
}

func (s *Server) findTemplate(r *wire.Request) (account.Template, error) {
	return s.account.Templates.Find(r.PathValue("templateId"))
}

func (s *Server) listTemplates(r *wire.Request) (any, error) {
	groups, err := s.templateGroups(r)
	if err != nil {
		return nil, err
	}
	answers := []templateAnswer{}
	for _, t := range s.account.ListTemplates(groups) {
		answers = append(answers, s.templateAnswer(t))
	}
	return answers, nil
}

func (s *Server) createTemplate(r *wire.Request) (any, error) {
	in, err := wire.DecodeBody[account.TemplateCreate](r)
	if err != nil {
		return nil, err
	}
	t, err := s.account.CreateTemplate(in, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return s.templateAnswer(t), nil
}

// getTemplate finds a template whatever the flags say; they must be booleans all the same.
func (s *Server) getTemplate(r *wire.Request, t account.Template) (any, error) {
	if _, err := s.templateGroups(r); err != nil {
		return nil, err
	}
	return s.templateAnswer(t), nil
}

func (s *Server) updateTemplate(r *wire.Request, t account.Template) (any, error) {
	in, err := wire.DecodeBody[account.TemplateUpdate](r)
	if err != nil {
		return nil, err
	}
	now := s.clock.Now()
	t, rolled, err := s.account.UpdateTemplate(t.ID, in, now)
	if err != nil {
		return nil, err
	}
	for _, endpointID := range rolled {
		s.engine.Reconcile(endpointID, now)
	}
	return s.templateAnswer(t), nil
}

func (s *Server) deleteTemplate(_ *wire.Request, t account.Template) (any, error) {
	return nil, s.account.DeleteTemplate(t.ID, s.clock.Now())
}
