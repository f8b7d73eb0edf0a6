package browser

import (
	"fmt"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const state = `document.getElementById('state').textContent`

// A browser has six connections to a host. A tab behind another one has none, so eight tabs work. Each catches up when
// it is looked at again, and says how much the journal has dropped meanwhile. It runs alone: its tabs can open in the
// window of another test, whose own tab is then behind them, and draws nothing.
//
//nolint:paralleltest // See above.
func TestConsole_eightTabs(t *testing.T) {
	s := start(t, "--journal-bytes", "4000")
	var tabs []tab
	for i := range 8 {
		p := newTab(t, chromedp.WithNewWindow(false))
		call(p, page.BringToFront, cdp.Empty{})
		do(p, chromedp.Navigate(s.console))
		p.until(state + ` === 'live'`)
		if tabs = append(tabs, p); i == 1 {
			do(tabs[0], chromedp.Reload()) // Behind from its beginning.
		}
	}
	s.templates("late")
	for i, p := range tabs {
		for began := time.Now(); i < 7 && get[string](p, state) != "not connected"; { // It draws no frames to wait for.
			if time.Since(began) > patience {
				t.Fatal("a tab behind others is not told so")
			}
		}
		call(p, page.BringToFront, cdp.Empty{})
		p.until(operations + ` === 'CreateTemplate'`)
	}
	var names []string
	for i := range 30 {
		names = append(names, fmt.Sprint("n", i))
	}
	s.templates(names...)
	call(tabs[0], page.BringToFront, cdp.Empty{})
	tabs[0].until(`document.querySelector('#rows .gap')`)
	rows, missed := get[int](tabs[0], `document.querySelectorAll('#rows tr[data-key]').length`),
		get[string](tabs[0], `document.querySelector('#rows .gap').textContent`)
	if !strings.HasPrefix(missed, fmt.Sprint(31-rows, " requests are not shown")) {
		t.Errorf("%d rows and %q", rows, missed)
	}
	get[bool](tabs[0], `(document.querySelector('#rows tr:has(+ .gap) a').focus(), true)`)
	tabs[0].press(kb.ArrowDown, kb.ArrowDown)
	tabs[0].until(`document.activeElement.closest('.gap + tr')`)
}

// A connection that breaks comes back by itself, and brings what came meanwhile, once.
func TestConsole_reconnect(t *testing.T) {
	t.Parallel()
	s := start(t)
	to, err := url.Parse(s.origin)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host = to.Scheme, to.Host // The header stays that of the page.
	}})
	t.Cleanup(proxy.Close)
	p := open(t, proxy.URL+"/_emulator/console/")
	s.templates("one", "two")
	p.until(operations + ` === 'CreateTemplate CreateTemplate'`)
	proxy.CloseClientConnections()
	p.until(state + ` === 'connection lost, trying again'`)
	s.send("GET", s.rest+"/pods", "")
	p.until(state + ` === 'live' && ` + operations + ` === 'ListPods CreateTemplate CreateTemplate'`)
}

// The page goes on with an emulator that was started again, from its first request.
func TestConsole_restart(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.templates("a", "b")
	p := open(t, s.console)
	p.until(operations + ` === 'CreateTemplate CreateTemplate'`)
	s.stop()
	p.until(state + ` === 'connection lost, trying again'`)
	again := start(t, "--listen", strings.TrimPrefix(s.origin, "http://"))
	again.templates("c")
	p.until(state + ` === 'live' && ` + operations + ` === 'CreateTemplate'`)
}
