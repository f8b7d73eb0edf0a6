package emulator

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// saved is a generation. It has neither the journal nor the requests that were counted against limits, nor those that
// wait. Options are not in it.
type saved struct {
	Clock      clock.Saved      `json:"clock"`
	Account    account.Saved    `json:"account"`
	Engine     engine.Saved     `json:"engine"`
	Faults     wire.SavedFaults `json:"faults"`
	Scripts    []scriptInForce  `json:"scripts"`
	Calls      []inboxCall      `json:"calls"` // of the inbox
	LastCall   int              `json:"last_call"`
	PortStatus int32            `json:"port_status"`
}

// save returns the state as restore takes it. It encodes it after it has released mu: what it holds does not change.
func (s *Server) save() ([]byte, error) {
	s.mu.Lock()
	state := saved{
		Clock: s.clock.Save(), Account: s.account.Save(), Engine: s.engine.Save(), Faults: s.wire.SaveFaults(),
		Calls: s.inbox.calls, LastCall: s.inbox.last, PortStatus: s.ports.status.Load(),
	}
	for _, script := range s.scripts {
		state.Scripts = append(state.Scripts, *script)
	}
	s.mu.Unlock()
	return jsontext.Encode(state)
}

// restore begins a generation that was saved. The journal stays.
func (s *Server) restore(text []byte) error {
	var state saved
	if err := json.Unmarshal(text, &state); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begin()
	s.clock.Restore(state.Clock.Now)
	if err := cmp.Or(s.account.Restore(state.Account), s.wire.RestoreFaults(state.Faults)); err != nil {
		return fmt.Errorf("random numbers: %w", err)
	}
	s.engine.Restore(state.Engine)
	for _, due := range state.Clock.Timers {
		s.engine.Attach(due.Timer, s.clock.At(due.At, due.Timer))
	}
	s.scripts = nil
	for _, script := range state.Scripts {
		script.input = inputOf(script.Input)
		s.scripts = append(s.scripts, &script)
	}
	s.inbox.calls, s.inbox.last = state.Calls, max(s.inbox.last, state.LastCall)
	for i := range s.inbox.calls {
		if string(s.inbox.calls[i].Body) == "null" {
			s.inbox.calls[i].Body = nil
		}
	}
	s.ports.status.Store(state.PortStatus)
	s.reopenPorts()
	s.engine.Interrupt(s.clock.Now())
	s.settle()
	return nil
}
