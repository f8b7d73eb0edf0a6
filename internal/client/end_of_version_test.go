package client_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// gone is a 410 of an operation.
func gone(operation string) emulator.Fault {
	return emulator.Fault{Operation: operation, Kind: emulator.FaultStatus, Status: http.StatusGone,
		Body: `{"error":"version 1 is no longer offered","status":410}`}
}

// ended checks that a request failed because version 1 has ended, and returns the end.
func ended(t *testing.T, err error) *client.End {
	t.Helper()
	end := client.EndOf(err)
	if end == nil {
		t.Fatalf("%v is no end", err)
	}
	if transport.OutcomeUnknown(err) || transport.IsTransient(err) || fleet.IsGone(err) {
		t.Errorf("%v: it did nothing, and stays", err)
	}
	return end
}

// The first 410 is the end: of each kind, for a read, a list, and a list that was to confirm a 404. Over version 2 a
// 410 is an error of its own.
func TestEnd_reads(t *testing.T) {
	t.Parallel()
	for _, k := range readKinds {
		t.Run(k.kind, func(t *testing.T) {
			t.Parallel()
			emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
				t.Helper()
				w := stock(t, start, k, 1)
				w.SetFaults(gone("*"))
				c := w.Client()
				_, err := k.get(c, t.Context(), object(0))
				if c.Version() == 2 {
					if _, again := k.get(c, t.Context(), object(0)); client.EndOf(err) != nil || again == nil {
						t.Errorf("%v, then %v", err, again)
					}
					w.ExpectRequests(k.one, k.one)
					return
				}
				end := ended(t, err)
				want := k.one + ": this URL no longer serves version 1 of the management interface: version 1 is no longer " +
					"offered (HTTP 410, request ID "
				if !strings.HasPrefix(err.Error(), want) || !end.FirstReport() || end.FirstReport() {
					t.Errorf("%v", err)
				}
				w.ExpectRequests(k.one)
				if _, err := k.all(c, t.Context()); ended(t, err) != end {
					t.Errorf("a list: %v", err)
				}
				w.ExpectRequests() // The client sends nothing more.
				if _, err := k.all(w.Client(), t.Context()); ended(t, err) == end {
					t.Errorf("another client, which is another run, has the same: %v", err)
				}
				w.ExpectRequests(k.many)
				w.SetFaults(gone(k.many))
				_, err = k.read(w.Client(), t.Context(), "missing")
				ended(t, err)
				w.ExpectRequests(k.one, k.many)
			})
		})
	}
}

// A request that changes something had no effect: the client neither repeats it nor searches for its result.
func TestEnd_writes(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for operation, write := range map[string]func(context.Context, *client.Client) error{
		"UpdateTemplate": func(ctx context.Context, c *client.Client) error {
			_, err := c.Templates.Update(ctx, "a", api.TemplateFields{Name: members.Some("b")})
			return err
		},
		"DeleteTemplate": func(ctx context.Context, c *client.Client) error { return c.Templates.Delete(ctx, "a") },
		"StopPod": func(ctx context.Context, c *client.Client) error {
			_, err := c.Pods.Stop(ctx, "a")
			return err
		},
		"CreateNetworkVolume": func(ctx context.Context, c *client.Client) error {
			_, err := c.NetworkVolumes.Create(ctx, volumeCalled("data"))
			var failed *creates.Error
			if !errors.As(err, &failed) || failed.Unknown {
				t.Errorf("%#v", err)
			}
			return err
		},
		"ListEndpointBilling": func(ctx context.Context, c *client.Client) error {
			_, err := c.Billing.Report(ctx, api.BillingFilter{Of: api.BilledEndpoints})
			return err
		},
	} {
		w := emulatortest.Start(t)
		w.SetFaults(gone(operation))
		c := w.Client(func(config *client.Config) { // A pause would end with the context.
			config.Times.Retry = pacing.Backoff{Min: time.Hour, Max: time.Hour}
		})
		ended(t, write(ctx, c))
		if sent := w.Requests(operation); len(sent) != 1 {
			t.Errorf("%s: %d requests", operation, len(sent))
		}
		w.ClearJournal()
		ended(t, write(ctx, c))
		w.ExpectRequests()
	}
}

// The queue interface is separate: a 410 there is about the requested object, and it goes on after the end.
func TestEnd_queueIsNotAffected(t *testing.T) {
	t.Parallel()
	w := emulatortest.Start(t)
	w.SetFaults(gone("GetHealth"), gone("ListEndpoints"))
	c := w.Client()
	if _, err := c.GetHealth(t.Context(), "e"); client.EndOf(err) != nil || err == nil {
		t.Errorf("a 410 of the queue: %v", err)
	}
	_, err := c.Endpoints.ListAll(t.Context())
	ended(t, err)
	w.SetFaults()
	if _, err := c.GetHealth(t.Context(), "e"); !transport.IsNotFound(err) {
		t.Errorf("the queue is not asked any more: %v", err)
	}
}

// Any answer of the management interface can announce the end, errors included; answers of the queue cannot. The first
// one counts.
func TestAnnouncement(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		w := start(t)
		announcing := func(operation, kind, sunset string) emulator.Fault {
			return emulator.Fault{Operation: operation, Kind: kind, Headers: map[string]string{"Sunset": sunset}}
		}
		w.SetFaults(announcing("GetHealth", emulator.FaultStall, "Sun, 15 Nov 2026 08:30:00 GMT"),
			announcing("GetPod", emulator.FaultHTML, "Mon, 16 Nov 2026 08:30:00 GMT"),
			announcing("ListPods", emulator.FaultStall, "Tue, 17 Nov 2026 08:30:00 GMT"))
		c := w.Client()
		_, _ = c.GetHealth(t.Context(), "e")
		if found := c.Announcement(); found != nil {
			t.Errorf("of the queue: %+v", found)
		}
		_, _ = c.Pods.Get(t.Context(), "p")
		_, _ = c.Pods.List(t.Context(), api.PodFilter{})
		found := c.Announcement()
		if c.Version() == 2 {
			if found != nil {
				t.Errorf("of version 2: %+v", found)
			}
			return
		}
		if found == nil || found.Operation != "GetPod" || found.Sunset.Day() != 16 || found.URL != w.ManagementURL() {
			t.Fatalf("%+v", found)
		}
		if !found.FirstReport() || c.Announcement().FirstReport() {
			t.Error("it is not reported once")
		}
	})
}
