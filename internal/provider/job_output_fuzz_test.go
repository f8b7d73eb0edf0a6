package provider_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// hardOutputs are outputs of jobs that a state may fall over.
var hardOutputs = []string{
	`null`, `true`, `0`, `-0`, `1e400`, `1E+2`, `0.10`, `9007199254740993`, `"x"`, `""`, `[]`, `{}`, `[null]`,
	` { "a" : 1 } `,
	`{"a":1,"a":2}`, `{"":{"":[]}}`, `"\u0000"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\udc00\ud800"`, "\"\xff\xfe\"",
	"{\"\xff\":1}",
	"\"e\u0301\"", "\"\u2028\"", `"<b>&amp;"`, `"${x} %{y}"`, `"(redacted)"`, "\n\t[1,\r\n2]\n", "\ufeff1",
	`{"status":"FAILED","id":"other"}`, strings.Repeat("[", 9000) + strings.Repeat("]", 9000),
	`"` + strings.Repeat("x", 100_000) + `"`,
}

// Whatever JSON a job puts out: it is in the state as it came, the job was submitted once, and the second plan is
// empty.
func FuzzJobOutput(f *testing.F) {
	for _, output := range someInShort(hardOutputs) {
		f.Add(output)
	}
	f.Fuzz(func(t *testing.T, output string) {
		if !json.Valid([]byte(output)) {
			return // Such an answer is asked for again, for as long as there is time.
		}
		done := `{"id":"j1","status":"COMPLETED","delayTime":1,"output":` + output + `}`
		p, transport := scriptedProcess(t, func(r receivedRequest) (int, string) {
			if r.operation == "RunJob" {
				return http.StatusOK, `{"id":"j1","status":"IN_QUEUE"}`
			}
			return http.StatusOK, done
		})
		config := acctest.Values{"endpoint_id": "e1", "input": `{}`, "on_failure": "keep"}
		made, diags := p.Apply("podfleet_job", acctest.Instance{}, config)
		submitted := 0
		for _, r := range transport.requests() {
			if r.Method != http.MethodGet {
				submitted++
			}
		}
		state := p.Attributes("podfleet_job", made.State)
		if submitted != 1 || state == nil {
			t.Fatalf("it was submitted %d times; %s", submitted, acctest.Text(diags))
		}
		if got := textOf(t, state["id"]); got != "j1" {
			t.Errorf("the state has the job %q", got)
		}
		if got := textOf(t, state["output"]); !isSameJSON(got, output) {
			t.Errorf("%q is in the state as %q", output, got)
		}
		for range 2 {
			if plan := p.Plan("podfleet_job", made, config); hasError(plan.Diagnostics) ||
				!bytes.Equal(plan.PlannedState.MsgPack, made.State.MsgPack) || len(plan.RequiresReplace) > 0 {
				t.Errorf("the second plan is not empty: %s", acctest.Text(plan.Diagnostics))
			}
			made, diags = p.Read("podfleet_job", made)
			if len(diags) > 0 {
				t.Errorf("read: %s", acctest.Text(diags))
			}
		}
		p.MustLookup("podfleet_job", acctest.Values{"endpoint_id": "e1", "id": "j1"})
	})
}

// isSameJSON reports whether the state's text is the JSON of an answer, token for token: only spaces may differ. A null
// is no output. What is no UTF-8 cannot be in a state.
func isSameJSON(state, answered string) bool {
	if strings.TrimSpace(answered) == "null" {
		return state == ""
	}
	var got, want bytes.Buffer
	if json.Compact(&got, []byte(state)) != nil || json.Compact(&want, []byte(answered)) != nil {
		return false
	}
	return utf8.ValidString(state) && got.String() == strings.ToValidUTF8(want.String(), "\ufffd")
}

// textOf is a string of a state; empty if it is null.
func textOf(t *testing.T, value tftypes.Value) string {
	t.Helper()
	if value.IsNull() {
		return ""
	}
	var text string
	if err := value.As(&text); err != nil {
		t.Fatal(err)
	}
	return text
}
