package provider_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A lost create takes no object that another address of the same state has, though the list from before the create
// lacked it, and the one after it shows it. The process of the apply never reads that object: a CLI sends it no object
// that does not change. It knows from the process of the plan, which shares its IDs through a folder.
//
// Between machines nothing is shared. Then a warning asks the user to check the object, and the next plan, which sees
// both addresses, changes nothing.
func TestLostCreate_objectOfTheState(t *testing.T) {
	t.Parallel()
	const lag = 12 * time.Second
	for name, shares := range map[string]bool{"one machine": true, "a machine for each process": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				var env *acctest.Env
				env = start(emulator.Options{ListLag: lag, Observe: func(ex emulator.Exchange) {
					if ex.Operation == "CreateNetworkVolume" && ex.Fault != "" {
						env.Advance(lag)
					}
				}})
				if shares {
					env.Shared = filepath.Join(t.TempDir(), "peers")
				}
				volume := func(index string) acctest.Resource {
					return acctest.Resource{Address: `podfleet_network_volume.n[` + index + `]`,
						Config: acctest.Values{"name": "data", "size": 30, "data_center_id": "EU-RO-1"}}
				}
				module := env.Module()
				if run := module.Apply([]acctest.Resource{volume("0")}); run.Failed() {
					t.Fatal(run.Text())
				}
				if err := os.RemoveAll(env.Shared); err != nil { // The first apply was hours ago.
					t.Fatal(err)
				}
				env.SetFaults(emulator.Fault{Operation: "CreateNetworkVolume", Kind: "reset", Count: 1})
				both := []acctest.Resource{volume("0"), volume("1")}
				run := module.Apply(both)
				if shares {
					if !run.Failed() || !strings.Contains(run.Text(), "found no object that this create can have created") {
						t.Error(run.Text())
					}
					if again := module.Apply(both); again.Failed() || len(env.Objects("networkVolumes")) != 2 {
						t.Errorf("%d volumes: %s", len(env.Objects("networkVolumes")), again.Text())
					}
					return
				}
				if run.Failed() || !strings.Contains(run.Text(), "the provider cannot tell the two apart") {
					t.Error(run.Text())
				}
				env.ClearJournal()
				next := module.Apply(nil)
				if !next.Failed() || !strings.Contains(next.Text(), "two addresses have it") || len(env.Writes()) != 0 {
					t.Errorf("%v %s", env.Writes(), next.Text())
				}
			})
		})
	}
}
