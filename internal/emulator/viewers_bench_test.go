package emulator_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// BenchmarkViewers prints the p99 of requests, twenty a second, without viewers of the journal and with a thousand, one
// of whom does not read. Each is the best of five rounds, because others use the machine too: -benchtime 100x.
func BenchmarkViewers(b *testing.B) {
	s := emulator.Start(b)
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, s.RESTURL()+"/templates", nil)
	if err != nil {
		b.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+s.APIKey())
	p99 := func() float64 {
		best := time.Hour
		for range 5 {
			var took []time.Duration
			for range b.N {
				began := time.Now()
				response, err := http.DefaultClient.Do(request)
				if err != nil {
					b.Fatal(err)
				}
				if err := response.Body.Close(); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
				time.Sleep(50*time.Millisecond - time.Since(began))
			}
			slices.Sort(took)
			best = min(best, took[len(took)*99/100])
		}
		return float64(best) / float64(time.Millisecond)
	}
	without := p99()
	for i := range 1000 {
		viewer, err := (&net.Dialer{}).DialContext(b.Context(), "tcp", strings.TrimPrefix(s.URL(), "http://"))
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = viewer.Close() }) // The server may have closed it.
		if _, err := fmt.Fprintf(viewer, "GET /_emulator/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			b.Fatal(err)
		}
		if i > 0 {
			go func() { _, _ = io.Copy(io.Discard, viewer) }()
		}
	}
	time.Sleep(2 * time.Second) // Each gets the newest requests first.
	with := p99()
	b.ReportMetric(without, "ms-without")
	b.ReportMetric(with, "ms-with")
	b.ReportMetric(with/without, "ratio")
}

// BenchmarkViews prints how long each view takes, median and longest, with 100,000 jobs, 100 workers and 1,000 pods. It
// holds the server's lock for less: -benchtime 100x.
func BenchmarkViews(b *testing.B) {
	s := emulator.New(emulator.Options{})
	b.Cleanup(s.Close)
	put := func(kind, id string, members map[string]any) {
		if err := s.PutObject(kind, id, members); err != nil {
			b.Fatal(err)
		}
	}
	send := func(method, path, body string) string {
		r := httptest.NewRequestWithContext(b.Context(), method, path, strings.NewReader(body))
		r.Host, r.RemoteAddr = "localhost", "127.0.0.1:1"
		r.Header.Set("Authorization", "Bearer "+s.APIKey())
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != http.StatusOK {
			b.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		return w.Body.String()
	}
	put("templates", "t", map[string]any{"imageName": "emulator/sleep", "isServerless": true})
	put("endpoints", "e", map[string]any{"templateId": "t", "workersMin": 100, "workersMax": 100})
	for i := range 1000 {
		put("pods", fmt.Sprint("p", i), map[string]any{"templateId": "t"})
	}
	var job string
	for i := range 100_000 {
		if i%1000 == 999 {
			s.Advance(10 * time.Second)
		}
		job = strings.Split(send(http.MethodPost, "/v2/e/run", `{"input":{"ms":86400000}}`), `"`)[3]
	}
	for name, path := range map[string]string{
		"overview": "overview", "metrics": "metrics", "object": "objects/templates/t", "endpoint": "endpoints/e",
		"job": "jobs/e/" + job,
	} {
		var took []time.Duration
		for range b.N {
			began := time.Now()
			send(http.MethodGet, "/_emulator/"+path, "")
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2])/float64(time.Millisecond), "ms-"+name)
		b.ReportMetric(float64(took[len(took)-1])/float64(time.Millisecond), "longest-"+name)
	}
}
