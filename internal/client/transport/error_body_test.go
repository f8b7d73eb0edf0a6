package transport

import (
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

func TestReadErrorBody(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body, message string
		problems      []string
		code          string
	}{
		"management interface": {body: `{"error":"template not found","status":404}`, message: "template not found"},
		"unknown key": {body: `{"error":"Extra input keys","problems":["'x'","'y'"]}`,
			message: "Extra input keys", problems: []string{"'x'", "'y'"}},
		"queue interface": {body: `{"status":409,"title":"Conflict","detail":"endpoint is paused","code":"ENDPOINT_PAUSED"}`, message: "endpoint is paused", code: "ENDPOINT_PAUSED"},
		"title alone":     {body: `{"title":"Conflict","status":409}`, message: "Conflict"},
		"message":         {body: `{"message":"no"}`, message: "no"},
		"nested":          {body: `{"error":{"code":17,"message":"no"}}`, message: "no"},
		"list of objects": {body: `{"errors":[{"message":"a"},{"detail":"b"},"c",null,7]}`,
			problems: []string{"a", "b", "c", "7"}},
		"numeric code":  {body: `{"error":"no","code":17}`, message: "no", code: "17"},
		"array":         {body: `["a",{"message":"b"}]`, message: "a; b"},
		"wrong types":   {body: `{"error":true,"message":null,"detail":"yes"}`, message: "yes"},
		"unknown shape": {body: `{"oops": 1}`, message: `{"oops": 1}`},
		"broken JSON":   {body: `{"error":"x`, message: `{"error":"x`},
		"plain":         {body: "upstream  timed\nout", message: "upstream timed out"},
		"empty":         {body: "  "},
		"page": {
			message: "502 Bad Gateway nginx & co",
			body: "<html><head><title>502 Bad Gateway</title><style>b{}</style></head><body><h1>502 Bad " +
				"Gateway</h1>nginx &amp; co<script>x()</script></body></html>",
		},
		"page with another title": {
			body: "<title>Oops &amp; sorry</title><h1>Oops</h1> no", message: "Oops & sorry Oops no",
		},
		"page without a title": {body: "<!DOCTYPE html><p>no", message: "no"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			message, problems, code := readErrorBody([]byte(test.body)).shown(asItIs)
			if message != test.message || !slices.Equal(problems, test.problems) || code != test.code {
				t.Errorf("got %q %q %q, want %q %q %q", message, problems, code, test.message, test.problems, test.code)
			}
		})
	}
}

func TestReadErrorBody_cutsAfterScrubbing(t *testing.T) {
	t.Parallel()
	secret := strings.Repeat("s3cret", 20)
	body := strings.Repeat("x", redact.MaxMessageLength-10) + secret
	message, _, _ := readErrorBody([]byte(body)).shown(func(s string) string {
		return strings.ReplaceAll(s, secret, "(redacted)")
	})
	if strings.Contains(message, "s3cret") {
		t.Errorf("half of the secret is left: %q", message)
	}
	long, _, _ := readErrorBody([]byte(strings.Repeat("ä", 5000))).shown(asItIs)
	if len([]rune(long)) != redact.MaxMessageLength+1 {
		t.Errorf("a long message has %d characters", len([]rune(long)))
	}
}

func FuzzReadErrorBody(f *testing.F) {
	longtest.ManyCases(f)
	for _, seed := range []string{`{"error":"x"}`, `[[[`, `<html>`, "\xff", `{"errors":[{"error":{"error":1}}]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		message, _, _ := readErrorBody([]byte(body)).shown(asItIs)
		if strings.ContainsAny(message, "\n\r\t") {
			t.Errorf("more than one line: %q", message)
		}
	})
}
