package client

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// scripted answers every request with this status and body. It sees requests as a server does, from their bytes.
type scripted struct {
	status int
	body   string
	onWire func(*http.Request)
}

func (s scripted) RoundTrip(r *http.Request) (*http.Response, error) {
	received, err := contracttest.Received(r)
	if err != nil {
		return nil, err
	}
	if s.onWire != nil {
		s.onWire(received)
	}
	return &http.Response{
		StatusCode: s.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(s.body)), Request: r,
	}, nil
}

// fuzzed is a client of what is scripted. It repeats nothing.
func fuzzed(t *testing.T, answers scripted) *Client {
	t.Helper()
	c := New(Config{Settings: transport.Settings{
		APIKey:  "the-key",
		RESTURL: &url.URL{Scheme: "https", Host: "service.invalid", Path: "/v1"},
		QueueURL: &url.URL{
			Scheme: "https", Host: "service.invalid", Path: "/v2",
		},
		Times: transport.Times{Poll: pacing.Backoff{Min: 1, Max: 1}, Retry: pacing.Backoff{Min: 1, Max: 1}, LastLook: 1,
			Paused: 1, Missing: 1, Released: 1},
		WrapTransport: func(http.RoundTripper) http.RoundTripper { return answers },
	}})
	return c
}

// byID are operations that put an id into a URL, one of each shape of path.
var byID = map[string]func(context.Context, *Client, string) error{
	"GetTemplate": func(ctx context.Context, c *Client, id string) error {
		return second(c.Templates.Get(ctx, id))
	},
	"DeleteNetworkVolume": func(ctx context.Context, c *Client, id string) error {
		return c.NetworkVolumes.Delete(ctx, id)
	},
	"StopPod": func(ctx context.Context, c *Client, id string) error {
		return second(c.Pods.Do(ctx, id, api.StopPod, 0))
	},
	"UpdatePod": func(ctx context.Context, c *Client, id string) error {
		return second(c.Pods.Update(ctx, id, api.PodFields{Name: members.Some("x")}))
	},
	"GetJobStatus": func(ctx context.Context, c *Client, id string) error {
		return second(c.GetJob(ctx, "e1", id))
	},
	"RetryJob": func(ctx context.Context, c *Client, id string) error {
		return second(c.RetryJob(ctx, id, id))
	},
	"RunJob": func(ctx context.Context, c *Client, id string) error {
		return second(c.RunJob(ctx, id, jobs.Submission{Input: []byte("{}")}))
	},
}

func second[T any](_ T, err error) error { return err }

// hardIDs are ids that would lead elsewhere if they were put into a URL as they are.
var hardIDs = []string{
	"t1", "", ".", "..", "../pods", "../../v2/e1/purge-queue", "x/../y", "%2e%2e", "%2f", "..%2fpods", "%252f", "a/b",
	"/", "//evil.example.com", "\\..\\", "a?b=c", "a#b", "a;b", "x\x00y", "x\r\nHost: evil\r\n\r\n", "\n", " ",
	"ä", "\xff\xfe",
	"?", "update", "x/update", ":80@evil", "http://evil.example.com/", "\u200b", strings.Repeat("a/", 5000),
	strings.Repeat("..%2f", 2000), "..;/", "...", ". ", "+",
}

// No id changes which operation is called, or where, as the server reads the request: or nothing is sent.
func FuzzID(f *testing.F) {
	longtest.ManyCases(f)
	for _, id := range hardIDs {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		for operation, call := range byID {
			var wire []*http.Request
			c := fuzzed(t, scripted{status: http.StatusTeapot, onWire: func(r *http.Request) { wire = append(wire, r) }})
			if err := call(t.Context(), c, id); err == nil {
				t.Fatalf("%s of %q: no error", operation, id)
			}
			if len(wire) == 0 && id != "" && id != "." && id != ".." {
				t.Errorf("%s of %q: nothing was sent", operation, id)
			}
			for i, r := range wire {
				got := contracttest.OperationOf(r.Method, r.URL.EscapedPath())
				isLook := i > 0 && r.Method == http.MethodGet // An update of unknown outcome looks at the object.
				if got != operation && !isLook || r.Host != "service.invalid" ||
					!strings.Contains("/"+r.URL.EscapedPath()+"/", "/"+url.PathEscape(id)+"/") {
					t.Errorf("%s of %q called %q: %s %s at %s", operation, id, got, r.Method, r.RequestURI, r.Host)
				}
			}
		}
	})
}

// hardBodies are answers that a decoder may fall over.
var hardBodies = []string{
	`{"id":"x","name":"n","env":{"A":"1"},"ports":["22/tcp"],"volumeInGb":20,"costPerHr":"0.5","portMappings":{"22":1}}`,
	`[{"id":"x"},{"id":"x"}]`, `{"id":"x","status":"COMPLETED","output":{"a":[1,2]},"delayTime":1e3}`,
	`{"status":"FAILED","stream":[{"output":1},null,{}]}`, `{"requests":[{"id":"x"},null]}`, `null`, `[]`, `{}`, `""`, `0`,
	`{"id":null}`, `{"id":7}`, `{"id":"x","env":null,"ports":[null],"volumeInGb":1e400,"gpu":[],"machine":7}`,
	`{"jobs":null,"workers":{"idle":"x"}}`, `[{"time":7,"amount":"NaN","timeBilledMs":9e99}]`, "\xff", "<html>",
	`{"id":"x"`,
	strings.Repeat("[", 20_000), strings.Repeat(`{"env":`, 20_000), `{"id":"` + strings.Repeat("x", 10_000) + `"}`,
	`{"removed":-1,"status":"completed"}`, `{"id":"x","isXyz":true,"isPublic":"yes"}`,
}

// Whatever a success has for a body: no panic, what is returned is about what was asked for, and it takes no longer
// than its length warrants.
func FuzzDecode(f *testing.F) {
	longtest.ManyCases(f)
	for _, body := range hardBodies {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		c := fuzzed(t, scripted{status: http.StatusOK, body: body})
		ctx := t.Context()
		began := time.Now()
		template, err := c.Templates.Get(ctx, "x")
		expectAbout(t, template.ID, err)
		endpoint, err := c.Endpoints.Get(ctx, "x")
		expectAbout(t, endpoint.ID, err)
		pod, err := c.Pods.Get(ctx, "x")
		expectAbout(t, pod.ID, err)
		volume, err := c.NetworkVolumes.Get(ctx, "x")
		expectAbout(t, volume.ID, err)
		login, err := c.ContainerRegistryAuths.Get(ctx, "x")
		expectAbout(t, login.ID, err)
		job, err := c.GetJob(ctx, "e1", "x")
		expectAbout(t, job.ID, err)
		if job.Output != nil && !json.Valid(job.Output) {
			t.Errorf("an output that is no JSON: %q", job.Output)
		}
		templates, err := c.Templates.List(ctx, api.TemplateFilter{})
		expectIDs(t, templates, err)
		pods, err := c.Pods.List(ctx, api.PodFilter{})
		expectIDs(t, pods, err)
		endpoints, err := c.Endpoints.ListAll(ctx)
		expectIDs(t, endpoints, err)
		volumes, err := c.NetworkVolumes.ListAll(ctx)
		expectIDs(t, volumes, err)
		logins, err := c.ContainerRegistryAuths.ListAll(ctx)
		expectIDs(t, logins, err)
		jobs, err := c.ListJobs(ctx, "e1")
		expectIDs(t, jobs, err)
		for _, of := range []api.Billed{api.BilledPods, api.BilledEndpoints, api.BilledNetworkVolumes} {
			bills, _ := c.Billing.Report(ctx, api.BillingFilter{Of: of})
			expectFinite(t, bills.Records, func(r api.BillingRecord) members.Optional[float64] { return r.Amount })
		}
		stream, err := c.StreamJob(ctx, "e1", "x")
		for _, chunk := range stream.Chunks {
			if err == nil && len(chunk.Output) > 0 && !json.Valid(chunk.Output) {
				t.Errorf("a chunk that is no JSON: %q", chunk.Output)
			}
		}
		_, _ = c.GetHealth(ctx, "e1")
		_, _ = c.PurgeQueue(ctx, "e1")
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

func expectAbout(t *testing.T, id string, err error) {
	t.Helper()
	if err == nil && id != "x" {
		t.Errorf("it is about %q", id)
	}
}

func expectIDs[T transport.Identified](t *testing.T, list []T, err error) {
	t.Helper()
	for _, one := range list {
		if err != nil || one.Identifier() == "" {
			t.Errorf("an object of a list has no id (%v)", err)
		}
	}
}

// expectFinite checks that each record has an amount that a state can hold, or none.
func expectFinite[T any](t *testing.T, records []T, amount func(T) members.Optional[float64]) {
	t.Helper()
	for _, record := range records {
		if number := amount(record).Or(0); math.IsInf(number, 0) || math.IsNaN(number) {
			t.Errorf("an amount is %v", number)
		}
	}
}

// Whatever a failure has for a body: no panic, its status is kept, its text is one line of bounded length, and the key
// is not in it.
func FuzzError(f *testing.F) {
	longtest.ManyCases(f)
	quoting := []string{`{"error":"x the-key","problems":["the-key"],"code":7}`, "<p>the-key"}
	for _, body := range append(quoting, hardBodies...) {
		f.Add(500, body)
		f.Add(404, body)
	}
	f.Fuzz(func(t *testing.T, status int, body string) {
		if status < 300 || status > 999 || status == http.StatusTooManyRequests {
			return // A 429 is waited out.
		}
		_, err := fuzzed(t, scripted{status: status, body: body}).Templates.Get(t.Context(), "x")
		var e *transport.Error
		if !errors.As(err, &e) || e.Status != status {
			t.Fatalf("%d: %v", status, err)
		}
		if fleet.IsGone(err) || strings.Contains(err.Error(), "the-key") ||
			strings.ContainsAny(e.Summary(), "\r\n\x1b\x00") ||
			len([]rune(e.Message)) > 20*redact.MaxMessageLength && !strings.HasPrefix(strings.TrimSpace(body), "[") {
			t.Errorf("%q", err)
		}
	})
}
