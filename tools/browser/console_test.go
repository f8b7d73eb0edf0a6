package browser

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// keepCopies keeps what the page copies: a browser without a window has no clipboard.
const keepCopies = `navigator.clipboard.writeText = async (text) => { window.copied = text; }; window.confirm = () => true;`

// operations is what the rows of the list show, newest first.
const operations = `[...document.querySelectorAll('#rows tr')].map((row) => row.querySelector('a')?.textContent).join(' ')`

// A request appears as it comes, is found by each filter, and opens with both bodies, its rule, and commands to copy.
// Its values are masked until one is asked for.
func TestConsole_requests(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := open(t, s.origin+"/", keepCopies) // It leads to the console.
	p.until(`location.href === '` + s.console + `' && !document.getElementById('empty').hidden`)
	s.templates("one")
	p.until(operations + ` === 'CreateTemplate'`)
	s.send(http.MethodPut, s.origin+"/_emulator/faults", `{"operation":"ListPods","kind":"status","status":503}`)
	s.send(http.MethodGet, s.rest+"/pods", "")
	s.send(http.MethodPost, s.rest+"/templates", `{"imageName":"app:1"}`, "User-Agent", "my-client/1")
	s.send(http.MethodGet, s.rest+"/templates", "", "Authorization", "Bearer unknown")
	const all = "ListTemplates CreateTemplate ListPods CreateTemplate"
	p.until(operations + ` === '` + all + `'`)

	for text, want := range map[string]string{
		"my-client": "CreateTemplate", "status": "ListPods", "/v1/pods": "ListPods", "nothing": "", "listt": "ListTemplates",
		"one": "CreateTemplate",
	} {
		p.enter("find", "input", text)
		p.until(operations + ` === '` + want + `'`)
	}
	p.enter("find", "input", "")
	for _, one := range [][2]string{
		{"2xx", "CreateTemplate"}, {"4xx", "ListTemplates CreateTemplate"}, {"5xx", "ListPods"}, {"0", ""}, {"", all},
	} {
		p.enter("status", "change", one[0])
		p.until(operations + ` === '` + one[1] + `'`)
	}
	do(p, chromedp.Click("#pause"))
	s.templates("two")
	p.until(`document.getElementById('news').textContent !== ''`) // It came, and the list stays, also when one is opened.
	do(p, chromedp.Click("#rows tr:last-child a"))
	p.until(`document.querySelector('tr.chosen')`)
	p.press(kb.Escape)
	p.until(`!document.querySelector('tr.chosen')`)
	if got := get[string](p, operations); got != all {
		t.Errorf("paused: %s", got)
	}
	do(p, chromedp.Click("#pause"))
	p.until(operations + ` === 'CreateTemplate ` + all + `'`)
	do(p, chromedp.Click("#pause"))
	do(p, chromedp.Click("nav [href='#inbox']"))
	p.until(`!document.getElementById('inbox').hidden`)
	do(p, chromedp.Click("nav [href='#']")) // The list begins again, and is no longer paused.
	p.until(`document.getElementById('pause').ariaPressed === 'false'`)
	p.until(operations + ` === 'CreateTemplate ` + all + `'`)

	do(p, chromedp.Click("#rows tr:last-child a"))
	p.until(`document.querySelector('#detail h2')?.textContent === 'CreateTemplate'`)
	const detail = `document.getElementById('detail').innerText`
	if text := get[string](p, detail); strings.Contains(text, "canary") || !strings.Contains(text, `"imageName": "app:1"`) {
		t.Errorf("the detail has a secret, or no body: %s", text)
	}
	do(p, chromedp.Click(`#detail [aria-label='masked: show env.TOKEN']`))
	p.until(detail + `.includes('"canary"')`)
	do(p, chromedp.Click("#detail header a"))
	p.until(`document.getElementById('detail').hidden && document.activeElement.closest('#rows')`)

	refused := get[string](p, `document.querySelectorAll('#rows tr')[2].querySelector('a').href`)
	id := get[string](p, `document.querySelectorAll('#rows tr')[2].lastElementChild.textContent`)
	p.enter("find", "input", id)
	p.press(kb.Enter)
	p.until(detail + `.includes('contract 2.')`)
	do(p, chromedp.Click("//button[text()='Copy link']"))
	if got := get[string](p, "window.copied"); got != refused {
		t.Errorf("copied %s, want %s", got, refused)
	}
	do(p, chromedp.Click("//button[text()='Copy as curl']"))
	s.repeats(p, get[string](p, "window.copied"))
	linked := open(t, refused)
	linked.until(detail + `.includes('` + id + `')`)
	do(linked, chromedp.Click("//a[text()='contract 2.2']"))
	linked.shows("### 2.2 Templates")

	do(p, chromedp.Click("#clear"))
	p.until(operations + ` === '' && !document.getElementById('empty').hidden`)
}

// The panel shows the request of the address, however late the answer about another one comes.
func TestConsole_lateAnswer(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.templates("one")
	s.send(http.MethodGet, s.rest+"/pods", "")
	p := open(t, s.console, `const send = fetch; window.fetch = async (url, ...rest) => {
		if (url.endsWith('requests/1')) await new Promise((done) => { window.answer = done; });
		return send(url, ...rest); };`)
	for _, next := range []string{"ListPods", ""} {
		p.until(operations + ` === 'ListPods CreateTemplate'`)
		do(p, chromedp.Click("#rows tr:last-child a"))
		p.until(`window.answer`)
		get[bool](p, `(performance.clearResourceTimings(), true)`)
		if next != "" {
			do(p, chromedp.Click("#rows tr:first-child a"))
			p.until(`document.title.startsWith('ListPods')`)
		} else {
			p.visit("")
		}
		get[bool](p, `(answer(), answer = undefined, true)`)
		p.until(`performance.getEntriesByType('resource').some((one) => one.name.endsWith('requests/1'))`)
		got := get[string](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
			done(document.getElementById('detail').hidden ? '' : document.querySelector('#detail h2').textContent))))`)
		if got != next {
			t.Errorf("the panel shows %q, the address %q", got, next)
		}
		p.visit("")
	}
}

// repeats runs a copied command, which has to send the request of the page again.
func (s *service) repeats(p tab, command string) {
	s.t.Helper()
	if _, err := exec.LookPath("curl"); err != nil {
		s.t.Log(err)
		return
	}
	shell := exec.CommandContext(s.t.Context(), "sh", "-c", command)
	shell.Env = append(os.Environ(), "PODFLEET_API_KEY=emulator-key")
	if out, err := shell.CombinedOutput(); err != nil {
		s.t.Fatalf("%s\n%s", command, out)
	}
	p.enter("find", "input", "curl")
	p.until(operations + ` === 'CreateTemplate'`)
	const body = `fetch('../requests?limit=1').then((r) => r.text())`
	if got := get[string](p, body); !strings.Contains(got, `"body":{"imageName":"app:1"}`) {
		s.t.Errorf("%s sent %s", command, got)
	}
}

// Everything works by keys alone, and the page shows where the focus is.
func TestConsole_keyboard(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.templates("one", "two", "three")
	p := open(t, s.console)
	p.until(`document.querySelectorAll('#rows tr').length === 3`)
	do(p, chromedp.Focus("#find"))
	const ring = `getComputedStyle(document.activeElement).outlineStyle`
	var stops []string
	for range 5 {
		p.press(kb.Tab)
		stops = append(stops, get[string](p, `document.activeElement.id || document.activeElement.closest('tr')?.rowIndex + ''`))
		if style := get[string](p, ring); style == "none" {
			t.Errorf("%s has no ring", stops[len(stops)-1])
		}
	}
	if got := strings.Join(stops, " "); got != "status pause clear 1 2" {
		t.Errorf("Tab stops at %s", got)
	}
	p.press(kb.ArrowDown)
	p.until(`document.activeElement.closest('tr')?.rowIndex === 3`)
	p.press(kb.ArrowUp, kb.ArrowUp, kb.Enter)
	p.until(`document.activeElement.id === 'detail' && document.querySelector('tr.chosen')?.rowIndex === 1`)
	p.press(kb.Escape)
	p.until(`document.getElementById('detail').hidden && document.activeElement.closest('tr')?.rowIndex === 1`)
}

// A screen reader hears of many requests once in five seconds.
func TestConsole_announces(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := open(t, s.console, `window.timers = []; const set = window.setTimeout;
		window.setTimeout = (f, ms, ...rest) => ms === 5000 ? window.timers.push(f) : set(f, ms, ...rest);`)
	p.until(`!document.getElementById('console').hidden`)
	get[bool](p, `(() => { window.said = []; new MutationObserver(() => said.push(document.getElementById('news').textContent))
		.observe(document.getElementById('news'), {childList: true}); return true; })()`)
	for i := range 20 {
		s.templates(fmt.Sprint("t", i))
	}
	s.send(http.MethodGet, s.rest+"/pods/none", "")
	p.until(`document.querySelectorAll('#rows tr').length === 21`)
	if waits := get[int](p, `timers.length`); waits != 1 {
		t.Errorf("%d timers", waits)
	}
	if !get[bool](p, `(timers.shift()(), timers.length === 1)`) {
		t.Error("it does not wait five seconds after it spoke")
	}
	p.until(`said.length === 1`)
	if got := get[string](p, `said[0]`); got != "21 new requests, 1 failed" {
		t.Errorf("it said %q", got)
	}
}

// The page stays usable with many requests: it has a hundred rows, and finds one among a thousand.
func TestConsole_many(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := open(t, s.console)
	p.until(`!document.getElementById('console').hidden`)
	for i := range 5000 {
		if i == 4500 {
			s.templates("late")
		}
		s.send(http.MethodGet, fmt.Sprintf("%s/pods/p%d", s.rest, i), "")
	}
	p.until(`document.querySelector('#rows small')?.textContent === 'GET /v1/pods/p4999'`)
	if rows := get[int](p, `document.querySelectorAll('#rows tr').length`); rows != 100 {
		t.Errorf("%d rows", rows)
	}
	p.picture("many.png")
	do(p, chromedp.SendKeys("#find", "CreateTemplate"))
	p.until(operations + ` === 'CreateTemplate'`)
}

// The inbox shows the call of a webhook when it comes, and sends it again.
func TestConsole_inbox(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := open(t, s.console)
	p.until(`!document.getElementById('console').hidden`)
	do(p, chromedp.Click("//a[text()='Inbox']"))
	p.until(`document.getElementById('no-calls').checkVisibility()`)
	s.job()
	const calls = `[...document.querySelectorAll('#calls summary')].map((one) => one.textContent).join(' ')`
	p.until(calls + `.match(/^done · 200 · job .* · attempt 1 ·/)`)
	do(p, chromedp.Click("#calls summary"))
	if text := get[string](p, `document.querySelector('#calls pre').textContent`); !strings.Contains(text, "COMPLETED") {
		t.Errorf("the body is %s", text)
	}
	do(p, chromedp.Click("//button[text()='Redeliver']"))
	p.until(`document.querySelector('#calls output').textContent === 'is call 2' || ` + calls + `.includes('redelivery of call 1')`)
	p.until(`document.querySelectorAll('#calls details').length === 2`)
}
