package emulator

import (
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

type (
	// Request is one entry of the journal: a request to the service, answered or cut.
	Request = wire.Entry
	// Exchange is one request to the service and its answer, as Options.Observe gets it.
	Exchange = wire.Exchange
)

// DefaultJournalBytes is how large the journal grows if nothing else is said: some 100,000 reads.
const DefaultJournalBytes = 32 << 20

// Journal returns every service request since the start or the last ClearJournal, in the order they were answered.
func (s *Server) Journal() []Request { return s.Requests() }

// Requests returns the journal's entries of the named operations; without a name, all of them. Whoever counts them
// counts on all of them: if any were dropped since the last ClearJournal, because there were more than
// Options.JournalBytes, the test of Start fails; without one this panics.
func (s *Server) Requests(operations ...string) []Request {
	entries, dropped := s.wire.Journal().Entries(operations...)
	if dropped > 0 {
		s.fail("emulator: the journal has dropped its oldest %d entries: clear it in between, or raise "+
			"Options.JournalBytes", dropped)
	}
	return entries
}

// ClearJournal forgets every request so far.
func (s *Server) ClearJournal() { s.wire.Journal().Clear() }

// panics is what fails where there is no test to fail.
func panics(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
