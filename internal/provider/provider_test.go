package provider_test

import (
	"fmt"
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

// Two accounts side by side, each with its own key. The testing library serves both aliases from one process, which no
// CLI does: so this takes a real one.
func TestAccProvider_aliases(t *testing.T) {
	t.Parallel()
	ours := acctest.Start(t, emulator.Options{APIKeys: []string{"our-key"}}).InTurns()
	theirs := acctest.Start(t, emulator.Options{APIKeys: []string{"their-key"}}).InTurns()
	s := ours.Workspace()
	s.Write("versions.tf", versions)
	s.Write("main.tf", ours.Config(volume+fmt.Sprintf(`
provider "podfleet" {
  alias    = "theirs"
  rest_url = %q
  api_key  = "their-key"
}
resource "podfleet_network_volume" "theirs" {
  provider       = podfleet.theirs
  name           = "theirs"
  size           = 20
  data_center_id = "US-TX-3"
}
`, theirs.ManagementURL())))
	s.Must(0, "apply", "-auto-approve")
	for name, env := range map[string]*acctest.Env{"data": ours, "theirs": theirs} {
		if all := env.Objects("networkVolumes"); len(all) != 1 || all[0]["name"] != name {
			t.Errorf("the account has %v, want the volume %s", all, name)
		}
	}
	s.Must(0, "plan", "-detailed-exitcode")
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
	if settings.RequestsPerSecond != 0.25 || settings.Accounts == nil || settings.Observers.Throttling == nil {
		t.Errorf("%+v", settings)
	}
}
