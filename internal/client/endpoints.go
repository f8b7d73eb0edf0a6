package client

import (
	"context"
	"errors"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Endpoints are the endpoints of an account (contract 2.3). Names are not unique. After some updates the service
// replaces the workers of an endpoint, and its version rises. Delete ends the workers.
type Endpoints interface {
	Reader[api.Endpoint]
	Creator[api.EndpointCreate, api.Endpoint]
	Updater[api.EndpointFields, api.Endpoint]
	Deleter
	// WithTemplate returns the endpoints with a template, from the first list in a client's life, which is one run of the
	// CLI. That is exact enough for a warning. Over version 2 it returns none, and sends nothing: an endpoint has a copy
	// of its template.
	WithTemplate(ctx context.Context, templateID string) ([]fleet.User, error)
	// VersionOf returns the version of an endpoint over version 2 of the management interface, where no endpoint shows it
	// (contract-v2 5.5). Absent: the service does not return it, which is no error, or over version 1. It sends one
	// request, which it repeats only if the service certainly did not serve it.
	VersionOf(ctx context.Context, id string) members.Optional[int64]
	// Workers returns the workers of an endpoint, as they are now. It is one request.
	Workers(ctx context.Context, id string) (api.Workers, error)
	// Releases returns the newest releases of an endpoint, as many as the service returns at once. ok is false over
	// version 1, which has none.
	Releases(ctx context.Context, id string) (releases api.Releases, ok bool, err error)
	// Pools returns the form that version 2 has for GPU types: the pools that have them, and the other types of these
	// pools. No types are all pools. Its error is a *NoPoolError, or that of the catalogue.
	Pools(ctx context.Context, gpuTypeIDs []string) (pools, excluded []string, err error)
}

type endpoints struct {
	*objects[rest.NoFilter, api.EndpointCreate, api.EndpointFields, api.Endpoint]
	of        rest.Endpoints
	catalogue *Catalogue
	templates *templates
}

func newEndpoints(c *Client, of rest.Endpoints, catalogue *Catalogue, templates *templates) *endpoints {
	e := &endpoints{of: of, catalogue: catalogue, templates: templates}
	e.objects = newObjects(c, description[rest.NoFilter, api.EndpointCreate, api.EndpointFields, api.Endpoint]{
		of:       &of.EndpointKind,
		evidence: evidenceOfEndpoint, source: fleet.Source[api.Endpoint]{User: api.Endpoint.User, Rejects: of.WantsNoWorkers},
		fields:   func(e api.Endpoint) api.EndpointFields { return e.EndpointFields },
		complete: e.complete,
	})
	return e
}

// WithTemplate implements Endpoints.
func (e *endpoints) WithTemplate(ctx context.Context, templateID string) ([]fleet.User, error) {
	if e.catalogue.exists() {
		return nil, nil
	}
	all, err := e.First(ctx)
	return sorted(e.usersAmong(all, UserEndpoint, usingTemplate(templateID).endpoints)), err
}

// VersionOf implements Endpoints.
func (e *endpoints) VersionOf(ctx context.Context, id string) (version members.Optional[int64]) {
	if shown, _, err := e.releases(ctx, id, transport.NotRepeatable); err == nil {
		version = shown.EndpointVersion
	}
	return version
}

// Releases implements Endpoints.
func (e *endpoints) Releases(ctx context.Context, id string) (shown api.Releases, ok bool, err error) {
	return e.releases(ctx, id, transport.Repeatable)
}

func (e *endpoints) releases(
	ctx context.Context, id string, repeat transport.Repetition,
) (shown api.Releases, ok bool, err error) {
	of := e.of.Releases
	if of.Request == nil {
		return shown, false, nil
	}
	r := of.Request(id)
	r.Repeat = repeat
	shown, err = report(ctx, e.send, r, of.Read)
	return shown, true, err
}

// Workers implements Endpoints.
func (e *endpoints) Workers(ctx context.Context, id string) (api.Workers, error) {
	return report(ctx, e.send, e.of.Workers.Request(id), e.of.Workers.Read)
}

// Delete implements Deleter. If the service rejects the delete because the endpoint has workers, the client sets their
// number to 0, and deletes it again.
func (e *endpoints) Delete(ctx context.Context, id string) error {
	err := e.objects.Delete(ctx, id)
	var rejection *transport.Error
	if !errors.As(err, &rejection) || !e.of.WantsNoWorkers(rejection) {
		return err
	}
	idle := api.EndpointFields{WorkersMin: members.Some(int64(0)), WorkersMax: members.Some(int64(0))}
	if _, err := e.Update(ctx, id, idle); err != nil {
		return err
	}
	return e.objects.Delete(ctx, id)
}

// evidenceOfEndpoint says how a create recognizes its endpoint.
var evidenceOfEndpoint = creates.Evidence[api.EndpointCreate, api.Endpoint]{
	Name:      func(e api.Endpoint) string { return e.Name.Or("") },
	CreatedAt: func(e api.Endpoint) string { return e.CreatedAt.Or("") },
	Identity:  identityOfEndpoint, Suffix: api.FlashbootSuffix,
}

// identityOfEndpoint compares an endpoint with its create (contract 2.3).
var identityOfEndpoint = creates.Identity[api.EndpointCreate, api.Endpoint]{
	"cpuFlavorIds": nil, "vcpuCount": nil,
	"allowedCudaVersions": func(in api.EndpointCreate, e api.Endpoint) creates.Equality {
		isSent := !in.IsCPU() || !e.ShowsHardware() // Version 2 has none for CPUs.
		return creates.Unless(isSent && creates.AnotherSet(in.AllowedCUDAVersions, e.AllowedCUDAVersions))
	},
	"gpuCount": func(in api.EndpointCreate, e api.Endpoint) creates.Equality {
		count, shown := e.GPUCount.Get()
		return creates.Unless(!in.IsCPU() && shown && in.GPUCount.Or(count) != count)
	},
	"dataCenterIds": func(in api.EndpointCreate, e api.Endpoint) creates.Equality {
		isSent := len(in.DataCenterIDs.Or(nil)) > 0 // None stands for all, which may be listed.
		return creates.Unless(isSent && creates.AnotherSet(in.DataCenterIDs, e.DataCenterIDs))
	},
	"networkVolumeIds": func(in api.EndpointCreate, e api.Endpoint) creates.Equality {
		sent := in.NetworkVolumeIDs
		if e.ShowsHardware() && !sent.IsZero() { // Version 2 has one list of all volumes.
			sent = members.Some(in.Volumes())
		}
		return creates.Unless(creates.AnotherSet(sent, e.NetworkVolumeIDs))
	},
	"flashboot": func(in api.EndpointCreate, e api.Endpoint) creates.Equality {
		byDefault := !e.ShowsHardware() && e.Type.IsZero() // Version 2 has it off by default (contract-v2 5.1).
		on, shown := e.Flashboot.Get()                     // An answer can lack it.
		return creates.Unless(shown && on != in.Flashboot.Or(byDefault))
	},
	"name": func(in api.EndpointCreate, e api.Endpoint) creates.Equality {
		sent := in.Name.Or("")
		got, shown := e.Name.Get()
		// An answer can lack flashboot. If it has it, the reader of the answer has cut off the suffix, also one that the
		// create sent.
		isAppended := in.Flashboot.Or(true) && e.Flashboot.Or(true) && got == sent+api.FlashbootSuffix
		isCutOff := e.Flashboot.Or(false) && got+api.FlashbootSuffix == sent
		switch {
		case got == sent && (shown || sent == ""):
			return creates.Equal
		case sent == "" || !shown: // The service may have chosen the name, or another client.
			return creates.NotShown
		default:
			return creates.Unless(!isAppended && !isCutOff)
		}
	},
	"templateId": func(in api.EndpointCreate, e api.Endpoint) creates.Equality {
		switch {
		case !in.ImageName.IsZero():
			return creates.Equal
		case e.ShowsHardware(): // Version 2 shows the settings that the endpoint got from its template.
			return containerOf(in, e)
		default:
			return creates.AsSent(in.TemplateID.Or(""), e.TemplateID)
		}
	},
	"imageName": func(in api.EndpointCreate, e api.Endpoint) creates.Equality {
		if in.ImageName.IsZero() {
			return creates.Equal
		}
		return containerOf(in, e)
	},
	"computeType": func(in api.EndpointCreate, e api.Endpoint) creates.Equality {
		return creates.AsSent(in.ComputeType.Or("GPU"), e.ComputeType)
	},
	"gpuTypeIds": gpuTypesOf,
	"gpuPools": func(in api.EndpointCreate, e api.Endpoint) creates.Equality {
		switch {
		case !in.ByPools:
			return creates.Equal
		case e.GPUPools.IsZero():
			return creates.NotShown
		default:
			excluded := members.Some(in.ExcludedGPUTypeIDs.Or(nil))
			return creates.Unless(creates.AnotherSet(in.GPUPools, e.GPUPools) ||
				creates.AnotherSet(excluded, e.ExcludedGPUTypeIDs))
		}
	},
	"type": func(_ api.EndpointCreate, e api.Endpoint) creates.Equality {
		return creates.Unless(e.Type.Or("QUEUE") != "QUEUE")
	},
}

// gpuTypesOf compares the GPU types of an endpoint with those of the request, which have no order. Without types in the
// request, an answer can have all. Over version 1, nothing tells which are all.
func gpuTypesOf(in api.EndpointCreate, e api.Endpoint) creates.Equality {
	if in.ByPools {
		return creates.Equal // See gpuPools.
	}
	wanted := in.GPUTypeIDs.Or(nil)
	shown, returned := e.GPUTypeIDs.Get()
	switch {
	case in.IsCPU() || members.SameSet(shown, wanted) || len(wanted) == 0 && e.AnyGPUType.Or(false):
		return creates.Equal
	case !returned, len(wanted) == 0 && !e.ShowsHardware():
		return creates.NotShown
	default:
		return creates.Other
	}
}

// containerOf compares the container settings of an endpoint with those of the create, or of its template when the
// create was sent.
func containerOf(in api.EndpointCreate, e api.Endpoint) creates.Equality {
	wanted, known := in.Container.Get()
	shown, returned := e.Settings().Get()
	_, hasImage := shown.ImageName.Get()
	switch {
	case !known || !returned || !hasImage:
		return creates.NotShown
	default:
		return creates.Unless(!wanted.Equal(shown))
	}
}
