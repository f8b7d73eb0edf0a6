package billing_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

// operations are the one request of each data source.
var operations = map[string]string{
	"podfleet_billing_pods":            "ListPodBilling",
	"podfleet_billing_endpoints":       "ListEndpointBilling",
	"podfleet_billing_network_volumes": "ListNetworkVolumeBilling",
}

// used is an account in which two pods, a worker and a volume have run for 36 hours from the 1st of January on.
func used(t *testing.T) *acctest.Env {
	t.Helper()
	w := acctest.Start(t)
	for id, object := range map[string]map[string]any{
		"p1": {"imageName": "i", "costPerHr": 0.5, "containerDiskInGb": 1, "volumeInGb": 1, "gpu": map[string]any{"id": "NVIDIA L4", "count": 1}},
		"p2": {"imageName": "i", "costPerHr": 0.1, "containerDiskInGb": 1, "volumeInGb": 0},
		"w1": {"imageName": "i", "costPerHr": 2, "containerDiskInGb": 1, "volumeInGb": 0, "gpu": map[string]any{"id": "NVIDIA A40", "count": 1}, "endpointId": "e1"},
	} {
		if err := w.PutObject("pods", id, object); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.PutObject("networkVolumes", "v1", map[string]any{"name": "v", "size": 730}); err != nil {
		t.Fatal(err)
	}
	w.Advance(36 * time.Hour)
	return w
}

func TestBilling_throughTheCLI(t *testing.T) {
	t.Parallel()
	w := used(t)
	config := w.Config(`
data "podfleet_billing_pods" "days" {
  start_time  = "2026-01-01T00:00:00Z"
  gpu_type_id = "NVIDIA L4"
}
data "podfleet_billing_pods" "each" {
  bucket_size = "month"
  grouping    = "podId"
}
data "podfleet_billing_endpoints" "it" {
  bucket_size = "year"
  end_time    = "2026-01-01T12:00:00+02:00"
}
data "podfleet_billing_network_volumes" "it" { bucket_size = "week" }
data "podfleet_billing_endpoints" "none" { endpoint_id = "other" }
`)
	null, text, usd, whole := knownvalue.Null(), knownvalue.StringExact, knownvalue.Float64Exact, knownvalue.Int64Exact
	type record = map[string]knownvalue.Check
	pod := func(at string, amount float64, hours, gb int64, podID, gpu knownvalue.Check) record {
		return record{"time": text(at), "amount": usd(amount), "time_billed_ms": whole(hours * 3600000), "disk_space_billed_gb": whole(gb), "pod_id": podID, "gpu_type_id": gpu}
	}
	worker := pod("2026-01-01T00:00:00Z", 20, 10, 10, null, null)
	worker["endpoint_id"] = text("e1")
	var checks []statecheck.StateCheck
	for address, want := range map[string]struct {
		total   float64
		records []record
	}{
		"podfleet_billing_pods.days": {18, []record{
			pod("2026-01-01T00:00:00Z", 12, 24, 48, null, text("NVIDIA L4")), pod("2026-01-02T00:00:00Z", 6, 12, 24, null, text("NVIDIA L4")),
		}},
		"podfleet_billing_pods.each": {21.6, []record{
			pod("2026-01-01T00:00:00Z", 18, 36, 72, text("p1"), null), pod("2026-01-01T00:00:00Z", 3.6, 36, 36, text("p2"), null),
		}},
		"podfleet_billing_endpoints.it": {20, []record{worker}},
		"podfleet_billing_network_volumes.it": {2.52, []record{{
			"time": text("2025-12-29T00:00:00Z"), "amount": usd(2.52), "disk_space_billed_gb": whole(36 * 730),
			"high_performance_storage_amount": usd(0), "high_performance_storage_disk_space_billed_gb": whole(0),
		}}},
		"podfleet_billing_endpoints.none": {0, nil},
	} {
		all := []knownvalue.Check{}
		for _, one := range want.records {
			all = append(all, knownvalue.ObjectExact(one))
		}
		checks = append(checks, statecheck.ExpectKnownValue("data."+address, tfjsonpath.New("records"), knownvalue.ListExact(all)),
			statecheck.ExpectKnownValue("data."+address, tfjsonpath.New("total_amount"), usd(want.total)))
	}
	w.Run(
		resource.TestStep{Config: config, ConfigStateChecks: checks},
		resource.TestStep{Config: config, ConfigPlanChecks: acctest.PlanIsEmpty()},
	)
}

// One request a read, with exactly what is configured.
func TestBilling_asksOnce(t *testing.T) {
	t.Parallel()
	w := used(t)
	p := w.Process()
	const window = "bucketSize=hour&startTime=2026-01-01T00:00:00Z&endTime=2026-01-01T01:00:00Z"
	given := func(more acctest.Values) acctest.Values {
		all := acctest.Values{"bucket_size": "hour", "start_time": "2026-01-01T00:00:00Z", "end_time": "2026-01-01T01:00:00Z"}
		for name, value := range more {
			all[name] = value
		}
		return all
	}
	for _, test := range []struct {
		typeName string
		config   acctest.Values
		query    string
		total    float64
	}{
		{"podfleet_billing_pods", nil, "", 21.6},
		{"podfleet_billing_pods", given(acctest.Values{"grouping": "podId", "pod_id": "p1", "gpu_type_id": "NVIDIA L4"}), window + "&grouping=podId&podId=p1&gpuTypeId=NVIDIA+L4", 0.5},
		{"podfleet_billing_endpoints", nil, "", 72},
		{"podfleet_billing_endpoints", given(acctest.Values{
			"grouping": "gpuTypeId", "endpoint_id": "e1", "pod_id": "w1", "gpu_type_ids": []string{"NVIDIA A40", "x"}, "data_center_ids": []string{"EU-RO-1", "US-TX-3"},
			"image_name": "i", "template_id": "t",
		}), window + "&grouping=gpuTypeId&endpointId=e1&podId=w1&gpuTypeId=NVIDIA+A40&gpuTypeId=x&dataCenterId=EU-RO-1&dataCenterId=US-TX-3&imageName=i&templateId=t", 0},
		{"podfleet_billing_endpoints", acctest.Values{"gpu_type_ids": []string{}, "data_center_ids": []string{}}, "", 72}, // Empty lists ask for nothing.
		{"podfleet_billing_network_volumes", nil, "", 2.52},
		{"podfleet_billing_network_volumes", given(nil), window, 0.07},
	} {
		w.ClearJournal()
		found, diags := p.Lookup(test.typeName, test.config)
		want, err := url.ParseQuery(test.query)
		if err != nil || len(diags) != 0 || len(w.Journal()) != 1 {
			t.Fatalf("%s: %s, %d requests, %v", test.typeName, acctest.Text(diags), len(w.Journal()), err)
		}
		if query := w.Journal()[0].Query; query != want.Encode() {
			t.Errorf("%s asked %s\nwant %s", test.typeName, query, want.Encode())
		}
		if err := w.Asked(operations[test.typeName]); err != nil {
			t.Error(err)
		}
		if want := tftypes.NewValue(tftypes.Number, test.total); !found["total_amount"].Equal(want) {
			t.Errorf("%s %v: %s, want %s", test.typeName, test.config, found["total_amount"], want)
		}
	}
}

// CPU pods are the group "", which is not null.
func TestBilling_podsWithoutGPU(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	in := client.PodCreate{}
	in.ImageName, in.ComputeType = client.Some("i"), client.Some("CPU")
	if _, err := w.Client().CreatePod(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	w.Advance(time.Hour)
	found, diags := w.Process().Lookup("podfleet_billing_pods", nil)
	var records []tftypes.Value
	var first map[string]tftypes.Value
	if err := found["records"].As(&records); err != nil || len(records) != 1 {
		t.Fatal(err, found, acctest.Text(diags))
	}
	if err := records[0].As(&first); err != nil || !first["gpu_type_id"].Equal(tftypes.NewValue(tftypes.String, "")) || !first["pod_id"].IsNull() {
		t.Errorf("%v, %v", first, err)
	}
}

// What cannot be right is found before anything is asked, at the attribute it is about.
func TestBilling_validation(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	const aTime = "must be an RFC 3339 time with date, time and zone, such as 2026-01-31T00:00:00Z; got "
	for typeName := range operations {
		for _, test := range []struct {
			config acctest.Values
			about  string
			says   string
		}{
			{acctest.Values{"bucket_size": "minute"}, "bucket_size", `bucket_size value must be one of: ["hour" "day" "week" "month" "year"], got: "minute"`},
			{acctest.Values{"start_time": "2026-01-31"}, "start_time", "Not a time: start_time " + aTime + `"2026-01-31".`},
			{acctest.Values{"end_time": "2026-02-30T00:00:00Z"}, "end_time", "Not a time: end_time " + aTime + `"2026-02-30T00:00:00Z".`},
			{
				acctest.Values{"start_time": "2026-01-02T00:00:00Z", "end_time": "2026-01-01T00:00:00Z"}, "end_time",
				`Not after start_time: end_time must be after start_time, which is "2026-01-02T00:00:00Z"; got "2026-01-01T00:00:00Z".`,
			},
			{acctest.Values{"start_time": "2026-01-01T02:00:00+02:00", "end_time": "2026-01-01T00:00:00Z"}, "end_time", "end_time must be after start_time"},
			{acctest.Values{"grouping": "gpu"}, "grouping", `grouping value must be one of: [`},
			{acctest.Values{"grouping": "networkVolumeId"}, "grouping", `got: "networkVolumeId"`},
			{acctest.Values{"pod_id": ""}, "pod_id", "pod_id string length must be at least 1"},
			{acctest.Values{"gpu_type_id": ""}, "gpu_type_id", "string length must be at least 1"},
			{acctest.Values{"data_center_ids": []string{""}}, "data_center_ids", "string length must be at least 1"},
			{acctest.Values{"endpoint_id": ""}, "endpoint_id", "string length must be at least 1"},
			{acctest.Values{"image_name": ""}, "image_name", "string length must be at least 1"},
			{acctest.Values{"template_id": ""}, "template_id", "string length must be at least 1"},
		} {
			if !has(p, typeName, test.about) {
				continue
			}
			_, diags := p.Lookup(typeName, test.config)
			if says := acctest.Text(diags); len(diags) != 1 || !strings.Contains(says, test.says) || !strings.HasPrefix(fmt.Sprint(diags[0].Attribute), `AttributeName("`+test.about+`")`) {
				t.Errorf("%s %v: %s\nwant\n%s", typeName, test.config, says, test.says)
			}
		}
	}
	if _, diags := p.Lookup("podfleet_billing_pods", acctest.Values{"grouping": "endpointId"}); !strings.Contains(acctest.Text(diags), `["gpuTypeId" "podId"], got: "endpointId"`) {
		t.Error(acctest.Text(diags))
	}
	if err := w.Asked(); err != nil {
		t.Error(err)
	}
}

func has(p *acctest.Process, typeName, attribute string) bool {
	for _, one := range p.DataSources()[typeName].Block.Attributes {
		if one.Name == attribute {
			return true
		}
	}
	return false
}

func TestBilling_failures(t *testing.T) {
	t.Parallel()
	for typeName, operation := range operations {
		w := acctest.Start(t)
		p := w.Process()
		entity := "billing of " + strings.ReplaceAll(strings.TrimPrefix(typeName, "podfleet_billing_"), "_", " ")
		for says, fault := range map[string]emulator.Fault{
			"Cannot read " + entity + ": not permitted: Could not read the " + entity + ".": {Kind: "status", Status: 401},
			"Cannot read " + entity + ": not valid: ":                                       {Kind: "status", Status: 400, Message: "startTime is too long ago"},
			"No usable answer": {Kind: "truncate"},
			"Operation " + operation + ", HTTP status 500": {Kind: "status", Status: 500, Message: "oops"},
		} {
			fault.Operation = operation
			w.SetFaults(fault)
			_, diags := p.Lookup(typeName, acctest.Values{"start_time": "2001-01-01T00:00:00Z"})
			if len(diags) != 1 || !strings.Contains(acctest.Text(diags), says) {
				t.Errorf("%s: %s\nwant\n%s", typeName, acctest.Text(diags), says)
				continue
			}
			if at := fmt.Sprint(diags[0].Attribute); (fault.Status == 400) != (at == `AttributeName("start_time")`) {
				t.Errorf("%s: it is about %s", acctest.Text(diags), at)
			}
		}
		w.SetFaults(emulator.Fault{Operation: operation, Kind: "status", Status: 429, Count: 2})
		if _, diags := p.Lookup(typeName, nil); len(diags) != 0 {
			t.Errorf("a read is repeated: %s", acctest.Text(diags))
		}
	}
}

// What is known only while applying is held to the same rules.
func TestBilling_lateValues(t *testing.T) {
	t.Parallel()
	for says, arguments := range map[string]string{
		`must be an RFC 3339 time.*got "soon"`:        `end_time = terraform_data.late.output.soon`,
		`end_time must be after start_time, which is`: "start_time = \"2026-01-02T00:00:00Z\"\n  end_time = terraform_data.late.output.first",
	} {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			w := acctest.Start(t)
			w.Run(resource.TestStep{
				Config: w.Config("resource \"terraform_data\" \"late\" { input = { soon = \"soon\", first = \"2026-01-01T00:00:00Z\" } }\n" +
					"data \"podfleet_billing_pods\" \"it\" {\n  " + arguments + "\n}\n"),
				ExpectError: regexp.MustCompile(acctest.Wrapped(`(?s)` + says)),
			})
		})
	}
}
