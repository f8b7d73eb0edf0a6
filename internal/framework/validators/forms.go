package validators

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// The forms of texts.

// OneOf wants one of the values.
func OneOf(values ...string) validator.String {
	last := len(values) - 1
	choice := `"` + values[last] + `"`
	if last > 0 {
		choice = `"` + strings.Join(values[:last], `", "`) + `" or ` + choice
	}
	return text{must: "be " + choice, is: func(value string) bool { return slices.Contains(values, value) }}
}

// Matches wants a text that a pattern matches. wanted completes the sentence "it must …".
func Matches(pattern *regexp.Regexp, wanted string) validator.String {
	return text{must: wanted, is: pattern.MatchString}
}

// MatchesSecret does what Matches does, and its message does not quote the text, which can be a secret.
func MatchesSecret(pattern *regexp.Regexp, wanted string) validator.String {
	return text{must: wanted, is: pattern.MatchString, isSecret: true}
}

// NotEmpty wants a text of at least one character.
func NotEmpty() validator.String {
	return text{must: "not be empty", is: func(value string) bool { return value != "" }, isSecret: true}
}

// NotNull wants any text, as the value of a key. The path of the error has the key, which is no secret.
func NotNull() validator.String {
	return text{must: `not be null: remove the key, or set a value such as ""`,
		is: func(string) bool { return true }, notNull: true}
}

// NotLongerThan wants a text of at least one character and at most the given number. The contract counts characters,
// not bytes.
func NotLongerThan(most int) validator.String {
	return text{must: fmt.Sprintf("have from 1 to %d characters", most),
		is: func(value string) bool { return value != "" && utf8.RuneCountInString(value) <= most }}
}

// AbsolutePath wants a path in a container, from its root.
func AbsolutePath() validator.String {
	return Matches(regexp.MustCompile(`^/`), "be an absolute path, such as /workspace")
}

// CountryCode wants the code of a country as in ISO 3166-1. It has no list of countries.
func CountryCode() validator.String {
	return Matches(regexp.MustCompile(`^[A-Z]{2}$`), "be a country code of two capital letters, such as DE or US")
}

// Duration wants a timeout: a duration above zero, as the timeouts blocks spell it.
func Duration() validator.String {
	return text{must: "be a duration above zero, such as 90s or 10m", is: func(value string) bool {
		d, err := time.ParseDuration(value)
		return err == nil && d > 0
	}}
}

// HTTPURL wants an address that can be called over HTTP. It can have a password.
func HTTPURL() validator.String {
	return text{must: "be a URL that has a host and begins with http or https, such as https://example.com/hook",
		isSecret: true, is: func(value string) bool {
			u, err := url.Parse(value)
			return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != ""
		}}
}

// JSONObject wants the text of a JSON object. It can be a secret.
func JSONObject() validator.String {
	return text{must: `be a JSON object, such as jsonencode({ prompt = "…" }) returns`, isSecret: true,
		is: func(value string) bool {
			var object map[string]json.RawMessage
			return json.Unmarshal([]byte(value), &object) == nil && object != nil
		}}
}

// RegularExpression wants a pattern that Go's regexp reads: RE2, which has no look-around and no back-references.
func RegularExpression() validator.String {
	return text{must: "be a regular expression in the RE2 syntax", is: func(value string) bool {
		_, err := regexp.Compile(value)
		return err == nil
	}}
}

// VariableName wants a name that an environment variable can have. Names are no secrets.
func VariableName() validator.String {
	impossible := func(r rune) bool { return r == '=' || unicode.IsSpace(r) || unicode.IsControl(r) }
	return text{must: "be the name of an environment variable: not empty, and without spaces, control characters and =",
		is: func(value string) bool { return value != "" && !strings.ContainsFunc(value, impossible) }}
}

// maxText is the length in bytes of the longest text that Linux passes to a process (MAX_ARG_STRLEN, without its end).
const maxText = 131071

// ProcessText wants a value of a variable, or a word of a command, that Linux can pass to a process. The service
// accepts others: the container never starts, and is billed. It can be a secret.
func ProcessText() validator.String {
	return text{must: fmt.Sprintf("be a text that a process can get: not null, without a NUL character, and of at most "+
		"%d bytes", maxText), isSecret: true, notNull: true,
		is: func(value string) bool { return len(value) <= maxText && !strings.ContainsRune(value, 0) }}
}

// fullTime is the form of RFC 3339. The library reads hours of one digit, and a comma before the fraction, too.
var fullTime = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`)

// ParseTimestamp reads a full RFC 3339 time: date, time and zone (contract 2.7). Only if ok was it one.
func ParseTimestamp(value string) (at time.Time, ok bool) {
	at, err := time.Parse(time.RFC3339, value)
	return at, err == nil && fullTime.MatchString(value)
}

// Timestamp wants a text that ParseTimestamp reads.
func Timestamp() validator.String {
	return text{must: "be an RFC 3339 time with date, time and zone, such as 2026-01-31T00:00:00Z",
		is: func(value string) bool { _, ok := ParseTimestamp(value); return ok }}
}

// PortForm describes a valid port, as the end of a sentence.
const PortForm = "must be a port number from 1 to 65535, a slash, and the protocol http or tcp, such as 8888/http"

// ParsePort takes a container's port such as 8888/http apart: the number, 1 to 65535, and the protocol, http or tcp
// (contract 2.2). Only if ok was it one.
func ParsePort(value string) (number int64, protocol string, ok bool) {
	digits, protocol, found := strings.Cut(value, "/")
	number, err := strconv.ParseInt(digits, 10, 64)
	if !found || err != nil || number < 1 || number > 65535 || strconv.FormatInt(number, 10) != digits {
		return 0, "", false // The last also refuses 08888 and +22, which Go reads and the service does not.
	}
	if protocol != "http" && protocol != "tcp" {
		return 0, "", false
	}
	return number, protocol, true
}

// Port wants a text that ParsePort reads.
func Port() validator.String {
	return text{must: strings.TrimPrefix(PortForm, "must "),
		is: func(value string) bool { _, _, ok := ParsePort(value); return ok }}
}
