package networkvolume

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// description is that of the resource, in Markdown.
const description = "Manages a network volume: storage in one data center that outlives the pods and workers " +
	"that mount it. **It is billed by its size until you destroy it.**"

// attributes returns the resource's attributes; the data sources take theirs from them.
func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id": framework.ID("volume"),
		"name": attribute.Defaulted.String("Name of the volume. It need not be unique. Set exactly one of `name` and "+
			"`name_prefix`.",
			validators.NotEmpty(), stringvalidator.AtLeastOneOf(path.MatchRoot(framework.NamePrefixAttribute))),
		framework.NamePrefixAttribute: framework.NamePrefix("volume", 0, "", "renames the volume in place"),
		"size": attribute.Required.Int64("Size in GB: from 1 to 4000 over version 1, from 10 to 4096 over version 2. A "+
			"volume grows in place and never shrinks: with a smaller `size`, and if it was enlarged outside of Terraform, "+
			"it keeps its size, with a warning.", int64validator.AtLeast(1)),
		"data_center_id": attribute.Required.String("Data center of the volume, such as `EU-RO-1`. Pods and workers that "+
			"mount the volume must run there. A change replaces the volume, **and its data is deleted**.",
			validators.NotEmpty()),
		"type": attribute.Chosen.String("Performance tier: `STANDARD` or `HIGH_PERFORMANCE`. **Version 2 only**; null over "+
			"version 1. A data center may have only one of them. Without it, the service chooses the data center's first "+
			"type, and an existing volume keeps its type. A change replaces the volume, **and its data is deleted**.",
			validators.OneOf("STANDARD", "HIGH_PERFORMANCE")),
		"deletion_protection": framework.DeletionProtection("volume"),
	}
}
