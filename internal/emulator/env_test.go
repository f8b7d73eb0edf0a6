package emulator_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// env is an account under test, called over HTTP. Every answer but those of injected faults is held against the
// machine-readable contract.
type env struct {
	*emulator.Server
	t *testing.T
}

func start(t *testing.T, options ...emulator.Options) *env {
	t.Helper()
	chosen := append(options, emulator.Options{})[0]
	observe := chosen.Observe
	chosen.Observe = func(ex *emulator.Exchange) {
		if err := breach(ex, chosen.Version2.August); err != nil {
			t.Errorf("%s %s: the answer breaks the contract: %v", ex.Method, ex.URL, err)
		}
		if observe != nil {
			observe(ex)
		}
	}
	return unchecked(t, chosen)
}

// unchecked starts a server without timeouts in real time: a slow machine must not decide. Its answers are not held
// against the contract, for bodies so large, or so many, that it takes long: other tests check smaller ones.
func unchecked(t *testing.T, options emulator.Options) *env {
	t.Helper()
	s := emulator.Start(t, options)
	s.SetWebhookTimeout(time.Hour)
	s.SetTakeTimeout(time.Hour)
	return &env{s, t}
}

// must fails the test for an error, such as that of a method of the server.
func (a *env) must(err error) {
	a.t.Helper()
	if err != nil {
		a.t.Fatal(err)
	}
}

// breach tells how an answer breaks the contract, or a refusal does not name its rule. Requests are deliberately bad
// here, so they are not judged.
func breach(ex *emulator.Exchange, august bool) error {
	if ex.Status == 0 {
		return nil // The client went away, or the server did.
	}
	exchange := wire(ex)
	exchange.August = august
	if ruleErr := contracttest.CheckRule(exchange, ex.Fault != ""); ruleErr != nil || ex.Fault != "" {
		return ruleErr
	}
	_, responseErr := contracttest.Check(exchange)
	return responseErr
}

func wire(ex *emulator.Exchange) contracttest.Exchange {
	return contracttest.Exchange{
		Method: ex.Method,
		Path:   ex.URL.EscapedPath(),
		Query:  ex.URL.Query(),
		Header: ex.RequestHeader,
		Body:   ex.RequestBody,

		Status:         ex.Status,
		ResponseHeader: ex.ResponseHeader,
		ResponseBody:   ex.ResponseBody,
	}
}

// reply is an answer, read to its end.
type reply struct {
	status int
	header http.Header
	text   string
}

// object returns the answer's body as a JSON object; nil if it is none.
func (r reply) object() map[string]any {
	var object map[string]any
	if err := json.Unmarshal([]byte(r.text), &object); err != nil {
		return nil
	}
	return object
}

func (r reply) id() string {
	id, _ := r.object()["id"].(string)
	return id
}

func (r reply) message() string {
	object := r.object()
	message, onREST := object["error"].(string)
	if !onREST {
		message, _ = object["detail"].(string)
	}
	if openAI, ok := object["error"].(map[string]any); ok {
		message, _ = openAI["message"].(string)
	}
	return message
}

// names returns the names of a list's members, in its order.
func (r reply) names(t *testing.T) []string {
	t.Helper()
	var list []struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal([]byte(r.text), &list); err != nil {
		t.Fatalf("no list: %s", r.text)
	}
	names := []string{}
	for _, object := range list {
		names = append(names, object.Name)
	}
	return names
}

// try sends a request below /v1 with the account's key. Pairs of header names and values go over the usual ones; an
// empty value takes the header away.
func (a *env) try(method, path, body string, headers ...string) (reply, error) {
	return a.send(method, a.RESTURL()+path, body, headers...)
}

func (a *env) send(method, url, body string, headers ...string) (reply, error) {
	a.t.Helper()
	request, err := http.NewRequestWithContext(a.t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		a.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+a.APIKey())
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Del(headers[i])
		if headers[i+1] != "" {
			request.Header[headers[i]] = []string{headers[i+1]}
		}
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer func() {
		if err := response.Body.Close(); err != nil {
			a.t.Error(err)
		}
	}()
	text, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header, string(text)}, err
}

func (a *env) call(method, path, body string, headers ...string) reply {
	a.t.Helper()
	r, err := a.try(method, path, body, headers...)
	if err != nil {
		a.t.Fatalf("%s %s: %v", method, path, err)
	}
	return r
}

// control calls the control interface, without a key.
func (a *env) control(method, path, body string) reply {
	a.t.Helper()
	r, err := a.send(method, a.URL()+"/_emulator/"+path, body, "Authorization", "")
	if err != nil {
		a.t.Fatalf("%s %s: %v", method, path, err)
	}
	return r
}

// create posts an object that must be accepted and returns its id.
func (a *env) create(path, body string) string {
	a.t.Helper()
	r := a.call(http.MethodPost, path, body)
	if r.status/100 != 2 || r.id() == "" {
		a.t.Fatalf("POST %s %s: %d %s", path, body, r.status, r.text)
	}
	return r.id()
}

// check is one step of a table: what is asked and what must come back. The message is compared whole.
type check struct {
	name, method, path, body string
	status                   int
	message                  string
}

func (a *env) run(checks []check) {
	a.t.Helper()
	for _, c := range checks {
		r := a.call(c.method, c.path, c.body)
		if r.status != c.status || r.message() != c.message {
			a.t.Errorf("%s: %s %s %s\n got %d %q\nwant %d %q", c.name, c.method, c.path, c.body, r.status, r.message(),
				c.status, c.message)
		}
	}
}

// equalJSON compares two texts as JSON values.
func equalJSON(t *testing.T, got, want string) bool {
	t.Helper()
	return canonical(t, got) == canonical(t, want)
}

func canonical(t *testing.T, text string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("no JSON: %s", text)
	}
	return spell(t, value)
}

func spell(t *testing.T, value any) string {
	t.Helper()
	spelled, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(spelled)
}

// testTimeout is the time that a test waits for an event that has to come: much longer than any machine takes.
const testTimeout = time.Minute

// await returns the next value of a channel. If none comes, it fails the test instead of blocking it for ever.
func await[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case value := <-from:
		return value
	case <-time.After(testTimeout):
		t.Fatal("it never came")
		panic("unreachable")
	}
}

// awaitWaiting returns when so many requests wait for a job. A test cannot know otherwise that its request has arrived.
func (a *env) awaitWaiting(requests int) {
	a.t.Helper()
	for begin := time.Now(); a.Waiting() != requests; time.Sleep(time.Millisecond) {
		if time.Since(begin) > testTimeout {
			a.t.Fatalf("%d requests wait, not %d", a.Waiting(), requests)
		}
	}
}
