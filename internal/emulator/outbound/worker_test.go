package outbound_test

import (
	"encoding/json"
	"io"
	"log/slog"
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
		status                int
		answer, output, error string
	}{
		"output":        {200, `{"output":{"a":1}}`, `{"a":1}`, ""},
		"null":          {200, `{"output":null}`, `null`, ""},
		"id and status": {200, `{"id":"x","status":"COMPLETED","output":2}`, `2`, ""},
		"error":         {200, `{"error":"no"}`, ``, "no"},
		"error as JSON": {200, `{"error":{"code":1}}`, ``, `{"code":1}`},
		"empty error":   {200, `{"error":""}`, ``, "failed"},
		"both":          {200, `{"output":1,"error":"no"}`, ``, "no"},
		"none of both":  {200, `{"output":1,"error":""}`, `1`, ""},
		"not false":     {200, `{"output":1,"error":false}`, `1`, ""},
		"null error":    {200, `{"error":null}`, `{"error":null}`, ""},
		"other members": {200, `{"output":1,"more":2}`, `{"output":1,"more":2}`, ""},
		"another value": {200, `[1]`, `[1]`, ""},
		"text":          {200, "hello", `"hello"`, ""},
		"nothing":       {204, "", `null`, ""},
		"any success":   {202, `{"output":1}`, `1`, ""},
		"failure":       {500, "broken", ``, "the worker at WORKER_URL answers 500: broken"},
		"no redirect":   {302, "", ``, "the worker at WORKER_URL answers 302: "},
		"too large": {200, strings.Repeat("x", 20<<20+1), ``,
			"the worker at WORKER_URL: the answer exceeds 20 MiB"},
		"a number as it is": {200, `{"output":1e400}`, `1e400`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				job, err := io.ReadAll(r.Body)
				if err != nil || string(job) != `{"id":"j"}` || r.Header.Get("Content-Type") != "application/json" {
					t.Errorf("the worker got %s, %v", job, err)
				}
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(c.status)
				if _, err := io.WriteString(w, c.answer); err != nil && c.answer != "" {
					t.Log(err) // What is too large is not read to its end.
				}
			}))
			defer server.Close()
			client := outbound.NewClient(outbound.Policy{}, nil, slog.New(slog.DiscardHandler))
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
	client := outbound.NewClient(outbound.Policy{}, nil, slog.New(slog.DiscardHandler))
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
