package provider_test

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
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
		"request ID ", "untouched and are still billed", `the guide "Moving to version 2"`,
		"set rest_url to the base URL of version 2"} {
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

// operations are those that explain the end, if they are the first of a run and later. They return the object that they
// leave in the state.
var operations = map[string]func(*answers, *acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic){
	"create": func(k *answers, p *acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic) {
		made, diags := p.Apply(k.typeName, acctest.Instance{}, k.named("new"))
		if p.ID(k.typeName, made) != "" {
			k.t.Error("an object that the service did not create is in the state")
		}
		return k.instance, diags
	},
	"update": func(k *answers, p *acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic) {
		changed := k.named("it")
		maps.Copy(changed, answeredKinds[k.typeName].change)
		return p.Apply(k.typeName, k.instance, changed)
	},
	"delete": func(k *answers, p *acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic) {
		return p.Destroy(k.typeName, k.instance)
	},
	"data source by ID":   lookup("", func(k *answers) acctest.Values { return acctest.Values{"id": k.id} }),
	"data source by name": lookup("", func(*answers) acctest.Values { return acctest.Values{"name": "it"} }),
	"list":                lookup("s", func(*answers) acctest.Values { return nil }),
	"billing": func(k *answers, p *acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic) {
		_, diags := p.Lookup("podfleet_billing_pods", nil)
		return k.instance, diags
	},
	"import by name": func(k *answers, p *acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic) {
		_, diags := p.Import(k.typeName, "name:it", "")
		return k.instance, diags
	},
}

// lookup reads the data source of a kind, or that of all its objects.
func lookup(
	plural string, config func(*answers) acctest.Values,
) func(*answers, *acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic) {
	return func(k *answers, p *acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic) {
		_, diags := p.Lookup(k.typeName+plural, config(k))
		return k.instance, diags
	}
}

// explainsEach checks that an operation explains the end, and leaves the state as it is.
func explainsEach(k *answers, p *acctest.Process, name string) {
	k.t.Helper()
	if name == "update" && answeredKinds[k.typeName].change == nil {
		return
	}
	left, diags := operations[name](k, p)
	explains(k.t, name, diags)
	if !bytes.Equal(left.State.MsgPack, k.instance.State.MsgPack) {
		k.t.Errorf("%s: the state is another", name)
	}
}

// For each kind, with short answers and compared ones: the first refresh explains the end, all others leave the state
// as it is without a message, and every change fails with the same explanation. The provider sends one request.
func TestEnd_ofEachKind(t *testing.T) {
	t.Parallel()
	for typeName := range answeredKinds {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			for _, compares := range []bool{false, true} {
				k := made(t, startOver1(t), typeName)
				k.w.Compares = compares
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
				for name := range operations {
					explainsEach(k, p, name)
				}
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
	for name := range operations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := made(t, startOver1(t), "podfleet_template")
			k.w.SetFaults(ended("*"))
			p := k.w.Process()
			explainsEach(k, p, name)
			read, diags := p.Read(k.typeName, k.instance)
			if len(diags) != 0 {
				t.Errorf("a refresh after it: %s", acctest.Text(diags))
			}
			keepsState(t, "a refresh after it", read, k.instance)
			explainsEach(k, p, "billing")
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

// The first operation of a run warns, for each kind, with short answers and compared ones, but for an update or a
// delete, which follows a refresh. The warning changes nothing else.
func TestEnd_isAnnounced(t *testing.T) {
	t.Parallel()
	for typeName := range answeredKinds {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			for _, compares := range []bool{false, true} {
				k := made(t, startOver1(t), typeName)
				k.w.SetFaults(announcing())
				k.w.Compares = compares
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
				for what, config := range map[string]acctest.Values{typeName: {"id": k.id}, typeName + "s": nil,
					"podfleet_billing_pods": nil} {
					first := k.w.Process()
					_, diags = first.Lookup(what, config)
					warns(t, what, diags)
					if _, diags = first.Lookup(what, config); len(diags) != 0 {
						t.Errorf("%s once more: %s", what, acctest.Text(diags))
					}
				}
				created, diags := k.w.Process().Apply(typeName, acctest.Instance{}, k.named("new"))
				warns(t, "a create", diags)
				if left, diags := k.w.Process().Destroy(typeName, created); len(diags) != 0 ||
					p.Attributes(typeName, left.State) != nil {
					t.Errorf("a delete: %s", acctest.Text(diags))
				}
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

// In a run of ten objects of two kinds, one error or warning explains the end of version 1, and one error says that
// version 2 has written the state: over version 1, nothing is sent then, and version 2 continues.
func TestEnd_oneReportARun(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	m := w.Module()
	objects := func(size int) (all []acctest.Resource) {
		for i := range 5 {
			all = append(all, acctest.Resource{Address: fmt.Sprintf("podfleet_network_volume.it[%d]", i), Config: acctest.Values{
				"name": fmt.Sprint("data-", i), "size": size, "data_center_id": "EU-RO-1"}},
				acctest.Resource{Address: fmt.Sprintf("podfleet_template.it[%d]", i), Config: acctest.Values{
					"name": fmt.Sprint("t-", i), "image_name": "img:1"}})
		}
		return all
	}
	reports := func(what string, run *acctest.Run, summary string) {
		t.Helper()
		if len(run.Diagnostics) != 1 || run.Diagnostics[0].Summary != summary {
			t.Errorf("%s: %s", what, run.Text())
		}
	}
	done := func(run *acctest.Run) {
		t.Helper()
		if run.Text() != "" {
			t.Error(run.Text())
		}
	}
	done(m.Apply(objects(10)))
	w.SetFaults(announcing())
	reports("a plan", m.Plan(objects(10)), announcedSummary)
	reports("an apply of updates", m.Apply(objects(11)), announcedSummary)
	w.SetFaults(ended(emulator.AnyOperation))
	w.ClearJournal()
	reports("a plan after the end", m.Plan(objects(12)), endedSummary)
	// For each kind: an object and a list, and a list that confirms the object's 410.
	if requests := w.Requests(); len(requests) > 6 {
		t.Errorf("a plan of ten objects sends %d requests: %v", len(requests), requests)
	}
	w.SetFaults()
	w.UseVersion(2)
	if plan := m.Plan(objects(11)); len(plan.Actions) > 0 {
		t.Errorf("the move plans %v", plan.Actions)
	}
	done(m.Apply(objects(12)))
	w.UseVersion(1)
	w.ClearJournal()
	reports("a plan over version 1", m.Plan(objects(13)), "Version 2 has written the state")
	w.ExpectRequests()
	w.UseVersion(2)
	if run := m.Apply(nil); run.Failed() || len(m.Objects()) > 0 {
		t.Error(run.Text())
	}
}
