package management2

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// handlers returns the operations that the emulator has, by their names in the document.
func handlers() map[string]handler {
	all := map[string]handler{"GetOpenAPI": always(getOpenAPI)}
	for _, kind := range []map[string]handler{
		networkVolumeHandlers(), templateHandlers(), containerRegistryAuthHandlers(),
		endpointHandlers(), podHandlers(), catalogueHandlers(), billingHandlers(),
	} {
		maps.Copy(all, kind)
	}
	return all
}

// podActions are the names of the operations of a pod's action.
var podActions = map[string]string{
	"start": "StartPod", "stop": "StopPod", "restart": "RestartPod", "terminate": "TerminatePod",
}

// podAction is the operation of the document whose name a journal and a fault have by its body.
const podAction = "PodAction"

// Routes returns the routes of all operations in both places.
func (a *API) Routes() []wire.Route {
	implemented := handlers()
	var routes []wire.Route
	for _, name := range a.document.Operations() {
		operation, _ := a.document.Operation(name)
		act, ok := implemented[name]
		if !ok {
			act = func(*call) (any, error) { return nil, notImplemented("the operation " + name) }
		}
		route := wire.Route{
			Method: operation.Method, Path: operation.Path, Operation: name, Success: operation.Success,
			Public: name == "GetOpenAPI",
			Rule:   "contract-v2 " + cmp.Or(sections[name], sections[strings.Split(operation.Path, "/")[1]]),
			Handle: func(r *wire.Request) (any, error) {
				return a.handle(&call{Request: r, api: a, name: name, of: operation}, act)
			},
		}
		if name == podAction {
			route.ByBody = actionOf
			route.Named = slices.Collect(maps.Values(podActions))
		}
		for _, prefix := range []string{Prefix, besideQueue} {
			route.Path = prefix + operation.Path
			routes = append(routes, route)
		}
	}
	// A literal element comes before a parameter, whose brace is behind all letters.
	slices.SortStableFunc(routes, func(a, b wire.Route) int { return strings.Compare(a.Path, b.Path) })
	return routes
}

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

// handle runs an operation: first the limits, then what the operation itself checks (contract-v2 1.2).
func (a *API) handle(c *call, act handler) (any, error) {
	c.account, c.now = a.service.Account(), a.service.Now()
	if c.name != "GetOpenAPI" && !c.Peeks {
		if err := a.quotas.Admit(c.now); err != nil {
			return nil, err
		}
		if err := a.service.Admit(c.Request); err != nil {
			return nil, err
		}
	}
	value, err := act(c)
	if err != nil {
		return nil, answered(err)
	}
	return c.fitted(value)
}
