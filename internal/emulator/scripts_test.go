package emulator_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Scripts say by image, input and turn what a job returns, in the place of any image; all other jobs are the image's.
func TestScripts(t *testing.T) {
	t.Parallel()
	const second = `"executionTime":2000; "output":{"text":"hi"}`
	for name, c := range map[string]struct {
		image, rules string
		inputs, want []string // of jobs one after the other: {} echoes
	}{
		"turns": {rules: `[{"input":{"prompt":"x"},"error":"out of memory","count":1},
			{"input":{"prompt":"x"},"output":{"text":"hi"},"delay":"2s"}]`,
			inputs: []string{`{}`, `{"prompt":"x","n":1}`, `{"prompt":"x"}`, `{"prompt":"x"}`, `{"prompt":"y"}`},
			want:   []string{`"output":{}`, `"error":"out of memory"`, second, second, `"output":{"prompt":"y"}`}},
		"chunks": {rules: `{"chunks":["a",{"b":1}],"delay":"100ms"}`, inputs: []string{`{}`},
			want: []string{`"executionTime":300; "output":["a",{"b":1}]`}},
		"chunks, then a failure": {rules: `{"chunks":["a"],"error":"no","delay":"1s"}`, inputs: []string{`{}`},
			want: []string{`"status":"FAILED"; "executionTime":2000; "error":"no"`}},
		"the image first": {image: "emulator/fail", rules: `[{"count":1},{"output":null}]`, inputs: []string{`{}`, `{}`},
			want: []string{`"error":"failed"`, `"status":"COMPLETED"; "output":null`}},
		"a worker elsewhere": {image: "emulator/http:1", rules: `{"image":"emulator/http","output":1}`,
			inputs: []string{`{}`}, want: []string{`"output":1`}},
		"another image": {rules: `{"image":"other","output":1}`, inputs: []string{`{}`}, want: []string{`"output":{}`}},
		"the whole image": {image: "r.example/team/app:2", rules: `[{"image":"app:1","output":1},
			{"image":"r.example/team/app:2","output":2}]`, inputs: []string{`{}`}, want: []string{`"output":2`}},
		"parts": {rules: `{"input":{"a":{"b":[1,{"c":null}]}},"output":"yes"}`,
			inputs: []string{`{"a":{"b":[1.0,{"c":null,"d":2}],"e":3}}`, `{"a":{"b":[1]}}`, `{"a":{"b":[1,{}]}}`, `{"a":null}`,
				`{"a":{"b":["1",{"c":null}]}}`},
			want: []string{`"output":"yes"`, `"output":{"a":{"b":[1]}}`, `"output":{"a":{"b":[1,{}]}}`,
				`"output":{"a":null}`, `"output":{"a":{"b":["1",{"c":null}]}}`}},
		"large numbers": {rules: `{"input":{"n":9007199254740993},"output":"yes"}`,
			inputs: []string{`{"n":9007199254740992}`, `{"n":9007199254740993}`},
			want:   []string{`"output":{"n":9007199254740992}`, `"output":"yes"`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := start(t)
			if r := a.control(http.MethodPut, "scripts", c.rules); r.status != http.StatusOK {
				t.Fatalf("%d %s", r.status, r.text)
			}
			if c.image == "" {
				c.image = "app"
			}
			q := a.queue(c.image, `"workersMin":1`)
			for i, input := range c.inputs {
				job := q.run(input)
				q.Advance(5 * time.Second)
				is := q.status(job)
				for member := range strings.SplitSeq(c.want[i], "; ") {
					if !strings.Contains(is.text, member) {
						t.Errorf("job %d: %s has no %s", i+1, is.text, member)
					}
				}
			}
		})
	}
}

// The control interface shows how often each rule applied, or what jobs missed. A run after a retry is the next turn.
func TestScripts_control(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{Scripts: []emulator.Script{{Output: []byte("7")}}})
	const rules = `[{"error":"once","count":1,"matched":0},{"image":"other","output":1,"matched":0},
		{"input":{"a":2},"output":2,"matched":0},{"input":{"a":1},"output":[3],"count":2,"matched":0},
		{"output":4,"matched":0}]`
	refused := map[string]string{
		``: "must be JSON", `[{}]`: "rule 1 changes nothing", `[{"outputs":1}]`: "unknown field",
		`[{"image":"a"},{"image":"b","output":1}]`: "rule 1 changes nothing",
		`[{"output":1},{"error":"x"}]`:             "rule 2 never matches",
		`[{"image":"app","input":{"a":1},"output":1},{"image":"r/app:1","input":{"b":2,"a":1.0},"error":"x"}]`: "rule 2 never",
		`{"input":[1],"output":1}`: "input must be an object", `{"output":1,"count":-1}`: "must not be negative",
		`{"output":1,"error":"x"}`: "output stands alone", `{"output":1,"chunks":[1]}`: "output stands alone",
		`[{"delay":"1s"},{"output":1}]`: "delay needs", `{"output":1},{"output":2}`: "must be JSON",
	}
	for body, want := range refused {
		if r := a.control(http.MethodPut, "scripts", body); r.status != 400 || !strings.Contains(r.message(), want) {
			t.Errorf("%s: %d %s", body, r.status, r.text)
		}
	}
	want := `[{"output":7,"matched":0,"nearest":"no job yet"}]`
	if r := a.control(http.MethodGet, "scripts", ""); !equalJSON(t, r.text, want) {
		t.Errorf("of the options: %s", r.text)
	}
	if r := a.control(http.MethodPut, "scripts", rules); r.status != 200 {
		t.Fatalf("%d %s", r.status, r.text)
	}
	q := a.queue("app", `"workersMin":1`)
	job := q.run(`{"a":1}`)
	q.call(http.MethodPost, "/retry/"+job, "")
	for range 2 {
		q.run(`{"a":1}`)
	}
	counted := strings.NewReplacer(`"count":1,"matched":0`, `"count":1,"matched":1`,
		`"count":2,"matched":0`, `"count":2,"matched":2`,
		`"output":1,"matched":0`, `"output":1,"matched":0,"nearest":"4 jobs, none on an image other"`,
		`"output":2,"matched":0`, `"output":2,"matched":0,"nearest":"4 jobs, none with that input"`,
		`"output":4,"matched":0`, `"output":4,"matched":1`).Replace(rules)
	if r := a.control(http.MethodGet, "scripts", ""); !equalJSON(t, r.text, counted) {
		t.Errorf("%s, not %s", r.text, counted)
	}
	a.Reset()
	if got := a.Scripts(); len(got) != 1 || string(got[0].Output) != "7" {
		t.Errorf("after a reset: %v", got)
	}
	if bad := (emulator.Options{Scripts: []emulator.Script{{}}}).Validate(); bad == nil {
		t.Error("a rule without effect is an option")
	}
}

// Rules of each kind are a list with a bound: their checks compare each one with all others.
func TestRules_bounded(t *testing.T) {
	t.Parallel()
	a := start(t)
	for path, rule := range map[string]string{
		"scripts": `{"output":1,"count":1}`, "faults": `{"operation":"*","kind":"reset","count":1}`,
		"fates": `{"becomes":"EXITED"}`,
	} {
		a.put(path, "["+strings.Repeat(rule+",", 999)+rule+"]")
		for _, body := range []string{"[" + strings.Repeat(rule+",", 1000) + rule + "]", "null"} {
			r := a.control(http.MethodPut, path, body)
			if r.status != http.StatusBadRequest || !strings.Contains(r.message(), "must be a list of at most 1000") {
				t.Errorf("%s %.4s: %d %.200s", path, body, r.status, r.text)
			}
		}
	}
}
