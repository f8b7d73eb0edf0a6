package pod

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// DataSources is podfleet_pods, the pods of the account.
type DataSources struct{ framework.DataSourceBase }

var _ datasource.DataSourceWithConfigure = (*DataSources)(nil)

// NewDataSources returns podfleet_pods.
func NewDataSources() datasource.DataSource { return &DataSources{} }

// Metadata sets the type name.
func (d *DataSources) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_pods"
}

// Schema describes the data source. The filters are the service's.
func (d *DataSources) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	text := func(means string, values ...string) schema.Attribute {
		attribute := schema.StringAttribute{Optional: true, MarkdownDescription: "Only pods " + means, Validators: []validator.String{stringvalidator.LengthAtLeast(1)}}
		if values != nil {
			attribute.Validators = []validator.String{stringvalidator.OneOf(values...)}
		}
		return attribute
	}
	list := func(means string) schema.Attribute {
		return schema.ListAttribute{
			ElementType: types.StringType, Optional: true, MarkdownDescription: "Only pods " + means,
			Validators: []validator.List{listvalidator.SizeAtLeast(1), listvalidator.NoNullValues()},
		}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the account's pods. What several filters are given for must pass all of them.\n\n" +
			"Environment variables are left out, because secret ones are among them.",
		Attributes: map[string]schema.Attribute{
			"name_regex":        framework.NameRegex(entity),
			"name":              text("of exactly this name."),
			"compute_type":      text("of this kind: `GPU` or `CPU`.", "GPU", "CPU"),
			"desired_status":    text("in this status: `RUNNING`, `EXITED` or `TERMINATED`.", running, exited, terminated),
			"image_name":        text("of this image."),
			"template_id":       text("made from this template."),
			"network_volume_id": text("that mount this network volume."),
			"endpoint_id":       text("that are workers of this endpoint. It needs `include_workers`."),
			"cpu_flavor_ids":    list("on one of these CPU flavors."),
			"data_center_ids":   list("in one of these data centers."),
			"gpu_type_ids":      list("on one of these GPU types."),
			"include_workers": schema.BoolAttribute{
				Optional: true, MarkdownDescription: "Whether to list the workers of endpoints too. Default `false`.",
			},
			"pods": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The pods, sorted by name and then by id; empty if there are none.",
				NestedObject:        schema.NestedAttributeObject{Attributes: lookupAttributes()},
			},
		},
	}
}

// Read lists the pods.
func (d *DataSources) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config struct {
		NameRegex       types.String `tfsdk:"name_regex"`
		Name            types.String `tfsdk:"name"`
		ComputeType     types.String `tfsdk:"compute_type"`
		DesiredStatus   types.String `tfsdk:"desired_status"`
		ImageName       types.String `tfsdk:"image_name"`
		TemplateID      types.String `tfsdk:"template_id"`
		NetworkVolumeID types.String `tfsdk:"network_volume_id"`
		EndpointID      types.String `tfsdk:"endpoint_id"`
		CPUFlavorIDs    types.List   `tfsdk:"cpu_flavor_ids"`
		DataCenterIDs   types.List   `tfsdk:"data_center_ids"`
		GPUTypeIDs      types.List   `tfsdk:"gpu_type_ids"`
		IncludeWorkers  types.Bool   `tfsdk:"include_workers"`
		Pods            []apiModel   `tfsdk:"pods"`
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	filter := client.PodFilter{
		Name:            config.Name.ValueString(),
		ComputeType:     config.ComputeType.ValueString(),
		DesiredStatus:   config.DesiredStatus.ValueString(),
		ImageName:       config.ImageName.ValueString(),
		TemplateID:      config.TemplateID.ValueString(),
		NetworkVolumeID: config.NetworkVolumeID.ValueString(),
		EndpointID:      config.EndpointID.ValueString(),
		CPUFlavorIDs:    framework.Strings(config.CPUFlavorIDs),
		DataCenterIDs:   framework.Strings(config.DataCenterIDs),
		GPUTypeIDs:      framework.Strings(config.GPUTypeIDs),
		IncludeWorkers:  config.IncludeWorkers.ValueBool(),
	}
	list := func(ctx context.Context) ([]client.Pod, error) { return d.Client.ListPods(ctx, filter) }
	config.Pods = framework.FindAll(ctx, entity, list, named, config.NameRegex, apiModel{}.fromAPI, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}

// lookedUp is an attribute that the resource computes, as a data source has it.
// It knows the types that answerAttributes uses; another one is a bug that every
// test finds.
func lookedUp(attribute resourceschema.Attribute) schema.Attribute {
	means := attribute.GetMarkdownDescription()
	switch a := attribute.(type) {
	case resourceschema.StringAttribute:
		return schema.StringAttribute{Computed: true, MarkdownDescription: means}
	case resourceschema.Int64Attribute:
		return schema.Int64Attribute{Computed: true, MarkdownDescription: means}
	case resourceschema.Float64Attribute:
		return schema.Float64Attribute{Computed: true, MarkdownDescription: means}
	case resourceschema.BoolAttribute:
		return schema.BoolAttribute{Computed: true, MarkdownDescription: means}
	case resourceschema.MapAttribute:
		return schema.MapAttribute{ElementType: a.ElementType, Computed: true, MarkdownDescription: means}
	case resourceschema.SingleNestedAttribute:
		nested := map[string]schema.Attribute{}
		for name, member := range a.Attributes {
			nested[name] = lookedUp(member)
		}
		return schema.SingleNestedAttribute{Attributes: nested, Computed: true, MarkdownDescription: means}
	default:
		panic(fmt.Sprintf("an attribute of type %T has no twin in a data source", attribute))
	}
}
