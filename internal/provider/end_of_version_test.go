package provider_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

const (
	endedSummary     = "Version 1 of the management interface has ended"
	announcedSummary = "Version 1 of the management interface will end"
)

// ended makes a service answer an operation with 410.
func ended(operation string) emulator.Fault {
	return emulator.Fault{Operation: operation, Kind: emulator.FaultStatus, Status: http.StatusGone,
		Body: `{"error":"version 1 has ended","status":410}`}
}

// explains checks that there is one error, which explains the end of version 1.
func explains(t *testing.T, what string, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	if len(diags) != 1 || diags[0].Severity != tfprotov6.DiagnosticSeverityError || diags[0].Summary != endedSummary {
		t.Errorf("%s: %s", what, acctest.Text(diags))
		return
	}
	for _, want := range []string{"this URL no longer serves version 1", "version 1 has ended", "HTTP status 410",
		"request ID ", "untouched and are still billed", `the guide "Moving to version 2"`} {
		if !strings.Contains(diags[0].Detail, want) {
			t.Errorf("%s: %q is not in %s", what, want, diags[0].Detail)
		}
	}
}

// importRefers checks that there is one error, of an import by ID, which refers to the explanation.
func importRefers(t *testing.T, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	if len(diags) != 1 || diags[0].Summary != "Cannot import the object: it could not be read" ||
		!strings.Contains(diags[0].Detail, "Another message of this run says why") {
		t.Error(acctest.Text(diags))
	}
}

// keepsState checks that state and private state of an object are unchanged, byte by byte.
func keepsState(t *testing.T, what string, got, want acctest.Instance) {
	t.Helper()
	if !bytes.Equal(got.State.MsgPack, want.State.MsgPack) || !bytes.Equal(got.Private, want.Private) {
		t.Errorf("%s changed the state", what)
	}
}

// entityOf returns the name that messages have for an object of a type.
func entityOf(typeName string) string {
	return strings.ReplaceAll(strings.TrimPrefix(typeName, "podfleet_"), "_", " ")
}

// For each kind, with and without short answers: the first refresh explains the end, all others leave the state as it
// is without a message, and every change fails with the same explanation. The provider sends one request.
func TestEnd_ofEachKind(t *testing.T) {
	t.Parallel()
	for typeName := range answeredKinds {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			for _, mode := range []pluginserver.ShortAnswers{pluginserver.ShortAnswersOn, pluginserver.ShortAnswersOff,
				pluginserver.ShortAnswersCompared} {
				k := made(t, startOver1(t), typeName)
				k.w.ShortAnswers = mode
				p := k.w.Process()
				k.w.SetFaults(ended("*"))
				read, diags := p.Read(typeName, k.instance)
				explains(t, "the first refresh", diags)
				keepsState(t, "the first refresh", read, k.instance)
				k.w.ExpectRequests(k.operation("Get"))

				for range 2 {
					read, diags = p.Read(typeName, k.instance)
					if len(diags) != 0 || read.Identity == nil {
						t.Errorf("a further refresh: %s", acctest.Text(diags))
					}
					keepsState(t, "a further refresh", read, k.instance)
				}
				if !k.unchanged(read, k.config) {
					t.Error("the plan after it is not empty")
				}
				entity := entityOf(typeName)
				if change := answeredKinds[typeName].change; change != nil {
					changed := k.named("it")
					for name, value := range change {
						changed[name] = value
					}
					updated, diags := p.Apply(typeName, k.instance, changed)
					explains(t, "Cannot update "+entity, diags)
					if !bytes.Equal(updated.State.MsgPack, k.instance.State.MsgPack) {
						t.Error("an update changed the state")
					}
				}
				created, diags := p.Apply(typeName, acctest.Instance{}, k.named("new"))
				explains(t, "Cannot create "+entity, diags)
				if p.Attributes(typeName, created.State) != nil {
					t.Error("an object that the service did not create is in the state")
				}
				left, diags := p.Destroy(typeName, k.instance)
				explains(t, "Cannot delete "+entity, diags)
				keepsState(t, "a delete", left, k.instance)
				_, diags = p.Lookup(typeName, acctest.Values{"id": k.id})
				explains(t, "Cannot read "+entity, diags)
				_, diags = p.Lookup(typeName, acctest.Values{"name": "it"})
				explains(t, "Cannot read "+entity, diags)
				_, diags = p.Lookup(typeName+"s", acctest.Values{})
				explains(t, "Cannot read "+entity+"s", diags)
				_, diags = p.Import(typeName, "name:it", "")
				explains(t, "Cannot import "+entity, diags)
				_, diags = p.Import(typeName, k.id, "")
				importRefers(t, diags)
				_, diags = p.Read(typeName, p.Instance(typeName, acctest.Values{"id": k.id}))
				importRefers(t, diags)
				k.w.ExpectRequests()

				again, diags := k.w.Process().Read(typeName, k.instance)
				explains(t, "the first refresh of the next run", diags)
				keepsState(t, "the first refresh of the next run", again, k.instance)
			}
		})
	}
}

// The first operation of any type explains the end.
func TestEnd_explainedByTheFirstOperation(t *testing.T) {
	t.Parallel()
	const typeName = "podfleet_template"
	for name, first := range map[string]func(*answers, *acctest.Process) []*tfprotov6.Diagnostic{
		"create": func(k *answers, p *acctest.Process) []*tfprotov6.Diagnostic {
			_, diags := p.Apply(typeName, acctest.Instance{}, k.named("new"))
			return diags
		},
		"update": func(k *answers, p *acctest.Process) []*tfprotov6.Diagnostic {
			changed := k.named("it")
			changed["readme"] = "# More"
			_, diags := p.Apply(typeName, k.instance, changed)
			return diags
		},
		"delete": func(k *answers, p *acctest.Process) []*tfprotov6.Diagnostic {
			_, diags := p.Destroy(typeName, k.instance)
			return diags
		},
		"data source": func(k *answers, p *acctest.Process) []*tfprotov6.Diagnostic {
			_, diags := p.Lookup(typeName, acctest.Values{"id": k.id})
			return diags
		},
		"list": func(_ *answers, p *acctest.Process) []*tfprotov6.Diagnostic {
			_, diags := p.Lookup(typeName+"s", acctest.Values{})
			return diags
		},
		"billing": func(_ *answers, p *acctest.Process) []*tfprotov6.Diagnostic {
			_, diags := p.Lookup("podfleet_billing_pods", acctest.Values{})
			return diags
		},
		"import": func(k *answers, p *acctest.Process) []*tfprotov6.Diagnostic {
			_, diags := p.Import(typeName, k.id, "")
			return diags
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := made(t, startOver1(t), typeName)
			k.w.SetFaults(ended("*"))
			p := k.w.Process()
			explains(t, name, first(k, p))
			read, diags := p.Read(typeName, k.instance)
			if len(diags) != 0 {
				t.Errorf("a refresh after it: %s", acctest.Text(diags))
			}
			keepsState(t, "a refresh after it", read, k.instance)
			_, diags = p.Lookup("podfleet_billing_pods", acctest.Values{})
			explains(t, "Cannot read billing of pods", diags)
			if writes := len(k.w.Writes()); writes > 1 {
				t.Errorf("%d requests that change something: the first is not to be repeated", writes)
			}
		})
	}
}

// A pod's first answer with variables has its template read too. The end that this request finds is explained as well,
// although the refresh runs twice: without the framework, and within it.
func TestEnd_metByThePodsTemplate(t *testing.T) {
	t.Parallel()
	k := made(t, startOver1(t), "podfleet_pod")
	k.w.SetFaults(ended("GetTemplate"))
	p := k.w.Process()
	withoutEnv := p.Instance(k.typeName, acctest.Values{"id": k.id, "name": "it"})
	read, diags := p.Read(k.typeName, withoutEnv)
	explains(t, "a refresh", diags)
	if !bytes.Equal(read.State.MsgPack, withoutEnv.State.MsgPack) {
		t.Error("a refresh changed the state")
	}
	k.w.ExpectRequests("GetPod", "GetTemplate")
	_, diags = k.w.Process().Import(k.typeName, k.id, "")
	explains(t, "an import", diags)
}

// announcing makes the service announce the end in all its answers.
func announcing() emulator.Fault {
	return emulator.Fault{Operation: "*", Kind: emulator.FaultStall, Headers: map[string]string{
		"Sunset": "Fri, 01 Jan 2027 00:00:00 GMT"}}
}

// warns checks that there is one warning, of the announcement.
func warns(t *testing.T, what string, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	if len(diags) != 1 || diags[0].Severity != tfprotov6.DiagnosticSeverityWarning ||
		diags[0].Summary != announcedSummary {
		t.Errorf("%s: %s", what, acctest.Text(diags))
		return
	}
	for _, want := range []string{
		"End of service: January 1, 2027, 00:00 UTC.", `the guide "Moving to version 2"`,
	} {
		if !strings.Contains(diags[0].Detail, want) {
			t.Errorf("%s: %q is not in %s", what, want, diags[0].Detail)
		}
	}
}

// The first read or create of a run warns, for each kind, with and without short answers. The warning changes nothing
// else.
func TestEnd_isAnnounced(t *testing.T) {
	t.Parallel()
	for typeName := range answeredKinds {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			for _, mode := range []pluginserver.ShortAnswers{pluginserver.ShortAnswersOn, pluginserver.ShortAnswersOff,
				pluginserver.ShortAnswersCompared} {
				k := made(t, startOver1(t), typeName)
				k.w.SetFaults(announcing())
				k.w.ShortAnswers = mode
				p := k.w.Process()
				read, diags := p.Read(typeName, k.instance)
				warns(t, "the first refresh", diags)
				keepsState(t, "the first refresh", read, k.instance)
				k.w.ExpectRequests(k.operation("Get"))
				read, diags = p.Read(typeName, read)
				if len(diags) != 0 || !k.unchanged(read, k.config) {
					t.Errorf("the second refresh: %s", acctest.Text(diags))
				}
				_, diags = p.Lookup(typeName, acctest.Values{"id": k.id})
				if len(diags) != 0 {
					t.Errorf("a data source after it: %s", acctest.Text(diags))
				}
				created, diags := p.Apply(typeName, acctest.Instance{}, k.named("new"))
				if len(diags) != 0 || p.Attributes(typeName, created.State) == nil {
					t.Errorf("a create after it: %s", acctest.Text(diags))
				}
			}
		})
	}
}

// So does the first operation of any other type; an update or a delete follows a refresh, which has warned.
func TestEnd_announcedByTheFirstOperation(t *testing.T) {
	t.Parallel()
	for typeName := range answeredKinds {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			k := made(t, startOver1(t), typeName)
			k.w.SetFaults(announcing())
			created, diags := k.w.Process().Apply(typeName, acctest.Instance{}, k.named("new"))
			warns(t, "a create", diags)
			if _, diags = k.w.Process().Destroy(typeName, created); len(diags) != 0 {
				t.Errorf("a delete: %s", acctest.Text(diags))
			}
			_, diags = k.w.Process().Lookup(typeName, acctest.Values{"id": k.id})
			warns(t, "a data source", diags)
			_, diags = k.w.Process().Lookup(typeName+"s", acctest.Values{})
			warns(t, "a list", diags)
			p := k.w.Process()
			_, diags = p.Lookup("podfleet_billing_pods", acctest.Values{})
			warns(t, "billing", diags)
			if _, diags = p.Lookup("podfleet_billing_pods", acctest.Values{}); len(diags) != 0 {
				t.Errorf("billing once more: %s", acctest.Text(diags))
			}
		})
	}
}

// Without a date the warning says so.
func TestEnd_announcedWithoutADate(t *testing.T) {
	t.Parallel()
	k := made(t, startOver1(t), "podfleet_template")
	fault := announcing()
	fault.Headers = map[string]string{"Sunset": "soon"}
	k.w.SetFaults(fault)
	_, diags := k.w.Process().Read(k.typeName, k.instance)
	if says := acctest.Text(diags); !strings.HasPrefix(says, "WARNING: "+announcedSummary) ||
		!strings.Contains(says, "The response has no date that the provider can read.") {
		t.Error(says)
	}
}
