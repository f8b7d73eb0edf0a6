package emulatortest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"testing"

	"google.golang.org/grpc/test/bufconn"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// inMemory is the URL of the service of StartInBubble.
const inMemory = "http://127.0.0.1"

// bufferSize is how many bytes of a direction of a connection in memory wait for their reader.
const bufferSize = 64 << 10

// StartInBubble does the same as Start for a test in a bubble of testing/synctest: clients reach the service over
// pipes, because time passes while both sides of a pipe wait, unlike with sockets. Its clock is the bubble's, and
// clients wait as long as a user's do. before wraps the service's handler; nil is allowed.
func StartInBubble(t *testing.T, options emulator.Options, before func(http.Handler) http.Handler) *Service {
	t.Helper()
	s := newService(t)
	options.RealTime = true
	if err := options.Validate(); err != nil {
		t.Fatal(err)
	}
	s.Server = emulator.New(s.checked(options))
	s.pipes = bufconn.Listen(bufferSize)
	handler := http.Handler(s.Server)
	if before != nil {
		handler = before(handler)
	}
	server, served := &http.Server{Handler: handler}, make(chan error, 1) //nolint:gosec // No stranger connects.
	go func() { served <- server.Serve(s.pipes) }()
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
		s.Close()
		if err := <-served; !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("serving: %v", err)
		}
	})
	return s
}

// Tune changes a configuration for clients of this service: they wait shorter or, in a bubble, reach the service over
// pipes. Code that sets WrapTransport afterwards has to call the function that Tune set.
func (s *Service) Tune(config *client.Config) {
	if s.pipes == nil {
		Quick(config)
		return
	}
	config.WrapTransport = func(transport http.RoundTripper) http.RoundTripper {
		s.Connect(transport)
		return transport
	}
}

// Connect makes a transport reach a service of StartInBubble, and closes its connections when the test ends.
func (s *Service) Connect(transport http.RoundTripper) {
	over, ok := transport.(*http.Transport)
	if !ok {
		s.t.Fatalf("a transport of type %T cannot be led over pipes", transport)
	}
	over.Proxy = nil
	over.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) { return s.pipes.DialContext(ctx) }
	s.t.Cleanup(over.CloseIdleConnections)
}
