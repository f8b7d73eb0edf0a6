package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

// emulator is the service that the steps run against.
type emulator struct{ *programs.Emulator }

// requests returns all requests that the service got since the journal was emptied.
func (e emulator) requests(ctx context.Context) ([]request, error) {
	var requests []request
	err := e.Journal(ctx, &requests)
	return requests, err
}

// state returns all objects of the account, by kind.
func (e emulator) state(ctx context.Context) (map[string][]json.RawMessage, error) {
	var state map[string][]json.RawMessage
	err := e.Call(ctx, http.MethodGet, "/_emulator/state", "", &state)
	return state, err
}

// only decodes the one object of a kind that the account holds.
func (e emulator) only(ctx context.Context, kind string, into any) error {
	state, err := e.state(ctx)
	if err != nil {
		return err
	}
	if list := state[kind]; len(list) != 1 {
		return fmt.Errorf("expected one of %s in the account, got %d", kind, len(list))
	}
	return json.Unmarshal(state[kind][0], into)
}

// patch changes an object without going through the service's interface.
func (e emulator) patch(ctx context.Context, kind, id, patch string) error {
	return e.Call(ctx, http.MethodPatch, "/_emulator/state/"+kind+"/"+id, patch, nil)
}
