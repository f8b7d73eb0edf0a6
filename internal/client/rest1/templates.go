package rest1

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// templateRequests returns the requests about templates (contract 2.2).
func templateRequests(c rest.Collection) rest.Templates {
	// Without all flags, no document promises that the service returns a template that an endpoint uses, or that is not
	// the account's own.
	everywhere := templateQuery(api.TemplateFilter{
		IncludeEndpointBound: true, IncludePublic: true, IncludePlatform: true,
	})
	c.Items = templateItems
	return rest.Templates{
		Collection: c, Complete: completeTemplate, Whole: everywhere, Everything: everywhere, Filtered: templateQuery,
	}
}

// neutralPlatformName stands in the contract for the name that a deployment uses in place of Platform.
const neutralPlatformName = "Platform"

func templateQuery(f api.TemplateFilter) url.Values {
	query := url.Values{}
	groups := map[string]bool{
		"EndpointBound": f.IncludeEndpointBound, "Public": f.IncludePublic, neutralPlatformName: f.IncludePlatform,
	}
	for group, included := range groups {
		if included {
			query.Set(flagOf(group), "true")
		}
	}
	return query
}

func flagOf(group string) string { return "include" + group + "Templates" }

// templateItems reads a list of templates.
//
// Each deployment has its own spelling of the flag for official templates, as of the member that marks one, and ignores
// flags that it does not know (contract 2.2). The first request has the neutral spelling. If an item has another one,
// the page has no items, and the next request is the one in that spelling. An account whose list is empty shows none.
func templateItems(a *transport.Answer) (all []members.Members, next *transport.Request, err error) {
	all, _, err = items(a)
	for _, item := range all {
		name, _ := platformFlag(item)
		if name == "" || name == neutralPlatformName || a.Query.Get(flagOf(neutralPlatformName)) == "" {
			continue
		}
		again := a.Request
		again.Query = maps.Clone(a.Query)
		again.Query.Del(flagOf(neutralPlatformName))
		again.Query.Set(flagOf(name), "true")
		return nil, &again, nil
	}
	return all, nil, err
}

var flagName = regexp.MustCompile(`^is[A-Z]`)

// platformFlag reads the flag of official templates: the Boolean member "is…" that is neither isPublic nor
// isServerless, because each deployment has a name of its own for it (contract 2.2). name is the deployment's spelling
// of Platform; empty if the answer does not show it.
func platformFlag(answer members.Members) (name string, is members.Optional[bool]) {
	for _, member := range slices.Sorted(maps.Keys(answer)) {
		value := string(answer[member])
		if !flagName.MatchString(member) || member == "isPublic" || member == "isServerless" ||
			value != "true" && value != "false" {
			continue
		}
		// If an answer has two spellings that disagree, official is the safer reading.
		is = members.Some(value == "true" || is.Or(false))
		if spelled := strings.TrimPrefix(member, "is"); name == "" || spelled == neutralPlatformName {
			name = spelled
		}
	}
	return name, is
}

// completeTemplate reads the flag of official templates.
func completeTemplate(t *api.Template, answer members.Members, _ url.Values) {
	_, t.IsPlatform = platformFlag(answer)
}
