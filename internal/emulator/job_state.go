package emulator

import (
	"encoding/json"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// jobKind is direct access to jobs, which the engine has.
type jobKind struct{ server *Server }

// Object implements kind.
func (k jobKind) Object(id string) (any, bool) {
	return k.server.engine.State(id, k.server.clock.Now())
}

// Objects implements kind.
func (k jobKind) Objects() []any {
	objects := []any{}
	for _, j := range k.server.engine.States(k.server.clock.Now()) {
		objects = append(objects, j)
	}
	return objects
}

// Remove deletes a job, in progress or not.
func (k jobKind) Remove(id string, at time.Time) bool { return k.server.engine.Remove(id, at) }

// Put injects a job. In a status that the engine does not know, or in progress without a worker, it stays until it
// expires.
func (k jobKind) Put(id string, members map[string]any, at time.Time) error {
	s := k.server
	usual := engine.State{ID: id, Status: engine.InQueue, Input: json.RawMessage("{}")}
	state, err := jobOver(usual, members)
	if err != nil {
		return err
	}
	if _, err := s.account.Endpoints.Find(state.EndpointID); err != nil {
		return wire.BadRequest("endpointId %q does not exist", state.EndpointID)
	}
	s.engine.Inject(state, defaultTTL, retention, at)
	return nil
}

// Patch changes a job. With another status its run ends.
func (k jobKind) Patch(id string, changes map[string]any, at time.Time) error {
	before, ok := k.server.engine.State(id, at)
	if !ok {
		return errNoJob
	}
	state, err := jobOver(before, changes)
	if err != nil {
		return err
	}
	if state.EndpointID != before.EndpointID || state.LowPriority != before.LowPriority ||
		!state.Submitted.Equal(before.Submitted) || !state.Expires.Equal(before.Expires) {
		return wire.BadRequest("endpointId, lowPriority, submittedAt and expiresAt of a job cannot change")
	}
	k.server.engine.Change(state, at)
	return nil
}

func jobOver(state engine.State, members map[string]any) (engine.State, error) {
	state, err := jsontext.Over(state, state, members, jsontext.Strict)
	switch {
	case err != nil:
		return state, wire.BadRequest("%v", err)
	case state.Status == "":
		return state, wire.BadRequest("the status is empty")
	}
	return state, nil
}
