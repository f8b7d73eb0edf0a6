package emulator

import (
	"net/http"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/management2"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// serviceRoutes returns the routes of all operations.
func (s *Server) serviceRoutes() []wire.Route {
	routes := slices.Concat(s.restRoutes(), s.version2.Routes(), management2.Unpublished(), s.queueRoutes())
	for i := range routes {
		routes[i].Handle = s.locked(routes[i].Handle)
	}
	return routes
}

// locked returns a handler that runs under Server.mu, one at a time. It starts the work that the engine has for others
// before it releases the lock.
func (s *Server) locked(handle wire.Handler) wire.Handler {
	return func(r *wire.Request) (any, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		defer s.dispatchWork()
		return handle(r)
	}
}

const (
	get   = http.MethodGet
	post  = http.MethodPost
	patch = http.MethodPatch
	del   = http.MethodDelete
)

// restRoutes returns the routes of the REST management interface, by kind of objects (contract 2).
func (s *Server) restRoutes() []wire.Route {
	const (
		templates = "/v1/templates"
		endpoints = "/v1/endpoints"
		pods      = "/v1/pods"
		volumes   = "/v1/networkvolumes"
		auths     = "/v1/containerregistryauth"
		billing   = "/v1/billing"

		templateID = templates + "/{templateId}"
		endpointID = endpoints + "/{endpointId}"
		podID      = pods + "/{podId}"
		volumeID   = volumes + "/{networkVolumeId}"
		authID     = auths + "/{containerRegistryAuthId}"
	)
	t, e, p := templateHandlers{s}, endpointHandlers{s}, podHandlers{s}
	v, a, b := networkVolumeHandlers{s}, containerRegistryAuthHandlers{s}, billingHandlers{s}
	return slices.Concat(
		answering(KindTemplates,
			op(get, templates, OpListTemplates, s.always(t.list)),
			op(post, templates, OpCreateTemplate, s.always(created(t.create, t.shown))),
			op(get, templateID, OpGetTemplate, on(s, t.find, t.get)),
			op(patch, templateID, OpUpdateTemplate, on(s, t.find, updated(t.update, t.shown))),
			op(post, templateID+"/update", OpUpdateTemplate, on(s, t.find, updated(t.update, t.shown))),
			op(del, templateID, OpDeleteTemplate, on(s, t.find, t.delete)),
		),
		answering(KindEndpoints,
			op(get, endpoints, OpListEndpoints, s.always(e.list)),
			op(post, endpoints, OpCreateEndpoint, s.always(created(e.create, e.shown))),
			op(get, endpointID, OpGetEndpoint, on(s, e.find, e.get)),
			op(patch, endpointID, OpUpdateEndpoint, on(s, e.find, updated(e.update, e.shown))),
			op(post, endpointID+"/update", OpUpdateEndpoint, on(s, e.find, updated(e.update, e.shown))),
			op(del, endpointID, OpDeleteEndpoint, on(s, e.find, e.delete)),
		),
		answering(KindPods,
			op(get, pods, OpListPods, s.always(p.list)),
			with201(op(post, pods, OpCreatePod, s.always(created(p.create, p.shown)))),
			op(get, podID, OpGetPod, on(s, p.find, p.get)),
			op(patch, podID, OpUpdatePod, on(s, p.find, updated(p.update, p.shown))),
			op(post, podID+"/update", OpUpdatePod, on(s, p.find, updated(p.update, p.shown))),
			op(del, podID, OpDeletePod, on(s, p.find, p.delete)),
			op(post, podID+"/start", OpStartPod, on(s, p.find, p.start)),
			op(post, podID+"/stop", OpStopPod, on(s, p.find, p.stop)),
			op(post, podID+"/reset", OpResetPod, on(s, p.find, p.reset)),
			op(post, podID+"/restart", OpRestartPod, on(s, p.find, p.restart)),
		),
		answering(KindNetworkVolumes,
			op(get, volumes, OpListNetworkVolumes, s.always(v.list)),
			op(post, volumes, OpCreateNetworkVolume, s.always(created(v.create, v.shown))),
			op(get, volumeID, OpGetNetworkVolume, on(s, v.find, v.get)),
			op(patch, volumeID, OpUpdateNetworkVolume, on(s, v.find, updated(v.update, v.shown))),
			op(post, volumeID+"/update", OpUpdateNetworkVolume, on(s, v.find, updated(v.update, v.shown))),
			op(del, volumeID, OpDeleteNetworkVolume, on(s, v.findToDelete, v.delete)),
		),
		answering(KindContainerRegistryAuths,
			op(get, auths, OpListContainerRegistryAuths, s.always(a.list)),
			op(post, auths, OpCreateContainerRegistryAuth, s.always(created(a.create, a.shown))),
			op(get, authID, OpGetContainerRegistryAuth, on(s, a.find, a.get)),
			op(del, authID, OpDeleteContainerRegistryAuth,
				on(s, a.find, a.delete)),
		),
		[]wire.Route{
			op(get, billing+"/pods", OpListPodBilling, s.always(b.listPods)),
			op(get, billing+"/endpoints", OpListEndpointBilling, s.always(b.listEndpoints)),
			op(get, billing+"/networkvolumes", OpListNetworkVolumeBilling, s.always(b.listNetworkVolumes)),

			public(op(get, "/v1/openapi.json", OpGetOpenAPI, s.always(getOpenAPI))),
		},
	)
}

// queueRoutes returns the routes of the queue interface, with the limits of its operations (contract 3).
func (s *Server) queueRoutes() []wire.Route {
	const (
		queue      = "/v2/{endpointId}"
		status     = queue + "/status/{jobId}"
		statusSync = queue + "/status-sync/{jobId}"
		stream     = queue + "/stream/{jobId}"
	)
	var (
		run      = queueLimit("run", 1000, 200)
		runSync  = queueLimit("runsync", 2000, 400)
		read     = queueLimit("status", 2000, 400)
		chunks   = queueLimit("stream", 2000, 400)
		cancel   = queueLimit("cancel", 100, 20)
		retry    = queueLimit("retry", 1000, 200)
		purge    = queueLimit("purge-queue", 2, 0)
		requests = queueLimit("requests", 10, 2)
		openAI   = queueLimit("openai", 2000, 400)
		none     = wire.Limit{}

		q = queueHandlers{s}

		endpoint, job, readable = endpointHandlers{s}.find, q.findJob, q.findReadableJob
	)
	routes := []wire.Route{
		op(post, queue+"/run", OpRunJob, onQueue(s, run, endpoint, q.run)),
		op(post, queue+"/runsync", OpRunJobSync, onQueue(s, runSync, endpoint, q.runSync)),
		op(get, status, OpGetJobStatus, onQueue(s, read, readable, q.status)),
		op(post, status, OpGetJobStatus, onQueue(s, read, readable, bodiless(q.status))),
		op(get, stream, OpStreamJob, onQueue(s, chunks, readable, q.stream)),
		op(post, stream, OpStreamJob, onQueue(s, chunks, readable, bodiless(q.stream))),
		op(post, queue+"/cancel/{jobId}", OpCancelJob, onQueue(s, cancel, job, bodiless(q.cancel))),
		op(post, queue+"/retry/{jobId}", OpRetryJob, onQueue(s, retry, job, bodiless(q.retry))),
		op(post, queue+"/purge-queue", OpPurgeQueue, onQueue(s, purge, endpoint, bodiless(q.purge))),
		op(get, queue+"/health", OpGetHealth, onQueue(s, none, endpoint, q.health)),
		op(get, queue+"/requests", OpListRequests, onQueue(s, requests, endpoint, q.requests)),
		op(post, queue+"/openai/{route...}", OpOpenAI, onQueue(s, openAI, endpoint, q.openAI)),
	}
	if s.options.NoStatusSync {
		return routes
	}
	return append(routes,
		op(get, statusSync, OpGetJobStatusSync, onQueue(s, read, readable, q.statusSync)),
		op(post, statusSync, OpGetJobStatusSync, onQueue(s, read, readable, bodiless(q.statusSync))),
	)
}

func op(method, path, operation string, handle wire.Handler) wire.Route {
	return wire.Route{Method: method, Path: path, Operation: operation, Handle: handle, Success: http.StatusOK}
}

// answering sets the kind of objects in the answers of operations, for the dialects.
func answering(kind string, routes ...wire.Route) []wire.Route {
	for i := range routes {
		routes[i].Kind = kind
	}
	return routes
}

// with201 returns the route with the success status 201.
func with201(route wire.Route) wire.Route {
	route.Success = http.StatusCreated
	return route
}

// public returns the route for an operation that needs no key.
func public(route wire.Route) wire.Route {
	route.Public = true
	return route
}

// always returns a handler for an operation that names no object. It checks limits, then the body.
func (s *Server) always(act wire.Handler) wire.Handler {
	return func(r *wire.Request) (any, error) {
		if err := s.admit(r); err != nil {
			return nil, err
		}
		return act(r)
	}
}

// on returns a handler for an operation on an object. It checks in this order: 404, limits, the body (contract 1).
func on[T any](s *Server, find func(*wire.Request) (T, error), act func(*wire.Request, T) (any, error)) wire.Handler {
	return func(r *wire.Request) (any, error) {
		object, err := find(r)
		if err != nil {
			return nil, err
		}
		if err := s.admit(r); err != nil {
			return nil, err
		}
		return act(r, object)
	}
}

// created returns the act of an operation that makes an object of a body.
func created[In, T any](create func(In) (T, error), shown func(T) any) wire.Handler {
	return func(r *wire.Request) (any, error) {
		in, err := decodeBody[In](r)
		if err != nil {
			return nil, err
		}
		object, err := create(in)
		if err != nil {
			return nil, err
		}
		return shown(object), nil
	}
}

// updated returns the act of an operation that changes an object by a body.
func updated[In, T any](update func(T, In) (T, error), shown func(T) any) func(*wire.Request, T) (any, error) {
	return func(r *wire.Request, object T) (any, error) {
		return created(func(in In) (T, error) { return update(object, in) }, shown)(r)
	}
}

// onQueue returns a handler with the same order of checks on the queue, which has limits of its own.
func onQueue[T any](
	s *Server, limit wire.Limit, find func(*wire.Request) (T, error), act func(*wire.Request, T) (any, error),
) wire.Handler {
	return func(r *wire.Request) (any, error) {
		object, err := find(r)
		if err != nil {
			return nil, err
		}
		if err := s.admitOnQueue(r, limit); err != nil {
			return nil, err
		}
		return act(r, object)
	}
}

// bodiless returns a handler that refuses a body, for operations on the queue that take none.
func bodiless[T any](act func(*wire.Request, T) (any, error)) func(*wire.Request, T) (any, error) {
	return func(r *wire.Request, object T) (any, error) {
		if err := r.NoBody(); err != nil {
			return nil, err
		}
		return act(r, object)
	}
}
