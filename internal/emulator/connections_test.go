package emulator_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// rawConn is a connection on which anything can be sent.
type rawConn struct {
	net.Conn
	t      *testing.T
	answer *bufio.Reader
}

func (a *env) dial() *rawConn {
	a.t.Helper()
	connection, err := (&net.Dialer{}).DialContext(a.t.Context(), "tcp", strings.TrimPrefix(a.URL(), "http://"))
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { _ = connection.Close() }) // The server may have closed it.
	if err := connection.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		a.t.Fatal(err)
	}
	return &rawConn{connection, a.t, bufio.NewReader(connection)}
}

func (c *rawConn) send(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c, text); err != nil {
		c.t.Fatal(err)
	}
}

// reads returns the next answer.
func (c *rawConn) reads() (status int, body string) {
	c.t.Helper()
	response, err := http.ReadResponse(c.answer, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil {
		c.t.Error(err)
	}
	return response.StatusCode, string(text)
}

// isCut reads until the server has closed the connection, and tells whether it did so within the minute.
func (c *rawConn) isCut() bool {
	_, err := io.Copy(io.Discard, c.answer)
	var late net.Error
	return !errors.As(err, &late) || !late.Timeout()
}

const oneRequest = "GET /v1/templates HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer emulator-key\r\n\r\n"

// A client that takes its time is cut off, at every point of a request, and the next one is served.
func TestConnections_slowClients(t *testing.T) {
	t.Parallel()
	post := func(header, body string) string {
		return "POST /v1/templates HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n" + body
	}
	const key = "Authorization: Bearer emulator-key\r\n"
	for name, c := range map[string]struct {
		header, body, answer, idle time.Duration
		send                       string
		status                     int // 0 is none
	}{
		"nothing":              {header: 1, send: ""},
		"half a request line":  {header: 1, send: "GET /v1/tem"},
		"half a header":        {header: 1, send: "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: "},
		"half a body":          {body: 1, send: post(key+"Content-Length: 100", `{"name":`), status: 408},
		"no body":              {body: 1, send: post(key+"Content-Length: 100", ""), status: 408},
		"half a chunk":         {body: 1, send: post(key+"Transfer-Encoding: chunked", "9\r\n{"), status: 408},
		"half a large body":    {body: 1, send: post(key+"Content-Length: 1000000", "{"), status: 408},
		"too large a body":     {body: 1, send: post(key+"Content-Length: 100000000", "{"), status: 408},
		"a body without a key": {body: 1, send: post("Content-Length: 100", "{"), status: 401},
		"a body of control": {body: 1, status: 408,
			send: "POST /_emulator/clock HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"},
		"no reader":       {answer: 1, send: oneRequest},
		"no next request": {idle: 1, send: oneRequest, status: 200},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log lockedText
			options := emulator.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}
			a := unchecked(t, emulator.WithTimeouts(options, c.header, c.body, c.answer, c.idle))
			for range 2 {
				slow := a.dial()
				slow.send(c.send)
				if c.status != 0 {
					if status, body := slow.reads(); status != c.status || status >= 400 && !strings.Contains(body, `"error":"`) {
						t.Errorf("%d %s", status, body)
					}
				}
				if !slow.isCut() {
					t.Error("still connected after a minute")
				}
			}
			if said := strings.Count(log.String(), "took too long"); c.status == 408 && said != 1 {
				t.Errorf("it is said %d times: %s", said, log.String())
			}
			if len(a.Objects("templates")) > 0 {
				t.Error("half a request was carried out")
			}
		})
	}
}

// A wait for a job, and a pause between two requests, are not cut off by the time that a body may take.
func TestConnections_waitsAreNotSlow(t *testing.T) {
	t.Parallel()
	q := start(t).queue("emulator/sleep", `"workersMin":1`)
	c := q.dial()
	for range 2 { // On one connection.
		body := `{"input":{"ms":60000}}`
		c.send(fmt.Sprintf("POST /v2/%s/runsync HTTP/1.1\r\nHost: localhost\r\nAuthorization: emulator-key\r\n"+
			"Content-Length: %d\r\n\r\n%s", q.id, len(body), body))
		q.awaitWaiting(1)
		q.Advance(time.Minute)
		if status, answer := c.reads(); status != 200 || !strings.Contains(answer, "COMPLETED") {
			t.Errorf("%d %s", status, answer)
		}
	}
}

// A header that is too large is refused, and an id of 10 KB, escaped, is not too large.
func TestConnections_headers(t *testing.T) {
	t.Parallel()
	a := start(t)
	for name, c := range map[string]struct {
		path, header string
		status       int
	}{
		"long id":      {"/v1/templates/" + strings.Repeat("%2f", 10<<10), "", 404},
		"long path":    {"/v1/templates/" + strings.Repeat("x", 100<<10), "", 431},
		"long header":  {"/v1/templates", "X-A: " + strings.Repeat("x", 100<<10) + "\r\n", 431},
		"many headers": {"/v1/templates", strings.Repeat("X-A: b\r\n", 20<<10), 431},
	} {
		r := a.dial()
		// The server may answer before it has read everything.
		_, _ = fmt.Fprintf(r, "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer emulator-key\r\n%s\r\n",
			c.path, c.header)
		if status, body := r.reads(); status != c.status {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
}

// Bodies of clients without a key are read, so that these get their answer, and take no memory. It is measured over the
// whole process, so nothing else may run.
func TestConnections_bodiesWithoutKey(t *testing.T) {
	const bodies, size = 60, 10 << 20
	a := unchecked(t, emulator.Options{})
	a.call(http.MethodGet, "/templates", "")
	before := allocated()
	for i := range bodies {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.RESTURL()+"/templates",
			io.LimitReader(zeros{}, size))
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			r.ContentLength = size // The others are chunked.
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil || response.StatusCode != http.StatusUnauthorized {
			t.Fatal(response.StatusCode, err)
		}
	}
	if took := allocated() - before; took > bodies*size/10 {
		t.Errorf("%d bodies of %d MiB took %d MiB", bodies, size>>20, took>>20)
	}
	if kept := a.Requests(); len(kept) != 1 {
		t.Errorf("the journal has %d requests", len(kept))
	}
}

// A client that still writes a body over the limit gets the answer of the interface, with its rule, and no reset.
func TestConnections_largeBodies(t *testing.T) {
	longtest.Large(t)
	t.Parallel()
	a := unchecked(t, emulator.Options{})
	q := a.queue("i", "")
	const key, size = "Authorization: Bearer emulator-key\r\n", 100 << 20
	for name, c := range map[string]struct {
		path, header string
		status       int
		says, rule   string
	}{
		"version 1":      {"/v1/templates", key, 400, "exceeded max body size", "contract 3.1"},
		"version 2":      {"/management/v2/templates", key, 413, "larger than 102400 bytes", "contract-v2 1.2"},
		"queue":          {"/v2/" + q.id + "/run", key, 400, "exceeded max body size", "contract 3.1"},
		"no key":         {"/v1/templates", "", 401, "unauthorized", "contract 1"},
		"control":        {"/_emulator/clock", "", 400, "exceeded max body size", ""},
		"public":         {"/_emulator/console/session", "", 400, "exceeded max body size of 4096", ""},
		"another site's": {"/_emulator/clock", "Sec-Fetch-Site: cross-site\r\n", 403, "other sites", ""},
		"another host's": {"/v1/templates", key, 403, "does not answer for the host", "option --host"},
	} {
		host := map[bool]string{true: "example.com", false: "localhost"}[name == "another host's"]
		t.Run(name, func(t *testing.T) {
			connection := a.dial()
			connection.t = t
			connection.send(fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\n%sContent-Length: %d\r\n\r\n",
				c.path, host, c.header, size))
			if _, err := io.CopyN(connection, zeros{}, size); err != nil {
				t.Fatalf("the connection was cut: %v", err)
			}
			response, err := http.ReadResponse(connection.answer, nil)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(response.Body)
			if rule := response.Header.Get("Podfleet-Emulator-Rule"); err != nil || response.StatusCode != c.status ||
				!strings.Contains(string(text), c.says) || rule != c.rule {
				t.Errorf("%d %s, rule %q, %v", response.StatusCode, text, rule, err)
			}
			_ = response.Body.Close() // It has been read.
		})
	}
	asking := a.dial() // It waits to be asked for its body, and is not.
	asking.send("POST /v1/templates HTTP/1.1\r\nHost: localhost\r\n" + key +
		"Expect: 100-continue\r\nContent-Length: 100000000\r\n\r\n")
	if status, text := asking.reads(); status != http.StatusBadRequest {
		t.Errorf("%d %s", status, text)
	}
}

// allocated returns how many bytes the process has allocated so far.
func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}

// zeros is a body without an end.
type zeros struct{}

func (zeros) Read(into []byte) (int, error) {
	clear(into)
	return len(into), nil
}
