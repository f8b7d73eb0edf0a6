package transport

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// For any header, the parser ends, and every target occurs in the header, in angle brackets and in this order.
func FuzzParseLinks(f *testing.F) {
	longtest.ManyCases(f)
	for _, value := range []string{
		``, `<a>`, `<a>; rel=sunset, <b>; rel="deprecation successor-version"`, `<a>;;rel = "x\"y" ;anchor`, `<a>,,<b`,
		`<a>; title="<b>, <c>"; rel=x odd "d, <e>", <f>`, `<>; rel`, `; rel=x, <a>`, "<a>\t;\trel=x\t,\t<b>",
	} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		rest := value
		for _, found := range parseLinks(value) {
			_, after, opened := strings.Cut(rest, "<")
			for opened && strings.TrimSpace(before(after)) != found.target {
				_, after, opened = strings.Cut(after, "<")
			}
			if !opened {
				t.Fatalf("%q is not in %q", found.target, value)
			}
			rest = after
			for _, relation := range found.announcing() {
				if !strings.Contains(strings.ToLower(value), relation) && !strings.Contains(value, `\`) {
					t.Fatalf("%q does not say %q", value, relation)
				}
			}
		}
	})
}

// before is the text up to a closing angle bracket.
func before(text string) string {
	target, _, _ := strings.Cut(text, ">")
	return target
}
