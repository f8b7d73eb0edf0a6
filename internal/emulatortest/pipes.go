package emulatortest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// pipes is a network in memory with one server. In a bubble of testing/synctest, time passes while both sides of a pipe
// wait, unlike with sockets.
type pipes struct {
	connections chan net.Conn
	closed      chan struct{}
	close       func()
}

func newPipes() *pipes {
	closed := make(chan struct{})
	return &pipes{connections: make(chan net.Conn), closed: closed, close: sync.OnceFunc(func() { close(closed) })}
}

// Accept returns the server's end of the next connection.
func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.connections:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept and dial.
func (p *pipes) Close() error { p.close(); return nil }

// Addr returns an address at which nothing listens.
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// dial returns the client's end of a connection, for any address.
func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.connections <- pipeEnd{server}:
		return pipeEnd{client}, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// pipeEnd has the addresses that net/http asks a connection for.
type pipeEnd struct{ net.Conn }

func (pipeEnd) LocalAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

func (pipeEnd) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 40000} }

// inMemory is the URL of the service of StartInBubble.
const inMemory = "http://127.0.0.1"

// StartInBubble does the same as Start for a test in a bubble of testing/synctest: clients reach the service over
// pipes, its clock is the bubble's, and clients wait as long as a user's do. before wraps the service's handler; nil is
// allowed.
func StartInBubble(t *testing.T, options emulator.Options, before func(http.Handler) http.Handler) *Service {
	t.Helper()
	s := newService(t)
	options.RealTime = true
	if err := options.Validate(); err != nil {
		t.Fatal(err)
	}
	s.Server = emulator.New(s.checked(options))
	s.pipes = newPipes()
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
	s.t.Helper()
	over, ok := transport.(*http.Transport)
	if !ok {
		s.t.Fatalf("a transport of type %T cannot be led over pipes", transport)
	}
	over.DialContext, over.Proxy = s.pipes.dial, nil
	s.t.Cleanup(over.CloseIdleConnections)
}
