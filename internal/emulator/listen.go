package emulator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/management"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// TB has the methods of a test that Start calls. An interface of its own keeps package testing out of the binary.
type TB interface {
	Helper()
	Cleanup(f func())
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Listen makes a Server that listens at an address. It answers once Serve runs. Close it.
func Listen(ctx context.Context, address string, options Options) (*Server, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	return listenOn(listener, options)
}

func listenOn(listener net.Listener, options Options) (*Server, error) {
	if err := options.Validate(); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	s := newServer(options, listener)
	if err := s.open(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Serve answers until Shutdown or Close, and then returns nil.
func (s *Server) Serve() error {
	if err := s.http.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Start serves on a free loopback port until the test ends. It takes the first of the options.
func Start(t TB, options ...Options) *Server {
	t.Helper()
	var chosen Options
	if len(options) > 0 {
		chosen = options[0]
	}
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("emulator: %v", err)
	}
	return StartOn(t, listener, chosen)
}

// StartOn does the same on a listener.
func StartOn(t TB, listener net.Listener, options Options) *Server {
	t.Helper()
	s, err := listenOn(listener, options)
	if err != nil {
		t.Fatalf("emulator: %v", err)
		return nil
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve() }()
	t.Cleanup(func() {
		s.Close()
		if err := <-served; err != nil {
			t.Errorf("emulator: %v", err)
		}
	})
	return s
}

// ListensBeyondLoopback reports whether clients on other machines can connect.
func (s *Server) ListensBeyondLoopback() bool {
	return wire.IsBeyondLoopback(wire.AddressOf(s.listener))
}

// Shutdown stops listening, lets requests under way end and then closes. Those that wait are cut at once. When ctx ends
// first, the rest is cut too and Shutdown returns the error of ctx.
func (s *Server) Shutdown(ctx context.Context) error {
	s.wire.Stop()
	err := s.http.Shutdown(ctx)
	s.Close()
	if file := s.file.Load(); file != nil {
		err = cmp.Or(file.Close(), err)
	}
	return err
}

// Close cuts every connection, and returns when no request is under way, neither a client's nor one to a webhook or to
// a worker elsewhere. No timer calls afterwards. Closing again does nothing.
func (s *Server) Close() {
	s.wire.Stop()
	if err := s.http.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		s.logger.Warn("closing", "error", err)
	}
	if s.listener != nil {
		// Serve closes it too, but may never have run.
		if err := s.listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			s.logger.Warn("closing", "error", err)
		}
	}
	s.wire.Close()
	if file := s.file.Load(); file != nil {
		_ = file.Close() // It logs. What is cut below is not saved: those calls will be made again.
	}
	s.outgoing.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock.Stop()
	s.ports.keep(func() map[int]bool { return nil })
}

// URL returns the address that the server listens at, without a path and a trailing slash.
func (s *Server) URL() string {
	address := s.listener.Addr().String()
	// A listener on every address is reached over loopback, where the control interface answers too.
	if host, port, err := net.SplitHostPort(address); err == nil && net.ParseIP(host).IsUnspecified() {
		address = net.JoinHostPort("127.0.0.1", port)
	}
	return "http://" + address
}

// RESTURL returns the base of the REST management interface, version segment included.
func (s *Server) RESTURL() string { return s.URL() + "/v1" }

// RESTURL2 returns the base of version 2 of the management interface, version segment included.
func (s *Server) RESTURL2() string { return s.URL() + management.Prefix }

// QueueURL returns the base of the queue interface, version segment included.
func (s *Server) QueueURL() string { return s.URL() + "/v2" }
