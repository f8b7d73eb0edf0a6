package networkvolume

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/resourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// ConfigValidators implements resource.ResourceWithConfigValidators: a name has exactly one source.
func (r *Resource) ConfigValidators(context.Context) []resource.ConfigValidator {
	return []resource.ConfigValidator{
		resourcevalidator.ExactlyOneOf(path.MatchRoot("name"), path.MatchRoot(framework.NamePrefixAttribute)),
	}
}
