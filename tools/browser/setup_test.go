// Package browser tests the emulator's console in a browser, as people use it. It is a module of its own, so that the
// provider does not depend on what drives a browser.
package browser

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// patience is how long a page may take for what it does at once.
const patience = 30 * time.Second

// chromium is the context of the browser that all tests share.
var chromium context.Context

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	program, err := exec.LookPath("chromium")
	if err != nil {
		fmt.Fprintln(os.Stderr, "the tests of the console need chromium:", err)
		return 1
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox)
	allocated, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	chromium, cancel = chromedp.NewContext(allocated)
	defer cancel()
	if err := chromedp.Do(chromium); err != nil { // It starts the browser, which ends with the context.
		fmt.Fprintln(os.Stderr, "starting chromium:", err)
		return 1
	}
	return m.Run()
}

// service is an emulator of its own.
type service struct {
	t                     *testing.T
	program               *exec.Cmd
	console, origin, rest string
}

// start starts an emulator on a free port, or on that of a flag.
func start(t *testing.T, flags ...string) *service {
	t.Helper()
	bin, err := filepath.Abs(filepath.Join("..", "..", "bin", "podfleet-emulator"))
	if err != nil {
		t.Fatal(err)
	}
	arguments := append([]string{"--listen", "127.0.0.1:0"}, flags...)
	s := &service{t: t, program: exec.CommandContext(t.Context(), bin, arguments...)}
	out, err := s.program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.program.Start(); err != nil {
		t.Fatalf("run `make build` first: %v", err)
	}
	t.Cleanup(s.stop)
	lines := bufio.NewScanner(out)
	for s.console == "" && lines.Scan() {
		if url, found := strings.CutPrefix(lines.Text(), "# Console: "); found {
			s.console = url
		}
		if url, found := strings.CutPrefix(lines.Text(), "PODFLEET_REST_URL="); found {
			s.rest, s.origin = url, strings.TrimSuffix(url, "/v1")
		}
	}
	return s
}

func (s *service) stop() {
	_ = s.program.Process.Kill()
	_ = s.program.Wait()
}

// send sends a request with the emulator's key, and returns the status.
func (s *service) send(method, url, body string, headers ...string) int {
	s.t.Helper()
	status, _ := s.ask(method, url, body, headers...)
	return status
}

// ask does what send does, and returns the ID in the answer too.
func (s *service) ask(method, url, body string, headers ...string) (status int, id string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer emulator-key")
	r.Header.Set("User-Agent", "app/2")
	for header := range slices.Chunk(headers, 2) {
		r.Header.Set(header[0], header[1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	var made struct{ ID string }
	_ = json.NewDecoder(answer.Body).Decode(&made) // An error has none, and a list neither.
	_, _ = io.Copy(io.Discard, answer.Body)        // So the connection is used again.
	return answer.StatusCode, made.ID
}

// endpoint creates an endpoint whose jobs an image runs, and returns its ID.
func (s *service) endpoint(image string) string {
	s.t.Helper()
	_, template := s.ask(http.MethodPost, s.rest+"/templates",
		fmt.Sprintf(`{"name":%q,"imageName":%[1]q,"isServerless":true,"env":{"TOKEN":"canary"}}`, image))
	_, endpoint := s.ask(http.MethodPost, s.rest+"/endpoints", fmt.Sprintf(`{"templateId":%q,"name":%q}`, template, image))
	return endpoint
}

// run submits a job, and returns its ID.
func (s *service) run(endpoint, body string) string {
	s.t.Helper()
	status, job := s.ask(http.MethodPost, s.origin+"/v2/"+endpoint+"/run", body)
	if status != http.StatusOK {
		s.t.Fatal(status, endpoint)
	}
	return job
}

// job submits a job whose webhook calls the inbox.
func (s *service) job() {
	s.t.Helper()
	s.run(s.endpoint("emulator/echo"), `{"input":{"TOKEN":"canary"},"webhook":"http://inbox.emulator.invalid/done"}`)
}

// templates creates templates whose variable has a value that only a reveal may show.
func (s *service) templates(names ...string) {
	s.t.Helper()
	for _, name := range names {
		body := fmt.Sprintf(`{"name":%q,"imageName":"app:1","env":{"TOKEN":"canary"}}`, name)
		if status := s.send(http.MethodPost, s.rest+"/templates", body); status != http.StatusOK {
			s.t.Fatal(name, status)
		}
	}
}

// tab is a page in the browser.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// newTab opens a tab, in a window of its own unless an option says otherwise.
func newTab(t *testing.T, options ...chromedp.ContextOption) tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium, options...)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // The tab lives as long as this context.
		t.Fatal(err)
	}
	return tab{t, ctx}
}

// open shows a page in a new tab. The scripts run in each page before its own.
func open(t *testing.T, url string, scripts ...string) tab {
	t.Helper()
	p := newTab(t)
	for _, script := range scripts {
		call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	}
	do(p, chromedp.Navigate(url))
	return p
}

// do runs a step that has to succeed soon.
func do[T any](p tab, step chromedp.Action[T]) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, step)
	if err != nil {
		p.t.Fatal(err)
	}
	return value
}

// call sends a command of the DevTools protocol.
func call[P, R any](p tab, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	answer, err := chromedp.Call(p.ctx, command, params)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer
}

// get returns the value of an expression in the page.
func get[T any](p tab, expression string) T {
	p.t.Helper()
	return do(p, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// until waits for a condition in the page.
func (p tab) until(condition string) {
	p.t.Helper()
	poll := chromedp.Poll[bool]("!!("+condition+")", chromedp.WithPollingTimeout(patience))
	if _, err := chromedp.Run(p.ctx, poll); err != nil {
		p.t.Fatalf("the page never had %s: %v\n%s", condition, err, get[string](p, "document.body.innerText"))
	}
}

// press presses keys.
func (p tab) press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		do(p, chromedp.KeyEvent(key))
	}
}

// enter sets the value of a field, as a user does who leaves the focus there.
func (p tab) enter(id, event, value string) {
	p.t.Helper()
	get[bool](p, fmt.Sprintf(`(() => { const field = document.getElementById(%q); field.focus(); field.value = %q;
		return field.dispatchEvent(new Event(%q)); })()`, id, value, event))
}
