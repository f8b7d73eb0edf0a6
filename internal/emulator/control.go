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
type control struct{ *Server }

func (s *Server) controlRoutes() []wire.Route {
	const object, snapshot = controlPrefix + "state/{kind}/{id}", controlPrefix + "snapshots/{name}"
	c := control{s}
	at := func(method, path string, handle wire.Handler) wire.Route { return op(method, path, "", handle) }
	public := func(route wire.Route) wire.Route {
		route.Public = true
		return route
	}
	return []wire.Route{
		public(at(get, consolePath, c.console)),
		public(at(get, consolePath+"{file}", c.console)),
		public(at(post, consolePath+"session", with(c.openSession))),
		at(get, controlPrefix+"changes", c.streamChanges),
		at(get, controlPrefix+"overview", s.locked(c.overview)),
		at(get, controlPrefix+"objects/{kind}/{id}", c.showObject),
		at(get, controlPrefix+"endpoints/{endpointId}", s.locked(c.showEndpoint)),
		at(get, controlPrefix+"jobs/{endpointId}/{jobId}", s.locked(c.showJob)),
		at(post, controlPrefix+"send", with(c.send)),
		at(get, controlPrefix+"health", c.health),
		at(get, controlPrefix+"metrics", c.metrics),
		at(post, mcpPath, c.agents),
		at(post, controlPrefix+"reset", does(s.Reset)),
		at(get, controlPrefix+"requests", c.requests),
		at(del, controlPrefix+"requests", does(s.ClearJournal)),
		at(get, controlPrefix+"stream", c.streamRequests),
		at(get, controlPrefix+"requests/{requestId}", c.request),
		at(post, controlPrefix+"requests/{requestId}/reveal", with(c.reveal)),
		at(get, controlPrefix+"rules/{rule}", c.rule),
		at(get, controlPrefix+"clock", shows(s.clock.State)),
		at(post, controlPrefix+"clock", with(c.moveClock)),
		at(get, controlPrefix+"faults", shows(s.Faults)),
		at(http.MethodPut, controlPrefix+"faults", replaces(s.setFaults, s.Faults)),
		at(del, controlPrefix+"faults", does(func() { s.SetFaults() })),
		at(get, controlPrefix+"state", s.locked(c.objects)),
		at(post, controlPrefix+"endpoints/{endpointId}/kill-worker", optional(with(c.killNamed))),
		at(post, controlPrefix+"endpoints/{endpointId}/throttle-worker", optional(with(c.throttleNamed))),
		at(get, controlPrefix+"stock", shows(s.stock)),
		at(http.MethodPut, controlPrefix+"stock", replaces(s.SetStock, s.stock)),
		at(get, controlPrefix+"fates", shows(s.fates)),
		at(http.MethodPut, controlPrefix+"fates", replaces(s.SetFates, s.fates)),
		at(get, controlPrefix+"scripts", shows(s.Scripts)),
		at(http.MethodPut, controlPrefix+"scripts", replaces(s.SetScripts, s.Scripts)),
		at(get, controlPrefix+"inbox", c.inboxCalls),
		at(del, controlPrefix+"inbox", s.locked(c.clearInbox)),
		at(post, controlPrefix+"inbox/{callId}/redeliver", optional(with(c.redeliver))),
		at(post, controlPrefix+"pods/{podId}/evict", to("podId", s.Evict)),
		at(http.MethodPut, controlPrefix+"pod-ports", with(c.answerPorts)),
		at(get, controlPrefix+"snapshots", shows(s.Snapshots)),
		at(http.MethodPut, snapshot, c.takeSnapshot),
		at(post, snapshot+"/restore", to("name", s.RestoreSnapshot)),
		at(del, snapshot, to("name", s.DeleteSnapshot)),
		at(post, object, with(c.changeObject(s.PutObject))),
		at(patch, object, with(c.changeObject(s.PatchObject))),
		at(del, object, c.deleteObject),
	}
}

func (c control) health(*wire.Request) (any, error) {
	return map[string]string{"status": "ok"}, nil
}

// does returns a handler that answers without a body.
func does(act func()) wire.Handler {
	return func(*wire.Request) (any, error) {
		act()
		return nil, nil
	}
}

// shows returns a handler that answers with what a function returns.
func shows[T any](read func() T) wire.Handler {
	return func(*wire.Request) (any, error) { return read(), nil }
}

// to returns a handler that does something to what the path names, and answers without a body.
func to(name string, act func(named string) error) wire.Handler {
	return func(r *wire.Request) (any, error) { return nil, act(r.PathValue(name)) }
}

// with returns a handler that reads the body first.
func with[T any](act func(r *wire.Request, body T) (any, error)) wire.Handler {
	return func(r *wire.Request) (any, error) {
		body, err := wire.Decode[T](r.Body)
		if err != nil {
			return nil, err
		}
		return act(r, body)
	}
}

// optional returns a handler that takes a request without a body for one with an empty object.
func optional(act wire.Handler) wire.Handler {
	return func(r *wire.Request) (any, error) {
		if len(r.Body) == 0 {
			r.Body = []byte("{}")
		}
		return act(r)
	}
}

// replaces returns a handler that puts the rules of the body in the place of others, and answers with those in force.
func replaces[T any](set func(rules ...T) error, inForce func() []T) wire.Handler {
	return func(r *wire.Request) (any, error) {
		rules, err := rulesOf[T](r.Body)
		if err == nil {
			err = set(rules...)
		}
		if err != nil {
			return nil, err
		}
		return inForce(), nil
	}
}

// moveClock does the one thing with the clock that the body names.
func (c control) moveClock(r *wire.Request, move struct {
	Advance Duration  `json:"advance"`
	To      time.Time `json:"to"`
	Next    bool      `json:"next"`
	Frozen  *bool     `json:"frozen"`
}) (any, error) {
	named, err := wire.Decode[map[string]any](r.Body)
	switch {
	case len(named) != 1:
		err = wire.BadRequest("the body must have one of the members advance, to, next and frozen")
	case move.Advance < 0:
		err = wire.BadRequest("time never goes back")
	case !move.To.IsZero():
		err = c.AdvanceTo(move.To)
	case move.Next:
		err = c.AdvanceToNext()
	case move.Frozen != nil:
		err = c.Freeze(*move.Frozen)
	default:
		c.Advance(time.Duration(move.Advance))
	}
	return c.clock.State(), err
}

// objects shows every kind of objects.
func (c control) objects(*wire.Request) (any, error) {
	all := map[string][]any{}
	for name, kind := range c.kinds() {
		all[name] = kind.Objects()
	}
	return all, nil
}

// changeObject returns the handler of a change, which shows the object as it is then.
func (c control) changeObject(
	change func(kind, id string, members map[string]any) error,
) func(*wire.Request, map[string]any) (any, error) {
	return func(r *wire.Request, members map[string]any) (any, error) {
		kind, id := r.PathValue("kind"), r.PathValue("id")
		if err := change(kind, id, members); err != nil {
			return nil, err
		}
		object, _ := c.object(kind, id)
		return object, nil
	}
}

func (c control) deleteObject(r *wire.Request) (any, error) {
	return nil, c.DeleteObject(r.PathValue("kind"), r.PathValue("id"))
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
