package pod

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// A judgement says whether the pod meets a value, and what it has instead. What no response shows is met by a value
// that allows all that the one before allowed.
func TestWish_judge(t *testing.T) {
	t.Parallel()
	text := func(of string) attr.Value { return types.StringValue(of) }
	number := func(of int64) attr.Value { return types.Int64Value(of) }
	open := types.ListValueMust(types.StringType, []attr.Value{types.StringValue("B"), types.StringUnknown()})
	has := hardware{
		"compute_type": text("GPU"), "gpu_count": number(2), "cloud_type": text("SECURE"), "gpu_type_ids": text("A"),
		"data_center_ids": text("EU"), "country_codes": text("RO"), "allowed_cuda_versions": text("12.8"),
		"min_cuda_version": text("12.8"), "support_public_ip": types.BoolValue(false), "min_ram_per_gpu": number(30),
	}
	met, not := policy.Judgement{Met: true}, policy.Judgement{}
	instead := func(value attr.Value) policy.Judgement { return policy.Judgement{Has: value} }
	for attribute, cases := range map[string][]struct {
		value attr.Value
		want  policy.Judgement
	}{
		"compute_type": {{text("GPU"), met}, {text("CPU"), instead(text("GPU"))}},
		"gpu_count":    {{number(2), met}, {number(1), instead(number(2))}, {types.Int64Null(), met}},
		"cloud_type":   {{text("SECURE"), met}, {text("COMMUNITY"), instead(text("SECURE"))}},
		"gpu_type_ids": {
			{framework.ListOf("B", "A"), met}, {framework.ListOf("A"), met}, {framework.ListOf(), met},
			{types.ListNull(types.StringType), met}, {framework.ListOf("B"), instead(text("A"))}, {open, not},
			{types.ListUnknown(types.StringType), not},
			{types.ListValueMust(types.StringType, []attr.Value{types.StringUnknown(), text("A")}), met},
		},
		"data_center_ids":       {{framework.SetOf("EU", "US"), met}, {framework.SetOf("US"), instead(text("EU"))}},
		"country_codes":         {{framework.SetOf("RO"), met}, {framework.SetOf("US"), instead(text("RO"))}},
		"allowed_cuda_versions": {{framework.SetOf("12.8"), met}, {framework.SetOf("12.7"), instead(text("12.8"))}},
		"min_cuda_version": {
			{text("12.8"), met}, {text("12.2"), met}, {text("11.9"), met}, {types.StringNull(), met},
			{text("12.11"), instead(text("12.8"))}, {types.StringUnknown(), not},
		},
		"support_public_ip": {
			{types.BoolValue(true), instead(types.BoolValue(false))}, {types.BoolValue(false), met}, {types.BoolNull(), met},
		},
		"min_ram_per_gpu": {
			{number(30), met}, {number(8), met}, {number(0), met}, {number(31), instead(number(30))},
			{types.Int64Unknown(), not},
		},
		"cpu_flavor_ids":       {{framework.ListOf("F"), not}, {framework.ListOf(), met}},
		"min_vcpu_per_gpu":     {{number(2), not}},
		"min_download_mbps":    {{number(1), not}, {number(0), met}, {types.Int64Null(), met}},
		"gpu_type_priority":    {{text("custom"), met}, {types.StringNull(), met}},
		"data_center_priority": {{text("custom"), met}, {types.StringUnknown(), met}},
	} {
		for _, test := range cases {
			wish := judge{has: has, wants: []candidate{{attribute: test.value}},
				had: []candidate{{attribute: types.StringNull()}}}
			if got := wish.attribute(attribute, test.value); got != test.want {
				t.Errorf("%s = %s: %+v, want %+v", attribute, test.value, got, test.want)
			}
		}
	}
}

// Null and an empty text show nothing, and neither does a value in a form of the service's own.
func TestHardware(t *testing.T) {
	t.Parallel()
	some := members.Some[string]
	pod := func(gpus int64, machine api.PodMachine) api.Pod {
		return api.Pod{ID: "p", GPU: members.Some(api.PodGPU{ID: some("A"), Count: members.Some(gpus)}),
			Machine: members.Some(machine), MemoryInGB: members.Some(62.5), VCPUCount: members.Some[int64](17)}
	}
	shown := pod(2, api.PodMachine{DataCenterID: some("EU"), Location: some("RO"), SecureCloud: members.Some(false),
		SupportPublicIP: members.Some(true)})
	shown.CUDAVersion = some("12.8")
	odd := pod(0, api.PodMachine{DataCenterID: some(""), Location: some("Romania")})
	odd.CUDAVersion = some("twelve")
	onlyMachine := api.Pod{ID: "p", Machine: members.Some(api.PodMachine{GPUTypeID: some("A")})}
	cpu := api.Pod{ID: "p", CPUFlavorID: some("F")}
	for name, test := range map[string]struct {
		pod  api.Pod
		want map[string]string
	}{
		"all": {shown, map[string]string{
			"compute_type": `"GPU"`, "gpu_type_ids": `"A"`, "gpu_count": "2", "cloud_type": `"COMMUNITY"`,
			"data_center_ids": `"EU"`, "country_codes": `"RO"`, "support_public_ip": "true", "min_ram_per_gpu": "31",
			"min_vcpu_per_gpu": "8", "allowed_cuda_versions": `"12.8"`, "min_cuda_version": `"12.8"`,
		}},
		"odd":              {odd, map[string]string{"compute_type": `"GPU"`, "gpu_type_ids": `"A"`, "gpu_count": "0"}},
		"a CPU":            {cpu, map[string]string{"compute_type": `"CPU"`, "cpu_flavor_ids": `"F"`}},
		"only the machine": {onlyMachine, map[string]string{"gpu_type_ids": `"A"`}},
		"nothing":          {api.Pod{ID: "p"}, nil},
	} {
		has := apiModel{}.fromAPI(test.pod).hardware()
		if len(has) != len(test.want) {
			t.Errorf("%s: %v, want %v", name, has, test.want)
		}
		for attribute, want := range test.want {
			if got, ok := has[attribute]; !ok || got.String() != want {
				t.Errorf("%s: %s is %v, want %s", name, attribute, got, want)
			}
		}
	}
}

// A placement that is none, as in a state that somebody edited, shows nothing.
func TestJudge_made(t *testing.T) {
	t.Parallel()
	all := []candidate{{}, {}}
	for placement, want := range map[int64]int{-1: 2, 0: 1, 1: 1, 2: 2, 1 << 53: 2} {
		if made := newJudge(nil, nil, all, types.Int64Value(placement)).made; len(made) != want {
			t.Errorf("%d: %d candidates", placement, len(made))
		}
	}
}
