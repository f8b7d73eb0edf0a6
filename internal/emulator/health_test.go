package emulator_test

import (
	"net/http"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func (a *env) health(endpointID string, headers ...string) reply {
	a.t.Helper()
	r, err := a.send(http.MethodGet, a.QueueURL()+"/"+endpointID+"/health", "", headers...)
	if err != nil {
		a.t.Fatal(err)
	}
	return r
}

// The queue takes the key with and without its scheme, has an error body of its own, and is not under the REST limit.
func TestHealth_isOnTheQueue(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{APIKeys: []string{"one"}, ReadOnlyAPIKeys: []string{"reader"}, RESTRateLimit: 2})
	id := a.endpoint("") // With its template it takes the whole limit.

	const refused = `{"status":401,"title":"Unauthorized","detail":"missing or invalid API key"}`
	for authorization, want := range map[string]int{
		"Bearer one": 200, "one": 200, "Bearer reader": 200, "reader": 200,
		"two": 401, "Bearer two": 401, "Bearer ": 401, "": 401, "Basic one": 401, "bearer one": 401,
	} {
		r := a.health(id, "Authorization", authorization)
		if r.status != want || want == 401 && !equalJSON(t, r.text, refused) {
			t.Errorf("%q: %d %s", authorization, r.status, r.text)
		}
	}
	r := a.health("nope")
	if r.status != 404 || !equalJSON(t, r.text, `{"status":404,"title":"Not Found","detail":"endpoint not found"}`) {
		t.Errorf("of nothing: %d %s", r.status, r.text)
	}
	for path, status := range map[string]int{"/" + id + "/nope": 404, "/" + id + "/health/": 404, "/" + id: 404,
		"/": 404} {
		if r, err := a.send(http.MethodGet, a.QueueURL()+path, ""); err != nil || r.status != status ||
			r.object()["detail"] != "not found" {
			t.Errorf("%s: %d %s, %v", path, r.status, r.text, err)
		}
	}
	if r, err := a.send(http.MethodPut, a.QueueURL()+"/"+id+"/health", ""); err != nil || r.status != 405 ||
		r.header.Get("Allow") != "GET" {
		t.Errorf("put: %d %s, %v", r.status, r.text, err)
	}

	a.SetFaults(emulator.Fault{Operation: "GetHealth", Kind: emulator.FaultStatus, Status: 503, Message: "busy",
		RetryAfter: 3})
	r = a.health(id)
	if r.status != 503 || r.header.Get("Retry-After") != "3" ||
		!equalJSON(t, r.text, `{"status":503,"title":"Service Unavailable","detail":"busy"}`) {
		t.Errorf("with a fault: %d %v %s", r.status, r.header, r.text)
	}
	if asked := a.Requests("GetHealth"); len(asked) == 0 || asked[0].Path != "/v2/"+id+"/health" {
		t.Errorf("the journal has %v", asked)
	}
}
