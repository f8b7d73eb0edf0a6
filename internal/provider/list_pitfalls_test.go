package provider_test

import (
	"bytes"
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

// These are pitfalls of list resources that other providers have: an error that drops all results, diagnostics that
// stick to the next result, a list that ends silently, empty texts. Those of limits are in list_test.go, and of filters
// in list_filters_test.go.

// An object that cannot be read is one warning, and neither an error, which would drop the results before it, nor a
// warning of the results after it.
func TestList_unreadableObject(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
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

// The configuration that core and older CLIs generate of an object plans nothing after its import, also of one that no
// create here makes: Terraform generates null for an empty text, GPU types can have no pool, and the service once had
// other bounds. An object without a name is shown by its ID. TestGenerated_account has the others.
func TestList_generatesOddObjects(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]struct {
		typeName string
		object   map[string]any
		// isRefused is the attribute whose value a create is refused for, and a change to other.
		isRefused string
		other     any
		only2     bool
	}{
		"pod with empty texts": {typeName: "podfleet_pod", object: map[string]any{"name": "", "imageName": "img:1",
			"volumeMountPath": "", "containerRegistryAuthId": "", "templateId": "", "networkVolumeId": "",
			"dockerStartCmd": []any{""}, "env": map[string]any{"A": ""}}},
		"endpoint with empty texts": {typeName: "podfleet_endpoint", object: map[string]any{"name": "", "templateId": "t1",
			"networkVolumeId": "", "minCudaVersion": ""}},
		"template with empty texts": {typeName: "podfleet_template", object: map[string]any{"name": "it",
			"imageName": "img:1", "readme": "", "containerRegistryAuthId": "", "dockerEntrypoint": []any{""},
			"env": map[string]any{"A": ""}}},
		"endpoint without a pool": {typeName: "podfleet_endpoint", object: map[string]any{"name": "it", "templateId": "t1",
			"gpuTypeIds": []any{"NVIDIA GeForce RTX 3070"}}},
		"idle timeout": {typeName: "podfleet_endpoint", object: map[string]any{"name": "it", "templateId": "t1",
			"idleTimeout": 4000}, isRefused: "idle_timeout", other: 4001},
		"size": {typeName: "podfleet_network_volume", object: map[string]any{"name": "it", "size": 5000,
			"dataCenterId": "EU-RO-1"}, isRefused: "size", other: 5001},
		// Over version 1 the client removes the suffix, so no import has it.
		"suffix": {typeName: "podfleet_endpoint", object: map[string]any{"name": "it -fb", "templateId": "t1"},
			isRefused: "name", other: "other -fb", only2: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				w := several(t, start, odd.typeName, 0)
				if odd.only2 && w.Version() == 1 {
					return
				}
				w.AllowBadAnswers() // No object has an empty name, or such values.
				w.Put(stateKind[odd.typeName], "x1", odd.object)
				p := w.Process(withoutEnv)
				listed, diags := p.Query(odd.typeName, acctest.ListBlock{IncludeResource: true})
				if len(listed) != 1 || len(diags) != 0 {
					t.Fatalf("%d results: %s", len(listed), acctest.Text(diags))
				}
				if isUnnamed := odd.object["name"] == ""; isUnnamed != (listed[0].DisplayName == "x1") {
					t.Errorf("the display name is %q", listed[0].DisplayName)
				}
				imported, diags := p.Import(odd.typeName, "", "x1")
				if imported.State == nil {
					t.Fatal(acctest.Text(diags))
				}
				generated := p.Generate(odd.typeName, listed[0].Resource)
				for _, config := range []*tfprotov6.DynamicValue{generated, p.GenerateByCLI(odd.typeName, imported.State)} {
					plan := p.PlanGenerated(odd.typeName, imported, config)
					if len(plan.Diagnostics) > 0 || !bytes.Equal(plan.PlannedState.MsgPack, imported.State.MsgPack) {
						t.Errorf("the import has a change: %s", acctest.Text(plan.Diagnostics))
					}
				}
				if odd.isRefused == "" {
					return
				}
				config := acctest.Values{}
				for attribute, value := range p.Attributes(odd.typeName, generated) {
					config[attribute] = value
				}
				refuses := func(prior acctest.Instance) {
					t.Helper()
					text := acctest.Text(p.Plan(odd.typeName, prior, config).Diagnostics)
					if !strings.HasPrefix(text, "ERROR: Not possible over version ") ||
						!strings.HasSuffix(text, "(at "+odd.isRefused+")") {
						t.Errorf("the plan does not refuse the value: %s", text)
					}
				}
				refuses(acctest.Instance{})
				config[odd.isRefused] = odd.other
				refuses(imported)
			})
		})
	}
}

// A list leaves out a pod that was terminated, which the service may still list over version 1: its generated
// configuration could not be valid. A filter shows it.
func TestList_terminatedPod(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	for id, status := range map[string]string{"ended": "TERMINATED", "runs": "RUNNING"} {
		pod := map[string]any{"name": id, "imageName": "img:1", "desiredStatus": status}
		w.Put(emulator.KindPods, id, pod)
	}
	for want, config := range map[string]acctest.Values{
		"runs": nil, "ended": {"desired_status": "TERMINATED"},
	} {
		listed, diags := w.Process().Query("podfleet_pod", acctest.ListBlock{Config: config})
		if len(diags) > 0 || len(listed) != 1 || listed[0].ID != want {
			t.Errorf("want %s: %+v %s", want, listed, acctest.Text(diags))
		}
	}
}

// The CLI prints display names as they are. So they show line breaks and control characters of a name as escapes, which
// can neither break the line nor change the terminal; all else stays readable.
func TestList_displayNames(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := start()
		for name, want := range map[string]string{
			"a\nlist.podfleet_pod.x": "a\ufffdlist.podfleet_pod.x (x1)", "\x1b[31mred\r": "\ufffd[31mred\ufffd (x1)",
			"\u202eleft": "\ufffdleft (x1)", `two "words" é 数据 🚀 \`: `two "words" é 数据 🚀 \ (x1)`,
		} {
			object := map[string]any{"name": name, "size": 10, "dataCenterId": "EU-RO-1"}
			w.Put(emulator.KindNetworkVolumes, "x1", object)
			listed, diags := w.Process().Query("podfleet_network_volume", acctest.ListBlock{})
			if len(listed) != 1 || len(diags) != 0 || listed[0].DisplayName != want {
				t.Errorf("%q: %+v %s", name, listed, acctest.Text(diags))
			}
		}
	})
}

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
