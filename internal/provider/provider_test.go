package provider_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

const volume = `
resource "podfleet_network_volume" "it" {
  name           = "data"
  size           = 10
  data_center_id = "EU-RO-1"
}
`

const volumeType = "podfleet_network_volume"

func TestProvider_asksNothingByItself(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	env.Process()
	env.ExpectRequests()
}

func TestProvider_wrongKey(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]string{"unknown": "wrong", "read-only": "reader"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t, emulator.Options{ReadOnlyAPIKeys: []string{"reader"}})
			env.Process(acctest.Values{"api_key": key}).Object(volumeType).ExpectApplyError(volume, acctest.Create,
				`Cannot create network volume.*unauthorized.*HTTP status 401.*check the API key`)
		})
	}
}

func TestProvider_updateWithPost(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	it := env.Process(acctest.Values{"update_with_post": true}).Object(volumeType)
	it.Apply(volume, acctest.Create)
	it.Apply(strings.Replace(volume, "10", "20", 1), acctest.Update)
	updates := env.Requests("UpdateNetworkVolume")
	if len(updates) != 1 || updates[0].Method != "POST" || !strings.HasSuffix(updates[0].Path, "/update") {
		t.Errorf("%+v", updates)
	}
}

func TestProvider_noRetries(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	env.SetFaults(emulator.Fault{Operation: "CreateNetworkVolume", Kind: emulator.FaultStatus, Status: 503,
		RetryAfter: 1})
	env.Process(acctest.Values{"max_retries": 0}).Object(volumeType).ExpectApplyError(volume, acctest.Create,
		`HTTP status 503`)
	env.ExpectWrites("CreateNetworkVolume")
}

// The configured rate and the shared limits reach the client.
func TestProvider_requestsPerSecond(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	var settings client.Config
	env.Tune = append(env.Tune, func(config *client.Config) { settings = *config })
	env.Process(acctest.Values{"requests_per_second": 0.25})
	if settings.RequestsPerSecond != 0.25 || settings.Accounts == nil || settings.ObserveThrottling == nil {
		t.Errorf("%+v", settings)
	}
}
