package template_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Every group that the service can leave out, asked for and not, however the deployment spells "platform": what each
// returns, and that it is one request.
func TestTemplate_lookupFilters(t *testing.T) {
	t.Parallel()
	for _, spelling := range []string{"", "Xyz"} {
		t.Run(spelling, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t, emulator.Options{PlatformName: spelling})
			for id, more := range map[string]map[string]any{
				"own": {}, "bound": {"isServerless": true, "volumeInGb": 0}, "official": {"isPlatform": true},
				"shared": {"isPublic": true},
			} {
				more["name"], more["imageName"] = id, "img:1"
				env.Put(kind, id, more)
			}
			env.Put("endpoints", "e1", map[string]any{"name": "e1", "templateId": "bound"})
			p := env.Process()
			const bound, public, platform = "includeEndpointBoundTemplates", "includePublicTemplates",
				"includePlatformTemplates"
			for _, test := range []struct {
				config acctest.Values
				finds  []string
				asks   []string
			}{
				{nil, []string{"bound", "own"}, []string{bound}},
				{acctest.Values{"include_endpoint_bound": false}, []string{"own"}, nil},
				{acctest.Values{"include_public": true}, []string{"bound", "own", "shared"}, []string{bound, public}},
				{acctest.Values{"include_platform": true}, []string{"bound", "official", "own"},
					[]string{bound, platform}},
				{acctest.Values{"include_public": true, "include_platform": true, "name_regex": "a"},
					[]string{"official", "shared"}, []string{bound, platform, public}},
				{acctest.Values{"include_public": false, "include_platform": false, "include_endpoint_bound": true},
					[]string{"bound", "own"}, []string{bound}},
			} {
				env.ClearJournal()
				found, diags := p.Lookup(typeName+"s", test.config)
				if len(diags) != 0 {
					t.Errorf("%v: %s", test.config, acctest.Text(diags))
				}
				found.ExpectLength("templates", len(test.finds))
				for i, name := range test.finds {
					found.Expect(fmt.Sprintf("templates.%d.name", i), name)
				}
				asked := env.Requests()
				if len(asked) != 1 {
					t.Fatalf("%v: %d requests", test.config, len(asked))
				}
				want := url.Values{}
				for _, flag := range test.asks {
					want.Set(flag, "true")
				}
				if asked[0].Query != want.Encode() {
					t.Errorf("%v: asked %s, want %s", test.config, asked[0].Query, want.Encode())
				}
			}
			// A name is looked for among the account's own, in use or not; what is somebody else's has an id.
			if _, diags := p.Lookup(typeName, acctest.Values{"name": "bound"}); len(diags) != 0 {
				t.Error(acctest.Text(diags))
			}
			if _, diags := p.Lookup(typeName, acctest.Values{"name": "official"}); len(diags) != 1 {
				t.Error("an official template was found by name")
			}
			env.ClearJournal()
			found, diags := p.Lookup(typeName, acctest.Values{"id": "official"})
			flags := url.Values{bound: {"true"}, public: {"true"}, platform: {"true"}}
			if asked := env.Requests(); len(asked) != 1 || asked[0].Operation != "GetTemplate" ||
				asked[0].Query != flags.Encode() {
				t.Errorf("by its id it was looked for with %v", asked)
			}
			found.Expect("is_platform", true)
			if len(diags) != 0 {
				t.Error(acctest.Text(diags))
			}
		})
	}
}
