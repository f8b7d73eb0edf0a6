package provider_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// several returns an account that has n objects of a kind, called n0, n1 and so on, with the IDs x000, x001 and so on.
func several(t *testing.T, start acctest.Starter, typeName string, n int, options ...emulator.Options) *acctest.Env {
	t.Helper()
	w := start(options...)
	template := map[string]any{"name": "worker", "imageName": "img:1", "isServerless": true, "volumeInGb": 0}
	if typeName == "podfleet_endpoint" {
		if err := w.PutObject(emulator.KindTemplates, "t1", template); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		object := map[string]any{"name": fmt.Sprintf("n%d", i)}
		for member, value := range lookedUp[typeName] {
			object[member] = value
		}
		if err := w.PutObject(stateKind[typeName], fmt.Sprintf("x%03d", i), object); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// changeItems changes the items of each list of a kind, by their position in the response. A nil item is JSON null.
func changeItems(
	t *testing.T, w *acctest.Env, rewriter *emulatortest.Rewriter, typeName string,
	change func(items []any),
) {
	t.Helper()
	rewriter.Use(func(answer *emulatortest.Answer) {
		if answer.Operation != "List"+contractName[typeName]+"s" || answer.Status != http.StatusOK {
			return
		}
		decoder := json.NewDecoder(bytes.NewReader(answer.Body))
		decoder.UseNumber()
		var body any
		if err := decoder.Decode(&body); err != nil {
			t.Error(err)
			return
		}
		items, isList := body.([]any)
		if members, ok := body.(map[string]any); ok {
			for _, member := range members {
				if list, ok := member.([]any); ok {
					items, isList = list, true
				}
			}
		}
		if !isList {
			t.Errorf("version %d: no list in %s", w.Version(), answer.Body)
		}
		change(items)
		var err error
		if answer.Body, err = json.Marshal(body); err != nil {
			t.Error(err)
		}
	})
}

// member sets a member of an item.
func member(item any, name string, value any) {
	if object, ok := item.(map[string]any); ok {
		object[name] = value
	}
}

// expectWarning checks that diagnostics are one warning whose text matches a pattern.
func expectWarning(t *testing.T, diags []*tfprotov6.Diagnostic, pattern string) {
	t.Helper()
	if text := acctest.Text(diags); len(diags) != 1 || hasError(diags) ||
		!regexp.MustCompile("(?s)"+pattern).MatchString(text) {
		t.Errorf("want a warning that matches %s; got\n%s", pattern, text)
	}
}

// An item of a list that is no object with an ID is a warning that names it, and all others are results, for each kind
// and over both versions. Everything else that reads the list fails: it may lack any object.
func TestList_unreadable(t *testing.T) {
	t.Parallel()
	for typeName := range lookedUp {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				w := several(t, start, typeName, 6)
				rewriter := w.Rewrite()
				bad := []string{}
				changeItems(t, w, rewriter, typeName, func(items []any) {
					bad = bad[:0]
					for _, i := range []int{1, 2, 4, 5} {
						object, _ := items[i].(map[string]any)
						bad = append(bad, fmt.Sprint(object["id"]))
					}
					member(items[1], "id", 7)
					member(items[2], "id", "")
					items[4], items[5] = "text", nil
				})
				for _, include := range []bool{false, true} {
					listed, diags := w.Process().Query(typeName, acctest.ListBlock{IncludeResource: include})
					var ids []string
					for _, object := range listed {
						ids = append(ids, object.ID)
					}
					slices.Sort(ids)
					for i := range 6 {
						id := fmt.Sprintf("x%03d", i)
						if slices.Contains(bad, id) == slices.Contains(ids, id) {
							t.Errorf("%s: listed %v", id, ids)
						}
					}
					if len(listed) != 2 {
						t.Errorf("%d results", len(listed))
					}
					expectWarning(t, diags, `Cannot read 4 of the .*number 2 .*its member "id" is a number \(ID "7", name "n\d"\)`+
						`.*number 3 .*it has no ID \(ID "", name "n\d"\).*number 5 .*it is no JSON object`+
						`.*number 6 .*it has no ID.*Operation List.*Next: `)
				}
				_, diags := w.Process().Lookup(typeName+"s", nil)
				acctest.ExpectError(t, diags, "number 2 of the list cannot be read")
			})
		})
	}
}

// The same holds with the filters of an entity, whose lists are not shared.
func TestList_unreadableFiltered(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := several(t, start, "podfleet_pod", 4)
		changeItems(t, w, w.Rewrite(), "podfleet_pod", func(items []any) { member(items[0], "id", nil) })
		listed, diags := w.Process().Query("podfleet_pod",
			acctest.ListBlock{Config: acctest.Values{"image_name": "img:1"}})
		if len(listed) != 3 || len(diags) != 1 {
			t.Errorf("%d results\n%s", len(listed), acctest.Text(diags))
		}
		expectWarning(t, diags, `Cannot read 1 of the pods of a list.*number 1 .*it has no ID`)
	})
}

// The result that reaches the limit carries the warnings: the CLI reads nothing after it.
func TestList_unreadableAndLimit(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := several(t, start, "podfleet_network_volume", 5)
		changeItems(t, w, w.Rewrite(), "podfleet_network_volume", func(items []any) { items[4] = 1 })
		listed, diags := w.Process().Query("podfleet_network_volume", acctest.ListBlock{Limit: 3})
		text := acctest.Text(diags)
		if len(listed) != 3 || len(diags) != 2 || !strings.Contains(text, "shows 3 of the 4") ||
			!strings.Contains(text, "number 5 of the list") {
			t.Errorf("%d results\n%s", len(listed), text)
		}
	})
}

// With one unreadable item, the shared list answers no single reads: a list with resources costs a GET of each object.
func TestList_unreadableRequests(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := several(t, start, "podfleet_network_volume", 4)
		changeItems(t, w, w.Rewrite(), "podfleet_network_volume", func(items []any) { items[0] = nil })
		w.ClearJournal()
		if listed, diags := w.Process().Query("podfleet_network_volume", acctest.ListBlock{}); len(listed) != 3 {
			t.Error(acctest.Text(diags))
		}
		w.ExpectRequests("ListNetworkVolumes")
		w.ClearJournal()
		listed, diags := w.Process().Query("podfleet_network_volume", acctest.ListBlock{IncludeResource: true})
		if len(listed) != 3 || len(diags) != 1 {
			t.Error(acctest.Text(diags))
		}
		w.ExpectRequests("GetNetworkVolume", "GetNetworkVolume", "GetNetworkVolume", "ListNetworkVolumes")
	})
}

// Pages after one with an unreadable item are read, and a page that fails is an error: the results end with it.
func TestList_unreadablePages(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{Version2: emulator.Version2Options{PageSize: 2}})
	w.UseVersion2()
	w = several(t, func(...emulator.Options) *acctest.Env { return w }, "podfleet_template", 6)
	rewriter, pages := w.Rewrite(), 0
	changeItems(t, w, rewriter, "podfleet_template", func(items []any) {
		if pages++; pages == 1 {
			items[0] = nil
		}
	})
	listed, diags := w.Process().Query("podfleet_template", acctest.ListBlock{})
	if len(listed) != 5 || len(diags) != 1 {
		t.Errorf("%d results\n%s", len(listed), acctest.Text(diags))
	}
	w.ExpectRequests("ListTemplates", "ListTemplates", "ListTemplates")
	pages = 0
	rewriter.Use(func(answer *emulatortest.Answer) {
		if pages++; pages == 3 {
			answer.Status, answer.Body = http.StatusForbidden, []byte(`{"title":"Forbidden","status":403,"detail":"no"}`)
		}
	})
	_, diags = w.Process().Query("podfleet_template", acctest.ListBlock{})
	acctest.ExpectError(t, diags, "Cannot list templates: not permitted")
}

// A list with an unreadable item does not confirm that an object is deleted: the state stays as it is.
func TestList_unreadableProvesNothing(t *testing.T) {
	t.Parallel()
	for typeName := range lookedUp {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				w := several(t, start, typeName, 3)
				rewriter := w.Rewrite()
				p := w.Process()
				imported, diags := p.Import(typeName, "x000", "")
				if imported.State == nil {
					t.Fatal(acctest.Text(diags))
				}
				if err := w.DeleteObject(stateKind[typeName], "x000"); err != nil {
					t.Fatal(err)
				}
				changeItems(t, w, rewriter, typeName, func(items []any) { items[0] = nil })
				// A list block has the same list already.
				if _, diags := p.Query(typeName, acctest.ListBlock{}); len(diags) != 1 {
					t.Error(acctest.Text(diags))
				}
				read, diags := p.Read(typeName, imported)
				acctest.ExpectError(t, diags, "The provider adds: a list of the kind, which could confirm that, failed")
				if !bytes.Equal(read.State.MsgPack, imported.State.MsgPack) {
					t.Error("the state is another")
				}
				rewriter.Use(nil)
				if read, diags = p.Read(typeName, imported); p.Attributes(typeName, read.State) != nil {
					t.Errorf("the deleted object is still in the state: %s", acctest.Text(diags))
				}
			})
		})
	}
}
