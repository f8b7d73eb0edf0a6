package emulator_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A job reaches the control interface neither by its webhook nor by its worker, wherever the emulator listens; nor by a
// server that sends it there.
func TestReach_jobsDoNotControl(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"127.0.0.1:0", ":0"} {
		s, err := emulator.Listen(t.Context(), address, emulator.Options{})
		if err != nil {
			t.Fatal(err)
		}
		served := make(chan error, 1)
		go func() { served <- s.Serve() }()
		t.Cleanup(func() {
			s.Close()
			if err := <-served; err != nil {
				t.Error(err)
			}
		})
		s.SetWebhookTimeout(time.Hour)
		_, port, err := net.SplitHostPort(strings.TrimPrefix(s.URL(), "http://"))
		if err != nil {
			t.Fatal(err)
		}
		redirects := elsewhere(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, s.URL()+"/_emulator/reset", http.StatusTemporaryRedirect)
		})
		for _, target := range []string{
			s.URL() + "/_emulator/reset", "http://localhost:" + port + "/_emulator/reset",
			"http://0.0.0.0:" + port + "/_emulator/reset", "http://[::ffff:127.0.0.1]:" + port + "/_emulator/reset",
			"http://2130706433:" + port + "/_emulator/reset", "http://0x7f.1:" + port + "//_emulator/reset",
			"http://127.1:" + port + "/%5femulator/reset", redirects.URL,
		} {
			a := &env{s, t}
			before := s.Now()
			a.Advance(time.Second)
			q := a.queueElsewhere(target)
			job := q.submit(fmt.Sprintf(`{"input":{},"webhook":%q}`, target))
			a.AwaitOutbound()
			a.Advance(time.Minute)
			a.AwaitOutbound()
			if got := q.is(job); got != "FAILED" {
				t.Errorf("the worker at %s: the job is %s", target, got)
			}
			if !s.Now().After(before) || len(s.Objects("endpoints")) == 0 {
				t.Fatalf("%s has reset the emulator", target)
			}
		}
	}
}

// Two emulators beside each other do not control each other either.
func TestReach_jobsDoNotControlOthers(t *testing.T) {
	t.Parallel()
	other := start(t)
	other.create("/templates", `{"name":"n","imageName":"i"}`)
	q := start(t).queue("i", `"workersMin":1`)
	q.submit(fmt.Sprintf(`{"input":{},"webhook":%q}`, other.URL()+"/_emulator/reset"))
	q.AwaitOutbound()
	if len(other.Objects("templates")) != 1 {
		t.Error("it was reset")
	}
}

// By default neither a webhook nor a worker is sent beyond loopback, and the job says so.
func TestReach_loopbackOnly(t *testing.T) {
	t.Parallel()
	const metadata = "http://169.254.169.254/latest/meta-data"
	q := start(t).queueElsewhere(metadata)
	job := q.submit(fmt.Sprintf(`{"input":{},"webhook":%q}`, metadata))
	q.AwaitOutbound()
	r := q.status(job)
	if !strings.Contains(r.text, `"status":"FAILED"`) || !strings.Contains(r.text, "special purposes") {
		t.Error(r.text)
	}
}

// A browser that was led here by a name of somebody else's learns nothing, with the key that everybody knows.
func TestReach_rebinding(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{Hosts: []string{"emulator.test"}})
	a.create("/templates", `{"name":"n","imageName":"i","env":{"A":"planted"}}`)
	for host, want := range map[string]int{
		"attacker.example": 403, "192.0.2.1:8787": 403, "emulator.test:80": 200, "localhost": 200,
	} {
		for _, path := range []string{"/v1/templates", "/_emulator/state", "/_emulator/requests"} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.URL()+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Host = host
			request.Header.Set("Authorization", "Bearer "+a.APIKey())
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			if err := response.Body.Close(); err != nil {
				t.Error(err)
			}
			if host == "emulator.test:80" && path != "/v1/templates" {
				want = 403 // The control interface is for this machine's own name only.
			}
			if response.StatusCode != want {
				t.Errorf("%s of %s: %d, not %d", path, host, response.StatusCode, want)
			}
			notServed := want == 403 && host != "emulator.test:80"
			if rule := response.Header.Get("Podfleet-Emulator-Rule"); (rule == "option --host") != notServed {
				t.Errorf("%s of %s is refused by %q", path, host, rule)
			}
		}
	}
}

// queueElsewhere makes an endpoint whose worker is at an address.
func (a *env) queueElsewhere(address string) *queue {
	a.t.Helper()
	return a.queueOn(a.create("/templates", fmt.Sprintf(
		`{"name":"t%d","imageName":"emulator/http","isServerless":true,"env":{"WORKER_URL":%q}}`,
		len(a.Objects("templates")), address)), `"workersMin":1`)
}
