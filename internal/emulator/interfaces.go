package emulator

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/dialects"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/rng"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// restInterface is the REST management interface, to which every path belongs that no other interface has (contract 1).
var restInterface = wire.Interface{
	Name:         InterfaceV1,
	Prefix:       "/v1/",
	MaxBody:      maxRunBody, // Nothing is published, so it is the smaller of the queue's two limits (contract 3.1).
	Unauthorized: "unauthorized",
	Rules: map[int]string{
		401: "contract 1", 404: "contract 2.1", 405: "contract 1", 408: "contract 1", 429: "contract 1",
	},
	ErrorBody: wire.PlainErrorBody,
}

// queueInterface is the queue interface (contract 1).
var queueInterface = wire.Interface{
	Name:         InterfaceQueue,
	Prefix:       "/v2/",
	MaxBody:      maxRunSyncBody,
	BareKeys:     true,
	Unauthorized: "missing or invalid API key",
	Rules: map[int]string{
		401: "contract 1", 404: "contract 3.3", 405: "contract 1", 408: "contract 1", 429: "contract 3",
	},
	ErrorBody: wire.ProblemDetails,
}

// openAIInterface is the part of the queue interface that speaks as OpenAI's libraries expect (contract 3.2).
func openAIInterface() wire.Interface {
	in := queueInterface
	in.Below, in.ErrorBody = "openai", openAIError
	return in
}

// newWire makes the HTTP side of the server. Its dialects come from the options.
func (s *Server) newWire() *wire.Server {
	interfaces := append([]wire.Interface{restInterface}, s.version2.Interfaces()...)
	chosen, err := dialects.Named(s.options.AnswersAs)
	if err != nil {
		panic("emulator: " + err.Error()) // Options.Validate has checked them.
	}
	return wire.New(wire.Config{
		Interfaces:    append(interfaces, openAIInterface(), queueInterface),
		Routes:        s.serviceRoutes(),
		ControlPrefix: controlPrefix,
		ControlRoutes: s.controlRoutes(),
		ControlPath:   mcpPath,
		ControlToken:  s.options.ControlToken,
		PublicOrigin:  s.options.PublicURL,
		CORSOrigins:   s.options.CORSOrigins,
		Home:          consolePath,
		Hosts:         wire.Hosts{BeyondLoopback: s.ListensBeyondLoopback(), Named: s.options.hosts()},
		Keys:          s.options.keys(),
		Tick:          s.clock.Tick,
		Now:           s.clock.Now,
		Latency:       s.options.Latency,
		Timeouts:      *cmp.Or(s.options.timeouts, new(wire.DefaultTimeouts())),
		TakeTimeout:   func() time.Duration { return s.takeTimeout },
		NewRNG:        func() *rng.Source { return rng.New(s.seed, rng.Faults) }, // Under mu.
		Dialects:      wire.Dialects{Chosen: chosen, Embedded: dialects.Embedded()},
		Secret:        "s3Config",
		Masked:        []string{"env", "password", "webhook", "value"}, // The last one of the secrets of version 2.
		JournalBytes:  cmp.Or(s.options.JournalBytes, DefaultJournalBytes),
		Observe:       s.options.Observe,
		Commit:        s.commit,
		ErrorOf:       apiErrorOf,
		Logger:        s.logger,
	})
}

// hosts returns the names that clients may call the server by.
func (o Options) hosts() []string {
	if o.PublicURL == "" {
		return o.Hosts
	}
	_, host, _ := strings.Cut(o.PublicURL, "://")
	return append(slices.Clone(o.Hosts), host)
}

func (o Options) keys() wire.Keys {
	keys := wire.Keys{}
	for _, key := range o.ReadOnlyAPIKeys {
		keys[key] = false
	}
	for _, key := range o.APIKeys {
		keys[key] = true
	}
	if len(o.APIKeys) == 0 {
		keys[DefaultAPIKey] = true
	}
	return keys
}

// TakesDefaultKey reports whether the key that everybody knows may do anything.
func (s *Server) TakesDefaultKey() bool {
	_, taken := s.options.keys()[DefaultAPIKey]
	return taken
}
