package pod

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// A wish is what a configuration allows of a pod's hardware and place. Null, false, 0 and an empty list allow anything.
// Only a create takes it, and no response returns it: responses show what the pod has (contract 2.6, contract-v2 8.3).
// So another wish replaces a pod only if the pod does not meet it.

// hardware is what a pod has, by the attribute that asks for it. What no response has shown is missing.
type hardware map[string]attr.Value

// asks are the attributes of a wish, and when a pod meets one of the values that an attribute allows. Nil: always, as a
// priority only chooses among what a wish allows. compute_type and gpu_count are properties of the pod, which responses
// show elsewhere.
var asks = map[string]func(allowed []attr.Value, has attr.Value) bool{
	"compute_type": oneOf, "gpu_count": oneOf,
	"cloud_type": oneOf, "gpu_type_ids": oneOf, "cpu_flavor_ids": oneOf, "data_center_ids": oneOf,
	"country_codes": oneOf, "allowed_cuda_versions": oneOf, "support_public_ip": oneOf,
	"min_cuda_version": newEnough, "min_ram_per_gpu": atLeast, "min_vcpu_per_gpu": atLeast,
	"min_disk_bandwidth_megabytes_per_second": atLeast, "min_download_mbps": atLeast, "min_upload_mbps": atLeast,
	"gpu_type_priority": nil, "cpu_flavor_priority": nil, "data_center_priority": nil,
}

// judged is the Judge of the rows of a wish.
func judged(f policy.Facts) policy.Judgement {
	return judge(f.Name, f.Planned, f.Was, hardwareOf(f)[f.Name])
}

// judge compares a value of an attribute with what the pod has, and where nothing shows that, with the value before.
func judge(name string, value, was, has attr.Value) policy.Judgement {
	meets, allowed := asks[name], allowedBy(value)
	switch {
	case meets == nil:
		return policy.Judgement{Met: true}
	case value.IsUnknown():
		return policy.Judgement{}
	case len(allowed) == 0:
		return policy.Judgement{Met: true}
	case has == nil:
		return policy.Judgement{Met: allowsAll(name, value, was)}
	case meets(allowed, has):
		return policy.Judgement{Met: true}
	case slices.ContainsFunc(allowed, attr.Value.IsUnknown):
		return policy.Judgement{}
	default:
		return policy.Judgement{Has: has}
	}
}

// allowsAll reports whether a value allows all that the value before it allowed. A value that allows anything is met in
// any case.
func allowsAll(name string, value, before attr.Value) bool {
	allowed, was := allowedBy(value), allowedBy(before)
	return len(allowed) > 0 && len(was) > 0 &&
		!slices.ContainsFunc(was, func(one attr.Value) bool { return !asks[name](allowed, one) })
}

// allowedBy returns the values of which a pod has to meet one; none if it can have any.
func allowedBy(value attr.Value) []attr.Value {
	if list, ok := value.(interface{ Elements() []attr.Value }); ok {
		return list.Elements()
	}
	for _, nothing := range []attr.Value{types.BoolValue(false), types.Int64Value(0), types.StringValue("")} {
		if value.IsNull() || value.Equal(nothing) {
			return nil
		}
	}
	return []attr.Value{value}
}

func oneOf(allowed []attr.Value, has attr.Value) bool { return slices.ContainsFunc(allowed, has.Equal) }

func atLeast(allowed []attr.Value, has attr.Value) bool {
	least, _ := allowed[0].(types.Int64)
	number, _ := has.(types.Int64)
	return number.ValueInt64() >= least.ValueInt64()
}

// newEnough compares CUDA versions by numbers: 12.11 is above 12.2.
func newEnough(allowed []attr.Value, has attr.Value) bool {
	numbers := func(value attr.Value) (all [2]int) {
		text, _ := value.(types.String)
		for i, part := range strings.SplitN(text.ValueString(), ".", len(all)) {
			all[i], _ = strconv.Atoi(part) // The schema, and hardware, have numbers only.
		}
		return all
	}
	least, version := numbers(allowed[0]), numbers(has)
	return slices.Compare(version[:], least[:]) >= 0
}
