package provider_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// userMembers are the members that show an object's user.
var userMembers = map[string]string{"podfleet_pod": "consumerUserId", "podfleet_endpoint": "userId"}

// otherAccount is an account in which the objects of a state do not exist.
type otherAccount struct {
	*acctest.Env
	t *testing.T
}

func startOther(t *testing.T) otherAccount {
	t.Helper()
	other := otherAccount{acctest.Start(t, emulator.Options{WorkersQuota: 1_000_000}), t}
	other.put("podfleet_template", "t1", map[string]any{"isServerless": true, "volumeInGb": 0})
	return other
}

// put adds an object to the account.
func (o otherAccount) put(typeName, id string, members map[string]any) {
	o.t.Helper()
	object := map[string]any{"name": id}
	switch typeName {
	case "podfleet_endpoint":
		object["templateId"], object["workersMax"] = "t1", 0
	case "podfleet_network_volume":
		object["size"], object["dataCenterId"] = 10, "EU-RO-1"
	case "podfleet_container_registry_auth":
		object["username"], object["password"] = "bob", "hunter2"
	default:
		object["imageName"] = "img:1"
	}
	for name, value := range members {
		object[name] = value
	}
	o.Put(stateKind[typeName], id, object)
}

// refusesAndKeeps reports whether an error left the state of an object as it was.
func refusesAndKeeps(after, before acctest.Instance, diags []*tfprotov6.Diagnostic) bool {
	return hasError(diags) && bytes.Equal(after.State.MsgPack, before.State.MsgPack)
}

// Under another account's key, a pod and an endpoint stay in the state, in a refresh and in a delete, and the error
// names both users and the ways out.
func TestOtherAccount(t *testing.T) {
	t.Parallel()
	for typeName, member := range userMembers {
		for _, coalescing := range []bool{true, false} {
			t.Run(fmt.Sprint(typeName, " ", coalescing), func(t *testing.T) {
				t.Parallel()
				own, of := newFleet(t, typeName, 2), contractName[typeName]
				own.apply(t, budgets[typeName].config)
				other := startOther(t)
				for i := range 3 {
					other.put(typeName, fmt.Sprint("theirs", i), map[string]any{member: "user_b"})
				}
				other.ClearJournal()
				p := other.Process(acctest.Values{"read_coalescing": coalescing})
				for _, object := range own.objects {
					read, diags := p.Read(typeName, object)
					if !refusesAndKeeps(read, object, diags) {
						t.Errorf("it is out of the state: %s", acctest.Text(diags))
					}
					contains(t, acctest.Text(diags), ": another account's key", `the user user_emulator`, `objects of user_b only`,
						`account_id = ["user_emulator", "user_b"]`, "a removed block", "HTTP status 404")
				}
				other.ExpectRequests("Get"+of, "List"+of+"s", "Get"+of, "List"+of+"s")
				left, diags := p.Destroy(typeName, own.objects[0])
				if !refusesAndKeeps(left, own.objects[0], diags) || !strings.Contains(acctest.Text(diags), "user_b") {
					t.Errorf("a delete drops it: %s", acctest.Text(diags))
				}
				other.ExpectRequests("Delete"+of, "List"+of+"s")
				// The delete's outcome is unknown, and the look finds nothing.
				other.SetFaults(emulator.Fault{Operation: "Delete" + of, Kind: "status", Status: http.StatusBadGateway, Count: 1})
				if left, diags := p.Destroy(typeName, own.objects[0]); !refusesAndKeeps(left, own.objects[0], diags) {
					t.Errorf("a delete of unknown outcome drops it: %s", acctest.Text(diags))
				}
			})
		}
	}
}

// A list that shows that the object was deleted, and is not in another account, removes it from the state without a
// message.
func TestOtherAccount_gone(t *testing.T) {
	t.Parallel()
	for typeName, member := range userMembers {
		for name, c := range map[string]struct {
			listed  []map[string]any
			account []string
			stays   bool
		}{
			"an empty list":              {},
			"another object of the user": {listed: []map[string]any{{member: "user_b"}, {member: "user_emulator"}}},
			"objects without a user":     {listed: []map[string]any{{member: ""}}},
			"users of one account": {listed: []map[string]any{{member: "user_b"}, {member: "user_c"}},
				account: []string{"user_emulator", "user_c"}},
			"account_id without the user": {listed: []map[string]any{{member: "user_b"}},
				account: []string{"user_b"}, stays: true},
			"account_id of the user alone": {listed: []map[string]any{{member: "user_b"}},
				account: []string{"user_emulator"}, stays: true},
		} {
			t.Run(typeName+" "+name, func(t *testing.T) {
				t.Parallel()
				own := newFleet(t, typeName, 1)
				own.apply(t, budgets[typeName].config)
				other := startOther(t)
				other.AllowBadAnswers() // One leaves the user out.
				for i, members := range c.listed {
					other.put(typeName, fmt.Sprint("theirs", i), members)
				}
				arguments := acctest.Values{}
				if c.account != nil {
					arguments["account_id"] = c.account
				}
				read, diags := other.Process(arguments).Read(typeName, own.objects[0])
				if c.stays {
					if !refusesAndKeeps(read, own.objects[0], diags) {
						t.Errorf("it is out of the state: %s", acctest.Text(diags))
					}
					return
				}
				if len(diags) != 0 || other.Process().Attributes(typeName, read.State) != nil {
					t.Errorf("it is in the state: %s", acctest.Text(diags))
				}
			})
		}
	}
}

// The provider reads, changes and deletes an object whose own GET succeeds, for any user and any account_id.
func TestOtherAccount_answersItself(t *testing.T) {
	t.Parallel()
	for typeName, member := range userMembers {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			f := newFleet(t, typeName, 2)
			f.apply(t, budgets[typeName].config)
			for _, object := range f.objects {
				f.env.Patch(stateKind[typeName], f.env.Process().ID(typeName, object), map[string]any{member: "user_b"})
			}
			f.env.ClearJournal()
			p := f.env.Process(acctest.Values{"account_id": []string{"user_z"}})
			for i, object := range f.objects {
				read, diags := p.Read(typeName, object)
				if len(diags) != 0 || p.Attributes(typeName, read.State) == nil {
					t.Errorf("%d: %s", i, acctest.Text(diags))
				}
				f.objects[i] = read
			}
			f.env.ExpectRequests("Get"+contractName[typeName], "List"+contractName[typeName]+"s")
			if _, diags := p.Destroy(typeName, f.objects[0]); len(diags) != 0 {
				t.Error(acctest.Text(diags))
			}
		})
	}
}

// unshown are the kinds whose objects show no user.
var unshown = []string{"podfleet_template", "podfleet_network_volume", "podfleet_container_registry_auth"}

// If no response shows the account of the key, one warning a run says that no object of the state was found: with the
// second missing object, as long as none was found. An object that is missed twice counts once.
func TestOtherAccount_nothingShowsIt(t *testing.T) {
	t.Parallel()
	const summary = "No object of the state was found"
	for _, typeName := range unshown {
		for _, compares := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s compared %t", typeName, compares), func(t *testing.T) {
				t.Parallel()
				own := newFleet(t, typeName, 5)
				own.apply(t, budgets[typeName].config)
				other := startOther(t)
				other.Compares = compares
				p := other.Process()
				warned := func(object acctest.Instance) bool {
					read, diags := p.Read(typeName, object)
					if hasError(diags) || p.Attributes(typeName, read.State) != nil {
						t.Errorf("it is in the state: %s", acctest.Text(diags))
					}
					return strings.Contains(acctest.Text(diags), summary)
				}
				for i, number := range []int{0, 0, 1, 2} {
					if got, want := warned(own.objects[number]), i == 2; got != want {
						t.Errorf("read %d: warned %t, want %t", i, got, want)
					}
				}
				// A delete counts as well: an apply may send nothing else.
				p = other.Process()
				var warnings int
				for _, object := range own.objects[:4] {
					left, diags := p.Destroy(typeName, object)
					if hasError(diags) || p.Attributes(typeName, left.State) != nil {
						t.Errorf("it is in the state: %s", acctest.Text(diags))
					}
					warnings += strings.Count(acctest.Text(diags), summary)
				}
				if warnings != 1 {
					t.Errorf("%d warnings of deletes", warnings)
				}
				// An object that is found proves that the key is right.
				p = own.env.Process()
				for _, object := range own.objects[:4] {
					own.env.Remove(stateKind[typeName], p.ID(typeName, object))
				}
				if read, _ := p.Read(typeName, own.objects[4]); p.Attributes(typeName, read.State) == nil {
					t.Error("it is not found")
				}
				for i := range 4 {
					if warned(own.objects[i]) {
						t.Errorf("a warning of object %d, and one was found", i)
					}
				}
			})
		}
	}
}

// With account_id, the users of endpoints and pods show the account of the key, also for kinds that show no user.
func TestOtherAccount_accountID(t *testing.T) {
	t.Parallel()
	for _, typeName := range unshown {
		for shownBy, member := range userMembers {
			t.Run(typeName+" "+shownBy, func(t *testing.T) {
				t.Parallel()
				own := newFleet(t, typeName, 3)
				own.apply(t, budgets[typeName].config)
				other := startOther(t)
				other.put(shownBy, "theirs", map[string]any{member: "user_b"})
				p := other.Process(acctest.Values{"account_id": []string{"user_emulator"}})
				for _, object := range own.objects {
					if read, diags := p.Read(typeName, object); !refusesAndKeeps(read, object, diags) ||
						!strings.Contains(acctest.Text(diags), `account_id is ["user_emulator"], and the API key lists objects of user_b`) {
						t.Errorf("it is out of the state: %s", acctest.Text(diags))
					}
					if left, diags := p.Destroy(typeName, object); !refusesAndKeeps(left, object, diags) {
						t.Errorf("a delete drops it: %s", acctest.Text(diags))
					}
				}
				// The right account: any number of missing objects is gone.
				p = other.Process(acctest.Values{"account_id": []string{"user_b"}})
				for _, object := range own.objects {
					if read, diags := p.Read(typeName, object); len(diags) != 0 || p.Attributes(typeName, read.State) != nil {
						t.Errorf("it is in the state: %s", acctest.Text(diags))
					}
				}
			})
		}
	}
}
