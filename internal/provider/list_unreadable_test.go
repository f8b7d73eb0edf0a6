package provider_test

import (
	"bytes"
	"fmt"
	"regexp"
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
		w.Put(emulator.KindTemplates, "t1", template)
	}
	for i := range n {
		object := map[string]any{"name": fmt.Sprintf("n%d", i)}
		for member, value := range lookedUp[typeName] {
			object[member] = value
		}
		w.Put(stateKind[typeName], fmt.Sprintf("x%03d", i), object)
	}
	return w
}

// expectWarning checks that diagnostics are one warning whose text matches a pattern.
func expectWarning(t *testing.T, diags []*tfprotov6.Diagnostic, pattern string) {
	t.Helper()
	if text := acctest.Text(diags); len(diags) != 1 || hasError(diags) ||
		!regexp.MustCompile("(?s)"+pattern).MatchString(text) {
		t.Errorf("want a warning that matches %s; got\n%s", pattern, text)
	}
}

// An item of a list that is no object with an ID can be any object. So the list fails for everybody, and does not
// confirm that an object is deleted: the state stays as it is.
func TestList_unreadable(t *testing.T) {
	t.Parallel()
	for typeName := range lookedUp {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				w := several(t, start, typeName, 4)
				rewriter := w.Rewrite()
				p := w.Process()
				imported, diags := p.Import(typeName, "x000", "")
				if imported.State == nil {
					t.Fatal(acctest.Text(diags))
				}
				w.Remove(stateKind[typeName], "x000")
				for says, id := range map[string]any{"item 2 of the list has no ID": "", "response is not valid": 7} {
					rewriter.Use(func(answer *emulatortest.Answer) {
						if answer.Operation == "List"+contractName[typeName]+"s" {
							answer.ChangeItems(func(items []map[string]any) []map[string]any {
								items[1]["id"] = id
								return items
							})
						}
					})
					_, diags = w.Process().Query(typeName, acctest.ListBlock{})
					acctest.ExpectError(t, diags, says)
					_, diags = w.Process().Lookup(typeName+"s", nil)
					acctest.ExpectError(t, diags, says)
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
