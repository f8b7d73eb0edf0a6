package wire_test

import (
	"cmp"
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// setFaults does the same as SetFaults, and fails the test for an error.
func (s *service) setFaults(rules ...wire.Fault) {
	s.t.Helper()
	if err := s.SetFaults(rules); err != nil {
		s.t.Fatal(err)
	}
}

// A rule's body and headers replace the answer's own, with every kind that answers.
func TestFaults_bodyAndHeaders(t *testing.T) {
	t.Parallel()
	const asJSON, text = "application/json", "text/plain; charset=utf-8"
	for name, c := range map[string]struct {
		rule wire.Fault
		want reply
		kind string // content type
		acts int
	}{
		"an error": {
			rule: wire.Fault{Kind: wire.FaultStatus, Status: 410, Body: `{"error":"gone"}`},
			want: reply{status: 410, text: `{"error":"gone"}`}, kind: asJSON,
		},
		"an error after acting": {
			rule: wire.Fault{Kind: wire.FaultStatusAfter, Status: 503, Body: "come back"},
			want: reply{status: 503, text: "come back"}, kind: text, acts: 1,
		},
		"a page": {
			rule: wire.Fault{Kind: wire.FaultHTML, Body: "<p>Sign in</p>"},
			want: reply{status: 502, text: "<p>Sign in</p>"}, kind: "text/html; charset=utf-8",
		},
		"a success": {
			rule: wire.Fault{Kind: wire.FaultStall, Body: "{}"}, want: reply{status: 200, text: "{}"}, kind: asJSON,
			acts: 1,
		},
		"half of it": {
			rule: wire.Fault{Kind: wire.FaultTruncate, Body: `"abcdef"`},
			want: reply{status: 200, text: `"abc`, cut: true}, kind: asJSON, acts: 1,
		},
		"its own": {
			rule: wire.Fault{Kind: wire.FaultStall}, want: reply{status: 200, text: `"0123456789"`}, kind: asJSON, acts: 1,
		},
	} {
		s := start(t).answers("0123456789", nil)
		c.rule.Operation = "List"
		c.rule.Headers = map[string]string{"sunset": "Sun, 15 Nov 2026 00:00:00 GMT", "Link": "<a>, <b>"}
		s.setFaults(c.rule)
		got := s.call("GET", "/plain/things", "")
		if got.status != c.want.status || got.text != c.want.text || got.cut != c.want.cut || s.acted["List"] != c.acts ||
			got.header.Get("Content-Type") != c.kind || got.header.Get("Sunset") != "Sun, 15 Nov 2026 00:00:00 GMT" ||
			got.header.Get("Link") != "<a>, <b>" {
			t.Errorf("%s: %+v, acted %d times", name, got, s.acted["List"])
		}
	}
	// The operation has no body, and so a status that cannot have one.
	s := start(t)
	s.setFaults(wire.Fault{Operation: "*", Kind: wire.FaultStall, Body: "what?"})
	s.call("GET", "/plain/things/x", "").expect(t, "a body in place of none", 200, "what?")
	s.setFaults(wire.Fault{Operation: "*", Kind: wire.FaultStatus, Body: "{}", RetryAfter: 3,
		Headers: map[string]string{"Content-Type": "application/problem+json", "Retry-After": "7"}})
	if r := s.call("GET", "/plain/things", ""); r.header.Get("Content-Type") != "application/problem+json" ||
		r.header.Get("Retry-After") != "7" {
		t.Errorf("the rule's headers do not win: %+v", r.header)
	}
}

// Faults apply to streams too. A stream that a fault replaces ends as without its client, and the journal has what was
// sent.
func TestFaults_streams(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rule  wire.Fault
		parts string
		want  reply
		left  bool
	}{
		"delayed": {rule: wire.Fault{Kind: wire.FaultStall, Delay: 1}, want: reply{status: 200, text: "one.two.end."}},
		"truncated": {
			rule: wire.Fault{Kind: wire.FaultTruncate}, want: reply{status: 200, text: "one.tw", cut: true}, left: true,
		},
		"truncated at its end": {
			rule: wire.Fault{Kind: wire.FaultTruncate}, parts: "one.", want: reply{status: 200, text: "one.en", cut: true},
		},
		"replaced": {rule: wire.Fault{Kind: wire.FaultPass, Body: "{}"}, want: reply{status: 200, text: "{}"}, left: true},
		"truncated text": {
			rule: wire.Fault{Kind: wire.FaultTruncate, Body: "abcd"}, want: reply{status: 200, text: "ab", cut: true},
			left: true,
		},
	} {
		var left, over bool
		s := start(t)
		s.handle = func(r *wire.Request) (any, error) {
			r.OnFinish(func() { over = true })
			return wire.Stream(func(_ context.Context, send func([]byte) error) []byte {
				for part := range strings.FieldsSeq(cmp.Or(c.parts, "one. two.")) {
					if left = send([]byte(part)) != nil; left || over {
						return nil
					}
				}
				return []byte("end.")
			}), nil
		}
		c.rule.Operation = "List"
		s.setFaults(c.rule)
		s.written = func(text string) {
			if isLast := text == "end."; len(s.entries()) > 0 != isLast && c.rule.Body == "" && !c.want.cut {
				t.Errorf("%s: with %q the journal has %d entries", name, text, len(s.entries()))
			}
		}
		got := s.call("GET", "/plain/things", "")
		if got.text != c.want.text || got.cut != c.want.cut || left != c.left || !over {
			t.Errorf("%s: %+v, left: %v, over: %v", name, got, left, over)
		}
		sent := c.want.text
		if c.rule.Body != "" {
			sent = string(c.rule.Body)
		}
		if entries := s.entries(); len(entries) != 1 || string(entries[0].Response) != sent || entries[0].Status != 200 {
			t.Errorf("%s: the journal has %+v", name, entries)
		}
	}
}

// Rules are kept and shown as copies.
func TestFaults_headersAreCopied(t *testing.T) {
	t.Parallel()
	s := start(t)
	headers := map[string]string{"Sunset": "soon"}
	s.setFaults(wire.Fault{Operation: "*", Kind: wire.FaultStall, Headers: headers})
	headers["Sunset"] = "late"
	s.Faults()[0].Headers["Sunset"] = "never"
	if r := s.call("GET", "/plain/things", ""); r.header.Get("Sunset") != "soon" {
		t.Errorf("the rule was changed from outside: %v", r.header)
	}
}

// In JSON a body is a text, or a value that is sent as JSON.
func TestFaultBody_json(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"plain text"`: `plain text`, `{ "error" : "gone" }`: `{"error":"gone"}`, `[ 1, 2 ]`: `[1,2]`, `7`: `7`,
		`null`: ``, `""`: ``, `"{\"a\":1}"`: `{"a":1}`,
	} {
		var rule wire.Fault
		if err := json.Unmarshal([]byte(`{"body":`+text+`}`), &rule); err != nil || string(rule.Body) != want {
			t.Errorf("%s: %q, %v; want %q", text, rule.Body, err, want)
		}
	}
}

func TestFaults_checked(t *testing.T) {
	t.Parallel()
	s := start(t)
	good := wire.Fault{Operation: "*", Kind: wire.FaultReset}
	s.setFaults(good)
	for want, bad := range map[string]wire.Fault{
		`fault: no operation "Lis"`: {Operation: "Lis", Kind: wire.FaultStatus},
		`fault: no operation ""`:    {Kind: wire.FaultStatus},
		`fault: no interface "v3"`:  {Operation: "*", Interface: "v3", Kind: wire.FaultStatus},
		`fault: status 399 is no error`: {Operation: "*", Kind: wire.FaultStatus,
			Status: 399},
		`fault: status 600 is no error`: {Operation: "*", Kind: wire.FaultStatus,
			Status: 600},
		`fault: probability 1.1 is not from 0 to 1`: {Operation: "*", Kind: "status", Probability: 1.1},
		`fault: kind "reset" has no answer, and so neither body nor headers`: {Operation: "*", Kind: wire.FaultReset,
			Body: "x"},
		`fault: kind "reset_after" has no answer, and so neither body nor headers`: {Operation: "*",
			Kind: wire.FaultResetAfter, Headers: map[string]string{"Sunset": "x"}},
		`fault: the header content-length is the server's own`: {Operation: "*", Kind: wire.FaultStatus,
			Headers: map[string]string{"content-length": "7"}},
		`fault: the header podfleet-emulator-rule is the server's own`: {Operation: "*", Kind: wire.FaultStatus,
			Headers: map[string]string{"podfleet-emulator-rule": "mine"}},
		`fault: count, retry_after and delay must not be negative`: {Operation: "*", Kind: wire.FaultStall, Delay: -1},
		`fault: kind "stop" is none of status, status_after, reset, reset_after, stall, truncate, html, pass`: {
			Operation: "*", Kind: "stop",
		},
	} {
		if err := s.SetFaults([]wire.Fault{bad}); err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
	for want, bad := range map[string][]wire.Fault{
		"fault: rule 2 never matches: earlier rules take all its requests": {
			{Operation: "*", Kind: wire.FaultReset}, {Operation: "List", Kind: wire.FaultStatus}},
		"fault: rule 3 never matches: earlier rules take all its requests": {
			{Operation: "Run", Interface: "strict", Kind: wire.FaultReset},
			{Operation: "Any", Kind: wire.FaultReset, Probability: 1},
			{Operation: "*", Interface: "strict", Kind: wire.FaultStatus}},
		"fault: rule 1 changes nothing: it has neither delay, body nor headers, and spares no later rule": {
			{Operation: "List", Kind: wire.FaultPass}, {Operation: "Get", Kind: wire.FaultStatus}},
		"fault: rule 2 changes nothing: it has neither delay, body nor headers, and spares no later rule": {
			{Operation: "List", Kind: wire.FaultStatus, Count: 1}, {Operation: "List", Kind: wire.FaultStall}},
	} {
		if err := s.SetFaults(bad); err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
	good.Number, good.Nearest = 1, "operation is *; no request yet"
	if left := s.Faults(); len(left) != 1 || !reflect.DeepEqual(left[0], good) {
		t.Errorf("what was there became %+v", left)
	}
}

// A rule that has never matched says how near requests came; one that has says nothing.
func TestFaults_nearest(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.setFaults(
		wire.Fault{Operation: "List", Kind: wire.FaultStatus, Count: 2},
		wire.Fault{Operation: "List", Kind: wire.FaultStatus, Count: 1, Probability: 1e-12},
		wire.Fault{Operation: "Create", Kind: wire.FaultStatus},
		wire.Fault{Operation: "*", Interface: "strict", Kind: wire.FaultStatus},
	)
	expect := func(want ...string) {
		t.Helper()
		for i, rule := range s.Faults() {
			if rule.Nearest != want[i] {
				t.Errorf("rule %d: %q, want %q", rule.Number, rule.Nearest, want[i])
			}
		}
	}
	s.call("GET", "/plain/things", "")
	s.call("DELETE", "/plain/things/x", "")
	s.call("GET", "/plain/nothing", "")                           // Names no operation.
	s.call("GET", "/plain/things", "", "Authorization", "Bearer") // May not call it.
	expect("", "operation is List; 1 request, an earlier rule took each",
		"operation is Create; 2 requests, none of that operation", "operation is *; 2 requests, none over strict")
	s.call("GET", "/plain/things", "")
	s.call("GET", "/plain/things", "")
	s.call("POST", "/strict/o/run", "{}")
	// The first rule is used up.
	expect("operation is List; 1 request, none chosen by the probability 1e-12",
		"operation is Create; 5 requests, none of that operation", "")
}
