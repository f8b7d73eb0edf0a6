package emulator_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	prometheus "github.com/prometheus/common/model"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Prometheus' own library reads the metrics, and finds what the server has done.
func TestMetrics(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{ControlToken: "control-token", JournalBytes: 1})
	a.call(http.MethodPost, "/templates", `{"name":"n","imageName":"i","env":{"A":"canary"}}`)
	q := a.queue("i", `"workersMin":1`)
	q.submit(`{"input":{}}`)
	a.call(http.MethodPost, "/pods", `{"name":"p","imageName":"i","gpuTypeIds":["NVIDIA L4"]}`)
	a.must(a.PutObject("endpoints", "e\"\\\n", map[string]any{"name": "odd"}))
	a.SetFaults(emulator.Fault{Operation: "ListPods", Kind: "status", Status: 503})
	a.call(http.MethodGet, "/pods", "")
	for _, path := range []string{"/canary-1", "/canary-2"} {
		a.call(http.MethodGet, path, "")
		a.call(http.MethodGet, path, "", "Authorization", "canary")
	}
	a.Advance(time.Hour)
	r, err := a.send(http.MethodGet, a.URL()+"/_emulator/metrics", "", "Authorization", "Bearer control-token")
	if err != nil || r.status != http.StatusOK || strings.Contains(r.text, "canary") {
		t.Fatal(err, r)
	}
	if r, err := a.send(http.MethodGet, a.URL()+"/_emulator/metrics", "", "Authorization", "Bearer t"); r.status != 403 {
		t.Error(err, r)
	}
	if kind := r.header.Get("Content-Type"); kind != string(expfmt.NewFormat(expfmt.TypeTextPlain)) &&
		!strings.HasPrefix(kind, "text/plain; version=0.0.4") {
		t.Error(kind)
	}
	parser := expfmt.NewTextParser(prometheus.LegacyValidation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(r.text))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for name, family := range families {
		for _, m := range family.GetMetric() {
			for key, value := range values(name, m) {
				got[strings.TrimPrefix(key, "podfleet_emulator_")] = value
			}
		}
	}
	for key, want := range map[string]float64{
		"requests_total operation=CreateTemplate interface=rest_v1 status=200": 2,
		"requests_total operation=RunJob interface=queue status=200":           1,
		"requests_total operation=ListPods interface=rest_v1 status=503":       1,
		"requests_total operation=none interface=rest_v1 status=404":           2,
		"requests_total operation=none interface=rest_v1 status=401":           2,
		"request_duration_seconds count":                                       10,
		"request_duration_seconds le=60":                                       10,
		"request_duration_seconds le=+Inf":                                     10,
		"faults_total kind=status":                                             1,
		"journal_dropped":                                                      7,
		"viewers":                                                              0,
		"clock_seconds":                                                        float64(a.Now().Unix()),
		"pods status=RUNNING":                                                  2,
		"cost_usd_total":                                                       0.65,
		"jobs endpoint=" + q.id + " status=completed":                          1,
		"jobs endpoint=" + q.id + " status=inQueue":                            0,
		"workers endpoint=" + q.id + " state=idle":                             1,
		"workers endpoint=e\"\\\n state=idle":                                  0,
	} {
		if value, found := got[key]; !found || value != want {
			t.Errorf("%q is %v, %v", key, value, found)
		}
	}
	for key, before := range got {
		if strings.HasSuffix(key, " falls") {
			t.Errorf("%s behind %v", key, before)
		}
	}
	if t.Failed() {
		t.Log(r.text)
	}
}

// values returns the values of a metric, by its name and labels.
func values(name string, m *dto.Metric) map[string]float64 {
	for _, label := range m.GetLabel() {
		name += fmt.Sprintf(" %s=%s", label.GetName(), label.GetValue())
	}
	if m.GetHistogram() == nil {
		return map[string]float64{name: m.GetCounter().GetValue() + m.GetGauge().GetValue()}
	}
	all := map[string]float64{name + " count": float64(m.GetHistogram().GetSampleCount())}
	before := 0.0
	for _, bucket := range m.GetHistogram().GetBucket() {
		all[fmt.Sprintf("%s le=%v", name, bucket.GetUpperBound())] = float64(bucket.GetCumulativeCount())
		if bucket.GetUpperBound() <= before {
			all[name+" falls"] = before
		}
		before = bucket.GetUpperBound()
	}
	return all
}
