package probe

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A pod is asked without the key and without a body, and a redirect is its answer.
func TestAsk(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Accept-Encoding, Connection and User-Agent.
		if r.Method != http.MethodGet || r.ContentLength != 0 || len(r.Header) != 3 {
			t.Errorf("%s with %d bytes and %v", r.Method, r.ContentLength, r.Header)
		}
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	}))
	t.Cleanup(s.Close)
	for status, want := range map[int64]string{http.StatusFound: "", http.StatusOK: "answered 302"} {
		said := ""
		if err := (Check{Status: status}).Ask(t.Context(), s.URL+"/health"); err != nil {
			said = err.Error()
		}
		if said != want {
			t.Errorf("%d: %q, want %q", status, said, want)
		}
	}
}

// A program that speaks no HTTP was reached. A closed port was not, nor was an address that the time ended before. No
// message has the query.
func TestAsk_noHTTP(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // It is on loopback.
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		if c, err := l.Accept(); err == nil {
			_, _ = c.Write([]byte("SSH-2.0-OpenSSH_9.6\r\n"))
			_ = c.Close()
		}
	}()
	url := "http://" + l.Addr().String() + "/health?token=canary"
	silent, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	for i, ctx := range []context.Context{silent, t.Context(), t.Context()} {
		want := "not reachable from here"
		if i == 1 {
			want = "connected, and got no HTTP answer"
		}
		err := Check{Status: http.StatusOK}.Ask(ctx, url)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%v, want %s", err, want)
		}
		if i == 1 {
			_ = l.Close() // From now on, nothing listens there.
		}
	}
}
