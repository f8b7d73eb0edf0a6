package wire_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// A name that somebody else's name server may resolve to this machine is not answered, on no interface; nor does its
// request leave a trace.
func TestHosts_whoIsServed(t *testing.T) {
	t.Parallel()
	beyond := wire.Hosts{BeyondLoopback: true}
	named := wire.Hosts{Named: []string{"Emulator.Test", "10.0.0.9"}}
	for _, c := range []struct {
		host                    string
		loopback, beyond, named bool
	}{
		{"localhost", true, true, true},
		{"LOCALHOST:8787", true, true, true},
		{"localhost.", true, true, true},
		{"127.0.0.1", true, true, true},
		{"127.9.8.7:1", true, true, true},
		{"[::1]", true, true, true},
		{"[::1]:8787", true, true, true},
		{"[::ffff:127.0.0.1]:1", true, true, true},
		{"emulator.test:80", false, false, true},
		{"EMULATOR.TEST.", false, false, true},
		{"10.0.0.9:8787", false, true, true},
		{"192.0.2.1", false, true, false},
		{"[2001:db8::1]:8787", false, true, false},
		{"emulator:8787", false, true, false},
		{"attacker.example", false, false, false},
		{"attacker.example:8787", false, false, false},
		{"127.0.0.1.attacker.example", false, false, false},
		{"localhost.attacker.example", false, false, false},
		{"attacker.localhost", false, false, false},
		{"localhost:8787@attacker.example", false, false, false},
		{"attacker@localhost", false, false, false},
		{"localhost:x", false, false, false},
		{"0.0.0.0:8787", false, true, false},
		{"[::]:8787", false, true, false},
		{"", false, false, false},
		{":8787", false, false, false},
	} {
		for hosts, want := range map[*wire.Hosts]bool{{}: c.loopback, &beyond: c.beyond, &named: c.named} {
			s := start(t, func(config *wire.Config) { config.Hosts = *hosts })
			for _, path := range []string{"/plain/things", "/strict/o/run", "/plain/about", "/_control/do"} {
				r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, http.NoBody)
				r.Host, r.RemoteAddr = c.host, "127.0.0.1:1"
				r.Header.Set("Authorization", "Bearer all")
				w := httptest.NewRecorder()
				s.FromNetwork(w, r)
				if path != "/_control/do" && (w.Code != http.StatusForbidden) != want {
					t.Errorf("%+v: %s of %q: %d", *hosts, path, c.host, w.Code)
				}
				if !want && w.Code != http.StatusForbidden {
					t.Errorf("%+v: %s of %q: %d", *hosts, path, c.host, w.Code)
				}
			}
			if !want && len(s.entries()) > 0 {
				t.Errorf("%q is in the journal: %+v", c.host, s.entries())
			}
		}
	}
}
