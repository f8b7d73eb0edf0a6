package outbound_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/outbound"
)

// What a remote worker answers is the output, unless it says what is the output and what the error.
func TestClient_callWorker(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status                      int
		answer, output, error, kind string
	}{
		"output":        {status: 200, answer: `{"output":{"a":1}}`, output: `{"a":1}`},
		"null":          {status: 200, answer: `{"output":null}`, output: `null`},
		"id and status": {status: 200, answer: `{"id":"x","status":"COMPLETED","output":2}`, output: `2`},
		"error":         {status: 200, answer: `{"error":"no"}`, output: ``, error: "no"},
		"error as JSON": {status: 200, answer: `{"error":{"code":1}}`, output: ``, error: `{"code":1}`},
		"empty error":   {status: 200, answer: `{"error":""}`, output: ``, error: "failed"},
		"both":          {status: 200, answer: `{"output":1,"error":"no"}`, output: ``, error: "no"},
		"none of both":  {status: 200, answer: `{"output":1,"error":""}`, output: `1`},
		"not false":     {status: 200, answer: `{"output":1,"error":false}`, output: `1`},
		"null error":    {status: 200, answer: `{"error":null}`, output: `{"error":null}`},
		"other members": {status: 200, answer: `{"output":1,"more":2}`, output: `{"output":1,"more":2}`},
		"another value": {status: 200, answer: `[1]`, output: `[1]`},
		"text":          {status: 200, answer: "hello", output: `"hello"`},
		"nothing":       {status: 204, output: `null`},
		"any success":   {status: 202, answer: `{"output":1}`, output: `1`},
		"failure": {
			status: 500, answer: "broken", output: ``, error: "the worker at WORKER_URL answers 500: broken",
		},
		"no redirect": {status: 302, output: ``, error: "the worker at WORKER_URL answers 302: "},
		"too large": {
			status: 200, answer: strings.Repeat("x", 20<<20+1), output: ``,
			error: "the worker at WORKER_URL: the answer exceeds 20 MiB",
		},
		"NaN": {
			status: 200, answer: `{"output":{"loss":NaN}}`, kind: "application/json; charset=utf-8",
			error: "the worker at WORKER_URL: the answer says that it is JSON, and is not: " +
				"invalid character 'N' looking for beginning of value",
		},
		"no UTF-8": {
			status: 200, answer: "\"\xff\"", kind: "application/vnd.x+JSON",
			error: "the worker at WORKER_URL: the answer says that it is JSON, and is not: it is not in UTF-8",
		},
		"NaN as text":       {status: 200, answer: `NaN`, kind: "text/plain", output: `"NaN"`},
		"no JSON":           {status: 200, answer: "\n", kind: "application/json", output: `null`},
		"a number as it is": {status: 200, answer: `{"output":1e400}`, output: `1e400`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				job, err := io.ReadAll(r.Body)
				if err != nil || string(job) != `{"id":"j"}` || r.Header.Get("Content-Type") != "application/json" {
					t.Errorf("the worker got %s, %v", job, err)
				}
				w.Header().Set("Location", "/elsewhere")
				w.Header().Set("Content-Type", c.kind)
				w.WriteHeader(c.status)
				if _, err := io.WriteString(w, c.answer); err != nil && c.answer != "" {
					t.Log(err) // What is too large is not read to its end.
				}
			}))
			defer server.Close()
			client := outbound.NewClient(outbound.Policy{}, nil)
			defer client.Close()
			result := client.CallWorker(t.Context(), server.URL, []byte(`{"id":"j"}`))
			if result.Error != c.error {
				t.Errorf("the error is %q, not %q", result.Error, c.error)
			}
			if output := encoded(t, result.Output); c.error == "" && output != c.output {
				t.Errorf("the output is %s, not %s", output, c.output)
			}
		})
	}
}

func encoded(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// If a call fails, so does the job, and the error says nothing about the address: that can have a password.
func TestClient_callFails(t *testing.T) {
	t.Parallel()
	client := outbound.NewClient(outbound.Policy{}, nil)
	defer client.Close()
	for address, want := range map[string]string{
		"":                            "the template's env has no WORKER_URL",
		"http://user:secret@[::1":     "the worker at WORKER_URL does not answer: the address is no URL",
		"ftp://user:secret@localhost": `the worker at WORKER_URL does not answer: unsupported protocol scheme "ftp"`,
	} {
		if got := client.CallWorker(t.Context(), address, nil).Error; got != want {
			t.Errorf("%q: %q, not %q", address, got, want)
		}
	}
}
