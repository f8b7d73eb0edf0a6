package acctest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/peerfiles"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// Env is one account of the service and a provider that knows it.
type Env struct {
	*emulatortest.Service

	t *testing.T
	// Tune changes the provider's client.
	Tune []func(*client.Config)
	// Shared is the folder through which the processes of Process share IDs of objects, as those of one machine do. If it
	// is empty, each runs on a machine of its own.
	Shared string
	// Compares has the providers of Process compare each plan that is answered without the framework with the
	// framework's. It is set by default.
	Compares bool
}

// Start starts an environment that ends with the test.
func Start(t *testing.T, options ...emulator.Options) *Env {
	t.Helper()
	return StartOn(t, emulatortest.Start(t, options...))
}

// StartOn returns an environment on a service that runs already, such as one in a bubble.
func StartOn(t *testing.T, service *emulatortest.Service) *Env {
	t.Helper()
	return &Env{Service: service, t: t, Compares: true}
}

// Providers returns the factories of a test case.
func (e *Env) Providers() map[string]func() (tfprotov6.ProviderServer, error) {
	return map[string]func() (tfprotov6.ProviderServer, error){
		"podfleet": func() (tfprotov6.ProviderServer, error) {
			return e.server()
		},
	}
}

// server returns the server of one process.
func (e *Env) server() (pluginserver.Server, error) {
	p := provider.New("test", e.tune()...)()
	planner, ok := p.(pluginserver.Planner)
	if !ok || !e.Compares {
		return pluginserver.New(p, true)
	}
	return Compare(providerserver.NewProtocol6(p)(), planner)
}

// tune returns what changes the client of one process.
func (e *Env) tune() []func(*client.Config) {
	e.t.Helper()
	all := []func(*client.Config){e.Service.Tune}
	if e.Shared != "" {
		peers := peerfiles.New(func() string { return e.Shared })
		all = append(all, func(c *client.Config) { c.Peers = peers })
	}
	return append(all, e.Tune...)
}

// Block returns the provider block that leads to this environment, with more arguments if given.
func (e *Env) Block(arguments ...string) string {
	return fmt.Sprintf("provider \"podfleet\" {\n  rest_url  = %q\n  queue_url = %q\n  api_key   = %q\n  %s\n}\n",
		e.ManagementURL(), e.QueueURL(), e.APIKey(), strings.Join(arguments, "\n  "))
}

// Config puts the provider block before a configuration.
func (e *Env) Config(hcl string) string { return e.Block() + hcl }

// Run runs steps through the real CLI, which destroys their objects in the end. The caller decides whether to call
// t.Parallel.
func (e *Env) Run(steps ...resource.TestStep) {
	e.t.Helper()
	e.RunCase(resource.TestCase{Steps: steps})
}

// RunCase does the same as Run for a case that needs more than steps.
func (e *Env) RunCase(test resource.TestCase) {
	e.t.Helper()
	requireCLI(e.t)
	test.IsUnitTest = true
	if test.ProtoV6ProviderFactories == nil {
		test.ProtoV6ProviderFactories = e.Providers()
	}
	resource.Test(e.t, test)
}

// Wrote returns a check of a step: since the journal was last read, exactly these operations wrote, in any order.
func (e *Env) Wrote(operations ...string) resource.TestCheckFunc {
	return func(*terraform.State) error { return e.Service.Wrote(operations...) }
}

// Sent returns a check of a step: since the journal was last read, the provider sent one write, this operation with
// this JSON body, key for key.
func (e *Env) Sent(operation, body string) resource.TestCheckFunc {
	return func(*terraform.State) error { return e.Service.Sent(operation, body) }
}
