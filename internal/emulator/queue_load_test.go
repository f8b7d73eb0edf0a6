package emulator_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// Ten thousand jobs over HTTP: they are submitted, a third is executed and the rest purged. The engine's own test has
// more.
func TestQueue_veryManyJobs(t *testing.T) {
	longtest.Large(t)
	t.Parallel()
	const jobs = 10_000
	// Time goes by while they come, so that they are not too many at once.
	q := unchecked(t, emulator.Options{StepPerRequest: 10 * time.Millisecond}).queue("emulator/sleep",
		`"scalerType":"REQUEST_COUNT"`)
	for i := range jobs {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v2/"+q.id+"/run",
			strings.NewReader(`{"input":{"ms":1000}}`))
		r.Header.Set("Authorization", q.APIKey())
		w := httptest.NewRecorder()
		if q.ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Fatalf("job %d: %d %s", i, w.Code, w.Body)
		}
	}
	q.Advance(18 * time.Minute)
	removed, _ := q.call(http.MethodPost, "/purge-queue", "").object()["removed"].(float64)
	if removed < jobs/2 || removed > jobs*2/3 {
		t.Errorf("%v jobs removed", removed)
	}
	if got := q.counts(); !strings.Contains(got, "inProgress:3 ready") &&
		!strings.Contains(got, "inProgress:3 running:3") {
		t.Errorf("left: %s", got)
	}
}
