package billing_test

import (
	"fmt"
	"maps"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
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
		"p1": {"imageName": "i", "costPerHr": 0.5, "containerDiskInGb": 1, "volumeInGb": 1,
			"gpu": map[string]any{"id": "NVIDIA L4", "count": 1}},
		"p2": {"imageName": "i", "costPerHr": 0.1, "containerDiskInGb": 1, "volumeInGb": 0},
		"w1": {"imageName": "i", "costPerHr": 2, "containerDiskInGb": 1, "volumeInGb": 0,
			"gpu": map[string]any{"id": "NVIDIA A40", "count": 1}, "endpointId": "e1"},
	} {
		w.Put("pods", id, object)
	}
	w.Put("networkVolumes", "v1", map[string]any{"name": "v", "size": 730})
	w.Advance(36 * time.Hour)
	return w
}

// Each member of a record has its attribute, and what the service does not group by is null.
func TestBilling_records(t *testing.T) {
	t.Parallel()
	type record = map[string]any
	pod := func(at string, amount float64, hours, gb int64, podID, gpu any) record {
		return record{
			"time": at, "amount": amount, "time_billed_ms": hours * 3600000, "disk_space_billed_gb": gb,
			"pod_id": podID, "gpu_type_id": gpu, "gpu_amount": nil, "cpu_amount": nil, "disk_amount": nil,
		}
	}
	worker := pod("2026-01-01T00:00:00Z", 20, 10, 10, nil, nil)
	worker["endpoint_id"] = "e1"
	for name, test := range map[string]struct {
		typeName string
		config   acctest.Values
		total    float64
		records  []record
	}{
		"pods of a GPU type by the day": {
			"podfleet_billing_pods", acctest.Values{"start_time": "2026-01-01T00:00:00Z", "gpu_type_id": "NVIDIA L4"},
			18, []record{
				pod("2026-01-01T00:00:00Z", 12, 24, 48, nil, "NVIDIA L4"),
				pod("2026-01-02T00:00:00Z", 6, 12, 24, nil, "NVIDIA L4"),
			},
		},
		"each pod by the month": {
			"podfleet_billing_pods", acctest.Values{"bucket_size": "month", "grouping": "podId"}, 21.6, []record{
				pod("2026-01-01T00:00:00Z", 18, 36, 72, "p1", nil), pod("2026-01-01T00:00:00Z", 3.6, 36, 36, "p2", nil),
			},
		},
		"workers until a time": {
			"podfleet_billing_endpoints", acctest.Values{"bucket_size": "year",
				"end_time": "2026-01-01T12:00:00+02:00"}, 20, []record{worker},
		},
		"volumes by the week": {
			"podfleet_billing_network_volumes", acctest.Values{"bucket_size": "week"}, 2.52, []record{{
				"time": "2025-12-29T00:00:00Z", "amount": 2.52, "disk_space_billed_gb": 36 * 730,
				"high_performance_storage_amount": 0, "high_performance_storage_disk_space_billed_gb": 0,
				"network_volume_id": nil,
			}},
		},
		"nothing was used": {"podfleet_billing_endpoints", acctest.Values{"endpoint_id": "other"}, 0, []record{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := used(t).Process().MustLookup(test.typeName, test.config)
			found.Expect("records", test.records)
			found.Expect("total_amount", test.total)
		})
	}
}

// One request a read, with exactly what is configured.
func TestBilling_asksOnce(t *testing.T) {
	t.Parallel()
	const window = "bucketSize=hour&startTime=2026-01-01T00:00:00Z&endTime=2026-01-01T01:00:00Z"
	given := func(more acctest.Values) acctest.Values {
		all := acctest.Values{"bucket_size": "hour", "start_time": "2026-01-01T00:00:00Z",
			"end_time": "2026-01-01T01:00:00Z"}
		maps.Copy(all, more)
		return all
	}
	const pods, endpoints, volumes = "podfleet_billing_pods", "podfleet_billing_endpoints",
		"podfleet_billing_network_volumes"
	for name, test := range map[string]struct {
		typeName string
		config   acctest.Values
		query    string
		total    float64
	}{
		"pods": {pods, nil, "", 21.6},
		"pods, all arguments": {
			pods, given(acctest.Values{"grouping": "podId", "pod_id": "p1", "gpu_type_id": "NVIDIA L4"}),
			window + "&grouping=podId&podId=p1&gpuTypeId=NVIDIA+L4", 0.5,
		},
		"endpoints": {endpoints, nil, "", 72},
		"endpoints, all arguments": {
			endpoints, given(acctest.Values{
				"grouping": "gpuTypeId", "endpoint_id": "e1", "pod_id": "w1",
				"gpu_type_ids":    []string{"NVIDIA A40", "x"},
				"data_center_ids": []string{"EU-RO-1", "US-TX-3"}, "image_name": "i", "template_id": "t",
			}), window + "&grouping=gpuTypeId&endpointId=e1&podId=w1&gpuTypeId=NVIDIA+A40&gpuTypeId=x&dataCenterId=EU-RO-1&dataCenterId=US-TX-3&imageName=i&templateId=t", 0,
		},
		"empty lists ask for nothing": {endpoints,
			acctest.Values{"gpu_type_ids": []string{}, "data_center_ids": []string{}}, "", 72},
		"volumes":                {volumes, nil, "", 2.52},
		"volumes, all arguments": {volumes, given(nil), window, 0.07},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := used(t)
			w.Process().MustLookup(test.typeName, test.config).Expect("total_amount", test.total)
			want, err := url.ParseQuery(test.query)
			if err != nil {
				t.Fatal(err)
			}
			for _, request := range w.Requests() {
				if request.Query != want.Encode() {
					t.Errorf("asked %s\nwant %s", request.Query, want.Encode())
				}
			}
			w.ExpectRequests(operations[test.typeName])
		})
	}
}

// CPU pods are the group "", which is not null.
func TestBilling_podsWithoutGPU(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	in := api.PodCreate{}
	in.ImageName, in.ComputeType = members.Some("i"), members.Some("CPU")
	if _, err := w.Client().Pods.Create(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	w.Advance(time.Hour)
	found := w.Process().MustLookup("podfleet_billing_pods", nil)
	found.Expect("records.0.gpu_type_id", "")
	found.Expect("records.0.pod_id", nil)
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
			{acctest.Values{"bucket_size": "minute"}, "bucket_size",
				`bucket_size must be "hour", "day", "week", "month" or "year"; got "minute"`},
			{acctest.Values{"start_time": "2026-01-31"}, "start_time", "Invalid value: start_time " + aTime +
				`"2026-01-31".`},
			{acctest.Values{"end_time": "2026-02-30T00:00:00Z"}, "end_time", "Invalid value: end_time " + aTime +
				`"2026-02-30T00:00:00Z".`},
			{
				acctest.Values{"start_time": "2026-01-02T00:00:00Z", "end_time": "2026-01-01T00:00:00Z"}, "end_time",
				`end_time is not after start_time: end_time must be after start_time, which is "2026-01-02T00:00:00Z"; got "2026-01-01T00:00:00Z".`,
			},
			{acctest.Values{"start_time": "2026-01-01T02:00:00+02:00", "end_time": "2026-01-01T00:00:00Z"}, "end_time",
				"end_time must be after start_time"},
			{acctest.Values{"grouping": "gpu"}, "grouping", `grouping must be "`},
			{acctest.Values{"grouping": "networkVolume"}, "grouping", `got "networkVolume"`},
			{acctest.Values{"network_volume_id": ""}, "network_volume_id", "must not be empty"},
			{acctest.Values{"pod_id": ""}, "pod_id", "pod_id must not be empty"},
			{acctest.Values{"gpu_type_id": ""}, "gpu_type_id", "must not be empty"},
			{acctest.Values{"data_center_ids": []string{""}}, "data_center_ids", "must not be empty"},
			{acctest.Values{"endpoint_id": ""}, "endpoint_id", "must not be empty"},
			{acctest.Values{"image_name": ""}, "image_name", "must not be empty"},
			{acctest.Values{"template_id": ""}, "template_id", "must not be empty"},
		} {
			if !has(p, typeName, test.about) {
				continue
			}
			t.Run(fmt.Sprintf("%s %v", typeName, test.config), func(t *testing.T) {
				_, diags := p.Lookup(typeName, test.config)
				says := acctest.Text(diags)
				if len(diags) != 1 || !strings.Contains(says, test.says) || !strings.Contains(says, "(at "+test.about) {
					t.Errorf("%s\nwant\n%s", says, test.says)
				}
			})
		}
	}
	_, diags := p.Lookup("podfleet_billing_pods", acctest.Values{"grouping": "endpointId"})
	if !strings.Contains(acctest.Text(diags), `grouping must be "gpuTypeId" or "podId"; got "endpointId"`) {
		t.Error(acctest.Text(diags))
	}
	w.ExpectRequests()
}

func has(p *acctest.Process, typeName, attribute string) bool {
	for _, one := range p.Schemas.DataSourceSchemas[typeName].Block.Attributes {
		if one.Name == attribute {
			return true
		}
	}
	return false
}

func TestBilling_failures(t *testing.T) {
	t.Parallel()
	for typeName, operation := range operations {
		entity := "billing of " + strings.ReplaceAll(strings.TrimPrefix(typeName, "podfleet_billing_"), "_", " ")
		for says, fault := range map[string]emulator.Fault{
			"Cannot read " + entity + ": not permitted: The provider could not read the " + entity +
				".": {Kind: "status", Status: 401},
			"Cannot read " + entity + ": not valid: ": {Kind: "status",
				Status: 400, Message: "startTime is too long ago"},
			"No usable response":                           {Kind: "truncate"},
			"Operation " + operation + ", HTTP status 500": {Kind: "status", Status: 500, Message: "oops"},
		} {
			t.Run(fmt.Sprintf("%s %s %d", typeName, fault.Kind, fault.Status), func(t *testing.T) {
				t.Parallel()
				w := acctest.Start(t)
				fault.Operation = operation
				w.SetFaults(fault)
				_, diags := w.Process().Lookup(typeName, acctest.Values{"start_time": "2001-01-01T00:00:00Z"})
				got := acctest.Text(diags)
				if len(diags) != 1 || !strings.Contains(got, says) {
					t.Errorf("%s\nwant\n%s", got, says)
				}
			})
		}
		t.Run(typeName+" is repeated", func(t *testing.T) {
			t.Parallel()
			w := acctest.Start(t)
			w.SetFaults(emulator.Fault{Operation: operation, Kind: "status", Status: 429, Count: 2})
			w.Process().MustLookup(typeName, nil)
		})
	}
}
