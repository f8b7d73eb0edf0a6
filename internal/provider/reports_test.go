package provider_test

import (
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// reports are the data sources that are no lookups: they have the parameters of one of the contract's operations, and
// its records.
var reports = map[string]struct{ operation, record string }{
	"podfleet_billing_endpoints":       {"ListEndpointBilling", "BillingRecord"},
	"podfleet_billing_network_volumes": {"ListNetworkVolumeBilling", "NetworkVolumeBillingRecord"},
	"podfleet_billing_pods":            {"ListPodBilling", "BillingRecord"},
}

// notReported are members of a record that a report never has, each with its reason.
var notReported = map[string]string{
	"podfleet_billing_pods.endpoint_id": "pods are not grouped by endpoint",
}

// only2 are the arguments, and the members of records, that only version 2 has, by data source.
var only2 = map[string]struct{ arguments, members []string }{
	"podfleet_billing_endpoints":       {nil, []string{"gpu_amount", "cpu_amount", "disk_amount"}},
	"podfleet_billing_network_volumes": {[]string{"grouping", "network_volume_id"}, []string{"network_volume_id"}},
	"podfleet_billing_pods":            {nil, []string{"gpu_amount", "cpu_amount", "disk_amount"}},
}

// Every parameter is an argument, and every member of a record is in the records.
func TestContract_everyParameterIsAnArgument(t *testing.T) {
	t.Parallel()
	dataSources := acctest.Start(t).Process().Schemas.DataSourceSchemas
	for typeName, report := range reports {
		want := append([]string{"records", "total_amount"}, only2[typeName].arguments...)
		for parameter, isList := range queryParameters(t, report.operation) {
			name := attributeName(parameter)
			if isList {
				name += "s"
			}
			want = append(want, name)
		}
		slices.Sort(want)
		attributes := dataSources[typeName].Block.Attributes
		if got := names(attributes); !slices.Equal(got, want) {
			t.Errorf("%s has %v, the contract %v", typeName, got, want)
		}
		record := slices.DeleteFunc(members(t, report.record),
			func(member string) bool { return notReported[typeName+"."+member] != "" })
		record = append(record, only2[typeName].members...)
		slices.Sort(record)
		for _, attribute := range attributes {
			if attribute.Name == "records" && !slices.Equal(names(attribute.NestedType.Attributes), record) {
				t.Errorf("the records of %s have %v, the contract's %v", typeName,
					names(attribute.NestedType.Attributes), record)
			}
			if attribute.Optional == attribute.Computed ||
				attribute.Computed != slices.Contains([]string{"records", "total_amount"}, attribute.Name) {
				t.Errorf("%s.%s: optional %v, computed %v", typeName, attribute.Name, attribute.Optional,
					attribute.Computed)
			}
		}
	}
}
