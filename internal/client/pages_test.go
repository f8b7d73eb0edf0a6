package client_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
)

// A list over version 2 is all of its pages. One that repeats a page, does not say where the next one is, or is no list
// is an error: it proves nothing about what it lacks.
func TestPages(t *testing.T) {
	t.Parallel()
	page := func(ids, more string) string {
		var items []string
		for _, id := range strings.Fields(ids) {
			id, name, _ := strings.Cut(id, ":")
			items = append(items, `{"id":"`+id+`","name":"`+name+`"}`)
		}
		return `{"templates":[` + strings.Join(items, ",") + `]` + more + `}`
	}
	next := func(cursor string) string { return `,"pagination":{"hasNextPage":true,"nextCursor":` + cursor + `}` }
	for name, test := range map[string]struct {
		pages map[string]string // by cursor
		ids   string
		err   string
	}{
		"an older deployment": {pages: map[string]string{"": page("a b", "")}, ids: "a b"},
		"three pages": {ids: "a b c", pages: map[string]string{"": page("a", next(`"x"`)), "x": page("b", next(`"y"`)),
			"y": page("c", `,"pagination":{"hasNextPage":false,"nextCursor":null}`)}},
		"an empty page in between": {ids: "a b", pages: map[string]string{"": page("a", next(`"x"`)), "x": page("", next(`"y"`)),
			"y": page("b", "")}},
		"a cursor alone": {ids: "a b c", pages: map[string]string{"": page("a", `,"pagination":{"nextCursor":"x"}`),
			"x": page("b", `,"pagination":{"hasNextPage":null,"nextCursor":"y"}`),
			"y": page("c", `,"pagination":{"hasNextPage":false,"nextCursor":"z"}`)}},
		"an object that moved to a later page": {ids: "a b:new c d", pages: map[string]string{
			"": page("a b:old c", next(`"x"`)), "x": page("b:new d", "")}},
		"a page that repeats": {pages: map[string]string{"": page("a", next(`"x"`)), "x": page("b", next(`"x"`))},
			err: "a page that the list has already returned"},
		"no cursor":      {pages: map[string]string{"": page("a", next("null"))}, err: "no cursor"},
		"another member": {pages: map[string]string{"": `{"pods":[]}`}, err: `no member "templates"`},
		"null":           {pages: map[string]string{"": `{"templates":null}`}, err: "null"},
		"an empty page, then null": {err: "null",
			pages: map[string]string{"": page("", next(`"x"`)), "x": `{"templates":null}`}},
		"null, then an empty page": {pages: map[string]string{"": `{"templates":null` + next(`"x"`) + `}`, "x": page("", "")}},
		"a page, then null":        {ids: "a", pages: map[string]string{"": page("a", next(`"x"`)), "x": `{"templates":null}`}},
		"one without ID":           {pages: map[string]string{"": `{"templates":[{"name":"n"}]}`}, err: "no ID"},
		"version 1's own":          {pages: map[string]string{"": `[]`}, err: "the response is not valid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for how, list := range map[string]func(*client.Client, context.Context) ([]api.Template, error){
				"shared": readAllTemplates, "separate": readAllTemplates, "filtered": listTemplates,
			} {
				c := newClient(t, "http://service.test/v2", func(config *client.Config) {
					config.SeparateReads = how == "separate"
				})
				c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
					return response(http.StatusOK, test.pages[r.URL.Query().Get("cursor")]), nil
				}))
				all, err := list(c, t.Context())
				if how == "filtered" && test.err == "null" { // It proves nothing about other objects anyway.
					continue
				}
				if test.err != "" {
					if err == nil || !strings.Contains(err.Error(), test.err) {
						t.Errorf("%s: no %q in %v", how, test.err, err)
					}
					continue
				}
				var ids []string
				for _, template := range all {
					if name := template.Name.Or(""); name != "" {
						template.ID += ":" + name
					}
					ids = append(ids, template.ID)
				}
				if got := strings.Join(ids, " "); err != nil || got != test.ids {
					t.Errorf("%s: %q, want %q; %v", how, got, test.ids, err)
				}
			}
		})
	}
}

func readAllTemplates(c *client.Client, ctx context.Context) ([]api.Template, error) {
	return c.Templates.ReadAll(ctx)
}

func listTemplates(c *client.Client, ctx context.Context) ([]api.Template, error) {
	return c.Templates.List(ctx, api.TemplateFilter{})
}
