package framework

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

type shown struct {
	ID      string                    `json:"id"`
	Count   members.Optional[int64]   `json:"gpuCount"`
	Price   members.Optional[float64] `json:"costPerHr"`
	Machine members.Optional[struct {
		DataCenterID members.Optional[string] `json:"dataCenterId"`
	}] `json:"machine"`
	Parts []struct {
		Name members.Optional[string] `json:"name"`
	} `json:"parts"`
}

// What an answer lacks keeps the prior value; lists of objects are never null; a model's own field stays.
func TestAfter(t *testing.T) {
	t.Parallel()
	type model struct {
		ID      types.String
		Count   types.Int64
		Price   types.Float64
		Machine types.Object
		Parts   types.List
		Own     types.Bool
	}
	prior := model{Count: types.Int64Value(2), Price: types.Float64Unknown(), Own: types.BoolValue(true)}
	got := After(prior, shown{ID: "a"})
	if got.ID.ValueString() != "a" || got.Count.ValueInt64() != 2 || !got.Price.IsNull() || !got.Machine.IsNull() ||
		got.Parts.IsNull() || !got.Own.ValueBool() || got.Machine.AttributeTypes(t.Context())["data_center_id"] == nil {
		t.Errorf("%+v", got)
	}
	if sent := Fields[struct {
		Count members.Optional[int64]
		ID    string
		Other members.Optional[bool]
	}](got); sent.Count.Or(0) != 2 || sent.ID != "a" || !sent.Other.IsZero() {
		t.Errorf("%+v", sent)
	}
}
