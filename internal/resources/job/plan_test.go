package job

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

var (
	policyType = map[string]attr.Type{"execution_timeout": types.Int64Type, "low_priority": types.BoolType,
		"ttl": types.Int64Type}
	s3Type = map[string]attr.Type{
		"access_id": types.StringType, "access_secret": types.StringType, "access_secret_wo": types.StringType,
		"access_secret_wo_version": types.Int64Type, "bucket_name": types.StringType, "endpoint_url": types.StringType,
	}
)

func policyWith(executionTimeout, ttl types.Int64, lowPriority types.Bool) types.Object {
	return types.ObjectValueMust(policyType,
		map[string]attr.Value{"execution_timeout": executionTimeout, "low_priority": lowPriority, "ttl": ttl})
}

func bucket(id, secret, name string) types.Object {
	return types.ObjectValueMust(s3Type, map[string]attr.Value{
		"access_id": types.StringValue(id), "access_secret": types.StringValue(secret),
		"access_secret_wo":         types.StringNull(),
		"access_secret_wo_version": types.Int64Null(), "bucket_name": types.StringValue(name),
		"endpoint_url": types.StringValue("https://s3.example.com"),
	})
}

func triggers(elements map[string]attr.Value) types.Map {
	return types.MapValueMust(types.StringType, elements)
}

// Each of these spends money if it is wrong one way, and tests nothing if it is wrong the other way.
func TestNewJobReasons(t *testing.T) {
	t.Parallel()
	base := model{
		EndpointID: types.StringValue("ep"), Input: types.StringValue(`{"a":1,"b":[2]}`),
		Policy: types.ObjectNull(policyType), S3Config: bucket("id", "secret", "bucket"),
		Triggers: types.MapNull(types.StringType),
	}
	one := types.Int64Value(10000)
	for name, test := range map[string]struct {
		change func(*model)
		want   []string
	}{
		"nothing": {func(*model) {}, nil},
		"endpoint": {func(m *model) { m.EndpointID = types.StringValue("other") },
			[]string{"endpoint_id"}},
		"input":             {func(m *model) { m.Input = types.StringValue(`{"a":2,"b":[2]}`) }, []string{"input"}},
		"input reformatted": {func(m *model) { m.Input = types.StringValue("{\"b\": [2],\n \"a\": 1}") }, nil},
		"input unknown":     {func(m *model) { m.Input = types.StringUnknown() }, []string{"input"}},
		"input moved to _wo": {func(m *model) {
			m.Input, m.InputWOVersion = types.StringNull(),
				types.Int64Value(1)
		}, []string{"input", "input_wo_version"}},
		"policy": {func(m *model) { m.Policy = policyWith(types.Int64Null(), one, types.BoolNull()) },
			[]string{"policy"}},
		"policy empty": {func(m *model) {
			m.Policy = policyWith(types.Int64Null(), types.Int64Null(),
				types.BoolNull())
		}, nil},
		"policy's default": {func(m *model) {
			m.Policy = policyWith(types.Int64Null(), types.Int64Null(),
				types.BoolValue(false))
		}, nil},
		"policy's low priority": {func(m *model) {
			m.Policy = policyWith(types.Int64Null(), types.Int64Null(),
				types.BoolValue(true))
		}, []string{"policy"}},
		"policy part unknown": {func(m *model) {
			m.Policy = policyWith(types.Int64Unknown(), types.Int64Null(),
				types.BoolNull())
		}, []string{"policy"}},
		"policy unknown": {func(m *model) { m.Policy = types.ObjectUnknown(policyType) }, []string{"policy"}},
		"webhook": {func(m *model) { m.Webhook = types.StringValue("https://example.com") },
			[]string{"webhook"}},
		"bucket": {func(m *model) { m.S3Config = bucket("id", "secret", "other") },
			[]string{"s3_config"}},
		"bucket removed": {func(m *model) { m.S3Config = types.ObjectNull(s3Type) }, []string{"s3_config"}},
		"bucket unknown": {func(m *model) { m.S3Config = types.ObjectUnknown(s3Type) }, []string{"s3_config"}},
		"credentials":    {func(m *model) { m.S3Config = bucket("other", "rotated", "bucket") }, nil},
		"trigger": {func(m *model) { m.Triggers = triggers(map[string]attr.Value{"a": types.StringValue("1")}) },
			[]string{"triggers"}},
		"triggers empty": {func(m *model) { m.Triggers = triggers(nil) }, nil},
		"trigger unknown": {func(m *model) { m.Triggers = triggers(map[string]attr.Value{"a": types.StringUnknown()}) },
			[]string{"triggers"}},
		"storing, on a failure": {func(m *model) {
			m.StoreOutput, m.OnFailure = types.BoolValue(false),
				types.StringValue(onFailureKeep)
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := base
			test.change(&plan)
			var diags diag.Diagnostics
			var got []string
			for _, reason := range newJobReasons(t.Context(), plan, base, false, &diags) {
				got = append(got, reason.String())
			}
			if diags.HasError() || !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v (%v)", got, test.want, diags)
			}
		})
	}
}

func TestValidatePolicy(t *testing.T) {
	t.Parallel()
	null, unknown := types.Int64Null(), types.Int64Unknown()
	const day = int64(defaultTTL)
	for name, test := range map[string]struct {
		execution, ttl types.Int64
		wrong          bool
	}{
		"nothing":                {null, null, false},
		"as long as ttl":         {types.Int64Value(20000), types.Int64Value(20000), false},
		"and ttl is":             {types.Int64Value(20001), types.Int64Value(20000), true},
		"as long as default":     {types.Int64Value(day), null, false},
		"longer than default":    {types.Int64Value(day + 1), null, true},
		"ttl alone":              {null, types.Int64Value(10000), false},
		"ttl not known":          {types.Int64Value(day + 1), unknown, false},
		"execution not known":    {unknown, types.Int64Value(10000), false},
		"default not in the way": {types.Int64Value(day + 1), types.Int64Value(day + 2), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var diags diag.Diagnostics
			validatePolicy(path.Root("policy"), policyWith(test.execution, test.ttl, types.BoolNull()),
				&diags)
			if diags.HasError() != test.wrong {
				t.Errorf("got %v", diags)
			}
		})
	}
}
