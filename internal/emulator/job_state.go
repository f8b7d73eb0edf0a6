package emulator

import (
	"encoding/json"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// jobKind is direct access to jobs, which the engine has.
type jobKind struct{ server *Server }

func (k jobKind) object(id string) (map[string]any, bool) {
	j, ok := k.server.engine.State(id)
	if !ok {
		return nil, false
	}
	return jsontext.Object(j), true
}

func (k jobKind) objects() []map[string]any {
	objects := []map[string]any{}
	for _, j := range k.server.engine.States() {
		objects = append(objects, jsontext.Object(j))
	}
	return objects
}

// remove deletes a job, in progress or not.
func (k jobKind) remove(id string) bool { return k.server.engine.Remove(id, k.server.clock.Now()) }

// put injects a job. In a status that the engine does not know, or in progress without a worker, it stays until it
// expires.
func (k jobKind) put(id string, object map[string]any) error {
	s := k.server
	state := engine.State{ID: id, Status: engine.InQueue, Input: json.RawMessage("{}")}
	if given, ok := object["id"]; ok && given != id {
		return wire.BadRequest("the object has id %v, but goes to %q", given, id)
	}
	if err := decodeMembers(object, &state); err != nil {
		return err
	}
	if _, err := s.account.Endpoints.Find(state.EndpointID); err != nil {
		return wire.BadRequest("endpointId %q does not exist", state.EndpointID)
	}
	if state.Status == "" {
		return wire.BadRequest("the status is empty")
	}
	s.engine.Inject(state, defaultTTL, retention, s.clock.Now())
	return nil
}

// patch changes a job. With another status its run ends.
func (k jobKind) patch(id string, changes map[string]any) error {
	s := k.server
	state, ok := s.engine.State(id)
	if !ok {
		return errNoJob
	}
	for _, name := range []string{"id", "endpointId", "lowPriority", "submittedAt", "expiresAt"} {
		if given, ok := changes[name]; ok && given != jsontext.Object(state)[name] {
			return wire.BadRequest("%s of a job cannot change", name)
		}
	}
	// Decoding writes over the bytes of a json.RawMessage, which others refer to.
	state.Input, state.Output = slices.Clone(state.Input), slices.Clone(state.Output)
	for i, chunk := range state.Chunks {
		state.Chunks[i] = slices.Clone(chunk)
	}
	if err := decodeMembers(changes, &state); err != nil {
		return err
	}
	if state.Status == "" {
		return wire.BadRequest("the status is empty")
	}
	s.engine.Change(state, s.clock.Now())
	return nil
}
