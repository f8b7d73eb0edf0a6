package provider_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// These are pitfalls of list resources that other providers have: an error that drops all results, diagnostics that
// stick to the next result, a list that ends silently, empty texts. Those of limits are in list_test.go, of single
// items in list_unreadable_test.go, and of filters in list_filters_test.go.

// An object that cannot be read is one warning, and neither an error, which would drop the results before it, nor a
// warning of the results after it.
func TestList_unreadableObject(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := several(t, start, "podfleet_network_volume", 4)
		w.Rewrite().Use(func(answer *emulatortest.Answer) {
			if answer.Operation == "GetNetworkVolume" && strings.Contains(string(answer.Body), `"x001"`) {
				answer.Status, answer.Body = http.StatusForbidden, []byte(`{"title":"Forbidden","status":403,"detail":"no"}`)
			}
		})
		for _, limit := range []int64{0, 3} {
			listed, diags := w.Process(acctest.Values{"read_coalescing": false}).Query("podfleet_network_volume",
				acctest.ListBlock{IncludeResource: true, Limit: limit})
			var ids []string
			for _, object := range listed {
				ids = append(ids, object.ID)
			}
			if slices.Sort(ids); limit == 0 && !slices.Equal(ids, []string{"x000", "x002", "x003"}) {
				t.Errorf("listed %v", ids)
			}
			if limit == 0 {
				expectWarning(t, diags, `Cannot read network volume.*leaves out the network volume n1 \(x001\)`)
			} else if hasError(diags) {
				t.Error(acctest.Text(diags))
			}
		}
	})
}

// An account without objects has no results, and no diagnostics. A block without arguments is an object of nulls.
func TestList_none(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		p := start().Process()
		for typeName := range lookedUp {
			for _, include := range []bool{false, true} {
				listed, diags := p.Query(typeName, acctest.ListBlock{IncludeResource: include, Limit: 100})
				if len(listed) != 0 || len(diags) != 0 {
					t.Errorf("%s: %v %s", typeName, listed, acctest.Text(diags))
				}
			}
		}
	})
}

// Terraform generates null for an empty text. The plan of that is empty, too, and an object without a name is shown by
// its ID.
func TestList_emptyTexts(t *testing.T) {
	t.Parallel()
	for typeName, object := range map[string]map[string]any{
		"podfleet_pod": {"name": "", "imageName": "img:1", "volumeMountPath": "", "containerRegistryAuthId": "",
			"templateId": "", "networkVolumeId": "", "dockerStartCmd": []any{""}, "env": map[string]any{"A": ""}},
		"podfleet_endpoint":       {"name": "", "templateId": "t1", "networkVolumeId": "", "minCudaVersion": ""},
		"podfleet_network_volume": {"name": "it", "size": 10, "dataCenterId": "EU-RO-1"},
		"podfleet_template": {"name": "it", "imageName": "img:1", "readme": "", "containerRegistryAuthId": "",
			"dockerEntrypoint": []any{""}, "env": map[string]any{"A": ""}},
	} {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				w := several(t, start, typeName, 0)
				w.AllowBadAnswers() // No object has an empty name.
				if err := w.PutObject(stateKind[typeName], "x1", object); err != nil {
					t.Fatal(err)
				}
				p := w.Process(withoutEnv)
				listed, diags := p.Query(typeName, acctest.ListBlock{IncludeResource: true})
				if len(listed) != 1 || len(diags) != 0 {
					t.Fatalf("%d results: %s", len(listed), acctest.Text(diags))
				}
				if isUnnamed := object["name"] == ""; isUnnamed != (listed[0].DisplayName == "x1") {
					t.Errorf("the display name is %q", listed[0].DisplayName)
				}
				imported, diags := p.Import(typeName, "", "x1")
				if imported.State == nil {
					t.Fatal(acctest.Text(diags))
				}
				plan := p.PlanGenerated(typeName, imported, p.Generate(typeName, listed[0].Resource))
				if len(plan.Diagnostics) > 0 {
					t.Fatal(acctest.Text(plan.Diagnostics))
				}
				planned, was := p.Attributes(typeName, plan.PlannedState), p.Attributes(typeName, imported.State)
				for name, value := range was {
					if !value.Equal(planned[name]) {
						t.Errorf("%s is planned as %s, imported as %s", name, planned[name], value)
					}
				}
			})
		})
	}
}

// The CLI prints display names as they are. So they show line breaks and control characters of a name as escapes, which
// can neither break the line nor change the terminal; all else stays readable.
func TestList_displayNames(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := start()
		for name, want := range map[string]string{
			"a\nlist.podfleet_pod.x": "a\ufffdlist.podfleet_pod.x (x1)", "\x1b[31mred\r": "\ufffd[31mred\ufffd (x1)",
			"\u202eleft": "\ufffdleft (x1)", `two "words" é 数据 🚀 \`: `two "words" é 数据 🚀 \ (x1)`,
		} {
			object := map[string]any{"name": name, "size": 10, "dataCenterId": "EU-RO-1"}
			if err := w.PutObject(emulator.KindNetworkVolumes, "x1", object); err != nil {
				t.Fatal(err)
			}
			listed, diags := w.Process().Query("podfleet_network_volume", acctest.ListBlock{})
			if len(listed) != 1 || len(diags) != 0 || listed[0].DisplayName != want {
				t.Errorf("%q: %+v %s", name, listed, acctest.Text(diags))
			}
		}
	})
}

// A list of many objects costs one request, over version 2 one a page, whether it shows results alone or stops at its
// limit. With -v, the test shows when the first result came; a benchmark of the listing alone is not possible here,
// because the emulator runs in the same process.
func TestList_largeAccount(t *testing.T) {
	longtest.Large(t)
	t.Parallel()
	n := longtest.Of(200, 5000)
	pageSize := n / 5
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := several(t, start, "podfleet_pod", n, emulator.Options{Version2: emulator.Version2Options{PageSize: pageSize}})
		want := []string{"ListPods"}
		if w.Version() == 2 {
			want = slices.Repeat(want, n/pageSize)
		}
		for _, limit := range []int64{0, 100} {
			w.ClearJournal()
			var answered, first time.Time
			w.OnRequest("ListPods", 1, func() { answered = time.Now() })
			listed, diags := w.Process().Query("podfleet_pod", acctest.ListBlock{Limit: limit, Shown: func(acctest.Listed) {
				if first.IsZero() {
					first = time.Now()
				}
			}})
			if shown := map[int64]int{0: n, 100: 100}[limit]; len(listed) != shown || hasError(diags) {
				t.Errorf("%d results, want %d: %s", len(listed), shown, acctest.Text(diags))
			}
			w.ExpectRequests(want...)
			t.Logf("version %d, limit %d: the first result %s after the service began to answer, the last %s later",
				w.Version(), limit, first.Sub(answered), time.Since(first))
		}
	})
}
