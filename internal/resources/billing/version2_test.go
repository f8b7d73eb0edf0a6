package billing_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Reports over whole buckets have the same totals over both versions. Over version 2 the records are by pod and by
// endpoint, those of volumes are added up, and one request is enough.
func TestBilling_overBothVersions(t *testing.T) {
	t.Parallel()
	w := used(t)
	w.Put("networkVolumes", "v2", map[string]any{"name": "w", "size": 73,
		"type": "HIGH_PERFORMANCE"})
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
		"pods":             {"podfleet_billing_pods", with("grouping", "podId"), []string{"time", "amount", "pod_id"}},
		"a pod":            {"podfleet_billing_pods", with("pod_id", "p1"), nil},
		"endpoints":        {"podfleet_billing_endpoints", whole, []string{"time", "amount", "endpoint_id"}},
		"an endpoint":      {"podfleet_billing_endpoints", with("endpoint_id", "e1"), nil},
		"another endpoint": {"podfleet_billing_endpoints", with("endpoint_id", "e2"), nil},
		"volumes":          {"podfleet_billing_network_volumes", whole, []string{"time", "amount"}},
		"volumes by the hour": {"podfleet_billing_network_volumes", with("bucket_size", "hour"),
			[]string{"time", "amount"}},
		"pods, until now":       {"podfleet_billing_pods", nil, nil},
		"volumes, until now":    {"podfleet_billing_network_volumes", nil, []string{"time", "amount"}},
		"endpoints by the week": {"podfleet_billing_endpoints", acctest.Values{"bucket_size": "week"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w.UseVersion(1)
			first := w.Process().MustLookup(test.typeName, test.config)
			w.UseVersion(2)
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

// Records have the parts of their amounts over version 2 only; those of volumes are of each volume, of one, or of all.
func TestBilling_partsOverVersion2(t *testing.T) {
	t.Parallel()
	w := used(t)
	w.Put("networkVolumes", "v2", map[string]any{"name": "w", "size": 7300})
	in := api.PodCreate{}
	in.ImageName, in.ComputeType = members.Some("i"), members.Some("CPU")
	made, err := w.Client().Pods.Create(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	w.Advance(12 * time.Hour)
	first := w.Process().MustLookup("podfleet_billing_pods", acctest.Values{"grouping": "podId"})
	for _, name := range []string{"gpu_amount", "cpu_amount", "disk_amount"} {
		first.Expect("records.0."+name, nil)
	}
	w.UseVersion(2)
	p := w.Process()
	pods := p.MustLookup("podfleet_billing_pods", acctest.Values{"bucket_size": "month", "pod_id": "p1"})
	for name, want := range map[string]any{"pod_id": "p1", "amount": 24, "gpu_amount": 24, "cpu_amount": 0,
		"disk_amount": 0, "time_billed_ms": nil, "disk_space_billed_gb": nil, "gpu_type_id": nil} {
		pods.Expect("records.0."+name, want)
	}
	cpu := p.MustLookup("podfleet_billing_pods", acctest.Values{"bucket_size": "month", "pod_id": made.Object.ID})
	cpu.Expect("records.0.gpu_amount", 0)
	cpu.Expect("records.0.cpu_amount", cpu.JSON("total_amount"))
	workers := p.MustLookup("podfleet_billing_endpoints", acctest.Values{"bucket_size": "month"})
	workers.Expect("records.0.gpu_amount", 96)
	const volumes, month = "podfleet_billing_network_volumes", "month"
	each := p.MustLookup(volumes, acctest.Values{"bucket_size": month, "grouping": "networkVolumeId"})
	each.ExpectLength("records", 2)
	each.Expect("records.0.network_volume_id", "v1")
	each.Expect("records.1.network_volume_id", "v2")
	var amounts [2]string
	for i := range amounts {
		amounts[i] = string(each.JSON(fmt.Sprintf("records.%d.amount", i)))
	}
	all := p.MustLookup(volumes, acctest.Values{"bucket_size": month})
	all.ExpectLength("records", 1)
	all.Expect("records.0.network_volume_id", nil)
	all.Expect("total_amount", each.JSON("total_amount"))
	w.ClearJournal()
	one := p.MustLookup(volumes, acctest.Values{"bucket_size": month, "network_volume_id": "v2"})
	one.ExpectLength("records", 1)
	one.Expect("records.0.network_volume_id", nil)
	one.Expect("total_amount", json.RawMessage(amounts[1]))
	for _, request := range w.Requests("ListNetworkVolumeBilling") {
		if !strings.Contains(request.Query, "networkVolumeId=v2") {
			t.Errorf("asked %s", request.Query)
		}
	}
	// A deployment can ignore the filter.
	w.Rewrite().Use(func(a *emulatortest.Answer) {
		a.Body = []byte(strings.ReplaceAll(string(a.Body), `"v2"`, `"v1"`))
	})
	none := w.Process().MustLookup(volumes, acctest.Values{"bucket_size": month, "network_volume_id": "v2"})
	none.ExpectLength("records", 0)
}

// A report says if it is not of what was configured, or does not add up.
func TestBilling_metadataOverVersion2(t *testing.T) {
	t.Parallel()
	const asked = "2026-01-01T00:00:00Z"
	config := acctest.Values{"bucket_size": "day", "start_time": asked, "end_time": "2026-01-02T00:00:00Z"}
	for name, test := range map[string]struct {
		change func(report map[string]any)
		says   string // a part of the one warning; empty for none
	}{
		"as asked":         {func(map[string]any) {}, ""},
		"another spelling": {func(r map[string]any) { query(r)["startTime"] = "2026-01-01T01:00:00.000+01:00" }, ""},
		"no metadata":      {func(r map[string]any) { delete(r, "metadata") }, ""},
		"another start": {func(r map[string]any) { query(r)["startTime"] = "2026-01-01T12:00:00Z" },
			"The report covers another time"},
		"another end": {func(r map[string]any) { query(r)["endTime"] = "2026-01-03T00:00:00Z" }, "(at end_time"},
		"other buckets": {func(r map[string]any) { query(r)["bucketSize"] = "hour" },
			"The report has other buckets"},
		"a cent":   {func(r map[string]any) { total(r, 14.41) }, ""},
		"a dollar": {func(r map[string]any) { total(r, 15.4) }, "The records differ from the total"},
		"no total": {func(r map[string]any) { delete(member(r, "metadata"), "totals") }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := used(t)
			w.UseVersion(2)
			w.AllowBadAnswers()
			w.Rewrite().Use(func(a *emulatortest.Answer) {
				var report map[string]any
				if err := json.Unmarshal(a.Body, &report); err != nil {
					t.Error(err)
				}
				test.change(report)
				a.Body, _ = json.Marshal(report)
			})
			_, diags := w.Process().Lookup("podfleet_billing_pods", config)
			text := acctest.Text(diags)
			if strings.Contains(text, "ERROR: ") || (len(diags) != 0) != (test.says != "") || len(diags) > 1 ||
				!strings.Contains(text, test.says) {
				t.Errorf("%s", text)
			}
		})
	}
}

func query(report map[string]any) map[string]any { return member(member(report, "metadata"), "query") }

func total(report map[string]any, usd float64) {
	member(member(report, "metadata"), "totals")["totalAmount"] = usd
}

// member returns a member that is an object; nil if it is none.
func member(object map[string]any, name string) map[string]any {
	value, _ := object[name].(map[string]any)
	return value
}

// Version 1 has no records of single volumes.
func TestBilling_refusedOverVersion1(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	for attribute, value := range map[string]string{"grouping": "networkVolumeId", "network_volume_id": "v"} {
		_, diags := p.Lookup("podfleet_billing_network_volumes", acctest.Values{attribute: value})
		if text := acctest.Text(diags); len(diags) != 1 || !strings.Contains(text, "Not possible over version 1") ||
			!strings.Contains(text, "Next: leave "+attribute+" out. (at "+attribute) {
			t.Errorf("%s: %s", attribute, text)
		}
	}
	w.ExpectRequests()
}

// What version 2 cannot report is refused, before anything is sent.
func TestBilling_refusedOverVersion2(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.UseVersion(2)
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
			!strings.Contains(text, "Next: leave "+test.attribute+" out. (at "+test.attribute) {
			t.Errorf("%s %v: %s", test.typeName, test.value, text)
		}
	}
	w.ExpectRequests()
	p.MustLookup("podfleet_billing_endpoints", acctest.Values{"grouping": "endpointId", "gpu_type_ids": []string{}})
}
