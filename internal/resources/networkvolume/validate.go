package networkvolume

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// ConfigValidators implements resource.ResourceWithConfigValidators: a name has exactly one source.
func (r *Resource) ConfigValidators(context.Context) []resource.ConfigValidator {
	return []resource.ConfigValidator{
		validators.ExactlyOneOf("name", framework.NamePrefixAttribute),
	}
}
