package transport

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
)

// answering answers every request with this status.
type answering int

func (status answering) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: int(status), Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}")),
		Request: r}, nil
}

// configOf returns the configuration of a transport to a service that answers with a status.
func configOf(status int) Config {
	return Config{
		Settings: Settings{
			APIKey: "the-key", RESTURL: &url.URL{Scheme: "https", Host: "service.invalid", Path: "/v1"},
			WrapTransport: func(http.RoundTripper) http.RoundTripper { return answering(status) },
		},
		Limits: pacing.NewLimits(pacing.Backoff{Min: 1, Max: 1}),
	}
}

var aRequest = Request{Operation: "MakeThing", Method: http.MethodPost, Path: []string{"things"},
	Limit: pacing.Limit{Name: "things", Start: 1, Max: 1}}

// A request calls the hooks of its caller in a fixed order. What begins a write has its turn before that too: callers
// that one event wakes begin one after the other.
func TestSend_calls(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		method string
		status int
		want   []string
	}{
		{http.MethodGet, http.StatusOK, []string{"begin", "leaves", "observed", "answered OK", "end"}},
		{http.MethodGet, http.StatusConflict,
			[]string{"begin", "leaves", "observed", "answered Conflict", "failed Conflict", "end"}},
		{http.MethodPatch, http.StatusOK,
			[]string{"begin", "leaves", "observed", "answered OK", "end"}},
	} {
		var got []string
		note := func(what string) { got = append(got, what) }
		config := configOf(test.status)
		config.Begin = func(Request) func() {
			note("begin")
			return func() { note("end") }
		}
		config.ObserveAttempt = func(context.Context, Attempt) { note("observed") }
		config.Answered = func(_ context.Context, a *Answer) { note("answered " + http.StatusText(a.Status)) }
		config.Failed = func(_ Request, e *Error) { note("failed " + http.StatusText(e.Status)) }
		r := aRequest
		r.Method = test.method
		r.Leaves = func() { note("leaves") }
		_, err := New(config).Send(t.Context(), r)
		if !slices.Equal(got, test.want) || (err != nil) != (test.status != http.StatusOK) {
			t.Errorf("%s, %d: %v, %v; want %v", test.method, test.status, got, err, test.want)
		}
	}
}
