package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

// shortestSecret is the length from which a value is worth hiding. What is
// shorter is guessed in no time, and hiding it would tear up every message that
// happens to have it.
const shortestSecret = 3

type redactKey struct{}

// redacted is a value to hide, in each of its forms that has so many bytes.
type redacted struct {
	value    string
	shortest int
}

// WithRedacted returns a context under which none of the values appears in an
// error, whatever the service quotes of what it was sent.
func WithRedacted(ctx context.Context, values ...string) context.Context {
	return WithRedactedFrom(ctx, shortestSecret, values...)
}

// WithRedactedFrom is WithRedacted for values that need not be secret. What is shorter than so many bytes is left
// as it is, be it a value or a line of one.
func WithRedactedFrom(ctx context.Context, shortest int, values ...string) context.Context {
	known, _ := ctx.Value(redactKey{}).([]redacted)
	all := slices.Clone(known)
	for _, value := range values {
		all = append(all, redacted{value, shortest})
	}
	return context.WithValue(ctx, redactKey{}, all)
}

// Redact hides in a text what the context names, and the key: for what is shown
// and is no error.
func (c *Client) Redact(ctx context.Context, text string) string {
	return redactor(ctx, c.config.APIKey).Replace(text)
}

// redactor hides what the context names, and the key.
func redactor(ctx context.Context, key string) *strings.Replacer {
	known, _ := ctx.Value(redactKey{}).([]redacted)
	var forms []string
	for _, secret := range append(slices.Clone(known), redacted{key, shortestSecret}) {
		forms = append(forms, slices.DeleteFunc(spellings(secret.value), func(form string) bool {
			return len(form) < secret.shortest
		})...)
	}
	// The longest first: one secret can be the beginning of another.
	slices.SortFunc(forms, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	var pairs []string
	for _, form := range slices.Compact(forms) {
		pairs = append(pairs, form, "(redacted)")
	}
	return strings.NewReplacer(pairs...)
}

// spellings are the forms in which a service quotes what it was sent: as it is,
// as JSON, as JSON within JSON, in a URL, and single lines of a longer text.
func spellings(secret string) []string {
	forms := []string{secret, url.QueryEscape(secret), url.PathEscape(secret)}
	for line := range strings.Lines(secret) {
		forms = append(forms, strings.TrimSpace(line))
	}
	for _, form := range slices.Clone(forms) {
		for _, html := range []bool{false, true} {
			once := quoted(form, html)
			forms = append(forms, once, quoted(once, html))
		}
	}
	return forms
}

// quoted is a text as it stands between the quotes of a JSON string.
func quoted(text string, escapeHTML bool) string {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(escapeHTML)
	if encoder.Encode(text) != nil {
		return text
	}
	encoded := strings.TrimSuffix(buffer.String(), "\n")
	return encoded[1 : len(encoded)-1]
}
