package client_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
)

var aCreate = api.TemplateCreate{TemplateFields: api.TemplateFields{Name: members.Some("web")}}

const aTemplate = `{"id":"t1","name":"web","imageName":"img"}`

func TestRequest_headers(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: 200, body: aTemplate})
	if _, err := s.client(t).Templates.Get(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	got := s.requests()[0]
	if got.header.Get("Authorization") != "Bearer the-key" || got.header.Get("User-Agent") != "agent/1" ||
		got.header.Get("X-Request-Id") == "" {
		t.Errorf("headers: %v", got.header)
	}
	if got.query != everyone {
		t.Errorf("query %q does not ask for templates that endpoints use or that others own", got.query)
	}
}

func TestRetry_readsAreRepeated(t *testing.T) {
	t.Parallel()
	s := serve(t,
		answer{status: 429, header: map[string]string{"Retry-After": "0"}},
		answer{status: 200, body: `{"id":"t`, cut: true},
		answer{status: 502, body: "<html>bad</html>"},
		answer{status: 200, body: aTemplate},
	)
	if _, err := s.client(t).Templates.Get(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	if got := len(s.requests()); got != 4 {
		t.Errorf("%d requests, want 4", got)
	}
}

func TestRetry_givesUpWithTheLastAnswer(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: 503}, answer{status: 503}, answer{status: 503},
		answer{status: 503, body: `{"error":"maintenance"}`})
	_, err := s.client(t).Templates.Get(t.Context(), "t1")
	var e *transport.Error
	if !errors.As(err, &e) || e.Status != 503 || e.Message != "maintenance" || e.Operation != "GetTemplate" ||
		e.RequestID == "" {
		t.Errorf("%#v", err)
	}
	if got := len(s.requests()); got != 4 {
		t.Errorf("%d requests, want 1 and 3 retries", got)
	}
}

func TestRetry_refusedConnection(t *testing.T) {
	t.Parallel()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	var attempts int
	c := newClient(t, "http://"+address+"/v1", func(config *client.Config) {
		config.ObserveAttempt = func(context.Context, transport.Attempt) { attempts++ }
	})
	_, err = c.PostTemplate(t.Context(), aCreate)
	if err == nil || transport.OutcomeUnknown(err) {
		t.Errorf("nobody was there, so nothing was created: %v", err)
	}
	if attempts != 4 {
		t.Errorf("%d attempts, want 4", attempts)
	}
}

func TestRetry_deadlineKeepsTheRefusal(t *testing.T) {
	t.Parallel()
	for _, retries := range []int{3, 0} { // Whether it would have been sent again does not matter.
		s := serve(t, answer{status: 429, header: map[string]string{"Retry-After": "60"},
			body: `{"error":"slow down"}`})
		ctx, cancel := context.WithCancel(t.Context())
		c := s.client(t, func(config *client.Config) {
			config.MaxRetries = retries
			// The time is up before it is allowed again.
			config.ObserveAttempt = func(context.Context, transport.Attempt) { cancel() }
		})
		_, err := c.PostTemplate(ctx, aCreate)
		var e *transport.Error
		if !errors.As(err, &e) || e.Status != 429 || !errors.Is(err, context.Canceled) ||
			!strings.Contains(err.Error(), "slow down") {
			t.Errorf("%v", err)
		}
		if transport.OutcomeUnknown(err) {
			t.Error("a refused create has a known outcome")
		}
	}
}

// A caller whose time is up in the middle of a later attempt is told the refusal before it; of a write nobody knows now
// what it did.
func TestRetry_cutShortInALaterAttempt(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		send    func(context.Context, *client.Client) error
		says    string
		unknown bool
	}{
		"a read": {func(ctx context.Context, c *client.Client) error {
			_, err := c.Templates.Get(ctx, "t1")
			return err
		}, "slow down; gave up after 2 attempts: the run was interrupted", false},
		"a write": {func(ctx context.Context, c *client.Client) error {
			_, err := c.PostTemplate(ctx, aCreate)
			return err
		}, "CreateTemplate: the run was interrupted", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, interrupt := context.WithCancel(t.Context())
			attempts := 0
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if attempts++; attempts == 1 {
					http.Error(w, `{"error":"slow down"}`, http.StatusTooManyRequests)
					return
				}
				interrupt()
				_, _ = io.Copy(io.Discard, r.Body)
				<-r.Context().Done()
			}))
			t.Cleanup(service.Close)
			err := test.send(ctx, newClient(t, service.URL+"/v1"))
			if !errors.Is(err, context.Canceled) || transport.OutcomeUnknown(err) != test.unknown ||
				transport.IsRateLimited(err) == test.unknown {
				t.Errorf("%v", err)
			}
			// The request id is in it too.
			said := regexp.MustCompile(` \(.*?\)`).ReplaceAllString(err.Error(), "")
			if !strings.HasSuffix(said, test.says) {
				t.Errorf("it says: %s", said)
			}
		})
	}
}

// Nobody listens, and then the time is up: whatever was not sent was not carried out.
func TestRetry_deadlineKeepsThatNothingWasSent(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.Close()
	ctx, expire := contexttest.Expiring(t.Context())
	c := s.client(t, func(config *client.Config) {
		config.Times.Retry = pacing.Backoff{Min: time.Hour, Max: time.Hour}
		config.ObserveAttempt = func(context.Context, transport.Attempt) { expire() }
	})
	_, err := c.PostTemplate(ctx, aCreate)
	if !errors.Is(err, context.DeadlineExceeded) || transport.OutcomeUnknown(err) ||
		!strings.Contains(err.Error(), "connection refused") {
		t.Errorf("%v", err)
	}
}

func TestRetry_anAnswerInTheLastMomentCounts(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: 200, body: aTemplate})
	ctx, cancel := context.WithCancel(t.Context())
	c := s.client(t, func(config *client.Config) {
		config.ObserveAttempt = func(context.Context, transport.Attempt) { cancel() }
	})
	if got, err := c.PostTemplate(ctx, aCreate); err != nil || got.ID != "t1" {
		t.Errorf("what was created is lost: %v", err)
	}
}

// Somebody's sign-in page is no answer to a delete.
func TestDelete_pageInsteadOfAnAnswer(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: 200, body: "<html>Sign in</html>"})
	if err := s.client(t).Templates.Delete(t.Context(), "t1"); err == nil || transport.IsNotFound(err) {
		t.Errorf("%v", err)
	}
	s = serve(t, answer{status: 200, body: `{}`})
	if err := s.client(t).Templates.Delete(t.Context(), "t1"); err != nil {
		t.Errorf("any 2xx is a success: %v", err)
	}
}

func TestObserve_seesAttemptsAndNoSecrets(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: 429}, answer{status: 200, body: aTemplate})
	var seen []transport.Attempt
	c := s.client(t, func(config *client.Config) {
		config.ObserveAttempt = func(_ context.Context, a transport.Attempt) { seen = append(seen, a) }
	})
	if _, err := c.PostTemplate(t.Context(), aCreate); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 2 || seen[0].Status != 429 || seen[0].Number != 1 || seen[1].Status != 200 || seen[1].Number != 2 ||
		seen[1].Operation != "CreateTemplate" || seen[1].Path != "/v1/templates" ||
		seen[0].RequestID != seen[1].RequestID {
		t.Errorf("%+v", seen)
	}
	if sent := s.requests(); sent[0].body != sent[1].body || !strings.Contains(sent[1].body, `"name":"web"`) {
		t.Errorf("requests: %v", sent)
	}
}

// A URL that says https where the server speaks plain HTTP is a mistake of the configuration, and the error says so.
func TestSend_plainHTTPUnderHTTPS(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	c := newClient(t, strings.Replace(server.URL, "http://", "https://", 1)+"/v1")
	_, err := c.Templates.Get(t.Context(), "t1")
	if err == nil || !strings.Contains(err.Error(), "the URL begins with https, and the server there responds in plain "+
		"HTTP") {
		t.Error(err)
	}
}
