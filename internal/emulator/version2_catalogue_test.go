package emulator_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestVersion2_catalogue(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{Stock: []emulator.StockLimit{
		{ID: "NVIDIA L4", Units: 0}, {ID: "NVIDIA L4", DataCenter: "EU-SE-1", Units: 4},
		{ID: "NVIDIA A40", Units: 0}, {ID: "cpu3c", Units: 0}, {ID: "cpu3c", DataCenter: "EU-SE-1", Units: 4}}})
	l4 := "/catalog/gpus/" + url.PathEscape("NVIDIA L4")
	a40 := "/catalog/gpus/" + url.PathEscape("NVIDIA A40")
	expect(t, "without stock", a.get2(l4), `{"id":"NVIDIA L4","name":"L4","pool":"AMPERE_24","manufacturer":"NVIDIA","memory":24,
		"secure":true,"community":true,"price":{"secure":0.43,"community":0.344,"serverless":0.516},
		"maxCount":{"secure":8,"community":8},"availability":null,"dataCenters":null,"cudaVersions":null}`)
	expect(t, "without a pool", a.get2("/catalog/gpus/"+url.PathEscape("Tesla T4")), `{"pool":null,"price":{"secure":0.2,"community":0.16}}`)
	const with = "?include=AVAILABILITY&product=POD"
	expect(t, "with stock", a.get2(l4+with), `{"availability":"MEDIUM","dataCenters":[{"id":"EU-SE-1","name":"Sweden 1","availability":"MEDIUM"}]}`)
	expect(t, "for four", a.get2(l4+with+"&count=4"), `{"availability":"LOW"}`)
	expect(t, "for five", a.get2(l4+with+"&count=5"), `{"availability":"NONE","dataCenters":null}`)
	expect(t, "elsewhere", a.get2(l4+with+"&countryCodes=RO"), `{"availability":"NONE"}`)
	expect(t, "there", a.get2(l4+with+"&countryCodes=RO,SE"), `{"availability":"MEDIUM"}`)
	expect(t, "no CUDA", a.get2(l4+with+"&minCudaVersion=99"), `{"availability":"NONE"}`)
	expect(t, "no pool", a.get2("/catalog/gpus/"+url.PathEscape("Tesla T4")+"?include=AVAILABILITY&product=SERVERLESS"), `{"availability":"NONE"}`)
	expect(t, "unlimited", a.get2("/catalog/gpus/"+url.PathEscape("Tesla T4")+with), `{"availability":"HIGH"}`)
	expect(t, "none", a.get2(a40+with), `{"availability":"NONE"}`)
	if all, some := a.ids2("/catalog/gpus", "gpus"), a.ids2("/catalog/gpus"+with+"&countryCodes=SE", "gpus"); len(some) != len(all)-1 {
		t.Errorf("%d of %d types in a country", len(some), len(all))
	}
	// What is taken over either version is not in the catalogue.
	a.create("/pods", `{"imageName":"i","gpuTypeIds":["NVIDIA L4"],"gpuCount":3}`)
	expect(t, "after a create", a.get2(l4+with), `{"availability":"LOW"}`)

	expect(t, "CPU", a.get2("/catalog/cpus/cpu3c"), `{"id":"cpu3c","name":"cpu3c","group":"cpu3","vcpu":{"min":2,"max":128},"ramGbPerVcpu":2,
		"price":{"securePerVcpu":0.03,"serverlessPerVcpu":0.036},"availability":null}`)
	expect(t, "CPU with stock", a.get2("/catalog/cpus/cpu3c"+with+"&vcpuCount=4"), `{"availability":"LOW"}`)
	expect(t, "CPU of pods only", a.get2("/catalog/cpus/cpu3m?include=AVAILABILITY&product=SERVERLESS"), `{"availability":"NONE"}`)
	if all := a.ids2("/catalog/cpus", "cpus"); len(all) != 6 {
		t.Errorf("CPU types %v", all)
	}

	expect(t, "data center", a.get2("/catalog/datacenters/EU-SE-1"), `{"id":"EU-SE-1","name":"Sweden 1","region":"EUROPE","globalNetwork":true,
		"networkVolumeTypes":["STANDARD"],"compliance":["GDPR","ISO_IEC_27001"],"gpuAvailability":null}`)
	expect(t, "data center with CPUs", a.get2("/catalog/datacenters/EU-RO-1?include=CPU_AVAILABILITY"), `{"gpuAvailability":null,
		"cpuAvailability":[{"id":"cpu3g","name":"cpu3g","availability":"HIGH"},{"id":"cpu3m","name":"cpu3m","availability":"HIGH"},
		{"id":"cpu5c","name":"cpu5c","availability":"HIGH"},{"id":"cpu5g","name":"cpu5g","availability":"HIGH"},
		{"id":"cpu5m","name":"cpu5m","availability":"HIGH"}]}`)
	for query, want := range map[string]string{
		"?regions=ASIA,OCEANIA":                                               "[OC-AU-1 AP-JP-1]",
		"?regions=OCEANIA&globalNetwork=false":                                "[]",
		"?networkVolumeTypes=STANDARD,HIGH_PERFORMANCE&regions=NORTH_AMERICA": "[US-TX-3 CA-MTL-3 US-DE-1 US-KS-3]",
	} {
		if got := fmt.Sprint(a.ids2("/catalog/datacenters"+query, "dataCenters")); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	a.run2([]check2{
		{"no such type", get, "/catalog/gpus/X", "", 404, "GPU type not found"},
		{"no such flavor", get, "/catalog/cpus/X", "", 404, "CPU type not found"},
		{"GPUs of places", get, "/catalog/datacenters?include=GPU_AVAILABILITY", "", 200, `"gpuAvailability":[{"availability":"HIGH"`},
		{"no such place", get, "/catalog/datacenters/X", "", 404, "data center not found"},
		{"filter alone", get, "/catalog/gpus?count=1", "", 400, "include"},
		{"include alone", get, "/catalog/gpus?include=AVAILABILITY", "", 400, "product"},
		{"both CUDA filters", get, "/catalog/gpus" + with + "&cudaVersions=12.1&minCudaVersion=12", "", 400, "exclude"},
		{"malformed country", get, "/catalog/gpus" + with + "&countryCodes=de", "", 422, "countryCodes"},
		{"malformed product", get, "/catalog/gpus?include=AVAILABILITY&product=POD,X", "", 422, "product"},
		{"malformed vCPUs", get, "/catalog/cpus" + with + "&vcpuCount=3", "", 422, "vcpuCount"},
		{"malformed flag", get, "/catalog/datacenters?globalNetwork=yes", "", 422, "globalNetwork"},
	})
}
