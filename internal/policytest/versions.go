package policytest

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// versions are the versions of the management interface.
var versions = []int{1, 2}

// forbidden answers each request with a 403, without a network. The exception is a GET of a pod, without which there is
// no plan for a pod whose import left out its variables: the answer has the ID only.
type forbidden struct{}

func (forbidden) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := http.StatusForbidden, "{}"
	if collection, id := path.Split(r.URL.Path); path.Base(collection) == "pods" && r.Method == http.MethodGet {
		status, body = http.StatusOK, fmt.Sprintf(`{"id": %q}`, id)
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Request: r,
		Body: io.NopCloser(strings.NewReader(body))}, nil
}

// clientOver returns a client of a version that reaches no service.
func clientOver(tb testing.TB, version int) *client.Client {
	tb.Helper()
	base := &url.URL{Scheme: "http", Host: "127.0.0.1", Path: fmt.Sprintf("/v%d", version)}
	c, err := client.New(client.Config{APIKey: "key", RESTURL: base,
		WrapTransport: func(http.RoundTripper) http.RoundTripper { return forbidden{} }})
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// column is a member of policy.Support.
type column struct {
	name string
	// set sets the member, or clears it.
	set func(*policy.Support, bool)
}

// columns are the members of policy.Support.
var columns = []column{
	{"refuses", func(s *policy.Support, on bool) { s.Refused = map[bool]string{true: "It has no such value."}[on] }},
	{"keeps", func(s *policy.Support, on bool) { s.Keeps = on }},
	{"warns", func(s *policy.Support, on bool) { s.Warns = map[bool]string{true: "It has no effect."}[on] }},
	{"replaces", func(s *policy.Support, on bool) { s.Replaces = on }},
}

// has returns the columns that a support has.
func has(s policy.Support) map[string]bool {
	return map[string]bool{"refuses": s.Refused != "", "keeps": s.Keeps, "warns": s.Warns != "", "replaces": s.Replaces}
}

// met are the columns of Over that plans have met, and those that they have met without, by attribute. A row without an
// Over has no entry.
type met struct{ with, without map[string]map[string]bool }

// watch returns a table that records the columns which its plans meet, one plan at a time.
func (m *met) watch(table policy.Table) policy.Table {
	m.with, m.without = map[string]map[string]bool{}, map[string]map[string]bool{}
	watched := table
	watched.Rows = maps.Clone(table.Rows)
	for name, row := range table.Rows {
		over := row.Over
		if over == nil {
			continue
		}
		m.with[name], m.without[name] = map[string]bool{}, map[string]bool{}
		row.Over = func(f policy.Facts) policy.Support {
			support := over(f)
			for column, is := range has(support) {
				m.with[name][column] = m.with[name][column] || is
				m.without[name][column] = m.without[name][column] || !is
			}
			return support
		}
		watched.Rows[name] = row
	}
	return watched
}

// keeps reports whether no request has the attribute: a change of it has no effect then.
func (m *met) keeps(name string) bool { return m.with[name]["keeps"] && !m.without[name]["keeps"] }

// check requires that plans meet the limits that the table of versions has for an attribute with an Over, and
// that they meet no refusal where the table has none.
func (m *met) check(t *testing.T, version int, table policy.Table) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(m.with)) {
		is, how := m.with[name], table.Versions[name].Over(version).How
		limited := is["refuses"] || is["warns"] || is["replaces"]
		switch how {
		case framework.Refused:
			limited = is["refuses"]
		case framework.StateOnly:
			limited = is["keeps"]
		case framework.AsDescribed:
			limited = !limited
		case framework.Partly, framework.NotReturned, framework.ReturnedInPart:
		}
		if !limited {
			t.Errorf("over version %d, the table of versions has %q for %s, and the plans meet %v", version,
				framework.Has{How: how}, name, is)
		}
	}
}

// changes returns the changes of the column Over: each member is always set, or never, unless the plans met nothing
// else. A change that replaces the object anyway hides Replaces.
func (m *met) changes() []change {
	var all []change
	for _, c := range columns {
		for on, other := range map[bool]map[string]map[string]bool{true: m.without, false: m.with} {
			all = append(all, change{c.name + map[bool]string{true: " always", false: " never"}[on],
				func(name string, r policy.Row) (policy.Row, bool) {
					over := r.Over
					if !other[name][c.name] || c.name == "replaces" && r.Change.Replaces && !m.with[name]["keeps"] {
						return r, false
					}
					r.Over = func(f policy.Facts) policy.Support {
						s := over(f)
						c.set(&s, on)
						return s
					}
					return r, true
				}})
		}
	}
	return all
}
