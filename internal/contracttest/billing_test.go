package contracttest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

const (
	podRecord    = `{"time":"2026-01-01T00:00:00Z","amount":0.5,"timeBilledMs":1,"diskSpaceBilledGb":2,"gpuTypeId":""}`
	volumeRecord = `{"time":"2026-01-01T00:00:00Z","amount":0.5,"diskSpaceBilledGb":2,"highPerformanceStorageAmount":0,
		"highPerformanceStorageDiskSpaceBilledGb":0}`
)

func billed(path, answer string) contracttest.Exchange {
	ex := get("", answer)
	ex.Path = "/v1/billing/" + path
	return ex
}

func TestCheck_badBilling(t *testing.T) {
	t.Parallel()
	record := func(from, to string) contracttest.Exchange {
		return billed("pods", "["+strings.Replace(podRecord, from, to, 1)+"]")
	}
	notThere := billed("pods", `{"error":"x","status":404}`)
	notThere.Status = http.StatusNotFound
	for name, ex := range map[string]contracttest.Exchange{
		"object":          billed("pods", podRecord),
		"null":            billed("pods", "null"),
		"no group":        record(`,"gpuTypeId":""`, ``),
		"two groups":      record(`"gpuTypeId":""`, `"gpuTypeId":"","podId":"p"`),
		"empty pod":       record(`"gpuTypeId"`, `"podId"`),
		"text for amount": record(`0.5`, `"0.5"`),
		"fraction of ms":  record(`"timeBilledMs":1`, `"timeBilledMs":1.5`),
		"fraction of GB":  record(`"diskSpaceBilledGb":2`, `"diskSpaceBilledGb":2.5`),
		"no disk":         record(`"diskSpaceBilledGb":2,`, ``),
		"a date":          record(`T00:00:00Z`, ``),
		"Go's time":       record(`2026-01-01T00:00:00Z`, `2026-01-01 00:00:00 +0000 UTC`),
		"of a volume":     billed("networkvolumes", "["+podRecord+"]"),
		"no fast storage": billed("networkvolumes", "["+
			strings.Replace(volumeRecord, `"highPerformanceStorageAmount":0,`, ``, 1)+"]"),
		"404": notThere,
	} {
		if _, responseErr := contracttest.Check(ex); responseErr == nil {
			t.Errorf("%s: the response passed", name)
		}
	}
}
