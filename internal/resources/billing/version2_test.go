package billing_test

import (
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Reports over whole buckets have the same totals over both versions. Over version 2 the records are by pod and by
// endpoint, those of volumes are added up, and one request is enough.
func TestBilling_overBothVersions(t *testing.T) {
	t.Parallel()
	w := used(t)
	if err := w.PutObject("networkVolumes", "v2", map[string]any{"name": "w", "size": 73,
		"type": "HIGH_PERFORMANCE"}); err != nil {
		t.Fatal(err)
	}
	w.Advance(24 * time.Hour)
	whole := acctest.Values{"start_time": "2026-01-01T00:00:00Z", "end_time": "2026-01-02T00:00:00Z"}
	with := func(attribute string, value any) acctest.Values {
		all := acctest.Values{attribute: value}
		for name, value := range whole {
			all[name] = value
		}
		return all
	}
	for name, test := range map[string]struct {
		typeName string
		config   acctest.Values
		members  []string // of records that both versions have
	}{
		"pods":                  {"podfleet_billing_pods", with("grouping", "podId"), []string{"time", "amount", "pod_id"}},
		"a pod":                 {"podfleet_billing_pods", with("pod_id", "p1"), nil},
		"endpoints":             {"podfleet_billing_endpoints", whole, []string{"time", "amount", "endpoint_id"}},
		"an endpoint":           {"podfleet_billing_endpoints", with("endpoint_id", "e1"), nil},
		"another endpoint":      {"podfleet_billing_endpoints", with("endpoint_id", "e2"), nil},
		"volumes":               {"podfleet_billing_network_volumes", whole, []string{"time", "amount"}},
		"volumes by the hour":   {"podfleet_billing_network_volumes", with("bucket_size", "hour"), []string{"time", "amount"}},
		"pods, until now":       {"podfleet_billing_pods", nil, nil},
		"volumes, until now":    {"podfleet_billing_network_volumes", nil, []string{"time", "amount"}},
		"endpoints by the week": {"podfleet_billing_endpoints", acctest.Values{"bucket_size": "week"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w.UseVersion1()
			first := w.Process().MustLookup(test.typeName, test.config)
			w.UseVersion2()
			p := w.Process()
			w.ClearJournal()
			second := p.MustLookup(test.typeName, test.config)
			w.ExpectRequests(operations[test.typeName])
			second.Expect("total_amount", first.JSON("total_amount"))
			for _, member := range test.members {
				second.Expect("records.0."+member, first.JSON("records.0."+member))
			}
		})
	}
}

// What version 2 cannot report is refused, before anything is sent.
func TestBilling_refusedOverVersion2(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.UseVersion2()
	p := w.Process()
	for _, test := range []struct {
		typeName, attribute string
		value               any
	}{
		{"podfleet_billing_pods", "grouping", "gpuTypeId"},
		{"podfleet_billing_pods", "gpu_type_id", "NVIDIA L4"},
		{"podfleet_billing_endpoints", "grouping", "podId"},
		{"podfleet_billing_endpoints", "grouping", "gpuTypeId"},
		{"podfleet_billing_endpoints", "pod_id", "p"},
		{"podfleet_billing_endpoints", "gpu_type_ids", []string{"NVIDIA L4"}},
		{"podfleet_billing_endpoints", "data_center_ids", []string{"EU-RO-1"}},
		{"podfleet_billing_endpoints", "image_name", "i"},
		{"podfleet_billing_endpoints", "template_id", "t"},
	} {
		_, diags := p.Lookup(test.typeName, acctest.Values{test.attribute: test.value})
		if text := acctest.Text(diags); len(diags) != 1 || !strings.Contains(text, "Not possible over version 2") ||
			!strings.Contains(text, "(at "+test.attribute) {
			t.Errorf("%s %v: %s", test.typeName, test.value, text)
		}
	}
	w.ExpectRequests()
	p.MustLookup("podfleet_billing_endpoints", acctest.Values{"grouping": "endpointId", "gpu_type_ids": []string{}})
}

// A window that is not of whole buckets is widened by the service: the report says so.
func TestBilling_widenedOverVersion2(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{})
	w.UseVersion2()
	p := w.Process()
	for _, test := range []struct {
		bucket, at string
		warns      bool
	}{
		{"", "2025-12-01T00:00:00Z", false}, {"", "2025-12-01T01:00:00Z", true}, {"", "2025-12-01T01:00:00+01:00", false},
		{"hour", "2025-12-01T01:00:00Z", false}, {"hour", "2025-12-01T01:00:01Z", true},
		{"week", "2025-12-01T00:00:00Z", false}, {"week", "2025-12-02T00:00:00Z", true},
		{"month", "2025-12-01T00:00:00Z", false}, {"month", "2025-12-02T00:00:00Z", true},
		{"year", "2025-01-01T00:00:00Z", false}, {"year", "2025-12-01T00:00:00Z", true},
	} {
		config := acctest.Values{"start_time": test.at}
		if test.bucket != "" {
			config["bucket_size"] = test.bucket
		}
		_, diags := p.Lookup("podfleet_billing_pods", config)
		text := acctest.Text(diags)
		if (len(diags) == 1) != test.warns || test.warns && !strings.Contains(text, "(at start_time") {
			t.Errorf("%s %s: %q", test.bucket, test.at, text)
		}
	}
}
