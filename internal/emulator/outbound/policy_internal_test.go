package outbound

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

// Where requests may go is decided by the address that a host leads to.
func TestPolicy_check(t *testing.T) {
	t.Parallel()
	hosts := []string{"worker.test", "10.0.0.1", "fe80::1", "169.254.1.1"}
	var (
		strict   Policy
		named    = Policy{Hosts: hosts}
		loopback = Policy{Hosts: hosts, Own: netip.MustParseAddrPort("127.0.0.1:80")}
		all      = Policy{Hosts: hosts, Own: netip.MustParseAddrPort("[::]:80")}
	)
	for _, c := range []struct {
		host, address                string
		strict, named, loopback, all bool
	}{
		{host: "localhost", address: "127.0.0.1:80", strict: true, named: true},
		{host: "localhost", address: "127.0.0.1:81", strict: true, named: true, loopback: true, all: true},
		{host: "x", address: "127.1.2.3:80", strict: true, named: true, loopback: true},
		{host: "x", address: "[::1]:80", strict: true, named: true, loopback: true},
		{host: "x", address: "[::ffff:127.0.0.1]:80", strict: true, named: true},
		{host: "x", address: "192.0.2.1:80"},
		{host: "10.0.0.1", address: "10.0.0.1:80", named: true, loopback: true, all: true},
		{host: "x", address: "[::ffff:10.0.0.1]:80", named: true, loopback: true, all: true},
		{host: "any", address: "10.0.0.2:80"},
		{host: "Worker.Test.", address: "10.0.0.2:80", named: true, loopback: true, all: true},
		{host: "x", address: "169.254.1.1:80", named: true, loopback: true, all: true},
		{host: "x", address: "[fe80::1%1]:80", named: true, loopback: true, all: true},
		{host: "worker.test", address: "[fe80::2%1]:80"},
		{host: "worker.test", address: "169.254.169.254:80"},
		{host: "worker.test", address: "[::ffff:169.254.169.254]:80"},
		{host: "worker.test", address: "0.0.0.0:80"},
		{host: "worker.test", address: "[::]:80"},
		{host: "worker.test", address: "255.255.255.255:80"},
		{host: "worker.test", address: "224.0.0.1:80"},
		{host: "worker.test", address: "[ff02::1]:80"},
	} {
		to := netip.MustParseAddrPort(c.address)
		for name, p := range map[string]struct {
			policy Policy
			want   bool
		}{
			"strict": {strict, c.strict}, "named": {named, c.named},
			"own on loopback": {loopback, c.loopback}, "own everywhere": {all, c.all},
		} {
			if err := p.policy.check(c.host, to); (err == nil) != p.want {
				t.Errorf("%s: %s at %s: %v", name, c.host, c.address, err)
			}
		}
	}
}

// A server that listens everywhere is not reached by any of the machine's addresses.
func TestPolicy_ownAddresses(t *testing.T) {
	t.Parallel()
	local, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	p := Policy{Hosts: []string{"x"}, Own: netip.MustParseAddrPort("0.0.0.0:80")}
	for _, address := range local {
		prefix, err := netip.ParsePrefix(address.String())
		if err != nil {
			t.Fatal(err)
		}
		to := prefix.Addr().Unmap()
		if err := p.check("x", netip.AddrPortFrom(to, 80)); err == nil {
			t.Errorf("it may reach itself at %s", to)
		}
		if err := p.check("x", netip.AddrPortFrom(to, 81)); err != nil && to.IsGlobalUnicast() {
			t.Errorf("it may not reach others at %s: %v", to, err)
		}
	}
}

// The address that is checked is the one that is connected to, whatever spelling or name led there; and nothing reaches
// a server that may not be reached.
func TestClient_reachesOnlyWhatIsAllowed(t *testing.T) {
	t.Parallel()
	reached := make(chan string, 10)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		reached <- r.Host + " " + r.Header.Get("X-Mark")
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	_, port, err := net.SplitHostPort(strings.TrimPrefix(server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	own := Policy{Own: netip.MustParseAddrPort(strings.TrimPrefix(server.URL, "http://"))}
	for _, c := range []struct {
		policy  Policy
		host    string
		reaches bool
	}{
		{Policy{}, "127.0.0.1", true},
		{Policy{}, "localhost", true},
		{Policy{}, "[::ffff:127.0.0.1]", true},
		{Policy{}, "0.0.0.0", false},
		{Policy{}, "192.0.2.1", false},
		{Policy{}, "169.254.169.254", false},
		{own, "127.0.0.1", false},
		{own, "localhost", false},
		{own, "[::ffff:127.0.0.1]", false},
		{own, "0.0.0.0", false},
	} {
		client := NewClient(c.policy, http.Header{"X-Mark": {"marked"}})
		answer, err := client.Post(t.Context(), "http://"+c.host+":"+port+"/", nil, 0)
		client.Close()
		if (err == nil && answer.Status == http.StatusOK) != c.reaches || (len(reached) == 1) != c.reaches {
			t.Errorf("%+v: %s: %d, %v, reached %d", c.policy, c.host, answer.Status, err, len(reached))
		}
		if c.reaches {
			if got := <-reached; !strings.HasSuffix(got, " marked") {
				t.Errorf("%s: not marked: %s", c.host, got)
			}
		}
	}
}

// The policy is asked about the address in the moment of the connection. What was resolved before does not count.
func TestPolicy_dialChecksTheAddress(t *testing.T) {
	t.Parallel()
	connection, err := Policy{}.dial(context.WithoutCancel(t.Context()), "tcp", "192.0.2.1:80")
	if err == nil {
		t.Fatal("connected to ", connection.RemoteAddr())
	}
	if !strings.Contains(err.Error(), `192.0.2.1 is not loopback: --allow-outbound does not name "192.0.2.1"`) {
		t.Error(err)
	}
}

// A host is a name or an address, and has neither port nor path.
func TestPolicy_Validate(t *testing.T) {
	t.Parallel()
	for host, isValid := range map[string]bool{
		"worker.test": true, "10.0.0.1": true, "fe80::1": true, "::1": true,
		"http://h": false, "h:80": false, "10.0.0.1:80": false, "[::1]": false, "*.test": false, "u@h": false, "h/p": false,
	} {
		if err := (Policy{Hosts: []string{"h", host}}).Validate(); (err == nil) != isValid {
			t.Errorf("%q: %v", host, err)
		}
	}
}
