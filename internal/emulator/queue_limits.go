package emulator

import (
	"net/http"
	"strconv"
	"time"
)

// bucket is what operations of the queue are limited by together, on each endpoint (contract 3). Zero is no limit.
type bucket struct {
	name       string
	rate       int // requests in the window
	concurrent int // requests at the same time
}

// queueUsage is what the limits count of one endpoint, by bucket.
type queueUsage struct {
	windows  map[string]*window
	underWay map[string]int // requests
}

// usageOf is what the limits count of an endpoint. It ends with the endpoint.
func (s *Server) usageOf(endpointID string) *queueUsage {
	usage, ok := s.usage[endpointID]
	if !ok {
		usage = &queueUsage{windows: make(map[string]*window), underWay: make(map[string]int)}
		s.usage[endpointID] = usage
	}
	return usage
}

// queueWindow is the length of the window of the queue's limits.
const queueWindow = 10 * time.Second

// onQueue is the order of checks on the queue, which has limits of its own.
func onQueue[T any](b bucket, find func(*Server, *call) (T, error), act func(*Server, *call, T) (any, error)) handler {
	return func(s *Server, c *call) (any, error) {
		object, err := find(s, c)
		if err != nil {
			return nil, err
		}
		if err := s.admitOnQueue(c, b); err != nil {
			return nil, err
		}
		return act(s, c, object)
	}
}

// admitOnQueue lets a request pass, and counts it as under way until there is an answer.
func (s *Server) admitOnQueue(c *call, b bucket) error {
	endpointID := c.request.PathValue("endpointId")
	usage := s.usageOf(endpointID)
	dynamic := s.engine.Busy(endpointID) * s.options.RequestsPerWorker
	if b.concurrent > 0 && usage.underWay[b.name] >= max(b.concurrent, dynamic) {
		return tooMany(0)
	}
	if b.rate > 0 {
		w, ok := usage.windows[b.name]
		if !ok {
			w = &window{length: queueWindow}
			usage.windows[b.name] = w
		}
		w.limit = max(b.rate, dynamic)
		if wait, ok := w.admit(s.clock.Now()); !ok {
			return tooMany(wait)
		}
	}
	usage.underWay[b.name]++
	c.release = func() { usage.underWay[b.name]-- }
	return nil
}

func tooMany(wait time.Duration) *refusal {
	seconds := int((wait + time.Second - 1) / time.Second)
	return &refusal{
		status:  http.StatusTooManyRequests,
		message: "rate limit exceeded",
		header:  http.Header{"Retry-After": {strconv.Itoa(max(seconds, 1))}},
	}
}
