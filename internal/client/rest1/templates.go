package rest1

import (
	"encoding/json"
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

// Templates returns the requests about templates (contract 2.2).
func Templates(options Options) rest.Templates {
	// Without all flags, no document promises that the service returns a template that an endpoint uses, or that is not
	// the account's own.
	everywhere := templateQuery(api.TemplateFilter{
		IncludeEndpointBound: true, IncludePublic: true, IncludePlatform: true,
	})
	return rest.Kind[api.TemplateFilter, api.TemplateCreate, api.TemplateFields, templateWire, api.Template]{
		Collection: in("templates", "Template"), Items: templateItems, UpdateWithPost: options.UpdateWithPost,
		Whole: everywhere, Everything: everywhere, Filtered: templateQuery,
		Object: func(w templateWire) api.Template { return w.Template },
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
func templateItems(a *transport.Answer) (all []templateWire, next *transport.Request, err error) {
	all, _, err = items[templateWire](a)
	i := slices.IndexFunc(all, func(w templateWire) bool {
		return w.platformName != "" && w.platformName != neutralPlatformName
	})
	if i < 0 || a.Query.Get(flagOf(neutralPlatformName)) == "" {
		return all, nil, err
	}
	again := a.Request
	again.Query = maps.Clone(a.Query)
	again.Query.Del(flagOf(neutralPlatformName))
	again.Query.Set(flagOf(all[i].platformName), "true")
	return nil, &again, nil
}

// templateWire is a template in answers of version 1.
type templateWire struct {
	api.Template
	// platformName is the deployment's spelling of Platform; empty if the answer does not show it.
	platformName string
}

var flagName = regexp.MustCompile(`^is[A-Z]`)

// UnmarshalJSON reads the flag of official templates: the Boolean member "is…" that is neither isPublic nor
// isServerless, because each deployment has a name of its own for it (contract 2.2). It makes members absent whose
// empty value means none.
func (w *templateWire) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &w.Template); err != nil {
		return err
	}
	members.EmptyIsAbsent(&w.Name, &w.ImageName, &w.Category, &w.VolumeMountPath)
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		value := string(raw[name])
		if !flagName.MatchString(name) || name == "isPublic" || name == "isServerless" || value != "true" &&
			value != "false" {
			continue
		}
		// If an answer has two spellings that disagree, official is the safer reading.
		w.IsPlatform = members.Some(value == "true" || w.IsPlatform.Or(false))
		if spelled := strings.TrimPrefix(name, "is"); w.platformName == "" || spelled == neutralPlatformName {
			w.platformName = spelled
		}
	}
	return nil
}
