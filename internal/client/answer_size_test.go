package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// endless answers with this status and this beginning, and then goes on for ever: until the client hangs up. It counts
// the bytes that it got rid of.
func endless(t *testing.T, status int, begins, goesOn string) (*httptest.Server, *atomic.Int64) {
	t.Helper()
	sent := new(atomic.Int64)
	more := []byte(strings.Repeat(goesOn, 64<<10/len(goesOn)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		for n, err := io.WriteString(w, begins); err == nil; n, err = w.Write(more) {
			sent.Add(int64(n))
		}
	}))
	t.Cleanup(server.Close)
	return server, sent
}

// An error that never ends is an error with its status and what it says at first: nobody reads it to the end of memory.
func TestAnswer_endlessError(t *testing.T) {
	longtest.Large(t)
	t.Parallel()
	for body, says := range map[string]string{
		`{"error":"no such thing","x":"`: `{"error":"no such thing","x":"`, // It is no whole JSON.
		"<html><title>Sign in</title>":   "Sign in",
		"plain words, ":                  "plain words, ",
		"":                               "yyyy",
	} {
		s, sent := endless(t, http.StatusForbidden, body, "y")
		_, err := newClient(t, s.URL+"/v1").Templates.Get(t.Context(), "t1")
		var e *transport.Error
		if !errors.As(err, &e) || e.Status != http.StatusForbidden || e.Kind != transport.KindUnauthorized ||
			!strings.Contains(err.Error(), says) || len(err.Error()) > 1000 {
			t.Errorf("%q: %v", body, err)
		}
		if n := sent.Load() >> 20; n > 32 { // One is read, and the machine's buffers take some.
			t.Errorf("%q: %d MiB were sent", body, n)
		}
	}
}

// A success that never ends is none, and what it was about nobody knows: not for a read, which is not sent again, and
// not for a create.
func TestAnswer_endlessSuccess(t *testing.T) { //nolint:paralleltest // It looks at the memory of the process.
	longtest.Large(t)
	s, _ := endless(t, http.StatusOK, `[{"id":"t1","name":"`, "z")
	attempts := 0
	c := newClient(t, s.URL+"/v1", func(config *client.Config) {
		config.ObserveAttempt = func(context.Context, transport.Attempt) { attempts++ }
	})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := c.Templates.List(t.Context(), api.TemplateFilter{})
	runtime.ReadMemStats(&after)
	var e *transport.Error
	if !errors.As(err, &e) || e.Kind != transport.KindDecode || !strings.Contains(err.Error(), "larger than 64 MiB") ||
		attempts != 1 {
		t.Errorf("%v, after %d attempts", err, attempts)
	}
	// Growing a buffer to n bytes takes a few times n, as Go grows it.
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 600 {
		t.Errorf("it took %d MiB", took)
	}
	if _, err := c.Templates.Create(t.Context(), aCreate); !transport.OutcomeUnknown(err) {
		t.Errorf("a create is not unknown: %v", err)
	}
}

// A list of all that a large account has is far below the bound.
func TestAnswer_longList(t *testing.T) {
	longtest.Large(t)
	t.Parallel()
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, `,{"id":"t%d","name":"name-%d","imageName":"registry.example.com/team/image:%d","env":{"A":%q}}`,
			i, i, i, strings.Repeat("v", 500))
	}
	s := serve(t, answer{status: 200, body: "[" + b.String()[1:] + "]"})
	all, err := s.client(t).Templates.List(t.Context(), api.TemplateFilter{})
	if err != nil || len(all) != 20_000 || b.Len() < 10<<20 {
		t.Errorf("%d of %d bytes: %v", len(all), b.Len(), err)
	}
}

// Headers without end are no answer.
func TestAnswer_endlessHeaders(t *testing.T) {
	t.Parallel()
	s := speaks(t, "HTTP/1.1 200 OK\r\n"+strings.Repeat("X-Y: "+strings.Repeat("z", 1000)+"\r\n", 20_000)+"\r\n{}")
	_, err := newClient(t, s+"/v1", func(config *client.Config) { config.MaxRetries = 0 }).Templates.Get(t.Context(), "t1")
	if err == nil || transport.IsNotFound(err) || len(err.Error()) > 1000 {
		t.Errorf("%v", err)
	}
}
