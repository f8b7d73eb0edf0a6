package emulator

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/history"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/management"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// view is a JSON object. Views are encoded after Server.mu has been released, under which none reads more than
// account.MaxShown jobs or objects of a kind.
type view = map[string]any

func (c control) streamChanges(*wire.Request) (any, error) {
	return wire.Stream(c.changes.Stream), nil
}

// overview shows the newest objects of each kind, or of one kind those below a number.
func (c control) overview(r *wire.Request) (any, error) {
	below, err := number(r, "before")
	if err != nil {
		return nil, err
	}
	now, kinds := c.clock.Now(), view{}
	for kind := range c.account.Kinds() {
		if r.Query.Has("kind") && r.Query.Get("kind") != kind {
			continue
		}
		list, total := c.account.Overview(kind, below, now)
		for i := range list {
			if e, err := c.account.Endpoints.Find(list[i].ID); err == nil && kind == KindEndpoints {
				workers, _ := c.engine.Workers(e.ID)
				health := c.engine.Health(e.ID)
				list[i].State = fmt.Sprintf("workers: %d of %d, jobs: %d",
					len(workers), e.WorkersMax, health.InQueue+health.InProgress)
			}
		}
		kinds[kind] = view{"total": total, "objects": list}
	}
	if len(kinds) == 0 {
		return nil, wire.NotFound("no kind %.100q of objects", r.Query.Get("kind"))
	}
	return view{"now": now, "cost": c.account.Cost(now), "kinds": kinds}, nil
}

// objectPaths are the paths of objects in version 1 and 2, up to the id.
var objectPaths = map[string][2]string{
	KindTemplates:              {"/v1/templates/", management.Prefix + "/templates/"},
	KindEndpoints:              {"/v1/endpoints/", management.Prefix + "/serverless/"},
	KindPods:                   {"/v1/pods/", management.Prefix + "/pods/"},
	KindNetworkVolumes:         {"/v1/networkvolumes/", management.Prefix + "/network-volumes/"},
	KindContainerRegistryAuths: {"/v1/containerregistryauth/", management.Prefix + "/registries/"},
}

// showObject shows an object as each version returns it, with masked values.
func (c control) showObject(r *wire.Request) (any, error) {
	kind, id := r.PathValue("kind"), r.PathValue("id")
	c.mu.Lock()
	name, uses, usedBy, ok := c.account.Relations(kind, id)
	c.mu.Unlock()
	if !ok {
		return nil, wire.NotFound("%.100s: no object %.100q", kind, id)
	}
	var versions []view
	for i, prefix := range objectPaths[kind] {
		path := prefix + url.PathEscape(id)
		answer := c.wire.Peek(r, path)
		versions = append(versions, view{
			"version": "v" + strconv.Itoa(i+1), "path": path, "status": answer.Status, "body": answer.Body,
		})
	}
	return view{"kind": kind, "id": id, "name": name, "uses": uses, "used_by": usedBy, "versions": versions}, nil
}

// showEndpoint shows the queue of an endpoint.
func (c control) showEndpoint(r *wire.Request) (any, error) {
	e, err := c.account.Endpoints.Find(r.PathValue("endpointId"))
	if err != nil {
		return nil, err
	}
	now, listed := c.clock.Now(), []view{}
	for j := range c.engine.Jobs(e.ID) {
		if len(listed) == account.MaxShown {
			break
		}
		times := answerOf(j)
		listed = append(listed, view{
			"id": j.ID, "status": j.Status, "submitted": j.Submitted, "delay_ms": times.DelayTime,
			"execution_ms": times.ExecutionTime, "worker": j.WorkerID, "attempt": j.Attempt,
			"reason": c.engine.Reason(j.ID, now), "input": strings.ToValidUTF8(string(j.Input[:min(len(j.Input), 80)]), ""),
		})
	}
	workers, throttled := c.engine.Workers(e.ID)
	return view{
		"id": e.ID, "name": e.Name, "now": now, "scaling": c.engine.Scaling(e.ID, now), "throttled": throttled,
		"jobs": c.engine.Health(e.ID).HealthJobs, "workers": workers, "listed": listed, "total": c.engine.Count(e.ID),
	}, nil
}

// showJob shows a job, without the secrets of its webhook's address, and its timeline, which the history has for a
// while after the job has been deleted.
func (c control) showJob(r *wire.Request) (any, error) {
	endpointID, id := r.PathValue("endpointId"), r.PathValue("jobId")
	var shown struct {
		Job       *engine.State `json:"job"`
		Delay     *int64        `json:"delay_ms"`
		Execution *int64        `json:"execution_ms"`
		history.Timeline
	}
	now, known := c.clock.Now(), false
	shown.Timeline, known = c.history.Of(endpointID, id, now)
	if j, exists := c.engine.Job(endpointID, id); exists {
		state, _ := c.engine.State(id, now)
		state.Webhook = publicAddress(state.Webhook)
		times := answerOf(j)
		shown.Job, shown.Delay, shown.Execution, known = &state, times.DelayTime, times.ExecutionTime, true
	}
	if !known {
		return nil, wire.NotFound("endpoint %.100q has no job %.100q, or it was deleted long ago", endpointID, id)
	}
	return shown, nil
}

// publicAddress returns the address of a webhook without what can be secret in it: user, query and fragment.
func publicAddress(webhook string) string {
	address, err := url.Parse(webhook)
	if err != nil {
		return "no URL"
	}
	return (&url.URL{Scheme: address.Scheme, Host: address.Host, Path: address.Path}).String()
}

// send sends a request to the service, with the emulator's own key.
func (c control) send(r *wire.Request, asked struct {
	Method string          `json:"method"`
	Path   string          `json:"path"`
	Body   json.RawMessage `json:"body"`
}) (any, error) {
	body := bytes.TrimPrefix(asked.Body, []byte("null"))
	in, err := c.inside(r.HTTP.Context(), "console", asked.Method, asked.Path, body)
	if err != nil {
		return nil, wire.BadRequest("%v", err)
	}
	return c.wire.Send(in), nil
}

// inside returns a request that does not come over the network, with the emulator's own key.
func (s *Server) inside(ctx context.Context, agent, method, path string, body []byte) (*http.Request, error) {
	in, err := http.NewRequestWithContext(ctx, method, path, bytes.NewReader(body))
	if err == nil {
		in.Header = http.Header{
			"Authorization": {"Bearer " + s.APIKey()}, "Content-Type": {"application/json"}, "User-Agent": {agent},
		}
	}
	return in, err
}
