package acctest

import (
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// Env is one account of the service and a provider that knows it.
type Env struct {
	*emulator.Server

	t           *testing.T
	badRequests atomic.Bool
	badAnswers  atomic.Bool
	proxy       string // base URL of what changes answers; empty if there is none: see Rewrite
	hooks       requestHooks
	ownRequests map[int]bool     // the journal's entries, by number, that are the harness's own: see unobserved
	accounts    *client.Accounts // of all that Client returns, as in one process
	// Tune changes the provider's client.
	Tune []func(*client.Config)
	// ShortAnswers is how the providers of Process answer where nothing changes. By default each of these answers is
	// compared with the framework's.
	ShortAnswers pluginserver.ShortAnswers
}

// Start starts an environment that ends with the test. Every answer of the emulator and every request of the provider
// is held against the contract; injected faults are no answers of the service.
func Start(t *testing.T, options ...emulator.Options) *Env {
	t.Helper()
	var chosen emulator.Options
	if len(options) == 1 {
		chosen = options[0]
	}
	e := &Env{t: t, ownRequests: map[int]bool{}, accounts: client.NewAccounts(),
		ShortAnswers: pluginserver.ShortAnswersCompared}
	observe := chosen.Observe
	chosen.Observe = func(ex emulator.Exchange) {
		defer e.hooks.run(ex.Operation)
		if observe != nil {
			defer observe(ex)
		}
		request, response := contracttest.Check(contracttest.Exchange{
			Method: ex.Method, Path: ex.URL.EscapedPath(), Query: ex.URL.Query(), Header: ex.RequestHeader,
			Body:   ex.RequestBody,
			Status: ex.Status, ResponseHeader: ex.ResponseHeader, ResponseBody: ex.ResponseBody,
		})
		if request != nil && !e.badRequests.Load() {
			t.Errorf("the provider's %s %s breaks the contract: %v", ex.Method, ex.URL, request)
		}
		// 0: nobody waited for the answer.
		if response != nil && ex.Fault == "" && ex.Status != 0 && !e.badAnswers.Load() {
			t.Errorf("the emulator's answer to %s %s breaks the contract: %v", ex.Method, ex.URL, response)
		}
	}
	e.Server = emulator.Start(t, chosen)
	return e
}

// AllowBadRequests is for a test that sends what the contract forbids, to see the service refuse it.
func (e *Env) AllowBadRequests() { e.badRequests.Store(true) }

// AllowBadAnswers is for a test of a deployment that answers what the contract does not have.
func (e *Env) AllowBadAnswers() { e.badAnswers.Store(true) }

// Quick makes a client wait milliseconds where people wait seconds.
func Quick(config *client.Config) {
	config.RetryWait = client.Backoff{Min: time.Millisecond, Max: 5 * time.Millisecond}
	config.PollWait = client.Backoff{Min: 5 * time.Millisecond, Max: 20 * time.Millisecond}
	config.ConsistencyGrace = client.ConsistencyGrace{Paused: 50 * time.Millisecond, Submitted: 50 * time.Millisecond,
		Released: time.Millisecond}
	config.SecondLook = 5 * time.Millisecond
}

// Providers are the factories of a test case.
func (e *Env) Providers() map[string]func() (tfprotov6.ProviderServer, error) {
	tune := append([]func(*client.Config){Quick}, e.Tune...)
	return map[string]func() (tfprotov6.ProviderServer, error){
		"podfleet": func() (tfprotov6.ProviderServer, error) {
			return pluginserver.New(provider.New("test", tune...)(), pluginserver.ShortAnswersCompared)
		},
	}
}

// Block is the provider block that leads to this environment, with more arguments if given.
func (e *Env) Block(arguments ...string) string {
	return fmt.Sprintf("provider \"podfleet\" {\n  rest_url  = %q\n  queue_url = %q\n  api_key   = %q\n  %s\n}\n",
		e.RESTURL(), e.QueueURL(), e.APIKey(), strings.Join(arguments, "\n  "))
}

// Config puts the provider block before a configuration.
func (e *Env) Config(hcl string) string { return e.Block() + hcl }

// Run runs steps through the real CLI, and checks that nothing is left at the service after the last one. Parallel is
// the caller's choice: t.Parallel.
func (e *Env) Run(steps ...resource.TestStep) {
	e.t.Helper()
	e.RunCase(resource.TestCase{Steps: steps})
}

// RunCase is Run for a case that needs more than steps.
func (e *Env) RunCase(test resource.TestCase) {
	e.t.Helper()
	requireCLI(e.t)
	test.IsUnitTest = true
	if test.ProtoV6ProviderFactories == nil {
		test.ProtoV6ProviderFactories = e.Providers()
	}
	resource.Test(e.t, test)
}

// Client is a client of this environment, for a test that is itself a client.
func (e *Env) Client(tune ...func(*client.Config)) *client.Client {
	e.t.Helper()
	rest, err := url.Parse(e.RESTURL())
	if err != nil {
		e.t.Fatal(err)
	}
	queue, err := url.Parse(e.QueueURL())
	if err != nil {
		e.t.Fatal(err)
	}
	config := client.Config{APIKey: e.APIKey(), RESTURL: rest, QueueURL: queue, MaxRetries: 2,
		RequestTimeout: time.Minute, Accounts: e.accounts}
	for _, f := range append([]func(*client.Config){Quick}, tune...) {
		f(&config)
	}
	c, err := client.New(config)
	if err != nil {
		e.t.Fatal(err)
	}
	return c
}
