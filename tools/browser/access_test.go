package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// With a control token, the page shows nothing before it has the token, in its form or in the address; a reload keeps
// the session, and the token stays nowhere.
func TestConsole_token(t *testing.T) {
	t.Parallel()
	s := start(t, "--control-token", "open-sesame")
	s.templates("secret-name")
	p := open(t, s.console)
	p.until(`!document.getElementById('login').hidden && document.activeElement.id === 'token'`)
	p.enter("token", "input", "wrong")
	p.press(kb.Enter)
	p.until(`document.getElementById('refusal').textContent.includes('token')`)
	if text := get[string](p, `document.documentElement.innerHTML`); strings.Contains(text, "app/2") {
		t.Error("the page has requests before the token")
	}
	p.enter("token", "input", "open-sesame")
	p.press(kb.Enter)
	p.until(operations + ` === 'CreateTemplate'`)
	const kept = `document.cookie + location.href + JSON.stringify({...localStorage, ...sessionStorage}) + token.value`
	if got := get[string](p, kept); strings.Contains(got, "sesame") {
		t.Errorf("the page keeps the token: %s", got)
	}
	do(p, chromedp.Reload())
	p.until(operations + ` === 'CreateTemplate'`)

	other := start(t, "--control-token", "open-sesame")
	linked := open(t, other.console+"#token=open-sesame")
	linked.until(`!document.getElementById('console').hidden && location.href === '` + other.console + `'`)
}

// A page from elsewhere, in a browser that has a session, reads nothing and changes nothing, in whatever way it asks.
// Its server is on the same machine, so that the browser sends it cookies of the emulator.
func TestConsole_foreignPage(t *testing.T) {
	t.Parallel()
	for fragment, flags := range map[string][]string{"#token=t": {"--control-token", "t"}, "": nil} {
		t.Run("address"+fragment, func(t *testing.T) {
			t.Parallel()
			s := start(t, flags...)
			s.templates("canary")
			own := open(t, s.console+fragment)
			own.until(operations + ` === 'CreateTemplate'`)
			foreign := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				fmt.Fprintf(w, "<iframe src=%q></iframe>", s.console)
			}))
			t.Cleanup(foreign.Close)
			p := open(t, foreign.URL)
			got := get[string](p, fmt.Sprintf(`(async () => {
				const at = %q, got = [];
				for (const mode of ['cors', 'no-cors']) for (const credentials of ['include', 'omit'])
				for (const [method, path] of [['GET', 'requests'], ['GET', 'state'], ['POST', 'reset'], ['DELETE', 'requests'],
					['POST', 'requests/1/reveal'], ['PUT', 'faults'], ['POST', 'console/session'], ['POST', 'clock']])
					await fetch(at + path, {method, mode, credentials, body: method === 'GET' ? undefined : '{}'})
						.then((r) => r.text()).then((text) => got.push(text)).catch(() => {});
				await new Promise((done) => {
					const stream = new EventSource(at + 'stream?after=0', {withCredentials: true});
					stream.onmessage = (event) => done(got.push(event.data));
					stream.onerror = () => done(stream.close());
				});
				await import(at + 'console/main.js').then(() => got.push('ran'), () => {});
				return got.join('').trim();
			})()`, s.origin+"/_emulator/"))
			if got != "" {
				t.Errorf("the foreign page has read %s", got)
			}
			if frame := call(p, page.GetFrameTree, cdp.Empty{}).FrameTree.ChildFrames[0].Frame; frame.UnreachableURL == "" {
				t.Errorf("a foreign page's frame shows %s", frame.URL)
			}
			if state := get[string](own, `fetch('../state').then((r) => r.text())`); !strings.Contains(state, "canary") {
				t.Errorf("the foreign page has changed the state: %s", state)
			}
			s.templates("after")
			own.until(operations + ` === 'CreateTemplate CreateTemplate'`)
		})
	}
}
