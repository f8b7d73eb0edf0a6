package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	funcs "github.com/podfleet/terraform-provider-podfleet/internal/functions"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/billing"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/containerregistryauth"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/endpoint"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/endpointhealth"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/hardware"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/job"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/networkvolume"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/pod"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/queuepurge"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/rollout"
	"github.com/podfleet/terraform-provider-podfleet/internal/resources/template"
)

// The provider's table of contents: one line a type, sorted.

// Resources implements provider.Provider: the managed resources.
func (*Provider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		containerregistryauth.NewResource,
		endpoint.NewResource,
		job.NewResource,
		networkvolume.NewResource,
		pod.NewResource,
		queuepurge.NewResource,
		template.NewResource,
	}
}

// ListResources implements provider.ProviderWithListResources: the resources that `terraform query` can list.
func (*Provider) ListResources(context.Context) []func() list.ListResource {
	return []func() list.ListResource{
		containerregistryauth.NewListResource,
		endpoint.NewListResource,
		job.NewListResource,
		networkvolume.NewListResource,
		pod.NewListResource,
		template.NewListResource,
	}
}

// DataSources implements provider.Provider.
func (*Provider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{
		billing.NewEndpoints,
		billing.NewNetworkVolumes,
		billing.NewPods,
		containerregistryauth.NewDataSource,
		containerregistryauth.NewDataSources,
		endpoint.NewDataSource,
		endpoint.NewDataSources,
		endpointhealth.NewDataSource,
		rollout.NewReleases,
		rollout.NewWorkers,
		hardware.NewCPUTypes,
		hardware.NewDataCenters,
		hardware.NewGPUTypes,
		job.NewDataSource,
		job.NewJobsDataSource,
		networkvolume.NewDataSource,
		networkvolume.NewDataSources,
		pod.NewDataSource,
		pod.NewDataSources,
		pod.NewReadyDataSource,
		template.NewDataSource,
		template.NewDataSources,
	}
}

// Functions implements provider.ProviderWithFunctions. They know no client: the CLI calls them before the provider is
// configured.
func (*Provider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{
		funcs.NewDurationMs,
		funcs.NewEndpointURL,
		funcs.NewParsePort,
	}
}

// EphemeralResources implements provider.ProviderWithEphemeralResources: what is read and never stored.
func (*Provider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{
		job.NewResult,
	}
}

// Actions implements provider.ProviderWithActions: what can be done to objects without changing their configuration.
func (*Provider) Actions(context.Context) []func() action.Action {
	return []func() action.Action{
		endpointhealth.NewAwaitAction,
		queuepurge.NewAction, // podfleet_endpoint_purge_queue
		job.NewCancelAction,
		job.NewRetryAction,
		job.NewRunAction,
		pod.NewAwaitAction,
		pod.NewResetAction,
		pod.NewRestartAction,
		pod.NewStartAction,
		pod.NewStopAction,
	}
}
