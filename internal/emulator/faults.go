package emulator

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"

type (
	// Fault is a rule of what goes wrong with an operation; the first that matches a request is injected into it.
	Fault = wire.Fault
	// Duration is a time.Duration that reads and writes JSON as Go spells it: "1m30s".
	Duration = wire.Duration
)

// The kinds of faults, for Fault.Kind.
const (
	// FaultStatus refuses with an error before the operation acts.
	FaultStatus = wire.FaultStatus
	// FaultStatusAfter lets the operation act, and then answers with an error.
	FaultStatusAfter = wire.FaultStatusAfter
	// FaultReset cuts the connection before the operation acts.
	FaultReset = wire.FaultReset
	// FaultResetAfter lets the operation act, and then cuts the connection.
	FaultResetAfter = wire.FaultResetAfter
	// FaultStall has the operation act and answer after the delay, whether or not the client still waits.
	FaultStall = wire.FaultStall
	// FaultTruncate lets the operation act, sends half of the answer's body and cuts the connection.
	FaultTruncate = wire.FaultTruncate
	// FaultHTML answers with a front end's page instead of the service's answer; the operation does not act.
	FaultHTML = wire.FaultHTML
)

// AnyOperation is a Fault.Operation that matches every operation.
const AnyOperation = wire.AnyOperation

// SetFaults puts these rules in the place of all others. A rule that could never work, for an operation or of a kind
// that does not exist, is a mistake in the test and panics.
func (s *Server) SetFaults(rules ...Fault) {
	if err := s.wire.SetFaults(rules); err != nil {
		panic("emulator: " + err.Error())
	}
}

// Faults returns the rules in force, with the counts that are left; never nil.
func (s *Server) Faults() []Fault { return s.wire.Faults() }
