package emulator

import (
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/management"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

type (
	// Fault is a rule that makes an operation fail. The server injects the first rule that matches a request.
	Fault = wire.Fault
	// Request is one entry of the journal: a request to the service, answered or cut.
	Request = wire.Entry
	// Exchange is one request to the service and its answer, as Options.Observe gets it.
	Exchange = wire.Exchange
	// Duration is a time.Duration that reads and writes JSON as Go spells it: "1m30s".
	Duration = jsontext.Duration
)

// The kinds of faults, for Fault.Kind, as package wire explains each.
const (
	FaultStatus      = wire.FaultStatus
	FaultStatusAfter = wire.FaultStatusAfter
	FaultReset       = wire.FaultReset
	FaultResetAfter  = wire.FaultResetAfter
	FaultStall       = wire.FaultStall
	FaultTruncate    = wire.FaultTruncate
	FaultHTML        = wire.FaultHTML
	FaultPass        = wire.FaultPass
)

// The interfaces, for Fault.Interface.
const (
	// InterfaceV1 is version 1 of the management interface.
	InterfaceV1 = "rest_v1"
	// InterfaceV2 is version 2 of the management interface, at both of its places.
	InterfaceV2 = management.Name
	// InterfaceQueue is the queue interface.
	InterfaceQueue = "queue"
)

// AnyOperation is a Fault.Operation that matches every operation.
const AnyOperation = wire.AnyOperation

// SetFaults replaces all rules by these. It panics for a rule that can never have an effect, as one whose operation or
// kind does not exist: the test has a mistake.
func (s *Server) SetFaults(rules ...Fault) {
	if err := s.setFaults(rules...); err != nil {
		panic("emulator: " + err.Error())
	}
}

func (s *Server) setFaults(rules ...Fault) error { return s.wire.SetFaults(rules) }

// Faults returns the rules in force, with the counts that are left; never nil.
func (s *Server) Faults() []Fault { return s.wire.Faults() }

// Requests returns the service requests since the start or the last ClearJournal, in the order in which the server
// answered them: those of the named operations; without a name, all of them. If the journal has dropped entries since
// then, because they took more than Options.JournalBytes, Requests panics: their number is wrong.
func (s *Server) Requests(operations ...string) []Request {
	entries, dropped := s.wire.Journal().Select(wire.Filter{Operations: operations})
	if dropped > 0 {
		panic(fmt.Sprintf("emulator: the journal has dropped its oldest %d entries: clear it in between, or raise "+
			"Options.JournalBytes", dropped))
	}
	requests := []Request{}
	for _, entry := range entries {
		requests = append(requests, *entry)
	}
	return requests
}

// ClearJournal deletes all entries of the journal.
func (s *Server) ClearJournal() { s.wire.Journal().Clear() }
