package emulator

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// handler answers one operation. It runs under Server.mu; nil, nil is 204.
type handler func(s *Server, c *call) (any, error)

// route is one operation on the wire.
type route struct {
	method    string
	elements  []string // of the path; those in braces are parameters, one with dots takes what is left
	operation string   // as contract 2.1 names it; synonyms share the name
	handle    handler
	success   int  // the status of an answer with a body
	public    bool // needs no key
}

func op(method, path, operation string, handle handler) route {
	return route{
		method: method, elements: strings.Split(path, "/"), operation: operation, handle: handle, success: http.StatusOK,
	}
}

func (r route) answering(status int) route {
	r.success = status
	return r
}

func (r route) withoutKey() route {
	r.public = true
	return r
}

// serviceRoutes is the service: every operation there is. It is a function, since a table of handlers that ask for it
// could not be a variable.
func serviceRoutes() []route {
	get, post, patch, del := http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete
	const (
		templates = "/v1/templates"
		endpoints = "/v1/endpoints"
		pods      = "/v1/pods"
		volumes   = "/v1/networkvolumes"
		auths     = "/v1/containerregistryauth"
		queue     = "/v2/{endpointId}"
		billing   = "/v1/billing"

		templateID = templates + "/{templateId}"
		endpointID = endpoints + "/{endpointId}"
		podID      = pods + "/{podId}"
		volumeID   = volumes + "/{networkVolumeId}"
		authID     = auths + "/{containerRegistryAuthId}"
	)
	var (
		template = (*Server).findTemplate
		endpoint = (*Server).findEndpoint
		pod      = (*Server).findPod
		volume   = (*Server).findNetworkVolume
		auth     = (*Server).findContainerRegistryAuth
		job      = (*Server).findJob
		readable = (*Server).findReadableJob
	)
	var ( // contract 3
		run      = bucket{"run", 1000, 200}
		runSync  = bucket{"runsync", 2000, 400}
		status   = bucket{"status", 2000, 400}
		stream   = bucket{"stream", 2000, 400}
		cancel   = bucket{"cancel", 100, 20}
		retry    = bucket{"retry", 1000, 200}
		purge    = bucket{"purge-queue", 2, 0}
		requests = bucket{"requests", 10, 2}
		openAI   = bucket{"openai", 2000, 400}
	)
	return []route{
		op(get, templates, "ListTemplates", always((*Server).listTemplates)),
		op(post, templates, "CreateTemplate", always((*Server).createTemplate)),
		op(get, templateID, "GetTemplate", on(template, (*Server).getTemplate)),
		op(patch, templateID, "UpdateTemplate", on(template, (*Server).updateTemplate)),
		op(post, templateID+"/update", "UpdateTemplate", on(template, (*Server).updateTemplate)),
		op(del, templateID, "DeleteTemplate", on(template, (*Server).deleteTemplate)),

		op(get, endpoints, "ListEndpoints", always((*Server).listEndpoints)),
		op(post, endpoints, "CreateEndpoint", always((*Server).createEndpoint)),
		op(get, endpointID, "GetEndpoint", on(endpoint, (*Server).getEndpoint)),
		op(patch, endpointID, "UpdateEndpoint", on(endpoint, (*Server).updateEndpoint)),
		op(post, endpointID+"/update", "UpdateEndpoint", on(endpoint, (*Server).updateEndpoint)),
		op(del, endpointID, "DeleteEndpoint", on(endpoint, (*Server).deleteEndpoint)),

		op(get, pods, "ListPods", always((*Server).listPods)),
		op(post, pods, "CreatePod", always((*Server).createPod)).answering(http.StatusCreated),
		op(get, podID, "GetPod", on(pod, (*Server).getPod)),
		op(patch, podID, "UpdatePod", on(pod, (*Server).updatePod)),
		op(post, podID+"/update", "UpdatePod", on(pod, (*Server).updatePod)),
		op(del, podID, "DeletePod", on(pod, (*Server).deletePod)),
		op(post, podID+"/start", "StartPod", on(pod, (*Server).startPod)),
		op(post, podID+"/stop", "StopPod", on(pod, (*Server).stopPod)),
		op(post, podID+"/reset", "ResetPod", on(pod, (*Server).resetPod)),
		op(post, podID+"/restart", "RestartPod", on(pod, (*Server).restartPod)),

		op(get, volumes, "ListNetworkVolumes", always((*Server).listNetworkVolumes)),
		op(post, volumes, "CreateNetworkVolume", always((*Server).createNetworkVolume)),
		op(get, volumeID, "GetNetworkVolume", on(volume, (*Server).getNetworkVolume)),
		op(patch, volumeID, "UpdateNetworkVolume", on(volume, (*Server).updateNetworkVolume)),
		op(post, volumeID+"/update", "UpdateNetworkVolume", on(volume, (*Server).updateNetworkVolume)),
		op(del, volumeID, "DeleteNetworkVolume", on((*Server).findNetworkVolumeToDelete, (*Server).deleteNetworkVolume)),

		op(get, auths, "ListContainerRegistryAuths", always((*Server).listContainerRegistryAuths)),
		op(post, auths, "CreateContainerRegistryAuth", always((*Server).createContainerRegistryAuth)),
		op(get, authID, "GetContainerRegistryAuth", on(auth, (*Server).getContainerRegistryAuth)),
		op(del, authID, "DeleteContainerRegistryAuth", on(auth, (*Server).deleteContainerRegistryAuth)),

		op(get, billing+"/pods", "ListPodBilling", always((*Server).listPodBilling)),
		op(get, billing+"/endpoints", "ListEndpointBilling", always((*Server).listEndpointBilling)),
		op(get, billing+"/networkvolumes", "ListNetworkVolumeBilling", always((*Server).listNetworkVolumeBilling)),

		op(get, "/v1/openapi.json", "GetOpenAPI", always((*Server).getOpenAPI)).withoutKey(),

		op(post, queue+"/run", "RunJob", onQueue(run, endpoint, (*Server).runJob)),
		op(post, queue+"/runsync", "RunJobSync", onQueue(runSync, endpoint, (*Server).runJobSync)),
		op(get, queue+"/status/{jobId}", "GetJobStatus", onQueue(status, readable, (*Server).getJobStatus)),
		op(post, queue+"/status/{jobId}", "GetJobStatus", onQueue(status, readable, bodiless((*Server).getJobStatus))),
		op(get, queue+"/status-sync/{jobId}", "GetJobStatusSync", onQueue(status, readable, (*Server).getJobStatusSync)),
		op(post, queue+"/status-sync/{jobId}", "GetJobStatusSync",
			onQueue(status, readable, bodiless((*Server).getJobStatusSync))),
		op(get, queue+"/stream/{jobId}", "StreamJob", onQueue(stream, readable, (*Server).streamJob)),
		op(post, queue+"/stream/{jobId}", "StreamJob", onQueue(stream, readable, bodiless((*Server).streamJob))),
		op(post, queue+"/cancel/{jobId}", "CancelJob", onQueue(cancel, job, bodiless((*Server).cancelJob))),
		op(post, queue+"/retry/{jobId}", "RetryJob", onQueue(retry, job, bodiless((*Server).retryJob))),
		op(post, queue+"/purge-queue", "PurgeQueue", onQueue(purge, endpoint, bodiless((*Server).purgeQueue))),
		op(get, queue+"/health", "GetHealth", onQueue(bucket{}, endpoint, (*Server).getHealth)),
		op(get, queue+"/requests", "ListRequests", onQueue(requests, endpoint, (*Server).listRequests)),
		op(post, queue+"/openai/{route...}", "OpenAI", onQueue(openAI, endpoint, (*Server).openAI)),
	}
}

// always is the order of checks for an operation that names no object: limits, then the body.
func always(act handler) handler {
	return func(s *Server, c *call) (any, error) {
		if err := s.admit(); err != nil {
			return nil, err
		}
		return act(s, c)
	}
}

// on is the order of checks for an operation on an object: 404, then limits, then the body (contract 1).
func on[T any](find func(*Server, *call) (T, error), act func(*Server, *call, T) (any, error)) handler {
	return func(s *Server, c *call) (any, error) {
		object, err := find(s, c)
		if err != nil {
			return nil, err
		}
		if err := s.admit(); err != nil {
			return nil, err
		}
		return act(s, c, object)
	}
}

// bodiless is the rule of operations on the queue that take no body.
func bodiless[T any](act func(*Server, *call, T) (any, error)) func(*Server, *call, T) (any, error) {
	return func(s *Server, c *call, object T) (any, error) {
		if err := c.noBody(); err != nil {
			return nil, err
		}
		return act(s, c, object)
	}
}

// match finds the route of a request and sets its path values. The path is matched element by element as it was sent,
// and each element is unescaped on its own: an id of "..%2Fpods%2Fx" is one element and reaches its handler whole.
// Ready-made multiplexers would answer some of these requests themselves, with redirects and plain text.
func match(routes []route, r *http.Request) (*route, error) {
	given := strings.Split(r.URL.EscapedPath(), "/")
	var allowed []string
	for i := range routes {
		values, ok := routes[i].path(given)
		if !ok {
			continue
		}
		if routes[i].method != r.Method {
			allowed = append(allowed, routes[i].method)
			continue
		}
		for name, value := range values {
			r.SetPathValue(name, value)
		}
		return &routes[i], nil
	}
	if len(allowed) == 0 {
		return nil, notFound("not found")
	}
	slices.Sort(allowed)
	return nil, &refusal{
		status:  http.StatusMethodNotAllowed,
		message: "method not allowed",
		header:  http.Header{"Allow": {strings.Join(allowed, ", ")}},
	}
}

// path compares element by element and collects the parameters.
func (r *route) path(given []string) (values map[string]string, ok bool) {
	elements := r.elements
	if last := len(elements) - 1; strings.HasSuffix(elements[last], "...}") && len(given) > last {
		given = append(slices.Clone(given[:last]), strings.Join(given[last:], "/"))
	}
	if len(elements) != len(given) {
		return nil, false
	}
	values = make(map[string]string)
	for i, element := range elements {
		name, isParameter := strings.CutPrefix(element, "{")
		if !isParameter {
			if element != given[i] {
				return nil, false
			}
			continue
		}
		value, err := url.PathUnescape(given[i])
		if err != nil || value == "" {
			return nil, false
		}
		values[strings.TrimRight(name, ".}")] = value
	}
	return values, true
}
