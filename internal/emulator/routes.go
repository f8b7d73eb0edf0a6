package emulator

import (
	"net/http"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// serviceRoutes returns the routes of all operations.
func (s *Server) serviceRoutes() []wire.Route {
	routes := slices.Concat(s.version1.Routes(), s.version2.Routes(), s.queueRoutes())
	for i := range routes {
		routes[i].Handle = s.locked(routes[i].Handle)
	}
	return routes
}

// locked returns a handler that runs under Server.mu, one at a time. It starts the work that the engine has for others
// before it releases the lock, and tells viewers that something may have changed.
func (s *Server) locked(handle wire.Handler) wire.Handler {
	return func(r *wire.Request) (any, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if r.HTTP.Method != get { // And not by views, which their viewers would ask for again.
			defer s.changes.Signal()
		}
		defer s.settle()
		return handle(r)
	}
}

const (
	get   = http.MethodGet
	post  = http.MethodPost
	patch = http.MethodPatch
	del   = http.MethodDelete
)

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

		endpoint, job, readable = q.findEndpoint, q.findJob, q.findReadableJob
	)
	routes := ruled("contract 3.1",
		op(post, queue+"/run", "RunJob", onQueue(s, run, endpoint, q.run)),
		op(post, queue+"/runsync", "RunJobSync", onQueue(s, runSync, endpoint, q.runSync)),
		op(get, queue+"/openai/{route...}", "OpenAI", onQueue(s, openAI, endpoint, bodiless(q.openAI))),
		op(post, queue+"/openai/{route...}", "OpenAI", onQueue(s, openAI, endpoint, q.openAI)),
	)
	routes = append(routes, ruled("contract 3.2",
		op(get, status, "GetJobStatus", onQueue(s, read, readable, q.status)),
		op(post, status, "GetJobStatus", onQueue(s, read, readable, bodiless(q.status))),
		op(get, stream, "StreamJob", onQueue(s, chunks, readable, q.stream)),
		op(post, stream, "StreamJob", onQueue(s, chunks, readable, bodiless(q.stream))),
		op(post, queue+"/cancel/{jobId}", "CancelJob", onQueue(s, cancel, job, bodiless(q.cancel))),
		op(post, queue+"/retry/{jobId}", "RetryJob", onQueue(s, retry, job, bodiless(q.retry))),
		op(post, queue+"/purge-queue", "PurgeQueue", onQueue(s, purge, endpoint, bodiless(q.purge))),
		op(get, queue+"/health", "GetHealth", onQueue(s, none, endpoint, q.health)),
		op(get, queue+"/requests", "ListRequests", onQueue(s, requests, endpoint, q.requests)),
	)...)
	if s.options.NoStatusSync {
		return routes
	}
	return append(routes, ruled("contract 3.2",
		op(get, statusSync, "GetJobStatusSync", onQueue(s, read, readable, q.statusSync)),
		op(post, statusSync, "GetJobStatusSync", onQueue(s, read, readable, bodiless(q.statusSync))),
	)...)
}

func op(method, path, operation string, handle wire.Handler) wire.Route {
	return wire.Route{Method: method, Path: path, Operation: operation, Handle: handle, Success: http.StatusOK}
}

// ruled sets the contract's section about the operations.
func ruled(rule string, routes ...wire.Route) []wire.Route {
	for i := range routes {
		routes[i].Rule = rule
	}
	return routes
}

// onQueue returns a handler for an operation on an object of the queue, which has limits of its own for each endpoint.
// It checks in this order: 404, limits, the body (contract 1).
func onQueue[T any](
	s *Server, limit wire.Limit, find func(*wire.Request) (T, error), act func(*wire.Request, T) (any, error),
) wire.Handler {
	return wire.On(find, func(r *wire.Request) error { return s.admitAs(r, r.PathValue("endpointId"), limit) }, act)
}

// bodiless returns a handler that refuses a body, for operations that take none.
func bodiless[T any](act func(*wire.Request, T) (any, error)) func(*wire.Request, T) (any, error) {
	return func(r *wire.Request, object T) (any, error) {
		if err := r.NoBody(); err != nil {
			return nil, err
		}
		return act(r, object)
	}
}

// queueWindow is the length of the window of the queue's limits.
const queueWindow = 10 * time.Second

// queueLimit returns the limit that operations of the queue share, on each endpoint (contract 3).
func queueLimit(name string, rate, concurrent int) wire.Limit {
	return wire.Limit{Name: name, Rate: rate, Window: queueWindow, Concurrent: concurrent}
}

// admit makes the third of the checks on the REST interface: after 401 and 404, before the handler reads the body. All
// keys share one limit.
func (s *Server) admit(r *wire.Request) error {
	return s.admitAs(r, "", wire.Limit{Rate: s.options.RESTRateLimit, Window: time.Second})
}

// admitAs lets a request pass, and counts it as under way until it is over.
func (s *Server) admitAs(r *wire.Request, owner string, limit wire.Limit) error {
	if r.Peeks {
		return nil
	}
	release, err := s.limits.Admit(owner, limit, s.clock.Now())
	if err != nil {
		return err
	}
	r.OnFinish(release)
	return nil
}
