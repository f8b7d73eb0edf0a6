package emulator

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"

type (
	// Request is one entry of the journal: a request to the service, answered or cut.
	Request = wire.Entry
	// Exchange is one request to the service and its answer, as Options.Observe gets it.
	Exchange = wire.Exchange
)

// Journal returns every service request since the start or the last ClearJournal, in the order they were answered.
func (s *Server) Journal() []Request { return s.wire.Journal().Entries() }

// Requests returns the journal's entries of the named operations; without a name, all of them.
func (s *Server) Requests(operations ...string) []Request {
	return s.wire.Journal().Entries(operations...)
}

// ClearJournal forgets every request so far.
func (s *Server) ClearJournal() { s.wire.Journal().Clear() }
