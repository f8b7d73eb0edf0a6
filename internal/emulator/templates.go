package emulator

import (
	"cmp"
	"encoding/json"
	"strconv"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// templates is the resource of contract 2.2.
func (s *Server) templates() resource[account.Template] {
	changed := func(t account.Template) any { return s.templateAnswer(t) }
	return resource[account.Template]{
		kind: KindTemplates, path: "/v1/templates", noun: "Template",
		of: func(a *account.Account) *account.Collection[account.Template] { return a.Templates },
		list: func(a *account.Account, r *wire.Request, at time.Time) ([]account.Template, error) {
			groups, err := s.templateGroups(r)
			return a.ListTemplates(groups, at), err
		},
		create:  (*account.Account).CreateTemplate,
		update:  (*account.Account).UpdateTemplate,
		remove:  (*account.Account).DeleteTemplate,
		changed: changed,
		shown: func(r *wire.Request) (func(account.Template) any, error) {
			_, err := s.templateGroups(r) // A GET finds a template with any flags; they must be booleans.
			return changed, err
		},
	}
}

// templateAnswer is a template with the deployment's own spelling of isPlatform beside the neutral one.
type templateAnswer struct {
	account.TemplateMembers
	platformName string
}

func (s *Server) templateAnswer(t account.Template) templateAnswer {
	t.Args = "" // Of version 2.
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

func (s *Server) templateGroups(r *wire.Request) (groups account.TemplateGroups, err error) {
	var own bool
	err = cmp.Or(
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
