// Package redact prepares texts of a service for messages: without secrets, however they are quoted, and on one line.
package redact

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"
)

const (
	// minSecret is the length from which a value is redacted, in bytes. A shorter one is easily guessed, and
	// redacting it would make messages unreadable that have it in a word.
	minSecret = 3
	// minPart and maxPart bound how much of a secret may be left in a text, in bytes: services cut their quotations. It is
	// less than half of the secret, but never so little that words are taken for a part of it.
	minPart, maxPart = 8, 16
	// maxEncoded is the length up to which a value is also looked for in base64, in bytes.
	maxEncoded = 64 << 10
	// maxRedacted bounds a text that is searched, in bytes: the rest of it is cut off. Messages are far shorter.
	maxRedacted = 256 << 10

	redactedText = "(redacted)"
)

type contextKey struct{}

// redacted is a value to redact: wherever a text has a part of it, or only if the text has all of it or one of its
// lines.
type redacted struct {
	value     string
	inParts   bool
	minLength int // in bytes, of the texts that are redacted
}

// With returns a context under which none of the values appears in an error, whatever the service quotes of a
// request: whole or cut, and in any of the spellings of readings or in base64. Values of one or two bytes stay.
func With(ctx context.Context, values ...string) context.Context {
	return withRedacted(ctx, redacted{inParts: true, minLength: minSecret}, values)
}

// WithFrom does what With does, for values that need not be secret. Parts of a value stay, and so does
// a value, or a line of one, that is shorter than this many bytes.
func WithFrom(ctx context.Context, minLength int, values ...string) context.Context {
	return withRedacted(ctx, redacted{minLength: minLength}, values)
}

func withRedacted(ctx context.Context, kind redacted, values []string) context.Context {
	known, _ := ctx.Value(contextKey{}).([]redacted)
	all := slices.Clone(known)
	for _, value := range values {
		kind.value = value
		all = append(all, kind)
	}
	return context.WithValue(ctx, contextKey{}, all)
}

// Redactor removes secrets from texts. It prepares nothing in advance, because few requests fail.
type Redactor []redacted

// New returns a Redactor of the values that the context names, and of the key.
func New(ctx context.Context, key string) Redactor {
	known, _ := ctx.Value(contextKey{}).([]redacted)
	return append(slices.Clone(known), redacted{value: key, inParts: true, minLength: minSecret})
}

// Replace returns the text without the secrets. A very long text is cut.
func (r Redactor) Replace(text string) string {
	// The rest of a secret that is cut here is a part that the search below finds, or too short to matter.
	text = text[:min(len(text), maxRedacted)]
	hidden, all := make([]bool, len(text)), readings(text)
	for _, spelling := range r.spellings() {
		for _, reading := range all {
			reading.hide(spelling, hidden)
		}
	}
	for size, values := range r.parts() {
		hideParts(all, size, values, hidden)
	}
	return withoutHidden(text, hidden)
}

// hide marks every occurrence of a value.
func (r reading) hide(value string, hidden []bool) {
	for from := 0; ; {
		i := strings.Index(r.text[from:], value)
		if i < 0 {
			return
		}
		from += i + len(value)
		r.mark(from-len(value), from, hidden)
	}
}

// Error returns err with a text that is redacted, and no longer than a message. The errors that errors.As finds in it
// stay as they are: they are for decisions, and not to be shown.
func (r Redactor) Error(err error) error {
	if err == nil {
		return nil
	}
	if text := OneLine(r.Replace(err.Error())); text != err.Error() {
		return redactedError{text, err}
	}
	return err
}

type redactedError struct {
	text string
	err  error
}

func (e redactedError) Error() string { return e.text }

func (e redactedError) Unwrap() error { return e.err }

// spellings returns the values and their lines, which are redacted wherever all of one is found.
func (r Redactor) spellings() []string {
	var all []string
	for _, secret := range r {
		forms := []string{secret.value}
		for line := range strings.Lines(secret.value) {
			forms = append(forms, strings.TrimSpace(line))
		}
		all = append(all, slices.DeleteFunc(forms, func(form string) bool { return len(form) < secret.minLength })...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// parts returns secrets, their lines and their base64, by the number of bytes in a row that is enough to redact a part
// of one.
func (r Redactor) parts() map[int][]string {
	all := map[int][]string{}
	add := func(value string) {
		if len(value) >= minPart {
			size := min(max(len(value)/2, minPart), maxPart)
			all[size] = append(all[size], value)
		}
	}
	for _, secret := range r {
		if !secret.inParts {
			continue
		}
		add(secret.value)
		for line := range strings.Lines(secret.value) {
			add(strings.TrimSpace(line))
		}
		for _, encoded := range inBase64(secret.value) {
			add(encoded)
		}
	}
	return all
}

// inBase64 returns the characters that base64 makes of a value wherever it stands in the encoded text, in either
// alphabet: without those at its ends, which depend on its neighbours.
func inBase64(value string) []string {
	if len(value) < minSecret || len(value) > maxEncoded {
		return nil
	}
	var all []string
	for before := range 3 { // bytes before it in its first group of three
		padded := append(make([]byte, before), value...)
		first := (before*8 + 5) / 6 // the first character of the value alone
		last := len(padded) * 8 / 6 // behind the last one of the value alone
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			all = append(all, encoding.EncodeToString(padded)[first:last])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// hideParts marks every part of this length in bytes that occurs in one of the values. The work grows with the sum of
// the lengths of values and readings, and not with their product.
func hideParts(readings []reading, size int, values []string, hidden []bool) {
	texts := make([]string, len(readings))
	for i, reading := range readings {
		texts[i] = reading.text
	}
	inBoth := map[string]bool{}
	if total(values) <= total(texts) {
		eachPart(values, size, func(part string) { inBoth[part] = true })
	} else { // Of megabytes, as what was sent can be.
		eachPart(texts, size, func(part string) { inBoth[part] = false })
		eachPart(values, size, func(part string) {
			if _, there := inBoth[part]; there {
				inBoth[part] = true
			}
		})
	}
	for _, reading := range readings {
		for i := 0; i+size <= len(reading.text); i++ {
			if inBoth[reading.text[i:i+size]] {
				reading.mark(i, i+size, hidden)
			}
		}
	}
}

// eachPart calls visit with every part of the texts of this length in bytes.
func eachPart(texts []string, size int, visit func(part string)) {
	for _, text := range texts {
		for i := 0; i+size <= len(text); i++ {
			visit(text[i : i+size])
		}
	}
}

func total(texts []string) (length int) {
	for _, text := range texts {
		length += len(text)
	}
	return length
}

// withoutHidden replaces each run of hidden bytes by (redacted).
func withoutHidden(text string, hidden []bool) string {
	var b strings.Builder
	for i := range len(text) {
		switch {
		case !hidden[i]:
			b.WriteByte(text[i])
		case i == 0 || !hidden[i-1]:
			b.WriteString(redactedText)
		}
	}
	return b.String()
}
