package emulator_test

import (
	"fmt"
	"testing"
	"time"
)

// One account is billed over both versions, the endpoints of version 1 at another path.
func TestVersion2_billing(t *testing.T) {
	t.Parallel()
	a := start(t)
	pod := a.create2("/pods", `{"name":"p","image":"i",`+oneGPU+`}`)
	cpu := a.create2("/pods", `{"name":"p","image":"i","cpu":{"id":"cpu3c","vcpuCount":2}}`)
	endpoint := a.create2("/serverless", `{"name":"e","image":"i","workers":{"min":1},`+queueOfGPUs+`}`)
	standard := a.create2("/network-volumes", `{"name":"n","size":100,"dataCenter":"EU-SE-1"}`)
	fast := a.create2("/network-volumes", `{"name":"n","size":100,"dataCenter":"US-TX-3","type":"HIGH_PERFORMANCE"}`)
	a.Advance(2 * time.Hour)
	a.delete2("/pods/" + pod)

	pods := a.get2("/billing/pods?bucketSize=hour&podId=" + pod)
	hour := func(n int) string { return time.Date(2026, 1, 1, n, 0, 0, 0, time.UTC).Format(time.RFC3339) }
	record := func(n int) string {
		return fmt.Sprintf(`{"startTime":%q,"endTime":%q,"totalAmount":0.43,"gpuAmount":0.43,"cpuAmount":0,"diskAmount":0,
			"podId":%q}`, hour(n), hour(n+1), pod)
	}
	expect(t, "a pod that is gone", pods, fmt.Sprintf(`{"records":[%s,%s]}`, record(0), record(1)))
	metadata, _ := pods["metadata"].(map[string]any)
	expect(t, "metadata", metadata, fmt.Sprintf(`{"recordCount":2,"uniquePodCount":1,"totals":{"totalAmount":0.86,"gpuAmount":0.86,
		"cpuAmount":0,"diskAmount":0},"query":{"startTime":"2025-12-02T02:00:00Z","endTime":%q,"bucketSize":"hour","podId":%q}}`,
		hour(2), pod))
	total := func(path string) map[string]any {
		t.Helper()
		metadata, _ := a.get2(path)["metadata"].(map[string]any)
		totals, _ := metadata["totals"].(map[string]any)
		return totals
	}
	expect(t, "a CPU pod", total("/billing/pods?podId="+cpu), `{"totalAmount":0.12,"cpuAmount":0.12,"gpuAmount":0}`)
	workers := total("/billing/serverless?serverlessId=" + endpoint)
	if amount, _ := workers["totalAmount"].(float64); amount < 3 || workers["gpuAmount"] != workers["totalAmount"] {
		t.Errorf("the endpoint cost %v", workers)
	}
	expect(t, "the name of version 1 is another product's", total("/billing/endpoints"), `{"totalAmount":0}`)
	expect(t, "clusters", a.get2("/billing/clusters"), `{"records":[]}`)
	one := spell(t, total("/billing/network-volumes?networkVolumeId=" + standard)["standardAmount"])
	expect(t, "volume", total("/billing/network-volumes?networkVolumeId="+fast), `{"standardAmount":0,"highPerformanceAmount":`+one+`}`)
	all := total("/billing?lastN=1")
	expect(t, "all", all, `{"podGpuAmount":0.86,"podCpuAmount":0.12,"storageStandardAmount":`+one+`,
		"storageHighPerformanceAmount":`+one+`,"endpointAmount":0,"serverlessGpuAmount":`+spell(t, workers["gpuAmount"])+`}`)

	// The window becomes whole buckets.
	day := a.get2("/billing/pods?startTime=2026-01-01T01:30:00Z&endTime=2026-01-01T01:31:00Z")
	metadata, _ = day["metadata"].(map[string]any)
	expect(t, "widened", metadata, `{"query":{"startTime":"2026-01-01T00:00:00Z","endTime":"2026-01-02T00:00:00Z","bucketSize":"day",
		"podId":null},"uniquePodCount":2}`)
	metadata, _ = a.get2("/billing?lastN=3&bucketSize=month")["metadata"].(map[string]any)
	expect(t, "three months", metadata, `{"query":{"startTime":"2025-11-01T00:00:00Z","endTime":"2026-02-01T00:00:00Z","bucketSize":"month"}}`)
	a.run2([]check2{
		{"both", get, "/billing?lastN=1&startTime=2026-01-01T00:00:00Z", "", 400, "lastN"},
		{"backwards", get, "/billing?startTime=2026-01-02T00:00:00Z&endTime=2026-01-01T00:00:00Z", "", 400, "before"},
		{"no time", get, "/billing?startTime=yesterday", "", 422, "not valid date-time"},
		{"no bucket", get, "/billing?bucketSize=minute", "", 422, "must be one of"},
		{"none", get, "/billing?lastN=0", "", 422, "want 1"},
		{"unknown", get, "/billing/pods?grouping=gpuTypeId", "", 200, "records"},
	})
}
