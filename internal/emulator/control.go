package emulator

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// controlPrefix is where the control interface lives. It needs no key, and answers loopback clients only.
const controlPrefix = "/_emulator/"

// control is the control interface: the direct access of Server, over HTTP.
type control struct{ server *Server }

func (s *Server) controlRoutes() []wire.Route {
	const object, snapshot = controlPrefix + "state/{kind}/{id}", controlPrefix + "snapshots/{name}"
	c := control{s}
	at := func(method, path string, handle wire.Handler) wire.Route { return op(method, path, "", handle) }
	return append(c.consoleRoutes(),
		at(get, controlPrefix+"changes", c.streamChanges),
		at(get, controlPrefix+"overview", c.overview),
		at(get, controlPrefix+"objects/{kind}/{id}", c.showObject),
		at(get, controlPrefix+"endpoints/{endpointId}", c.showEndpoint),
		at(get, controlPrefix+"jobs/{endpointId}/{jobId}", c.showJob),
		at(post, controlPrefix+"send", c.send),
		at(get, controlPrefix+"health", c.health),
		at(get, controlPrefix+"metrics", c.metrics),
		at(post, mcpPath, c.mcp),
		at(post, controlPrefix+"reset", c.reset),
		at(get, controlPrefix+"requests", c.requests),
		at(del, controlPrefix+"requests", c.clearRequests),
		at(get, controlPrefix+"stream", c.streamRequests),
		at(get, controlPrefix+"requests/{requestId}", c.request),
		at(post, controlPrefix+"requests/{requestId}/reveal", c.reveal),
		at(get, controlPrefix+"rules/{rule}", c.rule),
		at(get, controlPrefix+"clock", c.clock),
		at(post, controlPrefix+"clock", c.moveClock),
		at(get, controlPrefix+"faults", c.faults),
		at(http.MethodPut, controlPrefix+"faults", c.setFaults),
		at(del, controlPrefix+"faults", c.clearFaults),
		at(get, controlPrefix+"state", c.state),
		at(post, controlPrefix+"endpoints/{endpointId}/kill-worker", c.killWorker),
		at(post, controlPrefix+"endpoints/{endpointId}/throttle-worker", c.throttleWorker),
		at(get, controlPrefix+"stock", c.stock),
		at(http.MethodPut, controlPrefix+"stock", c.setStock),
		at(get, controlPrefix+"fates", c.fates),
		at(http.MethodPut, controlPrefix+"fates", c.setFates),
		at(get, controlPrefix+"scripts", c.showScripts),
		at(http.MethodPut, controlPrefix+"scripts", c.setScripts),
		at(get, controlPrefix+"inbox", c.inboxCalls),
		at(del, controlPrefix+"inbox", c.clearInbox),
		at(post, controlPrefix+"inbox/{callId}/redeliver", c.redeliver),
		at(post, controlPrefix+"pods/{podId}/evict", c.evict),
		at(http.MethodPut, controlPrefix+"pod-ports", c.answerPorts),
		at(get, controlPrefix+"snapshots", c.listSnapshots),
		at(http.MethodPut, snapshot, c.takeSnapshot),
		at(post, snapshot+"/restore", c.restoreSnapshot),
		at(del, snapshot, c.deleteSnapshot),
		at(post, object, c.putObject),
		at(patch, object, c.patchObject),
		at(del, object, c.deleteObject),
	)
}

func (c control) health(*wire.Request) (any, error) {
	return map[string]string{"status": "ok"}, nil
}

func (c control) reset(*wire.Request) (any, error) {
	c.server.Reset()
	return nil, nil
}

func (c control) clock(*wire.Request) (any, error) {
	return c.server.clock.State(), nil
}

// moveClock does the one thing with the clock that the body names.
func (c control) moveClock(r *wire.Request) (any, error) {
	named, _ := wire.DecodeControl[map[string]any](r) // Its error is the next one's too.
	move, err := wire.DecodeControl[struct {
		Advance Duration  `json:"advance"`
		To      time.Time `json:"to"`
		Next    bool      `json:"next"`
		Frozen  *bool     `json:"frozen"`
	}](r)
	switch {
	case err != nil:
	case len(named) != 1:
		err = wire.BadRequest("the body must have one of the members advance, to, next and frozen")
	case move.Advance < 0:
		err = wire.BadRequest("time never goes back")
	case !move.To.IsZero():
		err = c.server.AdvanceTo(move.To)
	case move.Next:
		err = c.server.AdvanceToNext()
	case move.Frozen != nil:
		err = c.server.Freeze(*move.Frozen)
	default:
		c.server.Advance(time.Duration(move.Advance))
	}
	return c.server.clock.State(), err
}

func (c control) faults(*wire.Request) (any, error) {
	return c.server.Faults(), nil
}

func (c control) setFaults(r *wire.Request) (any, error) {
	rules, err := rulesOf[Fault](r.Body)
	if err != nil {
		return nil, err
	}
	if err := c.server.wire.SetFaults(rules); err != nil {
		return nil, err
	}
	return c.server.Faults(), nil
}

func (c control) clearFaults(*wire.Request) (any, error) {
	c.server.SetFaults()
	return nil, nil
}

// state shows every kind of objects.
func (c control) state(*wire.Request) (any, error) {
	s := c.server
	state := map[string][]any{}
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, kind := range s.kinds() {
		state[name] = kind.Objects()
	}
	return state, nil
}

func (c control) putObject(r *wire.Request) (any, error) {
	return c.change(r, c.server.PutObject)
}

func (c control) patchObject(r *wire.Request) (any, error) {
	return c.change(r, c.server.PatchObject)
}

func (c control) change(r *wire.Request, change func(kind, id string, members map[string]any) error) (any, error) {
	members, err := wire.DecodeControl[map[string]any](r)
	if err != nil {
		return nil, err
	}
	kind, id := r.PathValue("kind"), r.PathValue("id")
	if err := change(kind, id, members); err != nil {
		return nil, err
	}
	object, _ := c.server.object(kind, id)
	return object, nil
}

func (c control) deleteObject(r *wire.Request) (any, error) {
	return nil, c.server.DeleteObject(r.PathValue("kind"), r.PathValue("id"))
}

// maxRules is how many rules a list may have: each one is compared with all others.
const maxRules = 1000

// rulesOf reads rules: a list, or one in the place of a list.
func rulesOf[T any](text []byte) (rules []T, err error) {
	if json.Valid(text) && bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		text = slices.Concat([]byte("["), text, []byte("]"))
	}
	rules, err = wire.Decode[[]T](text)
	if err == nil && (rules == nil || len(rules) > maxRules) {
		return nil, wire.BadRequest("the rules must be a list of at most %d", maxRules)
	}
	return rules, err
}
