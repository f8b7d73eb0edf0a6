package emulator_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A hundred thousand jobs are data: they are submitted, a third is worked off and the rest purged, in seconds. How many is
// logged and not asserted; what grows with the square of their number does not end within the test's time.
func TestQueue_veryManyJobs(t *testing.T) {
	t.Parallel()
	const jobs = 100_000
	// Time goes by while they come, so that they are not too many at once.
	q := unchecked(t, emulator.Options{StepPerRequest: 10 * time.Millisecond}).queue("emulator/sleep", `"scalerType":"REQUEST_COUNT"`)
	begin := time.Now()
	for i := range jobs {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v2/"+q.id+"/run", strings.NewReader(`{"input":{"ms":1000}}`))
		r.Header.Set("Authorization", q.APIKey())
		w := httptest.NewRecorder()
		if q.ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Fatalf("job %d: %d %s", i, w.Code, w.Body)
		}
	}
	submitted := time.Now()
	q.Advance(3 * time.Hour)
	worked := time.Now()
	removed, _ := q.call(http.MethodPost, "/purge-queue", "").object()["removed"].(float64)
	if removed < jobs/2 || removed > jobs*2/3 {
		t.Errorf("%v jobs removed", removed)
	}
	t.Logf("submitted in %v, worked in %v, purged in %v", submitted.Sub(begin), worked.Sub(submitted), time.Since(worked))
	if got := q.counts(); !strings.Contains(got, "inProgress:3 ready") && !strings.Contains(got, "inProgress:3 running:3") {
		t.Errorf("left: %s", got)
	}
}
