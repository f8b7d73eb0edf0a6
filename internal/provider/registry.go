package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/resources/containerregistryauth"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/networkvolume"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/template"
)

// The provider's table of contents: one line a type, sorted.

func resources() []func() resource.Resource {
	return []func() resource.Resource{
		containerregistryauth.NewResource,
		networkvolume.NewResource,
		template.NewResource,
	}
}
