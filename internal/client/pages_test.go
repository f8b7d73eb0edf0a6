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

// An object that an earlier delete moves to a page that was read already is in no page. The list does not prove that it
// is gone: its own GET returns it, for a refresh and for a lookup.
func TestPages_movedToAnEarlierPage(t *testing.T) {
	t.Parallel()
	c := newClient(t, "http://service.test/v2")
	lists := 0
	c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
		_, id, single := strings.Cut(r.URL.Path, "/templates/")
		switch {
		case single:
			return response(http.StatusOK, `{"id":"`+id+`","name":"n"}`), nil
		case r.URL.Query().Get("cursor") == "":
			lists++
			return response(http.StatusOK, `{"templates":[{"id":"a","name":"n"},{"id":"deleted","name":"n"}],`+
				`"pagination":{"hasNextPage":true,"nextCursor":"x"}}`), nil
		default: // "moved" was on this page when the client read the first one.
			return response(http.StatusOK, `{"templates":[{"id":"c","name":"n"}]}`), nil
		}
	}))
	for _, id := range []string{"a", "c", "moved"} {
		for how, read := range map[string]getter{
			"read": readOf(templatesOf), "find": findOf(templatesOf), "any": readAnyTemplate,
		} {
			if _, err := read(c, t.Context(), id); err != nil {
				t.Errorf("%s %s: %v", how, id, err)
			}
		}
	}
	if lists == 0 {
		t.Error("no list")
	}
}
