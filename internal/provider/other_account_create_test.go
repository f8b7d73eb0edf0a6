package provider_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// askedOfUsers are the lists that a create with account_id requests until one shows a user.
var askedOfUsers = []string{"ListPods", "ListEndpoints"}

// baselineOf is the list that the client compares creates of a kind with.
func baselineOf(typeName string) string { return "List" + contractName[typeName] + "s" }

// baselines are those of so many creates, one after the other: volumes show no time, so each create has its own.
func baselines(typeName string, creates int) []string {
	if typeName != "podfleet_network_volume" {
		creates = 1
	}
	return times(creates, baselineOf(typeName))
}

// With account_id, a create fails before it is sent if a list of pods or endpoints shows objects of other users only.
// That costs at most the two lists, once a run.
func TestOtherAccount_createIsRefused(t *testing.T) {
	t.Parallel()
	for typeName, b := range budgets {
		for shownBy, member := range userMembers {
			t.Run(typeName+" "+shownBy, func(t *testing.T) {
				t.Parallel()
				other := startOther(t)
				other.put(shownBy, "theirs", map[string]any{member: "user_b"})
				other.ClearJournal()
				f := &fleet{other.Env, typeName, make([]acctest.Instance, 3)}
				p := other.Process(acctest.Values{"account_id": []string{"user_emulator"}})
				for i := range f.objects {
					made, diags := p.Apply(typeName, acctest.Instance{}, named(b.config, i))
					if p.Attributes(typeName, made.State) != nil {
						t.Error("it is in the state")
					}
					contains(t, acctest.Text(diags), ": another account's key", "sent no create", "lists show objects of user_b only",
						`account_id is ["user_emulator"]`, `set account_id = ["user_emulator", "user_b"]`)
				}
				want := slices.Clone(askedOfUsers)
				if want[0] == "List"+contractName[shownBy]+"s" {
					want = want[:1]
				}
				other.ExpectRequests(want...)
				// The way out, if these are people of one account.
				p = other.Process(acctest.Values{"account_id": []string{"user_emulator", "user_b"}})
				for i := range f.objects {
					p.MustApply(typeName, acctest.Instance{}, named(b.config, i))
				}
				if !slices.Contains(want, baselineOf(typeName)) {
					want = append(want, baselines(typeName, len(f.objects))...)
				}
				want = append(want, times(len(f.objects), append(b.createToo, "Create"+contractName[typeName])...)...)
				other.ExpectRequests(want...)
			})
		}
	}
}

// A list or a single object that the run has read before decides without a request.
func TestOtherAccount_createIsRefusedByWhatWasRead(t *testing.T) {
	t.Parallel()
	for _, read := range []func(p *acctest.Process){
		func(p *acctest.Process) { p.MustLookup("podfleet_pods", nil) },
		func(p *acctest.Process) { p.MustLookup("podfleet_pod", acctest.Values{"id": "theirs"}) },
		func(p *acctest.Process) {
			_, _ = p.Read("podfleet_pod", p.Instance("podfleet_pod", acctest.Values{"id": "theirs"}))
		},
	} {
		other := startOther(t)
		other.put("podfleet_pod", "theirs", map[string]any{"consumerUserId": "user_b"})
		p := other.Process(acctest.Values{"account_id": []string{"user_emulator"}})
		read(p)
		other.ClearJournal()
		const typeName = "podfleet_network_volume"
		_, diags := p.Apply(typeName, acctest.Instance{}, named(budgets[typeName].config, 0))
		if !strings.Contains(acctest.Text(diags), "Cannot create network volume: another account's key") {
			t.Error(acctest.Text(diags))
		}
		other.ExpectRequests()
	}
}

// An empty account shows no user, and neither does one whose lists the key may not read: creates are sent. The lists
// are requested once a run, and three times before the first create if they are refused, because a front end can have
// refused one.
func TestOtherAccount_createWithoutAUser(t *testing.T) {
	t.Parallel()
	for typeName, b := range budgets {
		for _, denied := range []bool{false, true} {
			t.Run(fmt.Sprint(typeName, " ", denied), func(t *testing.T) {
				t.Parallel()
				const n = 5
				other := startOther(t)
				if denied {
					other.SetFaults(emulator.Fault{Operation: "ListPods", Kind: "status", Status: http.StatusForbidden},
						emulator.Fault{Operation: "ListEndpoints", Kind: "status", Status: http.StatusForbidden})
				}
				other.ClearJournal()
				p := other.Process(acctest.Values{"account_id": []string{"user_emulator"}})
				for i := range n {
					p.MustApply(typeName, acctest.Instance{}, named(b.config, i))
				}
				want := times(n, append(b.createToo, "Create"+contractName[typeName])...)
				switch shows := userMembers[typeName] != ""; {
				case shows && denied: // The refusals of its own list serve the baseline, too.
					want = append(want, times(3, askedOfUsers...)...)
				case shows:
					want = append(want, askedOfUsers...)
				case denied:
					want = append(want, append(times(3, askedOfUsers...), baselines(typeName, n)...)...)
				default:
					want = append(want, append(slices.Clone(askedOfUsers), baselines(typeName, n)...)...)
				}
				other.ExpectRequests(want...)
			})
		}
	}
}

// The answer to the first create in an empty account shows whose the key is: it warns, and no further create is sent.
func TestOtherAccount_firstCreateShowsIt(t *testing.T) {
	t.Parallel()
	for typeName := range userMembers {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			other := startOther(t)
			p := other.Process(acctest.Values{"account_id": []string{"user_z"}})
			made, diags := p.Apply(typeName, acctest.Instance{}, named(budgets[typeName].config, 0))
			if hasError(diags) || p.Attributes(typeName, made.State) == nil {
				t.Fatal(acctest.Text(diags))
			}
			contains(t, acctest.Text(diags), "WARNING: Created in another account", `account_id is ["user_z"]`,
				"the user user_emulator", "no endpoint that shows a user",
				"`terraform destroy -target="+typeName+".NAME -refresh=false`", "that deletes the ",
				"a plain destroy can remove your other objects from the state")
			_, diags = p.Apply(typeName, acctest.Instance{}, named(budgets[typeName].config, 1))
			if !strings.Contains(acctest.Text(diags), "another account's key") {
				t.Error(acctest.Text(diags))
			}
			if sent := len(other.Requests("Create" + contractName[typeName])); sent != 1 {
				t.Errorf("%d creates", sent)
			}
		})
	}
}

// If the lists that show users fail, nothing shows whose the key is: the provider sends no create, and keeps an object
// in the state for which the service returns 404. The errors name the failed list.
func TestOtherAccount_listsFail(t *testing.T) {
	t.Parallel()
	for _, typeName := range unshown {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			own := newFleet(t, typeName, 1)
			own.apply(t, budgets[typeName].config)
			other := startOther(t)
			other.SetFaults(emulator.Fault{Operation: "ListPods", Kind: "status", Status: http.StatusInternalServerError})
			p := other.Process(acctest.Values{"account_id": []string{"user_emulator"}})
			_, diags := p.Apply(typeName, acctest.Instance{}, named(budgets[typeName].config, 1))
			contains(t, acctest.Text(diags), ": not sent", "sent no create", "with account_id, compare their users",
				"Operation ListPods, HTTP status 500")
			if sent := other.Requests("Create" + contractName[typeName]); len(sent) != 0 {
				t.Errorf("creates: %v", sent)
			}
			read, diags := p.Read(typeName, own.objects[0])
			if !refusesAndKeeps(read, own.objects[0], diags) {
				t.Errorf("a refresh drops it: %s", acctest.Text(diags))
			}
			contains(t, acctest.Text(diags), "Cannot read ", "could show the account of the API key failed: ListPods:")
			if left, diags := p.Destroy(typeName, own.objects[0]); !refusesAndKeeps(left, own.objects[0], diags) {
				t.Errorf("a delete drops it: %s", acctest.Text(diags))
			}
		})
	}
}

// Version 2 returns no users: account_id costs no request there, and no advice names it.
func TestOtherAccount_overVersion2(t *testing.T) {
	t.Parallel()
	const typeName = "podfleet_network_volume"
	own := newFleet(t, typeName, 3)
	own.apply(t, budgets[typeName].config)
	other := startOther(t)
	other.UseVersion(2)
	other.ClearJournal()
	p := other.Process(acctest.Values{"account_id": []string{"user_emulator"}})
	p.MustApply(typeName, acctest.Instance{}, named(budgets[typeName].config, 0))
	other.ExpectRequests(baselineOf(typeName), "Create"+contractName[typeName])
	missing := startOther(t)
	missing.UseVersion(2)
	p = missing.Process()
	var says string
	for _, object := range own.objects {
		_, diags := p.Read(typeName, object)
		says += acctest.Text(diags)
	}
	if !strings.Contains(says, "No object of the state was found") || strings.Contains(says, "account_id") {
		t.Error(says)
	}
}
