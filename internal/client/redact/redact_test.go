package redact

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// asJSON is a text as it stands in JSON, between the quotes.
func asJSON(text string) string {
	encoded, err := json.Marshal(text)
	if err != nil {
		panic(err) // Any text can be JSON.
	}
	return string(encoded[1 : len(encoded)-1])
}

// inASCII is a text as other languages write it in JSON: with an escape for everything that is not ASCII, and for /.
func inASCII(text string) string {
	var b strings.Builder
	for _, r := range asJSON(text) {
		switch {
		case r == '/':
			b.WriteString(`\/`)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04X`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		case r > '~':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func inEntities(text string) string {
	return strings.NewReplacer("&#34;", "&quot;", "&#39;", "&#x27;").Replace(html.EscapeString(text))
}

// inBase64Of encodes a text that stands between two others.
func inBase64Of(before, after string) func(string) string {
	return func(text string) string { return base64.StdEncoding.EncodeToString([]byte(before + text + after)) }
}

// spoken are the ways in which services quote what they were sent.
var spoken = map[string]func(string) string{
	"as it is":               func(text string) string { return text },
	"JSON":                   asJSON,
	"JSON within JSON":       func(text string) string { return asJSON(asJSON(text)) },
	"JSON in ASCII":          inASCII,
	"a query":                url.QueryEscape,
	"a path":                 url.PathEscape,
	"a query in lower case":  func(text string) string { return lowerEscapes(url.QueryEscape(text)) },
	"a query within JSON":    func(text string) string { return asJSON(url.QueryEscape(text)) },
	"JSON within a query":    func(text string) string { return url.QueryEscape(asJSON(text)) },
	"HTML":                   inEntities,
	"JSON within HTML":       func(text string) string { return html.EscapeString(asJSON(text)) },
	"base64":                 inBase64Of("", ""),
	"base64 for URLs":        func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) },
	"base64 behind a name":   inBase64Of("bob:", ""),
	"base64 behind another":  inBase64Of("alice:", ""),
	"base64 before an end":   inBase64Of("ab:", "}"),
	"%q of Go":               func(text string) string { return fmt.Sprintf("%q", text) },
	"repeated":               func(text string) string { return text + text },
	"cut to three quarters":  func(text string) string { return text[:len(text)*3/4] + "…" },
	"its end":                func(text string) string { return "…" + text[len(text)/4:] },
	"its middle":             func(text string) string { return "…" + text[len(text)/5:len(text)*4/5] + "…" },
	"cut within JSON":        func(text string) string { return asJSON(text)[:len(asJSON(text))*3/4] },
	"line after line":        func(text string) string { return strings.Join(strings.Fields(text), "\n  ") },
	"indented JSON in a URL": func(text string) string { return url.PathEscape("{\n \"a\": \"" + asJSON(text) + "\"\n}") },
}

// lowerEscapes spells the digits of a URL's escapes small.
func lowerEscapes(text string) string {
	for _, letter := range "ABCDEF" {
		for digit := range 16 {
			for _, pair := range []string{fmt.Sprintf("%%%X%c", digit, letter), fmt.Sprintf("%%%c%X", letter, digit)} {
				text = strings.ReplaceAll(text, pair, strings.ToLower(pair))
			}
		}
	}
	return text
}

// hardSecrets are secrets that are hard to find again once they are quoted.
var hardSecrets = map[string]string{
	"a token":       "tok_9f8e7d6c5b4a39281706",
	"with quotes":   `p"ss'w\ord"with<all>&of+it%41`,
	"several lines": "-----BEGIN KEY-----\nMIIEvSECRETLINE\"quoted\" <&>+/=\nzzzz9999yyyy8888\n-----END KEY-----\n",
	"not ASCII":     "pässwörd-ключ-🔑-schlüssel",
	"a URL":         "https://bob:hunter2hunter2@hooks.example.com/services/T0/B0?sig=abc%2Fdef",
	"like a page":   "abcdefgh<b>ijklmnop</b>qrst&amp;uvwx",
	"repeating":     strings.Repeat("ab", 20),
	"JSON":          `{"type":"service_account","private_key":"-----BEGIN\nSECRETKEY"}`,
}

// remains is the longest stretch of a secret that is left in a text, however it is spelled there, in bytes.
func remains(secret, text string) (longest int) {
	for _, reading := range readings(text) {
		for i := range secret {
			for length := longest + 1; i+length <= len(secret) && strings.Contains(reading.text, secret[i:i+length]); length++ {
				longest = length
			}
		}
	}
	return longest
}

func TestRedactor_everySpelling(t *testing.T) {
	t.Parallel()
	for what, secret := range hardSecrets {
		redact := New(With(t.Context(), "other", secret), "the-key")
		for how, spell := range spoken {
			text := "the value “" + spell(secret) + "” is not accepted"
			got := redact.Replace(text)
			left := strings.NewReplacer("the value “", "", "” is not accepted", "").Replace(got)
			if !strings.HasPrefix(got, "the value “") || !strings.HasSuffix(got, "” is not accepted") ||
				!strings.Contains(got, redactedText) || remains(secret, left) >= maxPart {
				t.Errorf("%s, %s: %q became %q", what, how, text, got)
			}
			if how == "as it is" && left != redactedText {
				t.Errorf("%s: %q is left", what, left)
			}
		}
	}
}

func TestRedactor_severalSecrets(t *testing.T) {
	t.Parallel()
	ctx := With(With(t.Context(), "hunter2", "hunt"), "hunter2-extended", "xy", "", "tok", "abcabc", "p%40ss+word",
		"slash/hunter2-extended", `pa"ss<wo>rd&12`)
	redact := New(ctx, "the-key")
	for text, want := range map[string]string{
		"hunter2":                        redactedText, // One is the beginning of another.
		"hunter2-extended":               redactedText,
		"got hunter2hunter2-extended.":   "got " + redactedText + ".", // Side by side.
		"x=the-key&y":                    "x=" + redactedText + "&y",
		"abcabcabc":                      redactedText + "abc", // It overlaps itself.
		"Xxy is a tok":                   "Xxy is a " + redactedText,
		"a cab is able":                  "a cab is able", // Nothing of what is too short to be a secret.
		`{"error":"\u0068unter2 is no"}`: `{"error":"` + redactedText + ` is no"}`,
		// One as it is, with what would be an escape in a URL, beside another one in a URL.
		"p%40ss+word in ?TOKEN=slash%2Fhunter2-extended": redactedText + " in ?TOKEN=" + redactedText,
		"bad pa&quotss&ltwo&gtrd&amp12.":                 "bad " + redactedText + ".", // Entities need no semicolon.
		"":                                               "",
		"\xff\xfe tok":                                   "\xff\xfe " + redactedText,
	} {
		if got := redact.Replace(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// Words and addresses that a message needs stay, although a secret has them too.
func TestRedactor_leavesTheMessage(t *testing.T) {
	t.Parallel()
	ctx := With(t.Context(), hardSecrets["a URL"], hardSecrets["several lines"],
		"postgres://u:p4ssw0rd@db/production")
	for _, text := range []string{
		"the image postgres:16 was not found at https://registry.example.com/v2/",
		"dataCenterIds[0] must be one of EU-RO-1, US-TX-3; a private key is needed",
		"name must be unique in production",
	} {
		if got := New(ctx, "pfk_1234567890abcdefghijklmnop").Replace(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// Of what need not be secret, short values, short lines and parts stay.
func TestRedactor_fromALength(t *testing.T) {
	t.Parallel()
	ctx := WithFrom(With(t.Context(), "tok"), 6, "info", "debug: true\nlevel", "sixsix", "",
		"https://api.example.com/v1/things")
	const text = "info true level tok sixsix debug: true https://api.example.com/v1"
	const want = "info true level (redacted) (redacted) (redacted) https://api.example.com/v1"
	if got := New(ctx, "the-key").Replace(text); got != want {
		t.Errorf("%q became %q", text, got)
	}
}

// What transports say can quote anything, and is shown. What it is stays.
func TestRedactor_errors(t *testing.T) {
	t.Parallel()
	cause := errors.New("malformed: \x1b[2J the-key")
	got := New(t.Context(), "the-key").Error(fmt.Errorf("%w, and %s", cause, strings.Repeat("x", 5000)))
	if !errors.Is(got, cause) || strings.Contains(got.Error(), "the-key") || len(got.Error()) > 2*MaxMessageLength ||
		strings.Contains(got.Error(), "\x1b") {
		t.Errorf("%q", got)
	}
	if New(t.Context(), "the-key").Error(nil) != nil {
		t.Error("no error became one")
	}
}

// An input of megabytes is a secret too, and an answer can quote as much.
func TestRedactor_largeSecretsAndTexts(t *testing.T) {
	longtest.Large(t)
	t.Parallel()
	var b strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&b, "%d,", i*7919)
	}
	large := b.String()
	redact := New(With(t.Context(), large), "the-key")
	got := redact.Replace("no image in " + large[1000:1100] + "…")
	if got != "no image in (redacted)…" {
		t.Errorf("%q", got)
	}
	if got := redact.Replace("it says: " + strings.Repeat(`\u0041%41&amp;`, 100_000) + " the-key"); len(got) > maxRedacted {
		t.Errorf("%d bytes", len(got))
	}
}

func FuzzRedactor(f *testing.F) {
	longtest.ManyCases(f)
	for _, secret := range hardSecrets {
		f.Add(secret, "the value ", " is wrong: \\u00")
	}
	f.Add("%2525252541", "%25", "%41")
	f.Add("\\\\\\\\u0041", "\\", "\\")
	f.Fuzz(func(t *testing.T, secret, before, after string) {
		if len(secret) < minSecret || len(before)+len(after)+len(secret) > 4096 {
			return
		}
		redact := New(With(t.Context(), secret), "the-key")
		for how, spell := range map[string]func(string) string{
			"": asJSON, "twice": func(s string) string { return asJSON(asJSON(s)) },
		} {
			if secret != strings.ToValidUTF8(secret, "\uFFFD") {
				return // JSON has no such text.
			}
			// The text around it does not take its first character for a part of an escape of its own.
			got := redact.Replace("“" + spell(secret) + "”")
			if got != "“"+redactedText+"”" && remains(secret, got) >= min(len(secret), maxPart) {
				t.Errorf("%q %s is left as %q", secret, how, got)
			}
		}
		text := before + secret + after
		got := redact.Replace(text)
		if strings.Contains(strings.ReplaceAll(got, redactedText, ""), secret) && !strings.Contains(before+after, secret) &&
			strings.Contains(got, secret) {
			t.Errorf("%q is left in %q", secret, got)
		}
		if !strings.Contains(text, redactedText) && strings.Count(got, redactedText) == 0 {
			t.Errorf("%q is not redacted in %q", secret, got)
		}
	})
}
