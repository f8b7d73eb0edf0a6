package validators

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func TestCountryCode(t *testing.T) {
	t.Parallel()
	expect(t, CountryCode(), []string{"DE", "US", "RO"}, []string{"", "D", "DEU", "de", "Germany", "D1", " DE", "ÄÖ"})
}

// A message about an element of a set has the value at its end only.
func TestSubject(t *testing.T) {
	t.Parallel()
	countries := path.Root("country_codes")
	for want, at := range map[string]path.Path{
		"country_codes":               countries,
		"country_codes[1]":            countries.AtListIndex(1),
		"Each value of country_codes": countries.AtSetValue(types.StringValue("de")),
	} {
		if got := subject(at); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		resp := &validator.StringResponse{}
		CountryCode().ValidateString(t.Context(),
			validator.StringRequest{Path: at, ConfigValue: types.StringValue("de")}, resp)
		if says := resp.Diagnostics[0].Detail(); !strings.HasPrefix(says, want+" must be a country code") {
			t.Error(says)
		}
	}
}

func TestVariableName(t *testing.T) {
	t.Parallel()
	expect(t, VariableName(), []string{"A", "MODE", "_x", "a.b", "a-b", "ÄPFEL", "1"},
		[]string{"", " ", "MY KEY", "A ", " A", "A\tB", "A\n", "A=B", "=", "A\x00", "A\u00a0B"})
}

func TestAbsolutePath(t *testing.T) {
	t.Parallel()
	expect(t, AbsolutePath(), []string{"/", "/workspace", "/a b"}, []string{"", "workspace", "./x", "~/x"})
}

func TestRegularExpression(t *testing.T) {
	t.Parallel()
	expect(t, RegularExpression(), []string{"", "web", "^web-[0-9]+$", "(?i)WEB", `\d`},
		[]string{"(", "[a-", "*", "(?=web)", `\`})
}

func TestJSONObject(t *testing.T) {
	t.Parallel()
	expect(t, JSONObject(), []string{"{}", ` {"a":[1,{"b":null}]} `, `{"n":12345678901234567890}`, `{"n":1e400}`},
		[]string{"", "[]", `"{}"`, "1", "null", "true", "{", "{} {}", "{a:1}", "hello"})
}

func TestHTTPURL(t *testing.T) {
	t.Parallel()
	expect(t, HTTPURL(), []string{"http://a", "https://example.com:8443/hook?x=1", "HTTPS://example.com",
		"http://[::1]:80/"},
		[]string{"", "example.com", "//example.com", "https://", "https:///path", "http://:80/", "ftp://example.com",
			"mailto:a@b", "https://exa mple.com", "file:///etc/passwd"})
}

// A URL can have a password in it, and what is malformed can be the password.
func TestHTTPURL_quotesNothing(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"https://bob:hunter2@", "ftp://bob:hunter2@example.com", "bob:hunter2%zz@x",
		"hunter2"} {
		var resp validator.StringResponse
		HTTPURL().ValidateString(t.Context(), validator.StringRequest{Path: path.Root("webhook"),
			ConfigValue: types.StringValue(value)}, &resp)
		if len(resp.Diagnostics) != 1 || strings.Contains(resp.Diagnostics[0].Detail(), "hunter2") {
			t.Errorf("%s: %v", value, resp.Diagnostics)
		}
	}
}

func TestTimestamp(t *testing.T) {
	t.Parallel()
	expect(t, Timestamp(), []string{"2026-01-31T00:00:00Z", "2024-02-29T23:59:59.123456789+02:00",
		"2026-01-31T00:00:00-23:59"},
		[]string{
			"", "2026-01-31", "2026-01-31T00:00:00", "2026-01-31 00:00:00Z", "2026-01-31T00:00Z", "2026-01-31T1:00:00Z",
			"2026-01-31T00:00:00,5Z",
			"2026-02-29T00:00:00Z", "2026-01-31T24:00:00Z", "2026-01-31t00:00:00z", "2026-01-31T00:00:00+0200",
			" 2026-01-31T00:00:00Z", "now", "1767225600",
		})
}

func TestDuration(t *testing.T) {
	t.Parallel()
	expect(t, Duration(), []string{"1ms", "90s", "1h30m"}, []string{"", "0s", "-1s", "90", "a minute"})
}

func expect(t *testing.T, v validator.String, good, bad []string) {
	t.Helper()
	check := func(value types.String) string {
		req := validator.StringRequest{Path: path.Root("it"), ConfigValue: value}
		var resp validator.StringResponse
		v.ValidateString(t.Context(), req, &resp)
		if !resp.Diagnostics.HasError() {
			return ""
		}
		return resp.Diagnostics[0].Detail()
	}
	for _, value := range good {
		if said := check(types.StringValue(value)); said != "" {
			t.Errorf("%q: %s", value, said)
		}
	}
	for _, value := range bad {
		if said := check(types.StringValue(value)); !strings.HasPrefix(said, "it must ") {
			t.Errorf("%q: %q", value, said)
		}
	}
	for _, value := range []types.String{types.StringNull(), types.StringUnknown()} {
		if said := check(value); said != "" {
			t.Errorf("%s: %s", value, said)
		}
	}
}
