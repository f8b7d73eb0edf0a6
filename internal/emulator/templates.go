package emulator

import (
	"cmp"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// templates is the resource of contract 2.2.
func (s *Server) templates() resource[account.Template] {
	return resource[account.Template]{
		Server: s, kind: KindTemplates, path: "/v1/templates", section: "2.2", noun: "Template",
		of: func(a *account.Account) *account.Collection[account.Template] { return a.Templates },
		list: func(a *account.Account, r *wire.Request, at time.Time) ([]account.Template, error) {
			groups, err := s.templateGroups(r)
			return a.ListTemplates(groups, at), err
		},
		create:  (*account.Account).CreateTemplate,
		update:  (*account.Account).UpdateTemplate,
		remove:  (*account.Account).DeleteTemplate,
		changed: s.templateAnswer,
		shown: func(r *wire.Request) (func(account.Template) map[string]any, error) {
			_, err := s.templateGroups(r) // A GET finds a template with any flags; they must be booleans.
			return s.templateAnswer, err
		},
	}
}

// templateAnswer returns a template as the service answers it, with the deployment's own spelling of isPlatform beside
// the neutral one.
func (s *Server) templateAnswer(t account.Template) map[string]any {
	answer := shownAs("Template", t)
	if s.options.PlatformName != "" {
		answer["is"+s.options.PlatformName] = t.IsPlatform
	}
	return answer
}

func (s *Server) templateGroups(r *wire.Request) (account.TemplateGroups, error) {
	own := "include" + cmp.Or(s.options.PlatformName, "Platform") + "Templates"
	flags, err := r.Flags(
		"includeEndpointBoundTemplates", "includePublicTemplates", "includePlatformTemplates", own)
	return account.TemplateGroups{
		EndpointBound: flags["includeEndpointBoundTemplates"], Public: flags["includePublicTemplates"],
		Platform: flags["includePlatformTemplates"] || flags[own],
	}, err
}
