package provider_test

import (
	"fmt"
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
				var env *acctest.Env
				env = start(emulator.Options{ListLag: lag, Observe: func(ex *emulator.Exchange) {
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
					if !run.Failed() || !strings.Contains(run.Text(), "No list showed a new object of this name.") {
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

// Processes of one user know each other's objects, over either version of the management interface: two provider blocks
// in the middle of a move, or two workspaces. An equal object that another one made meanwhile is not the result of a
// create that made nothing.
func TestLostCreate_objectOfAnotherBlock(t *testing.T) {
	t.Parallel()
	for _, versions := range [][2]int{{1, 2}, {2, 1}, {1, 1}, {2, 2}} {
		t.Run(fmt.Sprint(versions), func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			env.Shared = filepath.Join(t.TempDir(), "peers")
			own, other := env.UseVersion(versions[0]).Process(), env.UseVersion(versions[1]).Process()
			create := func(p *acctest.Process) string {
				_, diags := p.Apply("podfleet_network_volume", acctest.Instance{},
					acctest.Values{"name": "data", "size": 10, "data_center_id": "EU-RO-1"})
				return acctest.Text(diags)
			}
			env.SetFaults(emulator.Fault{Operation: "CreateNetworkVolume", Kind: emulator.FaultStatus, Status: 502, Count: 1})
			made := make(chan string, 1)
			env.OnRequest("ListNetworkVolumes", 2, func() {
				made <- create(other)
			})
			says := create(own)
			if says := <-made; says != "" {
				t.Errorf("the other: %s", says)
			}
			if !strings.Contains(says, "No list showed a new object of this name.") || len(env.Objects("networkVolumes")) != 1 {
				t.Error(says)
			}
		})
	}
}

// An equal pod that a colleague has created seconds before is not the result of a create that made nothing.
func TestLostCreate_olderPod(t *testing.T) {
	t.Parallel()
	for _, before := range []time.Duration{5 * time.Second, 10 * time.Second, 25 * time.Second} {
		t.Run(before.String(), func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				env := start()
				p, config := env.Process(), acctest.Values{"name": "work", "image_name": "img:1", "wait_for_ready": false}
				if _, diags := p.Apply("podfleet_pod", acctest.Instance{}, config); len(diags) > 0 {
					t.Fatal(acctest.Text(diags))
				}
				pod := env.Objects("pods")[0]
				id, _ := pod["id"].(string)
				at, err := time.Parse(time.RFC3339Nano, fmt.Sprint(pod["createdAt"]))
				if err != nil {
					t.Fatal(err)
				}
				env.Remove("pods", id)
				pod["id"], pod["createdAt"] = "theirs", at.Add(-before).Format(time.RFC3339Nano)
				env.SetFaults(emulator.Fault{Operation: "CreatePod", Kind: emulator.FaultStatus, Status: 502, Count: 1})
				env.OnRequest("CreatePod", 1, func() {
					env.Put("pods", "theirs", pod)
				})
				_, diags := env.Process().Apply("podfleet_pod", acctest.Instance{}, config)
				says := acctest.Text(diags)
				contains(t, says, "its outcome is unknown", "were created before it", `theirs ("work"), created at`,
					"terraform import podfleet_pod.NAME theirs")
			})
		})
	}
}

// A create of unknown outcome is sent once. If the service carried it out, the object is in the state. An equal object
// from before is not.
func TestLostCreate_ofEachKind(t *testing.T) {
	t.Parallel()
	for typeName, b := range budgets {
		for fault, acts := range map[string]bool{
			"reset_after": true, "truncate": true, "status_after": true, "reset": false,
		} {
			t.Run(typeName+" "+fault, func(t *testing.T) {
				t.Parallel()
				acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
					f := newFleetOver(t, start, typeName, 1)
					of, config := contractName[typeName], named(b.config, 0)
					if typeName != "podfleet_template" && typeName != "podfleet_container_registry_auth" { // They need unique names.
						f.env.Process().Apply(typeName, acctest.Instance{}, config)
					}
					f.env.ClearJournal()
					f.env.SetFaults(emulator.Fault{Operation: "Create" + of, Kind: fault, Status: 500, Count: 1})
					p, before := f.env.Process(), len(f.env.Objects(stateKind[typeName]))
					made, diags := p.Apply(typeName, acctest.Instance{}, config)
					if says := acctest.Text(diags); acts {
						before++
						contains(t, says, `"object 0" (`+p.ID(typeName, made)+`) after its create failed`,
							" is new and has the values of the request")
					} else {
						contains(t, says, "its outcome is unknown", "No list showed a new object of this name.",
							"Next: wait two minutes. Before you apply again, list the objects", "import")
					}
					if now := len(f.env.Objects(stateKind[typeName])); now != before || len(f.env.Requests("Create"+of)) != 1 {
						t.Errorf("%d objects, want %d", now, before)
					}
				})
			})
		}
	}
}

// The summary of each warning names its object: a CLI folds those that are equal.
func TestLostCreate_eachIsNamed(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		env.SetFaults(emulator.Fault{Operation: "CreateNetworkVolume", Kind: emulator.FaultStatusAfter, Status: 500})
		var all []acctest.Resource
		for _, name := range []string{"v0", "v1", "v2"} {
			all = append(all, acctest.Resource{Address: "podfleet_network_volume." + name,
				Config: acctest.Values{"name": name, "size": 10, "data_center_id": "EU-RO-1"}})
		}
		run := env.Module().Apply(all)
		for _, volume := range env.Objects("networkVolumes") {
			want := fmt.Sprintf("Found the network volume %q (%s) after its create failed", volume["name"], volume["id"])
			if run.Failed() || !strings.Contains(run.Text(), want) {
				t.Errorf("%q is not in %s", want, run.Text())
			}
		}
	})
}

// The guide of the emulator says what an apply reports after its example of a fault rule, with and without a lag of
// lists.
func TestGuides_emulatorLosesAResponse(t *testing.T) {
	t.Parallel()
	for lag, want := range map[time.Duration]string{
		0:           `Found the template "base" (`,
		time.Minute: "Cannot create template: its outcome is unknown",
	} {
		t.Run(lag.String(), func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				env := start(emulator.Options{ListLag: lag})
				env.SetFaults(emulator.Fault{Operation: "CreateTemplate", Kind: emulator.FaultResetAfter, Count: 1})
				_, diags := env.Process(nil).Apply("podfleet_template", acctest.Instance{},
					acctest.Values{"name": "base", "image_name": "img:1"})
				if !strings.Contains(acctest.Text(diags), want) {
					t.Error(acctest.Text(diags))
				}
			})
		})
	}
}
