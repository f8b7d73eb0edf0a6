package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// answer is one answer of a fake service.
type answer struct {
	status int
	header map[string]string
	body   string
	cut    bool // promise more than is sent, and hang up
}

// fakeService gives its answers in order, and records its requests.
type fakeService struct {
	*httptest.Server

	mu      sync.Mutex
	answers []answer
	asked   []receivedRequest
}

type receivedRequest struct {
	method, path, query, body string
	header                    http.Header
}

// serve starts a fake service. More requests than answers are answered 418, which no policy repeats.
func serve(t *testing.T, answers ...answer) *fakeService {
	t.Helper()
	s := &fakeService{answers: answers}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("reading a request: %v", err)
		}
		s.mu.Lock()
		received := receivedRequest{r.Method, r.URL.EscapedPath(), r.URL.RawQuery, string(body), r.Header.Clone()}
		s.asked = append(s.asked, received)
		next := answer{status: http.StatusTeapot}
		if len(s.answers) > 0 {
			next, s.answers = s.answers[0], s.answers[1:]
		}
		s.mu.Unlock()
		for name, value := range next.header {
			w.Header().Set(name, value)
		}
		if next.cut {
			w.Header().Set("Content-Length", "1000")
			w.WriteHeader(next.status)
			_, _ = io.WriteString(w, next.body)
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(next.status)
		_, _ = io.WriteString(w, next.body)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *fakeService) requests() []receivedRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// methods are the methods of all requests so far.
func (s *fakeService) methods() []string {
	var all []string
	for _, request := range s.requests() {
		all = append(all, request.method)
	}
	return all
}

// client returns a client of the service that waits a millisecond where others wait seconds.
func (s *fakeService) client(t *testing.T, tune ...func(*client.Config)) *client.Client {
	t.Helper()
	return newClient(t, s.URL+"/v1", tune...)
}

func newClient(t *testing.T, rest string, tune ...func(*client.Config)) *client.Client {
	t.Helper()
	u, err := url.Parse(rest)
	if err != nil {
		t.Fatal(err)
	}
	queue := *u
	queue.Path = strings.TrimSuffix(u.Path, "/v1") + "/v2"
	config := client.Config{Settings: transport.Settings{
		APIKey: "the-key", RESTURL: u, QueueURL: &queue, MaxRetries: 3, UserAgent: "agent/1",
		Times: transport.Times{
			Retry: pacing.Backoff{Min: time.Millisecond, Max: 2 * time.Millisecond},
			Poll:  pacing.Backoff{Min: time.Millisecond, Max: 2 * time.Millisecond},
			Look:  time.Millisecond, LateLook: time.Millisecond,
			Paused: time.Minute, Missing: 1,
		},
	}}
	for _, f := range tune {
		f(&config)
	}
	return client.New(config)
}

// mustCreate returns what a create has made, which has to succeed.
func mustCreate[I, T any](t *testing.T, send func(context.Context, I) (creates.Created[T], error), in I) T {
	t.Helper()
	created, err := send(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return created.Object
}

// isNameTaken reports whether a name was refused because it must be unique.
func isNameTaken(err error) bool {
	var e *transport.Error
	return errors.As(err, &e) && e.Kind == transport.KindNameTaken
}

// exchange answers requests without a network.
type exchange func(*http.Request) (*http.Response, error)

func (e exchange) RoundTrip(r *http.Request) (*http.Response, error) { return e(r) }
