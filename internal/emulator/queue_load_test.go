package emulator_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A hundred thousand jobs are data: to submit, work off and purge them takes no time to speak of, and no goroutines.
func TestQueue_veryManyJobs(t *testing.T) {
	t.Parallel()
	const jobs = 100_000
	a := start(t, emulator.Options{StepPerRequest: 10 * time.Millisecond}) // So as not to be limited.
	for input, left := range map[string]float64{`{"ms":3600000}`: jobs - 140, `{"ms":1000}`: 0} {
		q := a.queue("emulator/sleep", `"scalerType":"REQUEST_COUNT"`)
		body := `{"input":` + input + `}`
		begin := time.Now()
		for i := range jobs {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v2/"+q.id+"/run", strings.NewReader(body))
			r.Header.Set("Authorization", q.APIKey())
			w := httptest.NewRecorder()
			if q.ServeHTTP(w, r); w.Code != http.StatusOK {
				t.Fatalf("job %d: %d %s", i, w.Code, w.Body)
			}
		}
		q.ClearJournal()
		submitted := time.Now()
		q.Advance(23 * time.Hour)
		worked := time.Now()
		removed, _ := q.call(http.MethodPost, "/purge-queue", "").object()["removed"].(float64)
		if took := time.Since(begin); took > time.Minute || removed < left-1000 || removed > left {
			t.Errorf("%s: %v jobs removed after %v", input, removed, took)
		}
		t.Logf("submitted in %v, a day in %v, purged in %v", submitted.Sub(begin), worked.Sub(submitted), time.Since(worked))
	}
}
