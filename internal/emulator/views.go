package emulator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/history"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/management2"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// viewRoutes are the routes of the console's pages about account and queues. However many jobs there are, a view holds
// Server.mu for the newest account.MaxShown only, and is encoded later.
func (c control) viewRoutes() []wire.Route {
	at := func(method, path string, handle wire.Handler) wire.Route {
		return op(method, controlPrefix+path, "", handle)
	}
	return []wire.Route{
		at(get, "changes", func(*wire.Request) (any, error) { return wire.Stream(c.server.changes.Stream), nil }),
		at(get, "overview", c.overview),
		at(get, "objects/{kind}/{id}", c.objectView),
		at(get, "endpoints/{endpointId}", c.endpointView),
		at(get, "jobs/{endpointId}/{jobId}", c.jobView),
		at(post, "send", c.send),
	}
}

type overview struct {
	Now   time.Time               `json:"now"`
	Cost  float64                 `json:"cost"` // of all objects so far, in USD
	Kinds map[string]overviewKind `json:"kinds"`
}

type overviewKind struct {
	Total   int             `json:"total"`
	Objects []account.Shown `json:"objects"`
}

// overview shows the newest objects of each kind, or of one kind those below a number.
func (c control) overview(r *wire.Request) (any, error) {
	below, err := number(r, "before")
	if err != nil {
		return nil, err
	}
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now()
	view := overview{now, s.account.Cost(now), map[string]overviewKind{}}
	kinds := r.Query["kind"]
	if !r.Query.Has("kind") {
		for kind := range s.account.Kinds() {
			kinds = append(kinds, kind)
		}
	}
	for _, kind := range kinds {
		list, total, ok := s.account.Overview(kind, below, now)
		if !ok {
			return nil, wire.NotFound("no kind %.100q of objects", kind)
		}
		for i := range list {
			if kind == KindEndpoints {
				list[i].State = s.endpointState(list[i].ID)
			}
		}
		view.Kinds[kind] = overviewKind{total, list}
	}
	return view, nil
}

func (s *Server) endpointState(id string) string {
	e, _ := s.account.Endpoints.Find(id)
	workers, _ := s.engine.Workers(id)
	health := s.engine.Health(id)
	return fmt.Sprintf("%d of %d workers, %d jobs", len(workers), e.WorkersMax, health.InQueue+health.InProgress)
}

// objectPaths are the paths of objects in both versions, up to the id.
var objectPaths = map[string][2]string{
	KindTemplates:              {"/v1/templates/", "/templates/"},
	KindEndpoints:              {"/v1/endpoints/", "/serverless/"},
	KindPods:                   {"/v1/pods/", "/pods/"},
	KindNetworkVolumes:         {"/v1/networkvolumes/", "/network-volumes/"},
	KindContainerRegistryAuths: {"/v1/containerregistryauth/", "/registries/"},
}

type objectVersion struct {
	Version string          `json:"version"`
	Path    string          `json:"path"`
	Status  int             `json:"status"`
	Body    json.RawMessage `json:"body"`
}

// objectView shows an object as each version returns it, with masked values.
func (c control) objectView(r *wire.Request) (any, error) {
	kind, id := r.PathValue("kind"), r.PathValue("id")
	c.server.mu.Lock()
	relations, ok := c.server.account.Relations(kind, id)
	c.server.mu.Unlock()
	if !ok {
		return nil, wire.NotFound("%.100s: no object %.100q", kind, id)
	}
	view := struct {
		account.Relations
		Versions []objectVersion `json:"versions"`
	}{Relations: relations}
	for i, prefix := range []string{"", management2.Prefix} {
		path := prefix + objectPaths[kind][i] + url.PathEscape(id)
		answer := c.server.wire.Peek(r, path)
		view.Versions = append(view.Versions, objectVersion{fmt.Sprintf("v%d", i+1), path, answer.Status, answer.Body})
	}
	return view, nil
}

// listedJob is a job in the view of its endpoint.
type listedJob struct {
	ID        string        `json:"id"`
	Status    engine.Status `json:"status"`
	Submitted time.Time     `json:"submitted"`
	jobTimes
	WorkerID string `json:"worker"`
	Attempt  int    `json:"attempt"`
	Reason   string `json:"reason"`
}

// jobTimes are those of the queue interface; null as long as it does not return them.
type jobTimes struct {
	Delay     *int64 `json:"delay_ms"`
	Execution *int64 `json:"execution_ms"`
}

func timesOf(j engine.Job) jobTimes {
	a := answerOf(j)
	return jobTimes{a.DelayTime, a.ExecutionTime}
}

func (c control) endpointView(r *wire.Request) (any, error) {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.account.Endpoints.Find(r.PathValue("endpointId"))
	if err != nil {
		return nil, err
	}
	now := s.clock.Now()
	view := struct {
		ID        string            `json:"id"`
		Name      string            `json:"name"`
		Now       time.Time         `json:"now"`
		Scaling   string            `json:"scaling"`
		Jobs      engine.HealthJobs `json:"jobs"`
		Workers   []engine.Worker   `json:"workers"`
		Throttled int               `json:"throttled"`
		Listed    []listedJob       `json:"listed"`
		Total     int               `json:"total"`
	}{ID: e.ID, Name: e.Name, Now: now, Listed: []listedJob{}}
	view.Scaling, view.Jobs = s.engine.Scaling(e.ID, now), s.engine.Health(e.ID).HealthJobs
	view.Workers, view.Throttled = s.engine.Workers(e.ID)
	newest, total := s.engine.Newest(e.ID, account.MaxShown, now)
	for _, j := range newest {
		view.Listed = append(view.Listed,
			listedJob{j.ID, j.Status, j.Submitted, timesOf(j.Job), j.WorkerID, j.Attempt, j.Reason})
	}
	view.Total = total
	return view, nil
}

// jobView shows a job with its timeline, which it has for a while after the job has been deleted.
func (c control) jobView(r *wire.Request) (any, error) {
	s, endpointID, id := c.server, r.PathValue("endpointId"), r.PathValue("jobId")
	var view struct {
		Job *engine.State `json:"job"`
		jobTimes
		history.Timeline
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now()
	j, exists := s.engine.Job(endpointID, id)
	if exists {
		state, _ := s.engine.State(id, now)
		view.Job, view.jobTimes = &state, timesOf(j)
	}
	timeline, known := s.history.Of(endpointID, id, now)
	if !exists && !known {
		return nil, wire.NotFound("endpoint %.100q has no job %.100q, or it was deleted long ago", endpointID, id)
	}
	view.Timeline = timeline
	return view, nil
}

// send sends a request to the service, with the emulator's own key.
func (c control) send(r *wire.Request) (any, error) {
	asked, err := wire.DecodeControl[struct {
		Method string          `json:"method"`
		Path   string          `json:"path"`
		Body   json.RawMessage `json:"body"`
	}](r)
	if err != nil {
		return nil, err
	}
	body := bytes.NewReader(bytes.TrimPrefix(asked.Body, []byte("null")))
	in, err := http.NewRequestWithContext(r.HTTP.Context(), asked.Method, asked.Path, body)
	if err != nil {
		return nil, wire.BadRequest("%v", err)
	}
	in.Host = r.HTTP.Host
	in.Header = http.Header{
		"Authorization": {"Bearer " + c.server.APIKey()}, "Content-Type": {"application/json"}, "User-Agent": {"console"},
	}
	return c.server.wire.Send(in), nil
}
