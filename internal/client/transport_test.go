package client_test

import (
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Go reads SSL_CERT_FILE and the proxies of the environment once a process, so each case is a process of its own: this
// test binary, which makes one request and prints what came of it.
const childURL = "PODFLEET_TEST_TRANSPORT_URL"

func TestTransport_child(t *testing.T) {
	t.Parallel()
	target := os.Getenv(childURL)
	if target == "" {
		t.Skip("this is the other process of TestTransport_environment")
	}
	c := newClient(t, target, func(config *client.Config) { config.MaxRetries = 0 })
	template, err := c.Templates.Get(t.Context(), "t1")
	fmt.Printf("got %q, %v\n", template.ID, err)
}

// startTLS starts a server with a certificate for example.com that nobody has signed. It says nothing of handshakes
// that fail.
func startTLS(t *testing.T, handler http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

// proxy is an HTTP proxy that leads everybody to one server. It records what it was asked.
type proxy struct {
	*httptest.Server

	mu    sync.Mutex
	asked []string // the head of each request
}

func startProxy(t *testing.T, leadsTo string) *proxy {
	t.Helper()
	p := &proxy{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var head strings.Builder
		fmt.Fprintf(&head, "%s %s\n", r.Method, r.RequestURI)
		_ = r.Header.Write(&head)
		p.mu.Lock()
		p.asked = append(p.asked, head.String())
		p.mu.Unlock()
		if r.Method != http.MethodConnect {
			_, _ = io.WriteString(w, aTemplate)
			return
		}
		there, err := (&net.Dialer{}).DialContext(r.Context(), "tcp", leadsTo)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		here, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { _, _ = io.Copy(there, here); _ = there.Close() }()
		_, _ = io.Copy(here, there)
		_ = here.Close()
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *proxy) heads() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.asked, "\n")
}

// The environment's certificates and proxies count, and no proxy on the way of https sees the key.
func TestTransport_environment(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	keys := 0
	service := startTLS(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.Header.Get("Authorization") == "Bearer the-key" {
			keys++
		}
		_, _ = io.WriteString(w, aTemplate)
	}))
	certificate := filepath.Join(t.TempDir(), "ca.pem")
	encoded := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: service.Certificate().Raw})
	if err := os.WriteFile(certificate, encoded, 0o600); err != nil {
		t.Fatal(err)
	}
	trusts := "SSL_CERT_FILE=" + certificate
	address := service.Listener.Addr().String()
	for name, test := range map[string]struct {
		url string
		// environment is beside the proxy's URL, which takes the place of PROXY.
		environment []string
		got         string   // is in what the process prints
		proxied     string   // is in what the proxy was asked; empty if it was not asked
		notGot      []string // is in neither
	}{
		"a certificate that nobody signed": {url: "https://" + address + "/v1", got: "certificate"},
		"a certificate of the environment": {
			url: "https://" + address + "/v1", environment: []string{trusts}, got: `got "t1", <nil>`,
		},
		"https through a proxy that wants a password": {
			url: "https://example.com/v1", environment: []string{trusts, "https_proxy=http://bob:pr0xy-passw0rd@PROXYHOST"},
			got: `got "t1", <nil>`, proxied: "Proxy-Authorization: Basic", notGot: []string{"the-key", "templates"},
		},
		"a proxy that is not there": {
			url: "https://example.com/v1", environment: []string{"HTTPS_PROXY=http://bob:pr0xy-passw0rd@127.0.0.1:1"},
			got: "127.0.0.1:1", notGot: []string{"pr0xy-passw0rd"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startProxy(t, address)
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTransport_child$", "-test.v")
			child.Env = []string{childURL + "=" + test.url, "PATH=" + os.Getenv("PATH")}
			for _, variable := range test.environment {
				variable = strings.Replace(variable, "PROXYHOST", p.Listener.Addr().String(), 1)
				child.Env = append(child.Env, strings.Replace(variable, "=PROXY", "="+p.URL, 1))
			}
			output, err := child.CombinedOutput()
			if err != nil || !strings.Contains(string(output), test.got) {
				t.Errorf("%v\n%s", err, output)
			}
			if heads := p.heads(); !strings.Contains(heads, test.proxied) || test.proxied == "" && heads != "" {
				t.Errorf("the proxy was asked %q", heads)
			}
			for _, secret := range test.notGot {
				if strings.Contains(string(output)+p.heads(), secret) {
					t.Errorf("%s is in\n%s\n%s", secret, output, p.heads())
				}
			}
		})
	}
	t.Cleanup(func() {
		if keys != 2 {
			t.Errorf("the service got the key %d times, want 2", keys)
		}
	})
}
