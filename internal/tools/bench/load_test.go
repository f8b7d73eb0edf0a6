package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

func loadOn(t *testing.T, handler http.HandlerFunc) load {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return load{address: strings.TrimPrefix(server.URL, "http://"), endpoint: "/v2/e", key: "k", connections: 3,
		body: submissionOf(64), status: true}
}

func TestLoad_everyJobOnce(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	calls := map[string]int{}
	l := loadOn(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		calls[r.Method+" "+r.URL.Path]++
		if r.Header.Get("Authorization") != "Bearer k" {
			t.Errorf("authorization %q", r.Header.Get("Authorization"))
		}
		if r.Method == http.MethodPost {
			var body struct {
				Input json.RawMessage `json:"input"`
			}
			if err := json.NewDecoder(r.Body).Decode(&body); err != nil || len(body.Input) != 64 {
				t.Errorf("%v: an input of %d bytes", err, len(body.Input))
			}
		}
		_, _ = w.Write([]byte(`{"id":"j","status":"IN_QUEUE"}`))
	})
	if took, err := l.run(t.Context(), 20); err != nil || took <= 0 {
		t.Fatal(took, err)
	}
	if calls["POST /v2/e/run"] != 20 || calls["GET /v2/e/status/j"] != 20 || len(calls) != 2 {
		t.Errorf("%v", calls)
	}
}

func TestLoad_aRefusalEndsIt(t *testing.T) {
	t.Parallel()
	l := loadOn(t, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "too many", http.StatusTooManyRequests)
	})
	if _, err := l.run(t.Context(), 1000); err == nil || !strings.Contains(err.Error(), "429") ||
		!strings.Contains(err.Error(), "too many") {
		t.Errorf("%v", err)
	}
}

func TestLoad_endsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	l := loadOn(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // Only then does the server notice that its client goes away.
		cancel()
		<-r.Context().Done()
	})
	if _, err := l.run(ctx, 1000); err == nil {
		t.Error("it ended well")
	}
}
