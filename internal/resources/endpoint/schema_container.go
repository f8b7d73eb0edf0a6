package endpoint

import (
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// onlyOver2 ends the description of an attribute that version 1 does not have.
const onlyOver2 = " Version 2 of the management interface only."

// container returns the container settings of an endpoint without a template.
func container() map[string]schema.Attribute {
	version := env.WriteOnlyVersionAttribute()
	variables, secret := env.Attribute(""), env.WriteOnlyAttribute()
	variables.MarkdownDescription = framework.BeforeDefault(variables.MarkdownDescription,
		" Null with `template_id`."+onlyOver2)
	secret.MarkdownDescription += onlyOver2
	version.MarkdownDescription += onlyOver2
	return map[string]schema.Attribute{
		imageName: attribute.Optional.String("Container image of the workers with its tag, such as "+
			"`registry.example.com/team/worker:1.4.0`. For an endpoint without a template."+onlyOver2, validators.NotEmpty()),
		"container_disk_in_gb": attribute.Defaulted.Int64("Size of the container disk in GB. **A restart erases the "+
			"disk.**"+onlyOver2+" Default: `50` with `image_name`, else null.", int64validator.AtLeast(1)),
		"container_registry_auth_id": attribute.Optional.String("ID of the container registry credentials for a private "+
			"image. Null if the image needs none."+onlyOver2, validators.NotEmpty()),
		"docker_entrypoint": attribute.Defaulted.List("Replacement for the image's ENTRYPOINT."+onlyOver2+" Default: `[]` "+
			"with `image_name` (the image's own), else null.", listvalidator.ValueStringsAre(validators.ProcessText())),
		"docker_start_cmd": attribute.Defaulted.List("Replacement for the image's CMD."+onlyOver2+" Default: `[]` with "+
			"`image_name` (the image's own), else null.", listvalidator.ValueStringsAre(validators.ProcessText())),
		"env":            variables,
		"env_wo":         secret,
		"env_wo_version": version,
		"ports": attribute.Defaulted.List("Ports to expose, as `<port>/<protocol>` with protocol `http` or `tcp`. Jobs "+
			"need none."+onlyOver2+" Default: `[]` with `image_name`, else null.",
			listvalidator.NoNullValues(), listvalidator.UniqueValues(), listvalidator.ValueStringsAre(validators.Port())),
	}
}

// gpuTypeID matches the ID of a GPU type that can be excluded: the service trims it.
var gpuTypeID = regexp.MustCompile(`^[^-\s](.*\S)?$`)

// pools returns the attributes that choose GPU types by their pools.
func pools() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		gpuPoolIDs: attribute.Defaulted.Set("IDs of pools of GPU types, such as `ADA_48_PRO`, instead of `gpu_type_ids`. "+
			"Workers may run on any GPU type of these pools, including types that the service adds later. Null with "+
			"`gpu_type_ids`."+onlyOver2,
			setvalidator.NoNullValues(), setvalidator.SizeAtLeast(1), setvalidator.ValueStringsAre(validators.NotEmpty())),
		excludedGPUTypeIDs: attribute.Defaulted.Set("GPU types of `gpu_pools` that workers do not run on."+onlyOver2+
			" Default: `[]` with `gpu_pools`, else null.", setvalidator.NoNullValues(), setvalidator.ValueStringsAre(
			validators.Matches(gpuTypeID, "not be empty, begin with - or space, or end with space"))),
	}
}
