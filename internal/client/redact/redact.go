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
	// mark stands for redactedText until the search is over: a secret may be a part of that.
	mark = "\uE000"
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

// Replace returns the text without the secrets. A very long text is cut. If a secret is spelled with escapes, the text
// is returned in the reading that shows the most of it.
func (r Redactor) Replace(text string) string {
	// The rest of a secret that is cut here is a part that the search below finds, or too short to matter.
	text = text[:min(len(text), maxRedacted)]
	for range maxDepth + 1 {
		all := readings(text)
		found, of, most := r.find(all), 0, 0
		for i, hidden := range found {
			if n := count(hidden); n > most {
				of, most = i, n
			}
		}
		if most == 0 {
			return strings.ReplaceAll(text, mark, redactedText)
		}
		text = withoutHidden(all[of], found[of])
	}
	return redactedText
}

// find returns which bytes of each text belong to a secret.
func (r Redactor) find(texts []string) [][]bool {
	found := make([][]bool, len(texts))
	spellings := r.spellings()
	for i, text := range texts {
		found[i] = make([]bool, len(text))
		for _, spelling := range spellings {
			hide(text, spelling, found[i])
		}
	}
	for size, values := range r.parts() {
		hideParts(texts, size, values, found)
	}
	return found
}

// hide marks every occurrence of a value in a text.
func hide(text, value string, hidden []bool) {
	for from := 0; ; {
		i := strings.Index(text[from:], value)
		if i < 0 {
			return
		}
		from += i + len(value)
		set(hidden[from-len(value) : from])
	}
}

func set(hidden []bool) {
	for i := range hidden {
		hidden[i] = true
	}
}

func count(hidden []bool) (n int) {
	for _, is := range hidden {
		if is {
			n++
		}
	}
	return n
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
			if line = strings.TrimSpace(line); line != secret.value {
				add(line)
			}
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
// the lengths of values and texts, and not with their product.
func hideParts(texts []string, size int, values []string, hidden [][]bool) {
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
	for of, text := range texts {
		for i := 0; i+size <= len(text); i++ {
			if inBoth[text[i:i+size]] {
				set(hidden[of][i : i+size])
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

// withoutHidden replaces each run of hidden bytes by one mark.
func withoutHidden(text string, hidden []bool) string {
	var b strings.Builder
	for i := range len(text) {
		switch {
		case !hidden[i]:
			b.WriteByte(text[i])
		case i == 0 || !hidden[i-1]:
			b.WriteString(mark)
		}
	}
	return b.String()
}
