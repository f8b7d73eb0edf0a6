package wire

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Hosts are the hosts that requests may be for. A web page whose name resolves to this machine (DNS rebinding) has the
// same origin as the server here, and may read everything. But it cannot choose the Host header, which has the name.
// The zero value is loopback: localhost, 127.0.0.0/8 and ::1, with any port.
type Hosts struct {
	// BeyondLoopback adds hosts that cannot be the name of a web site: addresses, and names without a dot.
	BeyondLoopback bool
	// Named are other names, in any case.
	Named []string
}

// serve reports whether requests with such a Host header are answered.
func (h Hosts) serve(host string) bool {
	name := hostname(host)
	switch {
	case isLoopback(name):
		return true
	case slices.ContainsFunc(h.Named, func(named string) bool { return strings.EqualFold(hostname(named), name) }):
		return name != ""
	case !h.BeyondLoopback || name == "":
		return false
	}
	_, err := netip.ParseAddr(name)
	return err == nil || !strings.ContainsAny(name, ".:@")
}

// hostname returns a Host header without its port, without the brackets of an address, and without the dot at the end
// of a name, which changes nothing.
func hostname(host string) string {
	return strings.TrimSuffix((&url.URL{Host: host}).Hostname(), ".")
}

// isLoopback reports whether a name or address always is this machine's own, whatever a name server returns.
func isLoopback(name string) bool {
	if strings.EqualFold(name, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.Unmap().IsLoopback()
}

// fromOtherSite reports whether a browser has sent the request for a web page of another origin, or for one that has
// none. Browsers send Origin with every request but a simple GET, and Sec-Fetch-Site with every request; that is "none"
// for an address that a person has typed. Other programs send neither.
func (s *Server) fromOtherSite(r *http.Request) bool {
	foreign := func(origin string) bool {
		return !strings.EqualFold(origin, "http://"+r.Host) &&
			(s.config.PublicOrigin == "" || !strings.EqualFold(origin, s.config.PublicOrigin))
	}
	otherSite := func(site string) bool { return site != "same-origin" && site != "none" }
	return slices.ContainsFunc(r.Header["Origin"], foreign) ||
		slices.ContainsFunc(r.Header["Sec-Fetch-Site"], otherSite)
}

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

// shareWith lets a page of an allowed origin read the answer of the service. It reports whether the request was only
// the browser's question whether the page may send another one, which it has answered then. No cookie opens the
// service, so none is allowed.
func (s *Server) shareWith(w http.ResponseWriter, in *http.Request) (isAnswered bool) {
	if len(s.config.CORSOrigins) == 0 {
		return false
	}
	w.Header().Add("Vary", "Origin")
	origin := in.Header.Get("Origin")
	isAllowed := func(allowed string) bool { return strings.EqualFold(allowed, origin) }
	if !slices.ContainsFunc(s.config.CORSOrigins, isAllowed) {
		return false
	}
	w.Header().Set("Access-Control-Allow-Origin", origin)
	w.Header().Set("Access-Control-Expose-Headers", "*")
	if in.Method != http.MethodOptions || in.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	w.Header().Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
	w.Header().Set("Access-Control-Allow-Headers", "*, Authorization") // The star leaves that one out.
	w.WriteHeader(http.StatusNoContent)
	return true
}
