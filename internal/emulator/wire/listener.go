package wire

import (
	"net"
	"net/netip"
)

// AddressOf returns the address of a listener; the zero value for nil and for a listener that is not of TCP.
func AddressOf(listener net.Listener) netip.AddrPort {
	if listener == nil {
		return netip.AddrPort{}
	}
	if tcp, ok := listener.Addr().(*net.TCPAddr); ok {
		return tcp.AddrPort()
	}
	return netip.AddrPort{}
}

// IsBeyondLoopback reports whether clients on other machines can connect to a listener at an address; false for the
// zero value.
func IsBeyondLoopback(address netip.AddrPort) bool {
	return address.IsValid() && !address.Addr().Unmap().IsLoopback()
}
