package browser

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// text returns the answer to a GET of the control interface.
func (s *service) text(path string) string {
	s.t.Helper()
	answer, err := http.Get(s.origin + "/_emulator/" + path) //nolint:noctx // It is on this machine.
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// shell runs a command that a page shows.
func (s *service) shell(command string, environment ...string) {
	s.t.Helper()
	shell := exec.CommandContext(s.t.Context(), "sh", "-c", strings.Replace(command, "curl", "curl -fsS", 1))
	shell.Env = append(os.Environ(), environment...)
	if out, err := shell.CombinedOutput(); err != nil {
		s.t.Errorf("%s\n%v %s", command, err, out)
	}
}

// Each control does what it says, and the command that it shows does the same.
func TestConsole_controls(t *testing.T) {
	t.Parallel()
	s := start(t, "--seed", "1", "--pod-start-delay", "1h")
	put := func(path, body string) { s.send(http.MethodPut, s.origin+"/_emulator/"+path, body) }
	post := func(path, body string) { s.send(http.MethodPost, s.origin+"/_emulator/"+path, body) }
	// From the same seed and moment, all that the emulator is asked happens in the same way. The second is for the page
	// to show that it has seen the rest.
	begin := func(prepare func(), second string) {
		post("reset", "")
		post("clock", `{"frozen":true}`)
		post("clock", `{"to":"2030-01-01T00:00:00Z"}`)
		prepare()
		post("clock", `{"to":"2030-01-01T00:00:`+second+`Z"}`)
	}
	pod := func() { s.send(http.MethodPost, s.rest+"/pods", `{"name":"web","imageName":"app:1"}`) }
	endpoint := func() {
		post("state/templates/t", `{"name":"t","imageName":"app:1","isServerless":true}`)
		post("state/endpoints/speech", `{"name":"speech","templateId":"t","workersMin":2}`)
	}
	rules := func() {
		put("faults", `[{"operation":"GetPod","kind":"stall","delay":"1s"},{"operation":"ListPods","kind":"html","count":2}]`)
	}
	begin(endpoint, "00")
	workers := strings.Split(s.text("endpoints/speech"), `"id":"`)
	first, second := workers[2][:14], workers[3][:14]
	const dead = "The worker is dead. Its job is in the queue again, or failed."
	p := open(t, s.console+"#controls", keepCopies)
	nothing := func() {}
	for i, one := range []struct {
		name, form string
		prepare    func()
		field      string // in JavaScript, by selectors; + is the form
		button     string // empty is the first
		of, want   string // what the control interface then answers; SS are the seconds of the beginning
		said       string
	}{
		{"advance", "form:has([name=advance])", nothing, `{'+ [name=advance]': '36h'}`, "",
			"clock", `"now":"2030-01-02T12:00:SSZ"`, "The clock shows 2030-01-02 12:00:SS UTC."},
		{"a day", "form:has([name=advance])", nothing, "", "[value='24h']",
			"clock", `"now":"2030-01-02T00:00:SSZ"`, "The clock shows 2030-01-02 00:00:SS UTC."},
		{"to", "form:has(#to)", nothing, `{'#to': '2031-02-03T04:05:00Z'}`, "",
			"clock", `"now":"2031-02-03T04:05:00Z"`, "The clock shows 2031-02-03 04:05:00 UTC."},
		{"next", "form:has([name=next])", pod, "", "",
			"clock", `"now":"2030-01-01T01:00:00Z"`, "The clock shows 2030-01-01 01:00:00 UTC."},
		{"unfreeze", "form:has(#freeze)", nothing, "", "", "clock", `"frozen":false`, "The clock shows 2030-01-01 00:00:SS UTC."},
		{"freeze", "form:has(#freeze)", func() { post("clock", `{"frozen":false}`) }, "", "",
			"clock", `"frozen":true`, "The clock shows 2030-01-01 00:00:SS UTC."},
		{"add a rule", "form:has([name=operation])", rules, `{'+ [name=operation]': 'CreatePod', '+ [name=status]': 502, '+ [name=count]': 3,
			'+ [name=delay]': '1ms'}`, "",
			"faults", `{"operation":"CreatePod","kind":"status","status":502,"count":3,"delay":"1ms","number":3,`,
			"The rule is in force."},
		{"remove a rule", "#faults form", rules, "", "",
			"faults", `[{"operation":"ListPods","kind":"html","count":2,"number":1,`, "The rule is removed."},
		{"remove all rules", "[data-sends^=DELETE]", rules, "", "", "faults", `[]`, "No rule is in force."},
		{"limit", "form:has([name=units])", nothing, `{'+ [name=id]': 'NVIDIA L4', '+ [name=dataCenter]': 'EU-SE-1', '+ [name=units]': 2}`, "",
			"stock", `[{"id":"NVIDIA L4","dataCenter":"EU-SE-1","units":2}]`, "The limit is in force."},
		{"remove a limit", "#stock form", func() {
			put("stock", `[{"id":"NVIDIA L4","dataCenter":"EU-SE-1","units":2},{"id":"NVIDIA L4","dataCenter":"EU-RO-1","units":0}]`)
		}, "", "", "stock", `[{"id":"NVIDIA L4","dataCenter":"EU-SE-1","units":2}]`, "The limit is removed."},
		{"evict", "form:has(#pod)", pod, "", "", "overview", `"state":"EXITED"`, "The pod has lost its machine."},
		{"kill", "form:has(#of)", endpoint, "", "", "endpoints/speech", `"workers":[{"id":"` + second, dead},
		{"kill one", "form:has(#of)", endpoint, `{'#worker': '` + second + `'}`, "",
			"endpoints/speech", `"workers":[{"id":"` + first, dead},
		{"throttle", "form:has(#of)", endpoint, `{'+ [name=what]': 'throttle-worker'}`, "",
			"fates", `[{"endpointId":"speech","becomes":"THROTTLED"}]`, dead},
		{"remove a fate", "#fates form", func() { put("fates", `[{"becomes":"UNHEALTHY"},{"becomes":"ERROR","after":"1s"}]`) }, "", "",
			"fates", `[{"becomes":"ERROR","after":"1s"}]`, "The fate is removed."},
		{"reset", "[data-sends$=reset]", func() { s.templates("one") }, "", "",
			"state", `"templates":[]`, "The account is empty, and the clock at its start."},
	} {
		began := fmt.Sprintf("%02d", 10+i)
		begin(one.prepare, began)
		before := s.text(one.of)
		form, said := one.form, one.form+" output"
		if list, isRow := strings.CutSuffix(form, " form"); isRow {
			said = list + "-said"
		}
		find := func(selector string) string { return fmt.Sprintf("document.querySelector(`%s`)?", selector) }
		now := map[bool]string{true: "real time", false: began + " UTC, frozen"}[one.name == "freeze"]
		get[bool](p, `document.getElementById('of').dispatchEvent(new Event('change'))`) // It looks at once.
		p.until(fmt.Sprintf(`%s.textContent.includes(%q)`, find("#now"), now))
		if one.field != "" {
			get[bool](p, fmt.Sprintf(`Object.entries(%s).forEach(([name, value]) => {
				const field = document.querySelector(name.replace('+', %q));
				field.value = value;
				field.dispatchEvent(new Event('input', {bubbles: true}));
			}) === undefined`, one.field, form))
		}
		get[bool](p, "("+strings.TrimSuffix(find(form+" details"), "?")+".open = true)")
		p.until(find(form+" pre") + ".textContent !== ''")
		command := get[string](p, find(form+" pre")+".textContent")
		do(p, chromedp.Click(form+" button"+one.button))
		p.until(find(said) + ".textContent !== ''")
		want := strings.ReplaceAll(one.want, "SS", began)
		if got := get[string](p, find(said)+".textContent"); got != strings.ReplaceAll(one.said, "SS", began) {
			t.Errorf("%s: the page says %q", one.name, got)
		}
		if one.name == "add a rule" && get[string](p, find(form+" [name=operation]")+".value") != "*" {
			t.Error("the form still has the rule that is in force")
		}
		after := s.text(one.of)
		if !strings.Contains(after, want) || after == before {
			t.Errorf("%s: %s", one.name, after)
		}
		if one.button != "" {
			command = get[string](p, find(form+" pre")+".textContent") // The button has filled the field.
		}
		begin(one.prepare, began)
		s.shell(command)
		if got := s.text(one.of); !strings.Contains(got, want) || got != after && !strings.Contains(one.name, "freeze") {
			t.Errorf("%s: %s\nafter %s", one.name, got, command)
		}
		get[bool](p, `document.querySelectorAll('#controls output').forEach((one) => { one.textContent = ''; }) === undefined`)
	}

	// An error stands at its control.
	get[bool](p, `(document.querySelector('[name=advance]').value = 'soon', true)`)
	do(p, chromedp.Click("form:has([name=advance]) button"))
	p.until(`document.querySelector('form:has([name=advance]) output.bad')?.textContent.includes('a duration is a string')`)
}

// With a control token, commands take it from the shell's environment.
func TestConsole_controlsWithToken(t *testing.T) {
	t.Parallel()
	s := start(t, "--control-token", "t")
	p := open(t, s.console+"#token=t")
	p.until(`!document.getElementById('console').hidden`)
	get[bool](p, `(location.hash = '#controls', true)`)
	p.until(`document.getElementById('now').textContent.includes('real time')`)
	do(p, chromedp.Click("form:has(#freeze) summary"))
	const line = `document.querySelector('form:has(#freeze) pre').textContent`
	p.until(line + ` !== ''`)
	s.shell(get[string](p, line), "PODFLEET_EMULATOR_CONTROL_TOKEN=t")
	p.until(`document.getElementById('now').textContent.includes('frozen')`)
}
