package emulatortest

import (
	"context"
	"net"
	"net/http"
	"testing"

	"google.golang.org/grpc/test/bufconn"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// bufferSize is how many bytes of a direction of a connection in memory wait for their reader.
const bufferSize = 64 << 10

// pipes is a listener in memory.
type pipes struct{ *bufconn.Listener }

// Addr returns an address of this machine: the server takes part in no network.
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// StartInBubble does the same as Start for a test in a bubble of testing/synctest: clients reach the service over
// pipes, because time passes while both sides of a pipe wait, unlike with sockets. Its clock is the bubble's, and
// clients wait as long as a user's do.
func StartInBubble(t *testing.T, options emulator.Options) *Service {
	t.Helper()
	s := newService(t)
	s.pipes = &pipes{bufconn.Listen(bufferSize)}
	options.RealTime = true
	s.Server = emulator.StartOn(t, s.pipes, s.checked(options))
	return s
}

// Tune changes a configuration for clients of this service: they wait shorter or, in a bubble, reach the service over
// pipes. Code that sets WrapTransport afterwards has to call the function that Tune set.
func (s *Service) Tune(config *client.Config) {
	if s.pipes == nil {
		quick(config)
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
