package management

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// podActions are the names of the operations of a pod's action.
var podActions = map[string]string{
	"start": "StartPod", "stop": "StopPod", "restart": "RestartPod", "terminate": "TerminatePod",
}

// podAction is the operation of the document whose name a journal and a fault have by its body.
const podAction = "PodAction"

// Routes returns the routes of all operations, in all places.
func (a *API) Routes() []wire.Route {
	var routes []wire.Route
	for id, operation := range a.document.Operations() {
		element, name := strings.Split(operation.Path, "/")[1], strings.TrimSuffix(id, "ViaPost")
		if strings.HasPrefix(element, "{") {
			continue // It is of the queue.
		}
		act, ok := a.handlers[name]
		switch {
		case name == openAPI:
			act = always(getOpenAPI)
		case !ok:
			act = func(*call) (any, error) { return nil, notImplemented("the operation " + name) }
		}
		route := wire.Route{
			Method: operation.Method, Operation: name, Success: operation.Success, Public: name == openAPI,
			Rule: a.contract + cmp.Or(a.sections[name], a.sections[element]), Kind: a.kinds[element],
			Handle: func(r *wire.Request) (any, error) {
				return a.handle(&call{Request: r, api: a, name: name, of: operation}, act)
			},
		}
		if name == podAction {
			route.ByBody = actionOf
			route.Named = slices.Collect(maps.Values(podActions))
		}
		for _, prefix := range a.prefixes {
			route.Path = prefix + operation.Path
			routes = append(routes, route)
		}
	}
	// A literal element comes before a parameter, whose brace is behind all letters.
	slices.SortFunc(routes, func(a, b wire.Route) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Method, b.Method))
	})
	return routes
}

// openAPI is the operation that returns the document, without a key.
const openAPI = "GetOpenAPI"

func getOpenAPI(c *call) (any, error) { return json.RawMessage(c.api.text), nil }

// actionOf reads the name of the operation of a pod's action; empty if the body names none.
func actionOf(r *wire.Request) string {
	var body struct {
		Action string `json:"action"`
	}
	if err := json.Unmarshal(r.Body, &body); err != nil {
		return ""
	}
	return podActions[body.Action]
}

// handle runs an operation.
func (a *API) handle(c *call, act handler) (any, error) {
	c.account, c.now = a.service.Account(), a.service.Now()
	if err := a.begin(c); err != nil {
		return nil, err
	}
	value, err := act(c)
	return a.end(c, value, err)
}
