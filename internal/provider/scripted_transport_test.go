package provider_test

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

// receivedRequest is a request as a server reads it from its bytes, and the operation of the contract that it calls;
// empty if there is none.
type receivedRequest struct {
	*http.Request
	operation string
}

// scriptedTransport answers the requests of a provider without a network, and keeps them.
type scriptedTransport struct {
	t      *testing.T
	answer func(receivedRequest) (status int, body string)

	mu   sync.Mutex
	sent []receivedRequest
}

// scriptedProcess is a provider whose requests are answered by a function.
func scriptedProcess(
	t *testing.T, answer func(receivedRequest) (status int, body string), arguments ...acctest.Values,
) (*acctest.Process, *scriptedTransport) {
	t.Helper()
	transport := &scriptedTransport{t: t, answer: answer}
	w := acctest.Start(t)
	w.Tune = append(w.Tune, func(config *client.Config) {
		config.WrapTransport = func(http.RoundTripper) http.RoundTripper { return transport }
	})
	return w.Process(arguments...), transport
}

// RoundTrip implements http.RoundTripper.
func (s *scriptedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	received, err := contracttest.Received(r)
	if err != nil {
		return nil, err
	}
	request := receivedRequest{received, contracttest.OperationOf(received.Method, received.URL.EscapedPath())}
	s.mu.Lock()
	s.sent = append(s.sent, request)
	s.mu.Unlock()
	status, body := s.answer(request)
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/json"},
			"Date": {time.Now().UTC().Format(http.TimeFormat)}},
		Body: io.NopCloser(strings.NewReader(body)), Request: r,
	}, nil
}

// requests are those since the last call of this.
func (s *scriptedTransport) requests() []receivedRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.sent
	s.sent = nil
	return taken
}

// someInShort are the seeds of a fuzz target that makes several objects of each: in a short run, a few of them.
func someInShort(seeds []string) []string {
	if testing.Short() {
		return seeds[:5]
	}
	return seeds
}
