package emulator_test

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The control interface accepts all that the page offers.
func TestConsole_offers(t *testing.T) {
	t.Parallel()
	a := start(t)
	page, err := os.ReadFile("console/index.html")
	if err != nil {
		t.Fatal(err)
	}
	for after, put := range map[string][2]string{
		`id="operations">`:     {"faults", `{"operation":"%s","kind":"html"}`},
		`<select name="kind">`: {"faults", `[{"operation":"*","kind":"%s","count":1},{"operation":"*","kind":"html"}]`},
		`id="hardware">`:       {"stock", `{"id":"%s","units":0}`},
	} {
		_, rest, _ := strings.Cut(string(page), after)
		list, _, _ := strings.Cut(rest, "</")
		offers := regexp.MustCompile(`<option(?: value="|>)([^"<\n]+)`).FindAllStringSubmatch(list, -1)
		if len(offers) < 8 {
			t.Errorf("%s has %d", after, len(offers))
		}
		for _, offer := range offers {
			if r := a.control(http.MethodPut, put[0], fmt.Sprintf(put[1], offer[1])); r.status != http.StatusOK {
				t.Errorf("%s: %s", offer[1], r.text)
			}
		}
	}
}

// The page is whole, small and the same for everybody. It loads nothing from elsewhere, and a browser runs nothing else
// in it.
func TestConsole_files(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{ControlToken: "t"})
	files, err := filepath.Glob("console/*")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	size := 0
	types := map[string]string{".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, ext := string(content), filepath.Ext(file)
		r, err := a.send(http.MethodGet, a.URL()+"/_emulator/"+file, "", "Sec-Fetch-Site", "cross-site")
		if err != nil || r.status != http.StatusOK || r.text != text ||
			!strings.HasPrefix(r.header.Get("Content-Type"), types[ext]) {
			t.Errorf("%s: %d %v", file, r.status, r.header)
		}
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
			"form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"} {
			if policy := r.header.Get("Content-Security-Policy"); !strings.Contains(policy, want) {
				t.Errorf("%s: %s", file, policy)
			}
		}
		foreign := regexp.MustCompile(`//[a-z]+\.|innerHTML|\bon[a-z]+="|style="|<style|<script>|\burl\(`)
		if found := foreign.FindString(text); found != "" && ext != ".svg" {
			t.Errorf("%s has %q", file, found)
		}
		// Nothing that grows with the account, and so takes long under the server's lock.
		for _, call := range regexp.MustCompile(`(?:call|live)\((?:'[A-Z]+', )?['\x60]([a-z]+)`).FindAllStringSubmatch(text, -1) {
			if !slices.Contains([]string{"health", "console", "requests", "inbox", "send", "endpoints"}, call[1]) {
				t.Errorf("%s asks for %s", file, call[1])
			}
		}
		for _, link := range regexp.MustCompile(`(?:from '\./|href="|src=")([a-z.]+)`).FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat("console/" + link[1]); err != nil {
				t.Error(err)
			}
		}
		if ext == ".js" || ext == ".css" {
			size += len(content)
		}
	}
	if size > 40_000 {
		t.Errorf("script and style have %d bytes", size)
	}
	for _, path := range []string{"console/none.js", "console/..", "console/%2e%2e%2fconsole.go", "console/session"} {
		if r := a.control(http.MethodGet, path, ""); r.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, r.status)
		}
	}
	if r := a.control(http.MethodGet, "console/", ""); !strings.Contains(r.text, "<title>") {
		t.Errorf("the page: %d %s", r.status, r.text)
	}
}

// A browser elsewhere gets nothing but the page until it has sent the token. Then it sees requests as they come.
func TestConsole_session(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{ControlToken: "t", PublicURL: "https://name.example"})
	if url := a.ConsoleURL(); url != "https://name.example/_emulator/console/" {
		t.Error(url)
	}
	open := func(method, path, body string, header http.Header) (status int, cookies []*http.Cookie, lines *bufio.Reader) {
		request, err := http.NewRequestWithContext(t.Context(), method, a.URL()+"/_emulator/"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Host, request.Header = "name.example", header
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = response.Body.Close() }) // A stream is cut.
		return response.StatusCode, response.Cookies(), bufio.NewReader(response.Body)
	}
	own := func() http.Header {
		return http.Header{"Origin": {"https://name.example"}, "Sec-Fetch-Site": {"same-origin"}}
	}
	for body, want := range map[string]int{`{"token":"x"}`: 403, `{}`: 403, `{"key":"t"}`: 400, "": 400} {
		if status, cookies, _ := open(http.MethodPost, "console/session", body, own()); status != want || len(cookies) > 0 {
			t.Errorf("%s: %d %v", body, status, cookies)
		}
	}
	evil := http.Header{"Origin": {"https://evil.example"}}
	if status, _, _ := open(http.MethodPost, "console/session", `{"token":"t"}`, evil); status != http.StatusForbidden {
		t.Errorf("another site's token: %d", status)
	}
	if status, _, _ := open(http.MethodGet, "stream", "", own()); status != http.StatusForbidden {
		t.Errorf("without the cookie: %d", status)
	}
	session := own()
	status, cookies, _ := open(http.MethodPost, "console/session", `{"token":"t"}`, own())
	if status != http.StatusOK || len(cookies) != 1 {
		t.Fatal(status, cookies)
	}
	session.Set("Cookie", cookies[0].Name+"="+cookies[0].Value)
	if status, _, _ := open(http.MethodGet, "stream?after=x", "", session); status != http.StatusBadRequest {
		t.Errorf("after nothing: %d", status)
	}
	_, _, lines := open(http.MethodGet, "stream", "", session)
	a.call(http.MethodPost, "/templates", `{"name":"n","imageName":"i","env":{"A":"canary"}}`)
	for _, want := range []string{"id: 1.", `"operation":"CreateTemplate","status":200`} {
		line, err := lines.ReadString('\n')
		if err != nil || !strings.Contains(line, want) || strings.Contains(line, "canary") {
			t.Errorf("%q, %v", line, err)
		}
	}
	session.Set("Last-Event-ID", "0")
	_, _, again := open(http.MethodGet, "stream?after=9", "", session)
	if line, err := again.ReadString('\n'); err != nil || !strings.HasPrefix(line, "id: 1.") {
		t.Errorf("again: %q, %v", line, err)
	}
}
