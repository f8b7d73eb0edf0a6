package wire_test

import (
	"net"
	"net/netip"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// listener has an address and accepts nothing.
type listener struct {
	net.Listener
	address net.Addr
}

func (l listener) Addr() net.Addr { return l.address }

// Only a TCP listener has an address that other machines can connect to, unless that is of loopback.
func TestAddressOf(t *testing.T) {
	t.Parallel()
	tcp := func(address string) net.Listener {
		return listener{address: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address))}
	}
	for _, c := range []struct {
		name           string
		listener       net.Listener
		want           string
		beyondLoopback bool
	}{
		{name: "no listener", want: "invalid AddrPort"},
		{name: "no TCP", listener: listener{address: &net.UnixAddr{Name: "s", Net: "unix"}}, want: "invalid AddrPort"},
		{name: "IPv4 loopback", listener: tcp("127.0.0.2:80"), want: "127.0.0.2:80"},
		{name: "IPv6 loopback", listener: tcp("[::1]:80"), want: "[::1]:80"},
		{name: "IPv4 loopback in IPv6", listener: tcp("[::ffff:127.0.0.1]:80"), want: "[::ffff:127.0.0.1]:80"},
		{name: "every address", listener: tcp("[::]:80"), want: "[::]:80", beyondLoopback: true},
		{name: "another address", listener: tcp("192.0.2.1:80"), want: "192.0.2.1:80", beyondLoopback: true},
	} {
		got := wire.AddressOf(c.listener)
		if beyond := wire.IsBeyondLoopback(got); got.String() != c.want || beyond != c.beyondLoopback {
			t.Errorf("%s: %v, beyond loopback: %v", c.name, got, beyond)
		}
	}
}
