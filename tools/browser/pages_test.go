package browser

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const text = `document.getElementById('view').innerText`

// visit shows another page in the tab, as a link does.
func (p tab) visit(hash string) {
	p.t.Helper()
	get[string](p, fmt.Sprintf(`location.hash = %q`, hash))
}

// shows waits for all of some texts on the page of account or queues.
func (p tab) shows(texts ...string) {
	p.t.Helper()
	for _, one := range texts {
		p.until(fmt.Sprintf(`%s.includes(%q)`, text, one))
	}
}

// submit writes a text into a form of a page, unless it is empty, and sends the form.
func (p tab) submit(label, body string) {
	p.t.Helper()
	form := fmt.Sprintf(`[...document.forms].find((form) => form.dataset.key?.startsWith(%q))`, label)
	p.until(form)
	get[bool](p, fmt.Sprintf(`(() => { const form = %s, field = form.querySelector('textarea');
		if (%q) field.value = %q;
		form.querySelector('button').click(); return true; })()`, form, body, body))
}

// keepStreams keeps the streams that a page opens.
const keepStreams = `window.streams = []; window.EventSource = class extends EventSource {
	constructor(url) { super(url); streams.push(this); } };`

// An empty account offers an example. From there every object leads to those that it uses, and back. The pages on the
// way have one stream at a time.
func TestConsole_account(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := open(t, s.console, keepStreams)
	p.until(`!document.getElementById('console').hidden`)
	do(p, chromedp.Click("//a[text()='Account']"))
	p.shows("No objects.")
	p.until(`document.activeElement.id === 'view-title' && document.title.startsWith('Account')`)
	do(p, chromedp.Click("//button[text()='Create an example endpoint']"))
	p.shows("Submit a job", "Name\nexample")
	do(p, chromedp.Click("//a[text()='Account']"))
	p.shows("Endpoints: 1", "workers: 0 of 3, jobs: 0", "Templates: 1")
	s.templates("web")
	p.shows("Templates: 2")
	do(p, chromedp.Click("//a[text()='web']"))
	p.shows("GET /v1/templates/", "GET /management/v2/templates/", `"imageName": "app:1"`, `"TOKEN": "(masked)"`)
	id := get[string](p, `location.hash.split('/')[1]`)
	if got := s.send(http.MethodDelete, s.rest+"/templates/"+id, ""); got != http.StatusNoContent {
		t.Fatal(got)
	}
	p.shows("no object")
	if strings.Contains(get[string](p, `document.documentElement.innerHTML`), "canary") {
		t.Error("the page has a secret")
	}
	p.visit("#account")
	do(p, chromedp.Click("(//a[text()='example'])[2]")) // The template.
	p.shows("Used by\nendpoint example")
	do(p, chromedp.Click("//dd//a[text()='example']"))
	p.until(`location.hash.startsWith('#endpoint=')`)
	do(p, chromedp.Click("//a[text()='As the API returns it']"))
	p.shows(`"templateId"`, "Uses\ntemplate example")
	for i := range 101 {
		s.templates(fmt.Sprint("t", i))
	}
	p.visit("#account")
	do(p, chromedp.Click("//a[text()='Older']"))
	p.until(`document.querySelectorAll('#view tbody tr').length === 2`)
	if got := get[int](p, `streams.filter((one) => one.readyState !== EventSource.CLOSED).length`); got != 1 {
		t.Errorf("%d streams are open", got)
	}
}

// An ID that the control interface has given an object can have any characters, and a name any length.
func TestConsole_anyID(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := url.PathEscape(`a/b+c&d=e%41?#é`)
	put := func(path, body string) { s.send(http.MethodPost, s.origin+"/_emulator/state/"+path, body) }
	put("templates/t"+id, `{"name":"`+strings.Repeat("W", 100)+`","imageName":"app:1","isServerless":true}`)
	put("endpoints/"+id, `{"name":"odd","templateId":"ta/b+c&d=e%41?#é"}`)
	put("jobs/j"+id, `{"endpointId":"a/b+c&d=e%41?#é"}`)
	p := open(t, s.console+"#account")
	p.shows("WWW")
	for _, width := range []int64{360, 1280} {
		p.as(width, "light")
		if wide := get[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("%d: %d pixels too wide", width, wide)
		}
	}
	do(p, chromedp.Click("//a[starts-with(text(), 'WWW')]"))
	p.shows("Template ta/b+c&d=e%41?#é", `"imageName"`)
	p.visit("#account")
	do(p, chromedp.Click("//a[text()='odd']"))
	p.shows("Endpoint a/b+c&d=e%41?#é", "Submit a job")
	do(p, chromedp.Click("//a[text()='As the API returns it']"))
	p.shows("GET /v1/endpoints/", `"templateId"`)
	do(p, chromedp.Click("//dl//a[text()='odd']"))
	do(p, chromedp.Click("//a[starts-with(text(), 'ja')]"))
	p.shows("Job ja/b+c&d=e%41?#é", "Timeline")
	do(p, chromedp.Click("//dl//a[starts-with(text(), 'a')]"))
	p.shows("Endpoint a/b+c&d=e%41?#é", "Submit a job")
}

// A form submits jobs as any client does. The page of the endpoint shows them as they move, and leaves the focus alone.
func TestConsole_endpoint(t *testing.T) {
	t.Parallel()
	s := start(t, "--cold-start", "10m")
	endpoint := s.endpoint("emulator/sleep")
	p := open(t, s.console+"#endpoint="+endpoint)
	p.submit("Submit a job", `{"input": }`)
	p.shows("JSON")
	p.submit("Submit a job", `{"input": 1, "policy": {"ttl": 1}}`)
	p.shows("Status 400: ")
	s.run(endpoint, `{"input":{}}`)
	p.shows("1 queued", "Status 400: ")
	do(p, chromedp.Click("//a[text()='Show the request']"))
	p.until(`document.getElementById('detail').innerText.includes('console')`)
	p.visit("#endpoint=" + endpoint)
	p.submit("Submit a job", `{"input": {"ms": 300000}}`)
	p.until(`location.hash.startsWith('#job=` + endpoint + `/')`)
	p.shows("IN_QUEUE", "submitted")
	p.visit("#endpoint=" + endpoint)
	p.shows("2 queued", "Workers: 1", "INITIALIZING")
	get[bool](p, `(document.querySelector('#view table:last-of-type tbody a').focus(), true)`)
	focused := get[string](p, `document.activeElement.textContent`)
	job := s.run(endpoint, `{"input":{}}`)
	p.shows(job, "3 queued")
	s.send(http.MethodPost, s.origin+"/_emulator/clock", `{"advance":"11m"}`)
	p.shows("1 in progress")
	if got := get[string](p, `document.activeElement.textContent`); got != focused {
		t.Errorf("the focus is at %q, was at %q", got, focused)
	}
	p.press(kb.Enter)
	p.shows("picked up")
	do(p, chromedp.Click("//dl//a[starts-with(@href, '#endpoint') and contains(@href, 'worker=')]"))
	p.until(`document.querySelector('#view tr.chosen')`)
}

// A job has its timeline and chunks as they come, can be cancelled, retried, and run again with another input.
func TestConsole_job(t *testing.T) {
	t.Parallel()
	s := start(t, "--cold-start", "10m")
	advance := func(by string) {
		s.send(http.MethodPost, s.origin+"/_emulator/clock", fmt.Sprintf(`{"advance":%q}`, by))
	}
	streaming := s.endpoint("emulator/stream")
	job := s.run(streaming, `{"input":{"chunks":["one","two"],"interval_ms":1000}}`)
	p := open(t, s.console+"#job="+streaming+"/"+job)
	p.shows("IN_QUEUE")
	advance("11m")
	p.shows("COMPLETED", "chunks: 2")
	p.until(`document.querySelector('[aria-label="Chunks: 2"]').textContent === '"one"\n"two"'`)
	if got := s.send(http.MethodGet, s.origin+"/v2/"+streaming+"/stream/"+job, ""); got != http.StatusOK {
		t.Error(got)
	}
	p.submit("Run again", `{"input":{"chunks":["three"]}}`)
	p.until(`!location.hash.endsWith('` + job + `')`)
	advance("11m")
	p.shows("COMPLETED", `"three"`)

	failing := s.endpoint("emulator/fail")
	p.visit("#job=" + failing + "/" + s.run(failing, `{"input":{"message":"no luck","times":1}}`))
	advance("11m")
	p.shows("FAILED", "no luck")
	p.submit("Retry", "")
	p.shows("retried")
	advance("11m")
	p.shows("COMPLETED")

	sleeping := s.endpoint("emulator/sleep")
	job = s.run(sleeping, `{"input":{"ms":60000}}`)
	p.visit("#job=" + sleeping + "/" + job)
	p.submit("Cancel", "")
	p.shows("CANCELLED")
	do(p, chromedp.Click("nav [href='#']"))
	do(p, chromedp.Click("//tr[contains(., '"+job+"')]//a[text()='RunJob']"))
	do(p, chromedp.Click("//dd//a[text()='"+job+"']"))
	p.shows("CANCELLED")
	s.send(http.MethodDelete, s.origin+"/_emulator/state/jobs/"+job, "")
	p.shows("deleted. ")
	advance("31m")
	p.visit("#job=" + sleeping + "/none")
	p.shows("no job")
}

// What the pages take with 10,000 jobs: printed, not judged, since other work shares the machine.
func TestConsole_speed(t *testing.T) {
	t.Parallel()
	s := start(t, "--cold-start", "10m")
	endpoint := s.endpoint("emulator/sleep")
	for i := range 10_000 {
		s.send(http.MethodPost, fmt.Sprintf("%s/_emulator/state/jobs/j%d", s.origin, i), `{"endpointId":"`+endpoint+`"}`)
	}
	for _, hash := range []string{"#account", "#endpoint=" + endpoint} {
		p := open(t, s.console+hash, `(function look() {
			if (document.querySelector('#view tbody td')) requestAnimationFrame(() => { window.painted = performance.now(); });
			else requestAnimationFrame(look);
		})()`)
		p.shows("10000") // Jobs of the endpoint, or in its queue.
		p.until("window.painted")
		t.Logf("%s: first rows painted after %.0f ms", strings.Split(hash, "=")[0], get[float64](p, "painted"))
	}
	p := open(t, s.console+"#endpoint="+endpoint)
	p.shows("10000")
	p.as(1280, "light")
	p.picture("jobs.png")
	var waits []time.Duration
	for range 40 {
		began := time.Now()
		p.until(fmt.Sprintf(`%s.includes(%q)`, text, s.run(endpoint, `{"input":{"ms":600000}}`)))
		waits = append(waits, time.Since(began))
	}
	slices.Sort(waits)
	t.Logf("an event is visible after %v (p50), %v (p95)", waits[20], waits[38])
}
