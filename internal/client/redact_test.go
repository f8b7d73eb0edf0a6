package client

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

func TestRedactor(t *testing.T) {
	t.Parallel()
	const key = "-----BEGIN KEY-----\nSUPERSECRETLINE\"quoted\" <&>\n-----END KEY-----\n"
	once, err := json.Marshal(key)
	if err != nil {
		t.Fatal(err)
	}
	twice, err := json.Marshal(string(once))
	if err != nil {
		t.Fatal(err)
	}
	redact := redactor(WithRedacted(WithRedacted(t.Context(), key, "hunter2"), "hunter2-extended", "ab", ""), "the-key")
	for _, text := range []string{
		"got " + key, "got " + string(once), "got " + string(twice), "got " + url.QueryEscape(key), "at https://x/?k=" +
			url.PathEscape(key),
		`line 2 is SUPERSECRETLINE"quoted" <&> and bad`, "hunter2", "hunter2-extended", "x=the-key",
	} {
		got := redact.Replace(text)
		if !strings.Contains(got, "(redacted)") || strings.Contains(got, "SUPERSECRET") ||
			strings.Contains(got, "hunter2") || strings.Contains(got, "extended") || strings.Contains(got, "the-key") {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := redact.Replace("a cab is able"); got != "a cab is able" {
		t.Errorf("what is too short to be a secret tears up %q", got)
	}
}

// Of what need not be secret, short values and short lines stay.
func TestRedactor_fromALength(t *testing.T) {
	t.Parallel()
	ctx := WithRedactedFrom(WithRedacted(t.Context(), "tok"), 6, "info", "debug: true\nlevel", "sixsix", "")
	const text, want = "info true level tok sixsix debug: true", "info true level (redacted) (redacted) (redacted)"
	if got := redactor(ctx, "the-key").Replace(text); got != want {
		t.Errorf("%q became %q", text, got)
	}
}
