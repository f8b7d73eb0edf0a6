package pod_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// older_than compares with the service's clock, which is far from this machine's here. A pod whose age is unknown is
// left out, with a warning if it is one of those that are looked for, and so are all if nothing tells the time.
func TestOlderThan(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := begin()
		put := func(names ...string) {
			for _, name := range names {
				w.Put(kind, name, map[string]any{"name": name, "imageName": "img:1"})
			}
		}
		put("ci-old", "ci-doubtful", "doubtful", "old")
		w.Advance(2 * time.Hour)
		put("ci-new")
		w.Advance(7 * time.Hour)
		answers := w.Rewrite()
		answers.Use(func(a *emulatortest.Answer) {
			a.ChangeItems(func(items []map[string]any) []map[string]any {
				for _, item := range items {
					if id := fmt.Sprint(item["id"]); id == "ci-doubtful" || id == "doubtful" {
						item["createdAt"] = "in spring"
					}
				}
				return items
			})
		})
		p := w.Process()
		for _, test := range []struct {
			age, names string
			warns      []string // of these
			want       []string
		}{
			{"8h", ".", []string{"ci-doubtful", "doubtful"}, []string{"ci-old", "old"}},
			{"8h", "^ci-", []string{"ci-doubtful"}, []string{"ci-old"}},
			{"6h", "^ci-(new|old)$", nil, []string{"ci-new", "ci-old"}},
		} {
			found, diags := p.Lookup("podfleet_pods", acctest.Values{"older_than": test.age, "name_regex": test.names})
			found.ExpectLength("pods", len(test.want))
			for i, id := range test.want {
				found.Expect(fmt.Sprintf("pods.%d.id", i), id)
			}
			says := acctest.Text(diags)
			for _, id := range test.warns {
				if !strings.Contains(says, fmt.Sprintf("The age of the pod is unknown: pod %q (%[1]s)", id)) {
					t.Errorf("%s: %s", test.names, says)
				}
			}
			if len(diags) != len(test.warns) {
				t.Errorf("%s: %s", test.names, says)
			}
		}
		answers.Use(func(a *emulatortest.Answer) { a.Header.Set("Date", "today") })
		_, diags := p.Lookup("podfleet_pods", acctest.Values{"older_than": "8h", "name_regex": "^ci-"})
		acctest.ExpectError(t, diags, "The service's response has no date")
		w.ClearJournal()
		for _, none := range []any{nil, ""} {
			_, diags = p.Lookup("podfleet_pods", acctest.Values{"older_than": "8h", "name_regex": none})
			acctest.ExpectError(t, diags, `older_than needs name_regex: .*\(at older_than\)`)
		}
		w.ExpectRequests()
	})
}
