package client_test

import (
	"net/http"
	"strings"
	"testing"
)

// A list over version 2 is all of its pages. One that repeats a page, does not say where the next one is, or is no list
// is an error: it proves nothing about what it lacks.
func TestPages(t *testing.T) {
	t.Parallel()
	page := func(ids, more string) string {
		var items []string
		for _, id := range strings.Fields(ids) {
			items = append(items, `{"id":"`+id+`"}`)
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
		"a page that repeats": {pages: map[string]string{"": page("a", next(`"x"`)), "x": page("b", next(`"x"`))},
			err: "one that it had before"},
		"no cursor":       {pages: map[string]string{"": page("a", next("null"))}, err: "no cursor"},
		"another member":  {pages: map[string]string{"": `{"pods":[]}`}, err: `no member "templates"`},
		"null":            {pages: map[string]string{"": `{"templates":null}`}, err: "null"},
		"one without ID":  {pages: map[string]string{"": `{"templates":[{"name":"n"}]}`}, err: "no id"},
		"version 1's own": {pages: map[string]string{"": `[]`}, err: "not what the interface describes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClient(t, "http://service.test/v2")
			c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
				return response(http.StatusOK, test.pages[r.URL.Query().Get("cursor")]), nil
			}))
			all, err := c.Templates.ReadAll(t.Context())
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Errorf("no %q in %v", test.err, err)
				}
				return
			}
			var ids []string
			for _, template := range all {
				ids = append(ids, template.ID)
			}
			if got := strings.Join(ids, " "); err != nil || got != test.ids {
				t.Errorf("%q, want %q; %v", got, test.ids, err)
			}
		})
	}
}
