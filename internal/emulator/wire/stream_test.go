package wire_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// events opens the stream of the journal and returns a function that reads so many events, as "id=ID" or "name data".
func (s *service) events(filter wire.Filter, after string) (read func(n int) string) {
	s.t.Helper()
	s.handle = func(*wire.Request) (any, error) { return s.Journal().Stream(filter, after) }
	server := httptest.NewServer(s)
	s.t.Cleanup(server.Close)
	s.t.Cleanup(s.Stop)
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, server.URL+"/_control/do", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	if kind := response.Header.Get("Content-Type"); kind != "text/event-stream" {
		s.t.Errorf("content type %q", kind)
	}
	s.t.Cleanup(func() {
		if err := response.Body.Close(); err != nil {
			s.t.Error(err)
		}
	})
	s.handle = nil
	lines := bufio.NewReader(response.Body)
	return func(n int) string {
		var found []string
		for len(found) < n {
			var event string
			for line := "-"; line != "\n"; {
				if line, err = lines.ReadString('\n'); err != nil {
					s.t.Fatalf("%v after %q", err, found)
				}
				event += line
			}
			if id := regexp.MustCompile(`^id: (\d+)\.\w{8}\ndata: {"seq":(\d+),.*}\n\n$`).FindStringSubmatch(event); id != nil &&
				id[1] == id[2] && !strings.Contains(event, `"body"`) {
				event = "id=" + id[1]
			}
			found = append(found, strings.NewReplacer("event: ", "", "\ndata: ", " ", "\n", "").Replace(event))
		}
		return strings.Join(found, ", ")
	}
}

func TestJournal_stream(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before  int // requests, the second of them without a key
		journal int64
		filter  wire.Filter
		after   string
		want    string // the first events and, behind a slash, one that comes then
	}{
		"the newest":             {before: 3, want: "id=1, id=2, id=3 / id=4"},
		"at most a page":         {before: 130, want: "id=31, id=32"},
		"what a viewer lacks":    {before: 3, after: "1", want: "id=2, id=3 / id=4"},
		"nothing yet":            {before: 3, after: "3", want: " / id=4"},
		"too far behind":         {before: 1030, after: "5", want: `gap {"missed":25}, id=31`},
		"dropped by the journal": {before: 30, journal: 3000, after: "20", want: `gap {"missed":2}, id=23`},
		"another emulator's":     {before: 3, after: "7", want: "restart {}, id=1"},
		"another run's":          {before: 3, after: "2.x", want: "restart {}, id=1"},
		"of a status":            {before: 4, after: "0", filter: wire.Filter{Statuses: []string{"401"}}, want: "id=2"},
		"of a status, none": {
			before: 2, after: "0", filter: wire.Filter{Statuses: []string{"204"}}, want: "id=1 / id=3",
		},
		"of a filter, from there": {before: 2, after: "1", filter: wire.Filter{Statuses: []string{"204"}}, want: " / id=3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, func(config *wire.Config) { config.JournalBytes = cmp.Or(c.journal, config.JournalBytes) })
			for i := range c.before {
				key := "all"
				if i == 1 {
					key = "no"
				}
				s.call("POST", "/plain/things", "{}", "Authorization", "Bearer "+key)
			}
			read := s.events(c.filter, c.after)
			first, then, comes := strings.Cut(c.want, " / ")
			if first != "" {
				if got := read(strings.Count(first, ",") + 1); got != first {
					t.Errorf("got %s, want %s", got, first)
				}
			}
			s.call("POST", "/plain/things", "{}")
			if comes {
				if got := read(1); got != then {
					t.Errorf("then %s, want %s", got, then)
				}
			}
		})
	}
}

// A part is small, so that a thousand viewers who are behind hold little, and none of its events is left out.
func TestJournal_streamParts(t *testing.T) {
	t.Parallel()
	journal := wire.NewJournal(1<<30, nil)
	for range 1200 {
		journal.Add(wire.Entry{Query: strings.Repeat("q", 10_000)})
	}
	for after, want := range map[string]int{"": 100, "0": 1000} {
		stream, err := journal.Stream(wire.Filter{}, after)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		next := 1200 - want
		stream(ctx, func(text []byte) error {
			if len(text) > 30_000 {
				t.Errorf("a part has %d bytes", len(text))
			}
			for _, id := range regexp.MustCompile(`"seq":(\d+)`).FindAllStringSubmatch(string(text), -1) {
				if next++; id[1] != strconv.Itoa(next) {
					t.Fatalf("event %s in the place of %d", id[1], next)
				}
			}
			if next == 1200 {
				cancel()
			}
			return ctx.Err()
		})
	}
}

// A server that closes ends a thousand streams, and waits for no client that has stopped reading.
func TestStream_closing(t *testing.T) {
	t.Parallel()
	s := start(t)
	var open, full sync.WaitGroup
	s.handle = func(r *wire.Request) (any, error) {
		return wire.Stream(func(ctx context.Context, send func([]byte) error) []byte {
			open.Done()
			if r.HTTP.Header.Get("Slow") == "" {
				<-ctx.Done()
				return nil
			}
			full.Done()
			for text := make([]byte, 1<<20); send(text) == nil; {
			}
			return nil
		}), nil
	}
	server := s.NewHTTP()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	for range 5 {
		open.Add(1)
		full.Add(1)
		slow, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = slow.Close() }) // The server may have closed it.
		if _, err := fmt.Fprint(slow, "POST /_control/do HTTP/1.1\r\nHost: localhost\r\nSlow: 1\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
	}
	for range 995 {
		open.Add(1)
		go s.call("POST", "/_control/do", "")
	}
	open.Wait()
	full.Wait()
	s.Close()
	if err := server.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-served; err != http.ErrServerClosed { //nolint:errorlint // It is a value.
		t.Error(err)
	}
}

// An event names what its request is about: by the name in the body, a job's input, and the ID in the answer.
func TestJournal_subject(t *testing.T) {
	t.Parallel()
	mask := func(body []byte) json.RawMessage { return bytes.ReplaceAll(body, []byte("canary"), []byte("(masked)")) }
	large := strings.Repeat("x", 64<<10)
	for _, c := range []struct{ body, response, want string }{
		{`{"name":"web"}`, `{"id":"1"}`, "web 1"},
		{`{"name":"canary"}`, `{"id":"1"}`, "(masked) 1"},
		{`{"name":"web"}`, `{"error":"no"}`, "web"},
		{`{"input":{"env":"canary","name":"x"}}`, `{"id":"job"}`, `{"env":"(masked)","name":"x"} job`},
		{`{"input":"` + large[:200] + `"}`, `{"id":"job"}`, `"` + large[:99] + ` job`},
		{`{"name":1}`, `[{"id":"1"}]`, ""},
		{`{"name":"web","x":"` + large + `"}`, "", ""},
		{`{"name":"` + large[:99] + `é"}`, "", large[:99]},
	} {
		journal := wire.NewJournal(1<<20, mask)
		journal.Add(wire.Entry{Body: []byte(c.body), Response: []byte(c.response)})
		stream, err := journal.Stream(wire.Filter{}, "")
		if err != nil {
			t.Fatal(err)
		}
		stream(t.Context(), func(text []byte) error {
			if !bytes.Contains(text, fmt.Appendf(nil, `"subject":%q}`, c.want)) {
				t.Errorf("%.60s and %s: %.200s", c.body, c.response, text)
			}
			return io.EOF
		})
	}
}
