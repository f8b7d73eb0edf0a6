package client_test

import (
	"context"
	"errors"
	"fmt"
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

// retired returns the retirement because of which a request failed.
func retired(t *testing.T, err error) *client.Retirement {
	t.Helper()
	found := client.RetirementOf(err)
	if found == nil {
		t.Fatalf("%v is no retirement", err)
	}
	if transport.OutcomeUnknown(err) || transport.IsTransient(err) || fleet.IsGone(err) {
		t.Errorf("%v: it did nothing, and stays", err)
	}
	return found
}

// The client believes a 410 of an object's own path if the list of its kind returns 410 too: of each kind, for a read,
// and for a read that shares lists.
func TestRetirement_listConfirms(t *testing.T) {
	t.Parallel()
	for _, k := range readKinds {
		t.Run(k.kind, func(t *testing.T) {
			t.Parallel()
			emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
				t.Helper()
				w := stock(t, start, k, 1)
				w.SetFaults(gone(k.one))
				_, err := k.get(w.Client(), t.Context(), object(0))
				if client.RetirementOf(err) != nil || !strings.Contains(err.Error(), "HTTP 410") {
					t.Errorf("the list works: %v", err)
				}
				w.ExpectRequests(k.one, k.many)
				w.SetFaults(gone("*"))
				c := w.Client()
				_, err = k.read(c, t.Context(), object(0))
				found := retired(t, err)
				if found.Answer.Operation != k.many || found.URL != w.ManagementURL() {
					t.Errorf("%+v", found)
				}
				w.ExpectRequests(k.one, k.many)
				if _, err := k.read(c, t.Context(), "b"); retired(t, err) != found || !strings.HasPrefix(err.Error(), k.one) {
					t.Errorf("another read: %v", err)
				}
				if _, err := k.all(c, t.Context()); retired(t, err) != found {
					t.Errorf("a list: %v", err)
				}
				w.ExpectRequests() // The client sends nothing more.
				if _, err := k.all(w.Client(), t.Context()); retired(t, err) == found {
					t.Errorf("another client, which is another run, has the same: %v", err)
				}
				w.ExpectRequests(k.many)
			})
		})
	}
}

// A 404 of an object whose list is answered 410 is no proof that the object is gone.
func TestRetirement_isNotGone(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		for _, k := range readKinds {
			w := start(t)
			w.SetFaults(gone(k.many))
			_, err := k.read(w.Client(), t.Context(), "a")
			retired(t, err)
			w.ExpectRequests(k.one, k.many)
		}
	})
}

// A request that changes something had no effect: the client neither repeats it nor searches for its result.
func TestRetirement_writes(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		for name, write := range map[string]struct {
			do       func(context.Context, *client.Client) error
			requests []string
		}{
			"update": {func(ctx context.Context, c *client.Client) error {
				_, err := c.Templates.Update(ctx, "a", api.TemplateFields{Name: members.Some("b")})
				return err
			}, []string{"UpdateTemplate", "ListTemplates"}},
			"delete": {func(ctx context.Context, c *client.Client) error {
				return c.Templates.Delete(ctx, "a")
			}, []string{"DeleteTemplate", "ListTemplates"}},
			"pod operation": {func(ctx context.Context, c *client.Client) error {
				_, err := c.Pods.Stop(ctx, "a")
				return err
			}, []string{"StopPod", "ListPods"}},
			"create": {func(ctx context.Context, c *client.Client) error { // Its first request is a list.
				_, err := c.NetworkVolumes.Create(ctx, volumeCalled("data"))
				return err
			}, []string{"ListNetworkVolumes"}},
			"billing": {func(ctx context.Context, c *client.Client) error {
				_, err := c.Billing.Report(ctx, api.BillingFilter{Of: api.BilledEndpoints})
				return err
			}, []string{"ListEndpointBilling", "ListEndpoints"}},
		} {
			w := start(t)
			w.SetFaults(gone("*"))
			c := w.Client(func(config *client.Config) { // A pause would end with the context.
				config.Times.Retry = pacing.Backoff{Min: time.Hour, Max: time.Hour}
			})
			retired(t, write.do(ctx, c))
			w.ExpectRequests(write.requests...)
			if t.Failed() {
				t.Fatal(name)
			}
			retired(t, write.do(ctx, c))
			w.ExpectRequests()
		}
	})
}

// A create's own 410 is confirmed like any other: the run's first list came before the end.
func TestRetirement_createAfterItsList(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		w := start(t)
		w.OnRequest("ListNetworkVolumes", 1, func() { w.SetFaults(gone("*")) })
		_, err := w.Client().NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		retired(t, err)
		var failed *creates.Error
		if !errors.As(err, &failed) || failed.Unknown {
			t.Errorf("%#v", err)
		}
		w.ExpectRequests("ListNetworkVolumes", "CreateNetworkVolume", "ListNetworkVolumes")
	})
}

// The queue interface is separate, and a 410 there is about the requested object.
func TestRetirement_queueIsNotAffected(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		w := start(t)
		w.SetFaults(gone("GetHealth"), gone("ListEndpoints"))
		c := w.Client()
		if _, err := c.GetHealth(t.Context(), "e"); client.RetirementOf(err) != nil || err == nil {
			t.Errorf("a 410 of the queue: %v", err)
		}
		if _, err := c.Endpoints.ListAll(t.Context()); client.RetirementOf(err) == nil {
			t.Errorf("the list: %v", err)
		}
		w.ExpectRequests("GetHealth", "ListEndpoints")
		w.SetFaults()
		if _, err := c.GetHealth(t.Context(), "e"); !transport.IsNotFound(err) {
			t.Errorf("the queue is not asked any more: %v", err)
		}
	})
}

// The retirement keeps the service's message, and only the first report is one.
func TestRetirement_report(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		w := start(t)
		w.SetFaults(gone("*"))
		c := w.Client()
		_, err := c.Pods.Get(t.Context(), "a")
		found := retired(t, err)
		if want := fmt.Sprintf("GetPod: this URL no longer serves version %d of the management interface: version 1 is no "+
			"longer offered (HTTP 410)", w.Version()); err.Error() != want {
			t.Errorf("%v", err)
		}
		if found.Answer.Message != "version 1 is no longer offered" || found.Answer.RequestID == "" {
			t.Errorf("%+v", found.Answer)
		}
		if !found.FirstReport() || found.FirstReport() {
			t.Error("it is not reported once")
		}
	})
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
		if found == nil || found.Operation != "GetPod" || found.Sunset.Day() != 16 || found.URL != w.ManagementURL() {
			t.Fatalf("%+v", found)
		}
		if !found.FirstReport() || c.Announcement().FirstReport() {
			t.Error("it is not reported once")
		}
	})
}
