package browser

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// pictures is a folder for what the pages look like; empty takes none. See `make pictures`.
var pictures = os.Getenv("CONSOLE_PICTURES")

// as shows a page in a width and a color scheme.
func (p tab) as(width int64, scheme string) {
	p.t.Helper()
	do(p, chromedp.EmulateViewport(width, 620))
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
}

// In each state, width and color scheme, axe finds nothing serious, and nothing has to be scrolled sideways.
func TestConsole_looks(t *testing.T) {
	t.Parallel()
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatal("run tools/console.sh, which installs it: ", err)
	}
	empty, full, closed := start(t), start(t), start(t, "--control-token", "t")
	full.send(http.MethodPut, full.origin+"/_emulator/faults", `{"operation":"GetPod","kind":"status","status":503}`)
	full.templates("web", "worker")
	full.send(http.MethodPost, full.rest+"/templates", `{"imageName":"app:1","env":{"TOKEN":"canary"}}`)
	full.send(http.MethodGet, full.rest+"/pods/p1", "")
	full.send(http.MethodGet, full.rest+"/endpoints?includeWorkers=true", "", "User-Agent", "python-requests/2.32.5")
	full.send(http.MethodGet, full.rest+"/pods", "", "Authorization", "Bearer unknown")
	full.send(http.MethodDelete, full.rest+"/templates/none", "", "User-Agent", "")
	full.send(http.MethodGet, full.origin+"/v2/none/health", "")
	called := start(t)
	called.job()
	lived, endpoint := start(t), ""
	lived.templates("web")
	lived.send(http.MethodPost, lived.rest+"/networkvolumes", `{"name":"models","size":100,"dataCenterId":"EU-RO-1"}`)
	lived.send(http.MethodPost, lived.rest+"/pods", `{"name":"trainer","imageName":"app:1","gpuTypeIds":["NVIDIA L4"],"env":{"TOKEN":"canary"}}`)
	endpoint = lived.endpoint("emulator/fail")
	job := lived.run(endpoint, `{"input":{"message":"no luck","times":1},"webhook":"http://inbox.emulator.invalid/done"}`)
	lived.run(endpoint, `{"input":{"message":"no luck"}}`)
	lived.send(http.MethodPost, lived.origin+"/_emulator/clock", `{"advance":"20m"}`)
	lived.run(endpoint, `{"input":{"message":"no luck"},"policy":{"lowPriority":true}}`)
	for path, body := range map[string]string{
		"faults": `[{"operation":"CreatePod","interface":"rest_v2","kind":"status","status":503,"retry_after":2,"count":1},
			{"operation":"GetJobStatus","kind":"stall","delay":"1s","body":{"error":"a long text, which needs more than one line"}}]`,
		"stock": `[{"id":"NVIDIA L4","dataCenter":"EU-RO-1","units":0},{"id":"cpu3c","dataCenter":"EU-SE-1","units":4}]`,
		"fates": `{"image":"app:2","becomes":"INITIALIZING"}`,
	} {
		called.send(http.MethodPut, called.origin+"/_emulator/"+path, body)
	}
	called.send(http.MethodPost, called.rest+"/pods", `{"name":"web","imageName":"app:1"}`)
	for _, one := range []struct{ name, url, ready string }{
		{"login", closed.console, `!document.getElementById('login').hidden`},
		{"empty", empty.console, `!document.getElementById('empty').hidden`},
		{"list", full.console, `document.querySelectorAll('#rows tr').length === 8`},
		{"inbox", called.console + "#inbox", `document.querySelector('#calls details')`},
		{"account-empty", empty.console + "#account", `document.querySelector('#view button')`},
		{"account", lived.console + "#account", `document.querySelectorAll('#view table').length === 4`},
		{"object", lived.console + "#object=endpoints/" + endpoint, `document.querySelectorAll('#view pre').length === 2`},
		{"endpoint", lived.console + "#endpoint=" + endpoint, `document.querySelector('#view tbody')`},
		{"job", lived.console + "#job=" + endpoint + "/" + job, `document.querySelector('#view li')`},
		{"gone", lived.console + "#job=" + endpoint + "/none", `document.querySelector('#view [role=alert]')`},
		{"controls", called.console + "#controls", `document.querySelector('#pod option')`},
		{"request", full.console, `document.querySelectorAll('#rows tr').length === 8`},
	} {
		p := open(t, one.url)
		p.until(one.ready)
		get[bool](p, string(axe)+`;true`)
		if one.name == "controls" {
			do(p, chromedp.Click("#faults summary"))
			do(p, chromedp.Click("form:has([name=advance]) summary"))
		}
		if one.name == "request" {
			do(p, chromedp.Click("#rows tr:nth-last-child(3) a"))
			p.until(`document.querySelector('#detail dl')`)
		}
		for _, width := range []int64{360, 1280} {
			for _, scheme := range []string{"light", "dark"} {
				p.as(width, scheme)
				if wide := get[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
					t.Errorf("%s, %d: %d pixels too wide", one.name, width, wide)
				}
				p.picture(fmt.Sprintf("%s-%d-%s.png", one.name, width, scheme))
				if found := get[string](p, `axe.run().then((r) => r.violations
					.filter((v) => ['serious', 'critical'].includes(v.impact))
					.concat(r.incomplete.filter((v) => v.id === 'aria-prohibited-attr')) // Serious once its text is gone.
					.map((v) => v.id + ': ' + v.nodes.map((n) => n.target).join(', ')).join('\n'))`); found != "" {
					t.Errorf("%s, %d, %s:\n%s", one.name, width, scheme, found)
				}
			}
		}
	}
}

func (p tab) picture(name string) {
	p.t.Helper()
	if pictures == "" {
		return
	}
	get[bool](p, `(scrollTo(0, 0), true)`)
	if err := os.WriteFile(filepath.Join(pictures, name), do(p, chromedp.CaptureScreenshot()), 0o644); err != nil {
		p.t.Fatal(err)
	}
}
