package client_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
)

const (
	own      = "includeEndpointBoundTemplates=true"
	everyone = "includeEndpointBoundTemplates=true&includePlatformTemplates=true&includePublicTemplates=true"
)

// Which groups are asked for, and in which spelling: a flag that a deployment does not know is ignored there, and what
// it stands for silently missing.
func TestListTemplates_filter(t *testing.T) {
	t.Parallel()
	bound := api.TemplateFilter{IncludeEndpointBound: true}
	all := api.TemplateFilter{IncludeEndpointBound: true, IncludePublic: true, IncludePlatform: true}
	for name, test := range map[string]struct {
		filter api.TemplateFilter
		first  string
		want   []string // the queries, in order
	}{
		"none":  {api.TemplateFilter{}, `[]`, []string{""}},
		"bound": {bound, `[]`, []string{own}},
		"everyone's, spelled neutrally": {all, `[{"id":"a","isPublic":false,"isPlatform":false}]`,
			[]string{everyone}},
		"everyone's, spelled in both ways": {all, `[{"id":"a","isAcme":false,"isPlatform":false,"isZebra":true}]`,
			[]string{everyone}},
		"everyone's, the spelling is not shown": {all, `[{"id":"a","isPublic":true,"isServerless":true}]`,
			[]string{everyone}},
		"everyone's, nothing is shown": {all, `[]`, []string{everyone}},
		"everyone's, in a spelling of their own": {all, `[{"id":"a"},{"id":"b","isAcme":false}]`,
			[]string{everyone, "includeAcmeTemplates=true&includeEndpointBoundTemplates=true&includePublicTemplates=true"}},
		"their spelling, not asked for": {bound, `[{"id":"a","isAcme":false}]`, []string{own}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, answer{status: http.StatusOK, body: test.first},
				answer{status: http.StatusOK, body: `[{"id":"official","isAcme":true}]`})
			found, err := s.client(t).Templates.List(t.Context(), test.filter)
			if err != nil {
				t.Fatal(err)
			}
			var queries []string
			for _, asked := range s.requests() {
				queries = append(queries, asked.query)
			}
			if !slices.Equal(queries, test.want) {
				t.Errorf("asked %q, want %q", queries, test.want)
			}
			if len(test.want) == 2 && (len(found) != 1 || found[0].ID != "official") {
				t.Errorf("the second answer is the one that counts, got %v", found)
			}
		})
	}
}

func TestListTemplates_secondListFails(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusOK, body: `[{"id":"a","isAcme":false}]`},
		answer{status: http.StatusForbidden})
	if found, err := s.client(t).Templates.List(t.Context(), api.TemplateFilter{IncludePlatform: true}); err == nil {
		t.Errorf("half of what was asked for is not an answer: %v", found)
	}
}
