package framework

import (
	"reflect"
	"testing"

	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	resource "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func TestComputedAttributes(t *testing.T) {
	t.Parallel()
	type model struct {
		ID    types.String `tfsdk:"id"`
		Size  types.Int64  `tfsdk:"size"`
		Ports types.List   `tfsdk:"ports"`
		Place types.Object `tfsdk:"place"`
	}
	attributes := map[string]resource.Attribute{
		"id": resource.StringAttribute{Computed: true, MarkdownDescription: "The id."},
		"size": resource.Int64Attribute{Optional: true, Computed: true,
			MarkdownDescription: "Size in GB. A change replaces it. Default: `50`."},
		"ports": resource.ListAttribute{ElementType: types.StringType, Optional: true,
			MarkdownDescription: "Ports to expose."},
		"place": resource.SingleNestedAttribute{
			Computed: true, MarkdownDescription: "Where it is.",
			Attributes: map[string]resource.Attribute{"hour": resource.Float64Attribute{Computed: true,
				MarkdownDescription: "USD."}},
		},
		"password": resource.StringAttribute{Optional: true, Sensitive: true},
	}
	got := ComputedAttributes[model](attributes, map[string]string{"ports": "Exposed ports."})
	want := map[string]datasource.Attribute{
		"id":   datasource.StringAttribute{Computed: true, MarkdownDescription: "The id."},
		"size": datasource.Int64Attribute{Computed: true, MarkdownDescription: "Size in GB."},
		"ports": datasource.ListAttribute{ElementType: types.StringType, Computed: true,
			MarkdownDescription: "Exposed ports."},
		"place": datasource.SingleNestedAttribute{
			Computed: true, MarkdownDescription: "Where it is.",
			Attributes: map[string]datasource.Attribute{"hour": datasource.Float64Attribute{Computed: true,
				MarkdownDescription: "USD."}},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// What does not fit together is a bug that every test that asks for a schema finds.
func TestComputedAttributes_mistakes(t *testing.T) {
	t.Parallel()
	type model struct {
		ID types.String `tfsdk:"id"`
	}
	id := map[string]resource.Attribute{"id": resource.StringAttribute{}}
	for name, test := range map[string]struct {
		attributes   map[string]resource.Attribute
		descriptions map[string]string
	}{
		"the resource has no such attribute": {attributes: map[string]resource.Attribute{}},
		"the model has no such attribute":    {id, map[string]string{"ID": "x"}},
		"there is no twin of the type":       {attributes: map[string]resource.Attribute{"id": resource.DynamicAttribute{}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if recover() == nil {
					t.Error("it passes")
				}
			}()
			ComputedAttributes[model](test.attributes, test.descriptions)
		})
	}
}
