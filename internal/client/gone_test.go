package client_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

// confirming has, for each of readKinds, its path, the query of the list that confirms a 404, and its deletes.
var confirming = []struct {
	path, list string
	of         func(*client.Client) client.Deleter
}{
	{"pods", "includeWorkers=true", func(c *client.Client) client.Deleter { return c.Pods }},
	{"templates", everyone, func(c *client.Client) client.Deleter { return c.Templates }},
	{"endpoints", "", func(c *client.Client) client.Deleter { return c.Endpoints }},
	{"networkvolumes", "", func(c *client.Client) client.Deleter { return c.NetworkVolumes }},
	{"containerregistryauth", "", func(c *client.Client) client.Deleter { return c.ContainerRegistryAuths }},
}

// Gone is the service's own 404, and a list without the object; nothing less.
func TestGone_isConfirmed(t *testing.T) {
	t.Parallel()
	const own = `{"error":"whatever it says","status":404}`
	notFound, others := answer{status: http.StatusNotFound, body: own},
		answer{status: http.StatusOK, body: `[{"id":"y"}]`}
	for name, test := range map[string]struct {
		answers []answer
		gone    bool
		says    string // of what is not gone
		asked   int
	}{
		"confirmed":            {answers: []answer{notFound, others}, gone: true, asked: 2},
		"the last of its kind": {answers: []answer{notFound, {status: http.StatusOK, body: `[]`}}, gone: true, asked: 2},
		"no status in it": {
			answers: []answer{{status: http.StatusNotFound, body: `{"error":"x"}`}, others}, gone: true, asked: 2,
		},
		"still listed": {
			answers: []answer{notFound, {status: http.StatusOK, body: `[{"id":"y"},{"id":"x"}]`}},
			says:    "but a list of the kind shows it", asked: 2,
		},
		"no list": {
			answers: []answer{notFound, notFound}, says: "a list of the kind, which could confirm that, failed", asked: 2,
		},
		"a list of what has no id": {
			answers: []answer{notFound, {status: http.StatusOK, body: `[{"name":"x"}]`}}, says: "failed", asked: 2,
		},
		"an empty list": {answers: []answer{notFound, {status: http.StatusOK}}, says: "failed", asked: 2},
		"null instead of a list": {
			answers: []answer{notFound, {status: http.StatusOK, body: `null`}}, says: "failed", asked: 2,
		},
		"a page instead of a list": {
			answers: []answer{notFound, {status: http.StatusOK, body: `<html>`}}, says: "failed", asked: 2,
		},
		"an object instead of a list": {
			answers: []answer{notFound, {status: http.StatusOK, body: `{"pods":[]}`}}, says: "failed", asked: 2,
		},
		"a front end's page": {
			answers: []answer{{status: http.StatusNotFound, body: `<html>404</html>`}, others},
			says:    "not how the service reports a missing object", asked: 1,
		},
		"a front end's text": {
			answers: []answer{{status: http.StatusNotFound, body: `404 page not found`}, others},
			says:    "not how the service reports a missing object", asked: 1,
		},
		"a front end's JSON": {
			answers: []answer{{status: http.StatusNotFound, body: `{"message":"no Route matched"}`},
				others},
			says: "not how the service reports a missing object", asked: 1,
		},
		"status of a front end": {
			answers: []answer{{status: http.StatusNotFound, body: `{"error":"x","status":502}`},
				others},
			says: "not how the service reports a missing object", asked: 1,
		},
		"nothing": {answers: []answer{{status: http.StatusNotFound}, others},
			says: "not how the service reports a missing object", asked: 1},
		"another refusal": {
			answers: []answer{{status: http.StatusForbidden, body: `{"error":"x not found"}`},
				others},
			says: "x not found", asked: 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i, k := range confirming {
				kind, remove := k.path, func(c *client.Client, ctx context.Context, id string) (any, error) {
					return nil, k.of(c).Delete(ctx, id)
				}
				for method, do := range map[string]getter{http.MethodGet: readKinds[i].read, http.MethodDelete: remove} {
					s := serve(t, test.answers...)
					_, err := do(s.client(t), t.Context(), "x")
					if err == nil || fleet.IsGone(err) != test.gone || !strings.Contains(err.Error(), test.says) {
						t.Errorf("%s %s: %v", method, kind, err)
					}
					asked := s.requests()
					if len(asked) != test.asked || asked[0].method != method || asked[0].path != "/v1/"+kind+"/x" {
						t.Errorf("%s %s: %v", method, kind, asked)
					}
					if len(asked) == 2 && (asked[1].method != http.MethodGet || asked[1].path != "/v1/"+kind ||
						asked[1].query != k.list) {
						t.Errorf("%s %s: confirmed by %v", method, kind, asked[1])
					}
				}
			}
		})
	}
}
