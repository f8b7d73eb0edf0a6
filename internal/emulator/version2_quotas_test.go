package emulator_test

import (
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Every answer shows what is left of the minute, the hour and the day, and a request over a quota does nothing
// (contract-v2 1.4).
func TestVersion2_quotas(t *testing.T) {
	t.Parallel()
	quotas := emulator.Quotas{Minute: 2, Hour: 3, Day: 4}
	a := start(t, emulator.Options{Version2: emulator.Version2Options{Quotas: quotas}})
	a.Advance(15 * time.Second)
	step := func(what string, status int, limits, retryAfter string) {
		t.Helper()
		r := a.call2(post, "/network-volumes", `{"name":"n","size":10,"dataCenter":"EU-RO-1"}`)
		if r.status != status || r.header.Get("RateLimit") != limits || r.header.Get("Retry-After") != retryAfter ||
			r.header.Get("RateLimit-Policy") != `"minute";q=2;w=60, "hour";q=3;w=3600, "day";q=4;w=86400` {
			t.Errorf("%s: %d %v", what, r.status, r.header)
		}
	}
	step("first", 201, `"minute";r=1;t=45, "hour";r=2;t=3585, "day";r=3;t=86385`, "")
	if r := a.call2(get, "/nowhere", ""); r.header.Get("RateLimit") != `"minute";r=1;t=45, "hour";r=2;t=3585, "day";r=3;t=86385` {
		t.Errorf("a path that does not exist: %v", r.header) // It is shown the limits, and not counted.
	}
	step("second", 201, `"minute";r=0;t=45, "hour";r=1;t=3585, "day";r=2;t=86385`, "")
	step("over the minute's", 429, `"minute";r=0;t=45, "hour";r=1;t=3585, "day";r=2;t=86385`, "45")
	a.Advance(45 * time.Second)
	step("next minute", 201, `"minute";r=1;t=60, "hour";r=0;t=3540, "day";r=1;t=86340`, "")
	step("over the hour's", 429, `"minute";r=1;t=60, "hour";r=0;t=3540, "day";r=1;t=86340`, "3540")
	a.Advance(59 * time.Minute)
	step("next hour", 201, `"minute";r=1;t=60, "hour";r=2;t=3600, "day";r=0;t=82800`, "")
	step("over the day's", 429, `"minute";r=1;t=60, "hour";r=2;t=3600, "day";r=0;t=82800`, "82800")
	if r := a.call(get, "/networkvolumes", ""); r.status != 200 || r.header.Get("RateLimit") != "" {
		t.Errorf("version 1: %d %v", r.status, r.header)
	}
	if all := a.Objects(emulator.KindNetworkVolumes); len(all) != 4 {
		t.Errorf("%d volumes", len(all))
	}
	a.Reset()
	if r := a.call2(get, "/network-volumes", ""); r.status != 200 {
		t.Errorf("after a reset: %d", r.status)
	}
}
