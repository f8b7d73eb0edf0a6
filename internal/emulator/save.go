package emulator

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/statefile"
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

// open begins with the objects of the options or, if it exists, with the state file.
func (s *Server) open() error {
	s.mu.Lock()
	err := s.putObjects()
	s.mu.Unlock()
	if err != nil || s.options.StateFile == "" {
		return err
	}
	file, err := statefile.Open(s.options.StateFile, func(state []byte) error {
		s.logger.Info("the account is that of the state file, not of a seed file", "file", s.options.StateFile)
		return s.restore(state)
	}, s.save, s.logger)
	if err == nil {
		s.file.Store(file)
		s.touch() // Calls of webhooks, which begin with the restore, may have ended since the file was written.
	}
	return err
}

// touch tells viewers of a change that no answer waits for, and has it written soon.
func (s *Server) touch() {
	s.changes.Signal()
	if file := s.file.Load(); file != nil {
		file.Touch()
	}
}

// commit returns when the state file has all that an answer can show. The caller does not hold mu.
func (s *Server) commit(changed bool) {
	file := s.file.Load()
	if file == nil {
		return
	}
	if changed {
		file.Touch()
	}
	file.Commit()
}

// save returns the state as restore takes it. It encodes it after it has released mu: what it holds does not change.
func (s *Server) save() ([]byte, error) {
	s.mu.Lock()
	state := s.state()
	s.mu.Unlock()
	return jsontext.Encode(state)
}

// state returns what the server holds. The caller holds mu.
func (s *Server) state() saved {
	return saved{
		Clock: s.clock.Save(), Account: s.account.Save(), Engine: s.engine.Save(), Faults: s.wire.SaveFaults(),
		Scripts: slices.Clone(s.scripts), Calls: s.inbox.calls, LastCall: s.inbox.last, PortStatus: s.ports.status.Load(),
	}
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
	s.clock.Restore(state.Clock)
	if err := cmp.Or(s.account.Restore(state.Account), s.wire.RestoreFaults(state.Faults)); err != nil {
		return fmt.Errorf("random numbers: %w", err)
	}
	s.engine.Restore(state.Engine)
	for i, script := range state.Scripts {
		state.Scripts[i].input = inputOf(script.Input)
	}
	s.scripts = state.Scripts
	s.inbox.calls, s.inbox.last = state.Calls, max(s.inbox.last, state.LastCall)
	s.ports.status.Store(state.PortStatus)
	s.reopenPorts()
	s.engine.Interrupt(s.clock.Now())
	s.settle()
	return nil
}
