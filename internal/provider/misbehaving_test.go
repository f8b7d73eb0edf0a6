package provider_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// A service that answers as a whole what it should not: what single members can be is in TestAnswers_ofAnyShape.
// Nothing leaves the state, nothing is made unsaid, and whoever reads the error knows what was answered.

// misbehaviour is one way to misbehave.
type misbehaviour struct {
	// modify changes a response on its way to the provider. The operation is the contract's name of the request.
	modify func(k *answers, operation string, r *http.Response)
	// says is in the error of everything that is asked for. Empty: everything works, as if nothing were wrong.
	says string
	// another is set if the answer has another object than before: then a refresh shows a drift.
	another bool
	// refusal is set for what says that nothing was done: it is believed.
	refusal bool
	// large is set for what takes much: it is tried with one kind, and answers are read alike for all of them.
	large bool
}

var misbehaviours = map[string]misbehaviour{
	"every object is listed twice": {modify: func(k *answers, _ string, r *http.Response) {
		k.bendList(r, func(list []any) []any { return append(list, list...) })
	}},
	"every object is listed once more, under another name": {modify: func(k *answers, _ string, r *http.Response) {
		k.bendList(r, func(list []any) []any {
			for _, object := range slices.Clone(list) {
				if members, ok := object.(map[string]any); ok {
					other := maps.Clone(members)
					other["name"] = fmt.Sprint("not ", members["name"])
					list = append(list, other)
				}
			}
			return list
		})
	}},
	"a list of 5,000": {large: true, modify: func(k *answers, _ string, r *http.Response) {
		k.bendList(r, func(list []any) []any {
			for i := range 5_000 {
				other := map[string]any{"id": fmt.Sprint("other-", i), "name": fmt.Sprint("other ", i)}
				if len(list) > 0 {
					if members, ok := list[0].(map[string]any); ok {
						full := maps.Clone(members)
						maps.Copy(full, other)
						other = full
					}
				}
				list = append(list, other)
			}
			return list
		})
	}},
	"words that the contract does not have": {another: true, modify: func(k *answers, _ string, r *http.Response) {
		k.bendObjects(r, func(object map[string]any) {
			for member, ref := range k.schema.Properties {
				if len(ref.Value.Enum) > 0 {
					object[member] = "SOMETHING_NEW"
				}
			}
			object["desiredStatus"], object["category"] = "HIBERNATING", "QUANTUM"
			object["machine"] = map[string]any{"dataCenterId": "MO-ON-1", "gpuTypeId": "Abacus"}
		})
	}},
	"clocks that are years off": {another: true, modify: func(k *answers, _ string, r *http.Response) {
		times := []string{"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "1969-07-20 20:17", "tomorrow"}
		r.Header.Set("Date", "Thu, 01 Jan 1970 00:00:00 GMT")
		r.Header.Set("Expires", "Fri, 31 Dec 9999 23:59:59 GMT")
		k.bendObjects(r, func(object map[string]any) {
			for i, member := range []string{"createdAt", "lastStartedAt", "lastStatusChange", "updatedAt"} {
				object[member] = times[(i+int(k.modified.Add(1)))%len(times)]
			}
		})
	}},
	"a page with 200": {says: "the response is not valid", modify: answersWith(http.StatusOK,
		"text/html", "<!DOCTYPE html><html><title>Sign in</title><p>Please</p></html>")},
	"a page that calls itself JSON": {says: "the response is not valid",
		modify: answersWith(http.StatusOK, "application/json", "<html><title>Sign in</title></html>")},
	"nothing with 200": {says: "the response is not valid",
		modify: answersWith(http.StatusOK, "application/json", "")},
	"a success without end": {large: true, says: "larger than 64 MiB", modify: neverEnding(http.StatusOK, `[{"id":"`)},
	"an error without end": {refusal: true, says: "Sign in",
		modify: neverEnding(http.StatusForbidden, "<html><title>Sign in</title>")},
}

// answersWith answers everything alike.
func answersWith(status int, contentType, body string) func(*answers, string, *http.Response) {
	return func(_ *answers, _ string, r *http.Response) {
		replaceBody(r, io.NopCloser(strings.NewReader(body)))
		r.StatusCode, r.Header = status, http.Header{"Content-Type": {contentType}}
	}
}

// neverEnding answers everything with a body that has this beginning and no end, and counts what is read of it.
func neverEnding(status int, begins string) func(*answers, string, *http.Response) {
	return func(k *answers, _ string, r *http.Response) {
		k.opened.Add(1)
		replaceBody(r, io.NopCloser(io.MultiReader(strings.NewReader(begins), endlessly{&k.bytesRead})))
		r.StatusCode, r.Header = status, http.Header{}
	}
}

// endlessly reads as one letter again and again, and counts how often.
type endlessly struct{ read *atomic.Int64 }

func (e endlessly) Read(into []byte) (int, error) {
	n := copy(into, manyLetters)
	e.read.Add(int64(n))
	return n, nil
}

var manyLetters = strings.Repeat("y", 1<<20)

func replaceBody(r *http.Response, body io.ReadCloser) {
	_ = r.Body.Close()
	r.Body, r.ContentLength = body, -1
}

// bendList changes a list.
func (k *answers) bendList(r *http.Response, change func([]any) []any) {
	k.bendJSON(r, func(value any) any {
		if list, ok := value.([]any); ok {
			return change(list)
		}
		return value
	})
}

// bendObjects changes every object, alone or in a list.
func (k *answers) bendObjects(r *http.Response, change func(map[string]any)) {
	k.bendJSON(r, func(value any) any {
		list, ok := value.([]any)
		if !ok {
			list = []any{value}
		}
		for _, one := range list {
			if object, ok := one.(map[string]any); ok && object["id"] != nil {
				change(object)
			}
		}
		return value
	})
}

func (k *answers) bendJSON(r *http.Response, change func(any) any) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		k.t.Error(err)
	}
	var value any
	if json.Unmarshal(body, &value) == nil {
		if body, err = json.Marshal(change(value)); err != nil {
			k.t.Error(err)
		}
	}
	replaceBody(r, io.NopCloser(bytes.NewReader(body)))
	r.Header.Del("Content-Length")
}

// modifying is a transport whose responses a kind under test modifies.
type modifying struct {
	http.RoundTripper
	k *answers
}

// RoundTrip implements http.RoundTripper.
func (m modifying) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := m.RoundTripper.RoundTrip(request)
	operation, unknown := contracttest.OperationOf(request.Method, request.URL.EscapedPath())
	if modify := m.k.modify.Load(); err == nil && unknown == nil && modify != nil {
		(*modify)(m.k, operation, response)
	}
	return response, err
}

func TestMisbehaving(t *testing.T) {
	t.Parallel()
	tried, nth := longtest.Tenth(t), 0
	for _, typeName := range slices.Sorted(maps.Keys(answeredKinds)) {
		for _, name := range slices.Sorted(maps.Keys(misbehaviours)) {
			misbehaves := misbehaviours[name]
			if typeName != "podfleet_template" && misbehaves.large {
				continue // One kind stands for all.
			}
			if nth++; !tried(nth) {
				continue
			}
			t.Run(typeName+"/"+name, func(t *testing.T) {
				t.Parallel()
				k := newAnswers(t, startOver1(t), typeName)
				k.w.Tune = append(k.w.Tune, func(config *client.Config) {
					config.WrapTransport = func(next http.RoundTripper) http.RoundTripper { return modifying{next, k} }
				})
				k.p = k.w.Process(acctest.Values{"max_retries": 0})
				k.modify.Store(&misbehaves.modify)
				k.refreshes(misbehaves)
				k.refreshes(misbehaves) // Once more, which can be answered by a list.
				k.finds(misbehaves)
				if !misbehaves.refusal {
					k.makes(misbehaves)
				}
				const bound, buffer = 64 << 20, 1 << 20
				if read, maxRead := k.bytesRead.Load(), k.opened.Load()*(bound+buffer); read > maxRead {
					t.Errorf("of %d answers without end %d bytes were read", k.opened.Load(), read)
				}
			})
		}
	}
}

// expect checks what is said: nothing, or one error that tells what was answered, in few words and without what is not
// text.
func (k *answers) expect(what string, diags []*tfprotov6.Diagnostic, misbehaves misbehaviour) {
	k.t.Helper()
	says := acctest.Text(diags)
	switch {
	case misbehaves.says == "" && hasError(diags):
		k.t.Errorf("%s: %s", what, says)
	case misbehaves.says != "" && (!hasError(diags) || !strings.Contains(says, misbehaves.says) || len(says) > 3000 ||
		strings.Contains(says, "<html>")):
		k.t.Errorf("%s: %.4000s", what, says)
	}
}

// refreshes reads: by itself, and with others.
func (k *answers) refreshes(misbehaves misbehaviour) {
	k.t.Helper()
	read, diags := k.p.Read(k.typeName, k.instance)
	k.expect("read", diags, misbehaves)
	switch {
	case k.p.Attributes(k.typeName, read.State) == nil || k.idOf(read) != k.id:
		k.t.Fatal("it left the state")
	case misbehaves.another: // It is refreshed to whatever is answered.
	case !bytes.Equal(read.State.MsgPack, k.instance.State.MsgPack):
		k.t.Error("read: the state is another")
	}
}

// finds looks for the object in every way there is.
func (k *answers) finds(misbehaves misbehaviour) {
	k.t.Helper()
	for what, config := range map[string]acctest.Values{"by id": {"id": k.id}, "by name": {"name": k.config["name"]}} {
		found, diags := k.p.Lookup(k.typeName, config)
		k.expect("lookup "+what, diags, misbehaves)
		if found != nil && textOf(k.t, found["id"]) != k.id {
			k.t.Errorf("lookup %s: found %s", what, found["id"])
		}
	}
	all, diags := k.p.Lookup(k.typeName+"s", nil)
	k.expect("list", diags, misbehaves)
	if all != nil {
		ids := listed(k.t, k.typeName, all)
		if len(slices.Compact(slices.Sorted(slices.Values(ids)))) != len(ids) || !slices.Contains(ids, k.id) {
			k.t.Errorf("list: %d ids, each once, with %s: %.300v", len(ids), k.id, ids)
		}
	}
	for _, id := range []string{k.id, fmt.Sprint("name:", k.config["name"])} {
		imported, diags := k.p.Import(k.typeName, id, "")
		k.expect("import of "+id, diags, misbehaves)
		if !hasError(diags) && k.idOf(imported) != k.id {
			k.t.Errorf("import of %s: %s", id, k.idOf(imported))
		}
	}
}

// makes creates another object, which is in the state, or not at the service either.
func (k *answers) makes(misbehaves misbehaviour) {
	k.t.Helper()
	made, diags := k.p.Apply(k.typeName, acctest.Instance{}, k.named("made"))
	k.expect("create", diags, misbehaves)
	var ids []string
	for _, object := range k.w.Objects(stateKind[k.typeName]) {
		if object["name"] == "made" {
			ids = append(ids, fmt.Sprint(object["id"]))
		}
	}
	switch {
	case misbehaves.says == "" && (len(ids) != 1 || k.idOf(made) != ids[0]):
		k.t.Errorf("the service has %v", ids)
	case misbehaves.says != "" && len(ids) > 0: // Without a list, nobody could tell afterwards what it made.
		k.t.Errorf("the service has %v: %s", ids, acctest.Text(diags))
	}
}
