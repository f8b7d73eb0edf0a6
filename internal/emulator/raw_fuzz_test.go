package emulator_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// Whatever comes over a connection, whole requests or none: nothing panics, nothing hangs, what comes back is HTTP,
// nothing happens without a key or by a name that is not this machine's, an id never leads to another operation, and
// the emulator goes on.
func FuzzRawRequests(f *testing.F) {
	longtest.ManyCases(f)
	for _, seed := range rawSeeds() {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		if bytes.Contains(sent, []byte("delay")) || bytes.Contains(sent, []byte("http://")) &&
			!bytes.Contains(sent, []byte(" http://localhost/")) {
			t.Skip() // Faults would take their time, and webhooks go to whoever listens here.
		}
		var log lockedText
		s := emulator.Start(t, emulator.Options{
			AutoAdvance: true, Logger: slog.New(slog.NewTextHandler(&log, nil)),
		})
		objectsForFuzzing(t, s)
		a := &env{s, t}
		before := stateText(t, s)

		statuses := a.exchange(sent)

		// Names of headers, and what is percent-encoded or in chunks, can be spelled in many ways; a key cannot.
		hasKey := bytes.Contains(sent, []byte(s.APIKey()))
		succeeded := slices.ContainsFunc(statuses, func(status int) bool { return status/100 == 2 })
		isLocal := slices.ContainsFunc([]string{"localhost", "127.", "::1", ":0001", "7f", "7F"}, func(name string) bool {
			return bytes.Contains(bytes.ToLower(sent), []byte(name))
		})
		if succeeded && !isLocal && !bytes.Contains(sent, []byte("*")) { // OPTIONS * is net/http's own.
			t.Errorf("answered for another host: %v", statuses)
		}
		if !hasKey && len(s.Journal()) > 0 {
			t.Errorf("in the journal without a key: %+v", s.Journal())
		}
		if !hasKey && !bytes.Contains(sent, []byte("_emulator")) && stateText(t, s) != before {
			t.Error("changed without a key")
		}
		for _, request := range s.Journal() {
			if !isRouteOf(request) {
				t.Errorf("%s %s is not %s", request.Method, request.Path, request.Operation)
			}
		}
		if journal, err := json.Marshal(s.Journal()); err != nil || !json.Valid(journal) {
			t.Errorf("the journal is broken: %v", err)
		}
		for _, bad := range []string{"panic", "level=ERROR"} {
			if strings.Contains(log.String(), bad) {
				t.Errorf("the log has %s: %s", bad, log.String())
			}
		}
		s.SetFaults()
		if r, err := a.send(http.MethodGet, a.RESTURL()+"/templates", ""); err != nil || r.status != http.StatusOK {
			t.Errorf("it does not go on: %v, %v", r, err)
		}
	})
}

// exchange sends bytes on a connection of their own, and returns the statuses that come back until it ends.
func (a *env) exchange(sent []byte) (statuses []int) {
	a.t.Helper()
	connection, err := (&net.Dialer{}).DialContext(a.t.Context(), "tcp", strings.TrimPrefix(a.URL(), "http://"))
	if err != nil {
		a.t.Fatal(err)
	}
	defer func() { _ = connection.Close() }()
	if err := connection.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		a.t.Fatal(err)
	}
	// The server may answer, and close, before it has read everything.
	go func() {
		_, _ = connection.Write(sent)
		if tcp, ok := connection.(*net.TCPConn); ok {
			_ = tcp.CloseWrite()
		}
	}()
	answers := bufio.NewReader(connection)
	for {
		if _, err := answers.Peek(1); err != nil {
			var late net.Error
			if errors.As(err, &late) && late.Timeout() {
				a.t.Error("it hangs")
			}
			return statuses
		}
		// An answer to HEAD has no body. Which one that is cannot be told, so no answer to any is looked into.
		if bytes.Contains(sent, []byte("HEAD")) {
			_, _ = io.Copy(io.Discard, answers)
			continue
		}
		answer, err := http.ReadResponse(answers, nil)
		if err != nil {
			a.t.Errorf("what comes back is no HTTP: %v", err)
			return statuses
		}
		if _, err := io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<20)); err != nil {
			return statuses // A fault that cuts, or the client was gone.
		}
		_ = answer.Body.Close()
		if answer.StatusCode >= 100 && answer.StatusCode < 200 {
			continue
		}
		statuses = append(statuses, answer.StatusCode)
	}
}

var operations = sync.OnceValue(emulator.Operations)

// isRouteOf holds a request against the routes, part by part: a slash that is escaped ends no part.
func isRouteOf(request emulator.Request) bool {
	if request.Operation == "" {
		return true
	}
	for route, operation := range operations() {
		method, path, _ := strings.Cut(route, " ")
		if operation == request.Operation && method == request.Method && fitsRoute(path, request.Path) {
			return true
		}
	}
	return false
}

func fitsRoute(route, path string) bool {
	wanted, given := strings.Split(route, "/"), strings.Split(path, "/")
	for i, part := range wanted {
		switch {
		case strings.HasSuffix(part, "...}"):
			return len(given) > i
		case i >= len(given), !strings.HasPrefix(part, "{") && part != given[i]:
			return false
		}
	}
	return len(wanted) == len(given)
}

// stateText returns all objects as a text.
func stateText(t *testing.T, s *emulator.Server) string {
	t.Helper()
	var all []any
	for _, kind := range []string{
		emulator.KindTemplates, emulator.KindEndpoints, emulator.KindPods, emulator.KindNetworkVolumes,
		emulator.KindContainerRegistryAuths, emulator.KindJobs,
	} {
		all = append(all, s.Objects(kind))
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// objectsForFuzzing creates the objects that the seeds name.
func objectsForFuzzing(t *testing.T, s *emulator.Server) {
	t.Helper()
	for _, put := range []struct {
		kind, id string
		object   map[string]any
	}{
		{"templates", "t", map[string]any{"name": "t", "imageName": "i"}},
		{"templates", "s", map[string]any{"name": "s", "imageName": "i", "isServerless": true}},
		{"networkVolumes", "n", map[string]any{"name": "v", "size": 10}},
		{"containerRegistryAuths", "c", map[string]any{"name": "a", "username": "u", "password": "p"}},
		{"endpoints", "e", map[string]any{"name": "e", "templateId": "s"}},
		{"pods", "p", map[string]any{"imageName": "i", "templateId": "t"}},
		{"pods", "l", map[string]any{"imageName": "i", "locked": true}},
		{"pods", "w", map[string]any{"imageName": "i", "endpointId": "e", "slsVersion": 1}},
		{"jobs", "j", map[string]any{"endpointId": "e", "status": "FAILED"}},
		{"jobs", "q", map[string]any{"endpointId": "e"}},
	} {
		if err := s.PutObject(put.kind, put.id, put.object); err != nil {
			t.Fatal(err)
		}
	}
}

// rawSeeds returns each route with each kind of id, and requests that no sane client sends.
func rawSeeds() []string {
	const (
		key  = "Authorization: Bearer emulator-key\r\n"
		host = "Host: localhost\r\n"
	)
	var seeds []string
	for route := range operations() {
		method, path, _ := strings.Cut(route, " ")
		for parameter, id := range map[string]string{
			"{endpointId}": "e", "{jobId}": "j", "{templateId}": "t", "{podId}": "p", "{networkVolumeId}": "n",
			"{containerRegistryAuthId}": "c", "{route...}": "v1/x",
		} {
			path = strings.ReplaceAll(path, parameter, id)
		}
		seeds = append(seeds, fmt.Sprintf("%s %s HTTP/1.1\r\n%s%sContent-Length: 2\r\n\r\n{}", method, path, host, key))
	}
	for _, id := range []string{
		"..", "%2e%2e", "t%2fupdate", "..%2Fpods%2Fp", "%00", "a%0d%0ab", "t/../t", "t;x", "t?", "%zz", "//",
		strings.Repeat("x", 10<<10),
	} {
		seeds = append(seeds, fmt.Sprintf("DELETE /v1/templates/%s HTTP/1.1\r\n%s%s\r\n", id, host, key))
	}
	const list = "GET /v1/templates HTTP/1.1\r\n" + host + key + "\r\n"
	post := func(header, body string) string {
		return "POST /v1/templates HTTP/1.1\r\n" + host + key + header + "\r\n" + body
	}
	const create = `{"name":"n","imageName":"i"}`
	return append(seeds,
		list+list+list, "\r\n\r\n"+list, list[:20], list[:len(list)-2], strings.ReplaceAll(list, "\r\n", "\n"),
		strings.Replace(list, "HTTP/1.1", "HTTP/1.0", 1), strings.Replace(list, "HTTP/1.1", "HTTP/2.0", 1),
		strings.Replace(list, " HTTP/1.1", "", 1), strings.Replace(list, "GET", "get", 1),
		strings.Replace(list, "/v1", "http://localhost/v1", 1), strings.Replace(list, "/v1", "http://attacker.test/v1", 1),
		strings.Replace(list, host, "Host: attacker.test\r\n", 1), strings.Replace(list, host, host+host, 1),
		strings.Replace(list, host, "", 1), strings.Replace(list, host, "Host: localhost:1@attacker.test\r\n", 1),
		strings.Replace(list, key, "", 1), strings.Replace(list, key, "Authorization: emulator-key\r\n", 1),
		strings.Replace(list, key, key+" folded\r\n", 1), strings.Replace(list, key, key+"X: \x00\r\n", 1),
		strings.Replace(list, key, key+"Connection: close\r\n", 1)+list,
		strings.Replace(list, key, key+"Upgrade: websocket\r\nConnection: upgrade\r\n", 1),
		strings.Replace(list, "/v1/templates", "*", 1), strings.Replace(list, "GET /v1/templates", "CONNECT localhost:1", 1),
		strings.Replace(list, "GET /v1/templates", "OPTIONS *", 1), strings.Replace(list, "GET", "HEAD", 1),
		strings.Replace(list, key, key+"X-Request-Id: "+strings.Repeat("i", 1000)+"\r\n", 1),
		post("Content-Length: 28\r\n", create), post("Content-Length: 28\r\nContent-Length: 28\r\n", create),
		post("Content-Length: 28\r\nContent-Length: 2\r\n", create), post("Content-Length: 9999\r\n", create),
		post("Content-Length: -1\r\n", create), post("Content-Length: 99999999999999999999\r\n", create),
		post("Transfer-Encoding: chunked\r\n", "1c\r\n"+create+"\r\n0\r\n\r\n"),
		post("Transfer-Encoding: chunked\r\n", "1c\r\n"+create+"\r\n0\r\nTrailer: x\r\n\r\n"+list),
		post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "1c\r\n"+create+"\r\n0\r\n\r\n"),
		post("Transfer-Encoding: gzip, chunked\r\n", create), post("Transfer-Encoding: chunked\r\n", "ffffffffffffffff\r\n"),
		post("Expect: 100-continue\r\nContent-Length: 28\r\n", create), post("Expect: more\r\n", ""),
		post("Content-Type: text/plain\r\nContent-Length: 28\r\n", create),
		"POST /v2/e/runsync HTTP/1.1\r\n"+host+"Authorization: emulator-key\r\nContent-Length: 12\r\n\r\n{\"input\":{}}"+list,
		"POST /_emulator/reset HTTP/1.1\r\n"+host+"\r\n", "GET /_emulator/state HTTP/1.0\r\n\r\n",
		"GET /%5femulator/state HTTP/1.1\r\n"+host+"\r\n", "GET //_emulator/state HTTP/1.1\r\n"+host+"\r\n",
		"GET /v1/../_emulator/state HTTP/1.1\r\n"+host+"\r\n",
		"POST /_emulator/clock HTTP/1.1\r\n"+host+"Origin: null\r\nContent-Length: 16\r\n\r\n{\"advance\":\"1h\"}",
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "\x00", "",
	)
}
