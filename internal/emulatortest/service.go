// Package emulatortest is an emulator to test clients with: each exchange is held against the contract, requests are
// counted, answers can be changed on their way. It knows nothing of Terraform; acctest adds the provider.
package emulatortest

import (
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Service is one account of the service.
type Service struct {
	*emulator.Server

	t           Test
	badRequests atomic.Bool
	badAnswers  atomic.Bool
	version     int    // of the management interface; see UseVersion
	pipes       *pipes // in a bubble; nil otherwise
	rewriter    Rewriter
	ownRequests map[int]bool     // the journal's entries, by number, that are the harness's own: see Unobserved
	accounts    *client.Accounts // of all that Client returns, as in one process

	mu    sync.Mutex
	hooks []func(operation string) // called before each answer
}

// Start starts a service that ends with the test. Every answer of the emulator and every request of its clients is held
// against the contract; injected faults are no answers of the service.
func Start(t *testing.T, options ...emulator.Options) *Service {
	t.Helper()
	var chosen emulator.Options
	if len(options) > 0 {
		chosen = options[0]
	}
	s := newService(t)
	s.Server = emulator.Start(t, s.checked(chosen))
	return s
}

func newService(t *testing.T) *Service {
	t.Helper()
	return &Service{t: Test{t}, version: 1, ownRequests: map[int]bool{}, accounts: client.NewAccounts()}
}

// checked returns options under which every exchange is checked against the contract.
func (s *Service) checked(options emulator.Options) emulator.Options {
	observe := options.Observe
	options.Observe = func(ex *emulator.Exchange) {
		defer s.rewriter.rewrite(ex)
		defer s.runHooks(ex.Operation)
		if observe != nil {
			defer observe(ex)
		}
		exchange := contracttest.Exchange{
			Method: ex.Method, Path: ex.URL.EscapedPath(), Query: ex.URL.Query(), Header: ex.RequestHeader,
			Body:   ex.RequestBody,
			Status: ex.Status, ResponseHeader: ex.ResponseHeader, ResponseBody: ex.ResponseBody,
			August: options.Version2.August,
		}
		request, response := contracttest.Check(exchange)
		if request != nil && !s.badRequests.Load() {
			s.t.Errorf("the request %s %s breaks the contract: %v", ex.Method, ex.URL, request)
		}
		// 0: the client did not wait for the answer.
		if response != nil && ex.Fault == "" && ex.Status != 0 && !s.badAnswers.Load() {
			s.t.Errorf("the emulator's answer to %s %s breaks the contract: %v", ex.Method, ex.URL, response)
		}
		if err := contracttest.CheckRule(exchange, ex.Fault != ""); err != nil {
			s.t.Errorf("the emulator's answer to %s %s: %v", ex.Method, ex.URL, err)
		}
	}
	return options
}

// AllowBadRequests turns off the check of requests, for a test that sends a request against the contract to see the
// service refuse it.
func (s *Service) AllowBadRequests() { s.badRequests.Store(true) }

// AllowBadAnswers turns off the check of answers, for a test of a deployment whose answers break the contract.
func (s *Service) AllowBadAnswers() { s.badAnswers.Store(true) }

// quick makes a client wait milliseconds where people wait seconds.
func quick(config *client.Config) {
	config.Times = transport.Times{
		Retry:    pacing.Backoff{Min: time.Millisecond, Max: 5 * time.Millisecond},
		Poll:     pacing.Backoff{Min: 5 * time.Millisecond, Max: 20 * time.Millisecond},
		Capacity: pacing.Backoff{Min: 5 * time.Millisecond, Max: 20 * time.Millisecond},
		Paused:   50 * time.Millisecond,
		Missing:  time.Millisecond, Released: time.Millisecond,
		Look: 5 * time.Millisecond, LateLook: 5 * time.Millisecond, ReleaseLag: time.Millisecond,
	}
}

// UseVersion makes the clients and providers of this service, from now on, use a version of the management interface.
func (s *Service) UseVersion(version int) {
	if version != 1 && version != 2 {
		s.t.Fatalf("no version %d", version)
	}
	s.version = version
}

// ManagementURL returns the base URL of the version of the management interface that clients of this service use.
func (s *Service) ManagementURL() string { return s.Over(s.RESTURL(), s.RESTURL2()) }

// Version returns the version of the management interface that the clients of this service use: 1 or 2.
func (s *Service) Version() int { return s.version }

// Over returns the first of two values if clients use version 1, such as the body of a request, and the second if they
// use version 2.
func (s *Service) Over(version1, version2 string) string {
	if s.version == 2 {
		return version2
	}
	return version1
}

func (s *Service) parse(base string) *url.URL {
	u, err := url.Parse(base)
	s.t.Check(err)
	return u
}

// Client returns a client of this service, for a test that is itself a client.
func (s *Service) Client(tune ...func(*client.Config)) *client.Client {
	config := client.Config{Accounts: s.accounts}
	config.APIKey, config.RESTURL, config.QueueURL = s.APIKey(), s.parse(s.ManagementURL()), s.parse(s.QueueURL())
	config.MaxRetries, config.RequestTimeout = 2, time.Minute
	for _, f := range append([]func(*client.Config){s.Tune}, tune...) {
		f(&config)
	}
	return client.New(config)
}
