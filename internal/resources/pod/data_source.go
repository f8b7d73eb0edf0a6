package pod

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// DataSource is podfleet_pod, a pod by id or name.
type DataSource struct{ framework.ByIDOrName }

var (
	_ datasource.DataSourceWithConfigure        = (*DataSource)(nil)
	_ datasource.DataSourceWithConfigValidators = (*DataSource)(nil)
)

// NewDataSource returns podfleet_pod.
func NewDataSource() datasource.DataSource { return &DataSource{} }

// Metadata sets the type name.
func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_pod"
}

// Schema describes the data source.
func (d *DataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds a pod by id, or by name where only one has it.\n\n" +
			"Its environment variables are left out, because secret ones are among them: only the resource knows which were set with `env_wo`.",
		Attributes: framework.AttributesByIDOrName(entity, lookupAttributes()),
	}
}

// lookupAttributes are what the service returns of a pod.
func lookupAttributes() map[string]schema.Attribute {
	text := func(means string) schema.Attribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: means}
	}
	number := func(means string) schema.Attribute {
		return schema.Int64Attribute{Computed: true, MarkdownDescription: means}
	}
	flag := func(means string) schema.Attribute {
		return schema.BoolAttribute{Computed: true, MarkdownDescription: means}
	}
	list := func(means string) schema.Attribute {
		return schema.ListAttribute{ElementType: types.StringType, Computed: true, MarkdownDescription: means}
	}
	all := map[string]schema.Attribute{
		"name":                       text("Name of the pod. Others can have it too."),
		"desired_status":             text("`RUNNING`, `EXITED` or `TERMINATED`."),
		"locked":                     flag("Whether the pod is locked against being stopped, reset and deleted."),
		"image_name":                 text("Container image with its tag."),
		"container_disk_in_gb":       number("Size of the container's disk in GB; it is wiped on restart."),
		"volume_in_gb":               number("Size of the local volume in GB; it persists across restarts."),
		"volume_mount_path":          text("Absolute path at which a volume is mounted."),
		"ports":                      list("Exposed ports, as `<port>/<protocol>` with protocol `http` or `tcp`. `[]` is none."),
		"docker_entrypoint":          list("What replaces the image's ENTRYPOINT. `[]` is the image's own."),
		"docker_start_cmd":           list("What replaces the image's CMD. `[]` is the image's own."),
		"container_registry_auth_id": text("Id of the container registry login that the image is pulled with. Null if there is none."),
		"template_id":                text("Id of the template that the pod was made from. Null if there is none."),
		"network_volume_id":          text("Id of the network volume that the pod mounts. Null if there is none."),
		"interruptible":              flag("Whether the machine can be taken away."),
		"gpu_count":                  number("GPUs of the pod. Null for CPU pods."),
		"vcpu_count":                 number("vCPUs of the pod."),
	}
	for name, attribute := range apiAttributes() {
		all[name] = lookedUp(attribute)
	}
	return all
}

// Read finds the pod.
func (d *DataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	list := func(ctx context.Context) ([]client.Pod, error) { return d.Client.ListPods(ctx, client.PodFilter{}) }
	found, ok := framework.Find(ctx, entity, d.Client.GetPod, list, named, req, resp)
	if !ok {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, apiModel{}.fromAPI(found))...)
}
