package framework

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"
)

// The first look is logged, a change, and each minute without one.
func TestWaitLog(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		ctx := tflogtest.RootLogger(t.Context(), &log)
		waiting := NewWaitLog("the pod to be ready")
		for _, look := range []struct {
			after time.Duration
			seen  string
		}{
			{time.Second, "CREATED"}, {time.Second, "CREATED"}, {time.Second, "RUNNING"}, {59 * time.Second, "RUNNING"},
			{time.Second, "RUNNING"}, {time.Second, "RUNNING"},
		} {
			time.Sleep(look.after)
			waiting.Saw(ctx, look.seen)
		}
		lines, err := tflogtest.MultilineJSONDecode(&log)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range lines {
			got = append(got, fmt.Sprint(line["@level"], " ", line["@message"], " for ", line["for"], ", ",
				line["waited"], ": ", line["last_seen"]))
		}
		const about = "info waiting for the pod to be ready, "
		if want := []string{about + "1s: CREATED", about + "3s: RUNNING", about + "1m3s: RUNNING"}; !slices.Equal(got, want) {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	})
}
