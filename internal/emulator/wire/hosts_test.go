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
		{host: "localhost", loopback: true, beyond: true, named: true},
		{host: "LOCALHOST:8787", loopback: true, beyond: true, named: true},
		{host: "localhost.", loopback: true, beyond: true, named: true},
		{host: "127.0.0.1", loopback: true, beyond: true, named: true},
		{host: "127.9.8.7:1", loopback: true, beyond: true, named: true},
		{host: "[::1]", loopback: true, beyond: true, named: true},
		{host: "[::1]:8787", loopback: true, beyond: true, named: true},
		{host: "[::ffff:127.0.0.1]:1", loopback: true, beyond: true, named: true},
		{host: "emulator.test:80", named: true},
		{host: "EMULATOR.TEST.", named: true},
		{host: "10.0.0.9:8787", beyond: true, named: true},
		{host: "192.0.2.1", beyond: true},
		{host: "[2001:db8::1]:8787", beyond: true},
		{host: "emulator:8787", beyond: true},
		{host: "attacker.example"},
		{host: "attacker.example:8787"},
		{host: "127.0.0.1.attacker.example"},
		{host: "localhost.attacker.example"},
		{host: "attacker.localhost"},
		{host: "localhost:8787@attacker.example"},
		{host: "attacker@localhost"},
		{host: "localhost:x"},
		{host: "0.0.0.0:8787", beyond: true},
		{host: "[::]:8787", beyond: true},
		{},
		{host: ":8787"},
	} {
		for hosts, want := range map[*wire.Hosts]bool{{}: c.loopback, &beyond: c.beyond, &named: c.named} {
			s := start(t, func(config *wire.Config) { config.Hosts = *hosts })
			for _, path := range []string{"/plain/things", "/strict/o/run", "/plain/about", "/_control/do"} {
				r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, http.NoBody)
				r.Host, r.RemoteAddr = c.host, "127.0.0.1:1"
				r.Header.Set("Authorization", "Bearer all")
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
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
