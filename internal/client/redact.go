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

// shortestSecret is the length from which a value is redacted, in bytes. A shorter one is guessed in no time, and to
// redact it would make messages unreadable that happen to have it in a word.
const shortestSecret = 3

type redactKey struct{}

// redacted is a value to redact, in each of its forms that is at least as long as shortest, in bytes.
type redacted struct {
	value    string
	shortest int
}

// WithRedacted returns a context under which none of the values appears in an error, whatever the service quotes of
// what it was sent.
func WithRedacted(ctx context.Context, values ...string) context.Context {
	return WithRedactedFrom(ctx, shortestSecret, values...)
}

// WithRedactedFrom is WithRedacted for values that need not be secret. A value, or a line of one, that is shorter than
// this many bytes stays as it is.
func WithRedactedFrom(ctx context.Context, shortest int, values ...string) context.Context {
	known, _ := ctx.Value(redactKey{}).([]redacted)
	all := slices.Clone(known)
	for _, value := range values {
		all = append(all, redacted{value, shortest})
	}
	return context.WithValue(ctx, redactKey{}, all)
}

// Redact removes from a text the values that the context names, and the key. Errors are redacted already.
func (c *Client) Redact(ctx context.Context, text string) string {
	return redactor(ctx, c.config.APIKey).Replace(text)
}

// redactor removes the values that the context names, and the key.
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

// spellings are the forms in which a service quotes a value that it was sent: as it is, as JSON, as JSON within JSON,
// in a URL, and single lines of a longer text.
func spellings(secret string) []string {
	forms := []string{secret, url.QueryEscape(secret), url.PathEscape(secret)}
	for line := range strings.Lines(secret) {
		forms = append(forms, strings.TrimSpace(line))
	}
	for _, form := range slices.Clone(forms) {
		for _, html := range []bool{false, true} {
			inJSON := quoted(form, html)
			forms = append(forms, inJSON, quoted(inJSON, html))
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
