package client_test

import (
	"net/http"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// gone is a 410 of an operation.
func gone(operation string) emulator.Fault {
	return emulator.Fault{Operation: operation, Kind: emulator.FaultStatus, Status: http.StatusGone,
		Body: `{"error":"version 1 is no longer offered","status":410}`}
}

// Over version 2 a 410 is an error like others: the client goes on. The provider's tests have version 1.
func TestEnd_notOfVersion2(t *testing.T) {
	t.Parallel()
	w := emulatortest.Start(t)
	w.UseVersion(2)
	w.SetFaults(gone("*"))
	c := w.Client()
	for range 2 {
		if _, err := c.Pods.Get(t.Context(), "p"); err == nil || client.EndOf(err) != nil {
			t.Error(err)
		}
	}
	w.ExpectRequests("GetPod", "GetPod")
}

// A list that was to confirm a 404 can find the end.
func TestEnd_insteadOfAConfirmation(t *testing.T) {
	t.Parallel()
	w := emulatortest.Start(t)
	w.SetFaults(gone("ListNetworkVolumes"))
	if _, err := w.Client().NetworkVolumes.Read(t.Context(), "missing", nil); client.EndOf(err) == nil {
		t.Error(err)
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
	if _, err := c.Endpoints.ListAll(t.Context()); client.EndOf(err) == nil {
		t.Error(err)
	}
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
