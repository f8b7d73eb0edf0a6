package provider

import (
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

func resources() []func() resource.Resource {
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

func listResources() []func() list.ListResource {
	return []func() list.ListResource{
		containerregistryauth.NewListResource,
		endpoint.NewListResource,
		job.NewListResource,
		networkvolume.NewListResource,
		pod.NewListResource,
		template.NewListResource,
	}
}

func dataSources() []func() datasource.DataSource {
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

func functions() []func() function.Function {
	return []func() function.Function{
		funcs.NewDurationMs,
		funcs.NewEndpointURL,
		funcs.NewParsePort,
	}
}

func ephemeralResources() []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{
		job.NewResult,
	}
}

func actions() []func() action.Action {
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
