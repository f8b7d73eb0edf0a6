// Package emulator is the service, small enough to run beside a test: both interfaces of the contract over real HTTP,
// with the workers behind them, the service's rules, error messages and quirks, a clock that can be moved, faults that
// can be injected, and direct access to what it stores. It reads the contract for itself and shares no type with the
// client, so that one mistake cannot cancel out against the same mistake on the other side.
//
// The packages below it are in the order of a request's way:
//
//   - wire is HTTP without domain. It finds the route, checks the key, injects faults and calls the route's handler.
//   - management has the handlers of both versions of the management interface; those of the queue are here. They read
//     the input and encode the answer. schema holds bodies against the documents of both versions.
//   - The console is a page in the folder console. It reads the control interface: the journal, never under Server.mu,
//     and views.go, which reads few rows under it. history has the timelines of jobs.
//   - dialects are ways of answering that some deployments have; wire applies them.
//   - account holds the objects of an account and the rules between them; engine is jobs, queues and workers. Neither
//     knows HTTP, a lock or a goroutine.
//   - outbound makes the calls that the engine asks for, of webhooks and of workers elsewhere.
//   - clock is the only source of time, and calls what is due later. rng is the only source of random numbers, and
//     jsontext reads and writes JSON as the service does.
package emulator

import (
	"cmp"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/history"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/management"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/outbound"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/statefile"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// Server is one emulated account. It serves its listener after Start or Serve: the service under its version segments,
// and the control interface under /_emulator.
//
// Locks: Server.mu comes first. Handlers run under it, and so do timers and what comes back from outbound, one at a
// time. The clock, outbound's client, and wire's limits, faults, journal and changes each have a lock of their own,
// which may be taken while Server.mu is held, and under which nothing outside of their package is called. The clock
// alone takes Server.mu itself, before its own lock; so no caller that holds Server.mu may advance the clock. One wait
// comes before Server.mu: wire.Server.Close waits for the requests in flight. The lock of the state file comes before
// it too: the file calls save.
type Server struct {
	options  Options
	logger   *slog.Logger
	wire     *wire.Server
	clock    *clock.Clock
	limits   *wire.Limits
	version1 *management.API
	version2 *management.API
	http     *http.Server
	mcp      func() http.Handler            // made when the first agent comes
	listener net.Listener                   // nil for a trial of objects
	file     atomic.Pointer[statefile.File] // nil without Options.StateFile, and until it has been read

	outgoing       *outbound.Client
	webhookTimeout time.Duration
	takeTimeout    time.Duration
	ports          *podPorts
	changes        wire.Changes // of account and queues, for viewers

	// mu guards the fields below. The server replaces lists and maps inside stored objects and never changes them, so it
	// may write an answer after it has released mu.
	mu sync.Mutex
	// Each Reset makes another account and another engine: a generation, which draws from seed.
	seed     uint64
	account  *account.Account
	engine   *engine.Engine
	handlers engine.Handlers
	scripts  []scriptInForce
	inbox    inbox
	history  *history.History
	// snapshots outlive a Reset, in the order in which they were taken.
	snapshots []Snapshot
	runs      map[uint64]func() // cancels the call of a worker elsewhere
}

// newServer makes a Server for a listener; nil is none.
func newServer(options Options, listener net.Listener) *Server {
	s := &Server{
		listener: listener,
		options:  options,
		seed:     options.Seed,
		logger:   cmp.Or(options.Logger, slog.New(slog.DiscardHandler)),
		limits:   wire.NewLimits(),
		handlers: engine.DefaultHandlers(),
		runs:     make(map[uint64]func()),

		webhookTimeout: webhookTimeout,
		takeTimeout:    takeTimeout,
		ports:          newPodPorts(),
		history:        history.New(),
	}
	reach := outbound.Policy{Hosts: options.AllowOutbound, Own: wire.AddressOf(listener)}
	s.outgoing = outbound.NewClient(reach, http.Header{wire.OutboundHeader: {"1"}})
	maps.Copy(s.handlers, options.Workers)
	if options.RealTime {
		s.clock = clock.New(&s.mu, s.fire)
	} else {
		s.clock = clock.NewManual(options.StepPerRequest, &s.mu, s.fire)
	}
	s.account = s.newAccount()
	s.engine = s.newEngine()
	s.scripts, _ = scriptsOf(options.Scripts) // Validate has checked them.
	service := management.Service{
		Account: func() *account.Account { return s.account }, Now: s.clock.Now, Admit: s.admit, Body: decodeBody,
		Workers: s.workerStates, PlatformName: options.PlatformName, FlashbootSuffix: options.FlashbootSuffix,
	}
	s.version1, s.version2 = management.NewVersion1(service, version1()), management.NewVersion2(service, options.Version2)
	s.mcp = sync.OnceValue(s.newMCP)
	s.wire = s.newWire()
	s.http = s.wire.NewHTTP()
	return s
}

// Reset begins a new generation: no objects, no journal, no faults, the clock and all random sequences at their start,
// or at that of another seed with Options.NewSeedOnReset. Options and handlers of images stay. Sequence numbers of the
// journal go on, so that an old entry is never taken for a new one.
func (s *Server) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.options.NewSeedOnReset {
		s.seed = rand.Uint64() //nolint:gosec // It has to differ between generations; it is no secret.
		s.logger.Info("reset", "seed", s.seed)
	}
	s.begin()
	s.wire.Reset()
	if err := s.putObjects(); err != nil {
		s.logger.Error("reset", "error", err) // They could be put at the start.
	}
}

// begin begins a generation without objects. Requests that wait are answered that the endpoint is gone. The caller
// holds mu.
func (s *Server) begin() {
	s.limits = wire.NewLimits()
	s.version2.Reset()
	before := s.engine
	s.account = s.newAccount()
	s.engine = s.newEngine()
	s.scripts, _ = scriptsOf(s.options.Scripts)
	s.inbox.calls = nil
	before.DropAll(s.clock.Now())
	s.dispatchWorkOf(before)
	s.history = history.New()
	s.changes.Signal()
	s.clock.Reset()
	s.ports.reset()
	s.ports.keep(s.account.PublicPorts)
}

// Now returns the time on the emulator's clock.
func (s *Server) Now() time.Time { return s.clock.Now() }

// Advance moves the emulator's clock forward and returns when everything that is due by then has happened. A negative
// duration does nothing.
func (s *Server) Advance(d time.Duration) {
	s.clock.Advance(max(d, 0))
	s.changes.Signal()
}

// AdvanceTo does the same up to a moment. It is an error if that is past.
func (s *Server) AdvanceTo(moment time.Time) error {
	if !s.clock.AdvanceTo(moment) {
		return wire.BadRequest("to: time never goes back; it is %s", s.Now().Format(time.RFC3339Nano))
	}
	return nil
}

// AdvanceToNext does the same up to the next event, such as the end of a job. It is an error if none is due, ever.
func (s *Server) AdvanceToNext() error {
	next := s.clock.State().Next
	if next == nil {
		return &wire.Error{Status: http.StatusConflict, Message: "next: nothing is due, however far the clock advances"}
	}
	s.clock.AdvanceTo(*next) // By now, the clock may be beyond it.
	return nil
}

// Freeze has the clock stand still, or move again from where it stands. It is an error with a manual clock.
func (s *Server) Freeze(frozen bool) error {
	if !s.options.RealTime {
		return &wire.Error{Status: http.StatusConflict, Message: "frozen: the clock is manual, and never moves by itself"}
	}
	s.clock.Freeze(frozen)
	return nil
}

// APIKey returns a key that may do everything.
func (s *Server) APIKey() string {
	if len(s.options.APIKeys) > 0 {
		return s.options.APIKeys[0]
	}
	return DefaultAPIKey
}
