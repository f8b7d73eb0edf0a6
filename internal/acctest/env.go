package acctest

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

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

	t emulatortest.Test
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
	return &Env{Service: service, t: emulatortest.Test{TB: t}, Compares: true}
}

// UseVersion does the same as Service.UseVersion, and returns the environment.
func (e *Env) UseVersion(version int) *Env {
	e.Service.UseVersion(version)
	return e
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
	all := []func(*client.Config){e.Service.Tune}
	if e.Shared != "" {
		peers := peerfiles.New(func() string { return e.Shared })
		all = append(all, func(c *client.Config) { c.Peers = peers })
	}
	return append(all, e.Tune...)
}
