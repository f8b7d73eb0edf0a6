package client_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// overVersion2 returns a client of a service in a bubble, with the quotas of the published example: 60 requests a
// minute and 3,000 an hour.
func overVersion2(t *testing.T) (*emulatortest.Service, *client.Client) {
	t.Helper()
	options := emulator.Options{Version2: emulator.Version2Options{Quotas: emulator.PublishedQuotas()}}
	s := emulatortest.StartInBubble(t, options)
	s.UseVersion(2)
	return s, s.Client()
}

// Many creates at once use what the windows allow, and no more: none is rejected once the first answer has said what
// there is.
func TestQuota_manyCreates(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, c := overVersion2(t)
		const creates, parallelism, aMinute = 500, 10, 60
		began := time.Now()
		names := make(chan string)
		var all sync.WaitGroup
		for range parallelism {
			all.Go(func() {
				for name := range names {
					in := api.TemplateCreate{TemplateFields: api.TemplateFields{
						Name: members.Some(name), ImageName: members.Some("img:1")}}
					if _, err := c.Templates.Create(t.Context(), in); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
			})
		}
		for i := range creates {
			names <- fmt.Sprint("web-", i)
		}
		close(names)
		all.Wait()
		sent := 0
		for _, r := range s.Requests() {
			if sent++; r.Status == 429 {
				t.Errorf("request %d was rejected", sent)
			}
		}
		// The first window is full at once; each of the others takes its minute.
		allowed := time.Duration((sent-1)/aMinute) * time.Minute
		if took := time.Since(began); took > allowed*105/100+2*time.Second {
			t.Errorf("%d requests took %s, and the windows allow %s", sent, took, allowed)
		}
	})
}

// A request that would have to wait longer than its caller has time fails at once, and says when there is room.
func TestQuota_noTimeToWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, c := overVersion2(t)
		for range 60 {
			if _, err := c.NetworkVolumes.ListAll(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		began := time.Now()
		short, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		_, err := c.NetworkVolumes.ListAll(short)
		if took := time.Since(began); err == nil || took > time.Second {
			t.Fatalf("after %s: %v", took, err)
		}
		if want := "the service accepts the next request at "; !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %q", want, err)
		}
		if _, err := c.NetworkVolumes.ListAll(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A 429 whose Retry-After is after the operation's timeout ends the operation at once, and the error says when the
// service has room again: the longest time counts of RateLimit and Retry-After.
func TestQuota_retryAfter(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		seconds int
		windows string
		room    string
	}{
		"without windows":      {seconds: 3600, room: "2000-01-01 01:00:01 UTC"},
		"longer than a window": {seconds: 1812, windows: `"minute";r=0;t=12`, room: "2000-01-01 00:30:13 UTC"},
		"shorter":              {seconds: 12, windows: `"minute";r=0;t=12, "hour";r=0;t=1812`, room: "2000-01-01 00:30:13 UTC"},
		"tomorrow":             {seconds: 24 * 3600, room: "2000-01-02 00:00:01 UTC"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := emulatortest.StartInBubble(t, emulator.Options{})
				s.UseVersion(2)
				fault := emulator.Fault{Operation: "ListNetworkVolumes", Kind: emulator.FaultStatus,
					Status: http.StatusTooManyRequests, RetryAfter: test.seconds}
				if test.windows != "" {
					fault.Headers = map[string]string{"RateLimit": test.windows}
				}
				s.SetFaults(fault)
				began := time.Now()
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
				defer cancel()
				_, err := s.Client().NetworkVolumes.ListAll(ctx)
				if took := time.Since(began); took > time.Second || !transport.IsRateLimited(err) ||
					!strings.Contains(err.Error(), "accepts the next request at "+test.room) || len(s.Requests()) != 1 {
					t.Errorf("after %s and %d requests: %v", took, len(s.Requests()), err)
				}
			})
		})
	}
}
