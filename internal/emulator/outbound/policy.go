package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Policy decides which addresses the emulator's own requests may go to: loopback, and named hosts. The client that
// submits a job chooses its webhook, and the client that creates a template its WORKER_URL. Neither may use them to
// reach services that only this machine can, such as the metadata of the cloud that it runs in.
type Policy struct {
	// Hosts are names and addresses. A name allows the addresses that it resolves to, but none for special purposes, such
	// as a link-local one, which Hosts must name itself.
	Hosts []string
	// Own is where the emulator listens, which no request may go to; the zero value is nowhere.
	Own netip.AddrPort
}

// Validate returns an error for hosts that have more than a name or an address, such as a port or a path.
func (p Policy) Validate() error {
	if slices.ContainsFunc(p.Hosts, isURL) {
		return fmt.Errorf("the hosts %q have more than a name or an address", p.Hosts)
	}
	return nil
}

// isURL reports whether a host has a character that only URLs and IPv6 addresses have, and is no IPv6 address.
func isURL(host string) bool {
	_, err := netip.ParseAddr(host)
	return err != nil && strings.ContainsAny(host, "/:@[]*")
}

// dialTimeout is the time that a connection may take to be made, in real time.
const dialTimeout = 10 * time.Second

// dial makes a connection to a host. The address is checked after the name was resolved, right before the connection is
// made: the name says nothing about where it leads, and could lead elsewhere the next time.
func (p Policy) dial(ctx context.Context, network, hostPort string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		return nil, err
	}
	dialer := net.Dialer{Timeout: dialTimeout}
	dialer.Control = func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		return p.check(host, to)
	}
	return dialer.DialContext(ctx, network, hostPort)
}

// check returns an error for an address that a host of a URL may not lead to.
func (p Policy) check(host string, to netip.AddrPort) error {
	address := to.Addr().Unmap().WithZone("")
	switch {
	case p.isOwn(netip.AddrPortFrom(address, to.Port())):
		return errors.New("that is where the emulator itself listens")
	case address.IsLoopback(), slices.ContainsFunc(p.Hosts, func(named string) bool { return isAddress(named, address) }):
		return nil
	case !address.IsGlobalUnicast():
		return fmt.Errorf("%s is an address for special purposes: --allow-outbound does not name it", address)
	case slices.ContainsFunc(p.Hosts, func(named string) bool { return sameHost(named, host) }):
		return nil
	}
	return fmt.Errorf("%s is not loopback: --allow-outbound does not name %.100q", address, host)
}

// isOwn reports whether the emulator itself listens at an address.
func (p Policy) isOwn(to netip.AddrPort) bool {
	if to.Port() != p.Own.Port() || !p.Own.IsValid() {
		return false
	}
	own := p.Own.Addr().Unmap()
	if !own.IsUnspecified() {
		// A connection to no address in particular goes to loopback.
		return to.Addr() == own || to.Addr().IsUnspecified() && own.IsLoopback()
	}
	if to.Addr().IsLoopback() || to.Addr().IsUnspecified() {
		return true
	}
	local, err := net.InterfaceAddrs()
	if err != nil {
		return true // It cannot be told.
	}
	return slices.ContainsFunc(local, func(local net.Addr) bool {
		prefix, err := netip.ParsePrefix(local.String())
		return err == nil && prefix.Addr().Unmap() == to.Addr()
	})
}

func isAddress(named string, address netip.Addr) bool {
	parsed, err := netip.ParseAddr(named)
	return err == nil && parsed.Unmap() == address
}

func sameHost(named, host string) bool {
	return strings.EqualFold(strings.TrimSuffix(named, "."), strings.TrimSuffix(host, "."))
}
