package emulator

import (
	"net"
	"net/netip"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/outbound"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// AnyHost in Options.AllowOutbound allows every host. Addresses for special purposes, such as link-local ones, still
// have to be named.
const AnyHost = outbound.AnyHost

// ListensBeyondLoopback reports whether others than this machine can connect.
func (s *Server) ListensBeyondLoopback() bool {
	address := s.address()
	return address.IsValid() && !address.Addr().Unmap().IsLoopback()
}

// address is where the server listens; the zero value if it came from New.
func (s *Server) address() netip.AddrPort {
	if s.listener == nil {
		return netip.AddrPort{}
	}
	if tcp, ok := s.listener.Addr().(*net.TCPAddr); ok {
		return tcp.AddrPort()
	}
	return netip.AddrPort{}
}

// hosts are those that requests over the network may be for.
func (s *Server) hosts() wire.Hosts {
	return wire.Hosts{BeyondLoopback: s.ListensBeyondLoopback(), Named: s.options.Hosts}
}

// outboundPolicy is where webhooks and workers elsewhere may be.
func (s *Server) outboundPolicy() outbound.Policy {
	return outbound.Policy{Hosts: s.options.AllowOutbound, Own: s.address()}
}

// isURL reports whether a host has what only a URL has. Those of an IPv6 address are colons.
func isURL(host string) bool {
	_, err := netip.ParseAddr(host)
	return err != nil && strings.ContainsAny(host, "/:@[]*")
}
