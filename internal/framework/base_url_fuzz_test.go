package framework_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// hardBaseURLs are base URLs that are none, or that lead elsewhere than they look.
var hardBaseURLs = []string{
	"https://api.example.com/v1", "https://api.example.com/base/v1//", "http://[::1]:8787/v1", "http://[fe80::1%25en0]/v1",
	"HTTPS://API.example.com/V1", "https://api.example.com", "", "v1", "/v1", "//host/v1", "https:/v1",
	"https:///v1", "https://:80/v1",
	"https://h:99999999/v1", "https://h:/v1", "https:host/v1", "ftp://h/v1", "https://h/v1?x", "https://h/v1?",
	"https://h/v1#",
	"https://h/v1/../v2", "https://h/../v1", "https://h/./v1", "https://h/%76%31", "https://h/a%2fv1",
	"https://h/a%2f..%2fv1",
	"https://h/v1;x", "https://h\\@evil/v1", "https://h#@evil/v1", "https://h /v1", "https://h\n/v1",
	"https://h/\x00/v1", "https://ä/v1",
	"https://h/a b/v1", "https://h//v1", "https://%68/v1", "https://h/%zz/v1", "https://h.:443/v1",
	"https://" + strings.Repeat("h", 9000) + "/v1",
}

// What is accepted as a base is where all requests go: to its host, below its path, with each element of a path staying
// one, and without credentials.
func FuzzBaseURL(f *testing.F) {
	for _, text := range hardBaseURLs {
		f.Add(text, "x/../y")
	}
	f.Add("https://h/v1", "..")
	f.Add("https://h/v1", "a?b#c%2f;@:\n\x00\xff")
	f.Fuzz(func(t *testing.T, text, element string) {
		base, problem := framework.BaseURL(text, "v1")
		if (base == nil) == (problem == nil) {
			t.Fatalf("%q: %v and %v", text, base, problem)
		}
		if problem != nil {
			return
		}
		joined, err := transport.JoinURL(base, element, "end")
		if err != nil {
			if element != "" && element != "." && element != ".." {
				t.Errorf("%q below %q: %v", element, text, err)
			}
			return
		}
		got, err := url.Parse(joined.String())
		if err != nil {
			t.Fatalf("%q below %q is %q: %v", element, text, joined, err)
		}
		isHTTP := got.Scheme == "http" || got.Scheme == "https"
		if !isHTTP || got.Host != base.Host || got.Hostname() == "" || got.User != nil || got.RawQuery != "" ||
			got.Fragment != "" {
			t.Errorf("%q below %q leads elsewhere: %q", element, text, joined)
		}
		rest, below := strings.CutPrefix(got.EscapedPath(), base.EscapedPath()+"/")
		elements := strings.Split(rest, "/")
		if !below || len(elements) != 2 || elements[1] != "end" || !strings.HasSuffix(strings.ToLower(base.Path), "/v1") {
			t.Fatalf("%q below %q is %q", element, text, joined)
		}
		if plain, err := url.PathUnescape(elements[0]); err != nil || plain != element {
			t.Errorf("%q below %q is %q (%v)", element, text, plain, err)
		}
	})
}

// A base URL with credentials is refused, and what is said of it has none of them: also where a password has a
// character that makes it part of something else to a parser.
func FuzzBaseURL_credentials(f *testing.F) {
	for _, password := range []string{
		"hunter2hunter2", "443/hunter2hunter2", "443?hunter2hunter2", "443#hunter2hunter2", "%zzhunter2", "hunter2%40hunter2",
		"hunter2@hunter2", "/hunter2hunter2", "\nhunter2hunter2", "80\\hunter2hunter2", "[hunter2hunter2", " hunter2hunter2",
	} {
		f.Add("https", "bob", password, "h/v1")
		f.Add("http", "", password, "h/v2")
		f.Add("https", password, "", "h")
	}
	f.Fuzz(func(t *testing.T, scheme, user, password, rest string) {
		text := scheme + "://" + user + ":" + password + "@" + rest
		base, problem := framework.BaseURL(text, "v1")
		if problem == nil {
			t.Fatalf("%q is accepted, as %s", text, base)
		}
		for _, secret := range []string{user, password} {
			without := strings.NewReplacer("https", "", "http", "", "v1", "").Replace(problem.Detail)
			if len(secret) >= 8 && strings.Contains(without, secret) && !isPartOfAdvice(secret) {
				t.Errorf("%q: %s", text, problem.Detail)
			}
		}
	})
}

// isPartOfAdvice reports whether a text is in what is said of any URL.
func isPartOfAdvice(text string) bool {
	for _, other := range []string{"", "https://u:p@h/v1", "https://h/v1?x", "https://h"} {
		if _, problem := framework.BaseURL(other, "v1"); strings.Contains(problem.Detail, text) {
			return true
		}
	}
	return false
}
