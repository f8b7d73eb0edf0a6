package client_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// lostVolume is the result of a create of a volume.
type lostVolume struct {
	id  string
	err error
}

// createAtOnce creates equal volumes side by side.
func createAtOnce(t *testing.T, n int, clientOf func(i int) *client.Client) []lostVolume {
	t.Helper()
	all := make([]lostVolume, n)
	var work sync.WaitGroup
	for i := range n {
		c := clientOf(i)
		work.Go(func() {
			created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
			all[i] = lostVolume{created.Object.ID, err}
		})
	}
	work.Wait()
	return all
}

// Equal creates side by side, of two clients of a process that use two keys or two versions' URLs. One whose answer is
// on its way has its own object, however long that takes. Those that are lost together name the objects and take none.
func TestCreate_together(t *testing.T) {
	t.Parallel()
	answered, made, nothing := createAnswer{acts: true, status: 200}, createAnswer{acts: true}, createAnswer{}
	for name, test := range map[string]struct {
		creates []createAnswer
		found   int
		doubt   string // of the others
		named   int
	}{
		"one is lost":           {creates: []createAnswer{made, answered}, found: 1},
		"one made nothing":      {creates: []createAnswer{nothing, answered}, doubt: "No list showed"},
		"two are lost":          {creates: []createAnswer{made, made}, doubt: "More than one", named: 2},
		"and one made nothing":  {creates: []createAnswer{made, nothing}, doubt: "Another create of this run", named: 1},
		"of many":               {creates: []createAnswer{made, answered, answered, made}, doubt: "More than one", named: 2},
		"refused, and one lost": {creates: []createAnswer{made, {status: 400}}, found: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: test.creates}
				s.onCreate = func(int) { time.Sleep(time.Second) } // All have their lists from before.
				s.onAnswer = func(n int) { time.Sleep(time.Duration(n) * 5 * time.Second) }
				accounts := client.NewAccounts()
				all := createAtOnce(t, len(test.creates), func(i int) *client.Client {
					return s.client(t, func(config *client.Config) {
						config.Accounts, config.APIKey = accounts, []string{"one", "two"}[i%2]
					})
				})
				ids := map[string]bool{}
				for _, one := range all {
					if one.err == nil {
						if ids[one.id] {
							t.Errorf("two have %s", one.id)
						}
						ids[one.id] = true
						continue
					}
					if failed := outcomeOf(t, one.err); failed.Unknown &&
						(len(failed.Found) != test.named || !strings.HasPrefix(failed.Doubt, test.doubt) || test.doubt == "") {
						t.Error(told(failed))
					}
				}
				answers := slices.DeleteFunc(slices.Clone(test.creates), func(a createAnswer) bool { return a.status != 200 })
				if len(ids) != len(answers)+test.found {
					t.Errorf("%v", all)
				}
			})
		})
	}
}

// A create that is lost later than an equal one, or after the error of that named an object, takes no object either.
func TestCreate_lostAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{status: 502}}}
		c := s.client(t)
		if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err == nil {
			t.Fatal("the create is to be lost")
		}
		s.onCreate = func(int) { s.add(volumeCalled("data")) } // It is the first create's, late.
		_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		if failed := outcomeOf(t, err); !slices.Equal(idsOf(failed.Found), []string{"v1"}) {
			t.Error(told(failed))
		}
	})
}

// The error of a lost create names every new object of its name, equal or not, and the GET of each decides that. So
// does the warning about one that is found: its own object can have been changed.
func TestCreate_namesAll(t *testing.T) {
	t.Parallel()
	larger := volumeCalled("data")
	larger.Size = members.Some(int64(11))
	page := answer{status: 404, body: "<html>not found</html>"}
	for name, test := range map[string]struct {
		acts    bool
		singles []answer // of the object's own GET
		removes bool     // Its own GET says that it does not exist.
		named   []string
		fails   bool // The look.
		found   bool
	}{
		"another size": {named: []string{"v1"}},
		"its own too":  {acts: true, found: true},
		"a page, once": {acts: true, singles: []answer{page}, found: true},
		"a page, each time": {
			acts: true, singles: slices.Repeat([]answer{page}, 20), named: []string{"v1", "v2"}, fails: true,
		},
		"a 404 each time": {acts: true, removes: true, named: []string{"v1", "v2"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: test.acts, status: 502}}, singles: test.singles}
				s.onCreate = func(int) {
					s.add(larger)
					s.add(volumeCalled("other"))
					s.remove("v2")
				}
				if test.removes {
					s.singles = slices.Repeat([]answer{{status: 404, body: `{"error":"network volume not found","status":404}`}}, 20)
				}
				created, err := s.client(t).NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if test.found {
					if err != nil || created.Object.ID != "v3" || len(created.Others) != 1 || created.Others[0].ID != "v1" ||
						!slices.Equal(created.Others[0].Differences, []string{"size"}) {
						t.Errorf("%+v %v", created, err)
					}
					return
				}
				for i, id := range test.named {
					test.named[i] = strings.Replace(id, "v2", "v3", 1)
				}
				if failed := outcomeOf(t, err); !slices.Equal(idsOf(failed.Found), test.named) ||
					(failed.Look != nil) != test.fails {
					t.Error(told(failed))
				}
			})
		})
	}
}

// Lists can be answered by different replicas. After a time-out, a look counts each object that an earlier one found,
// also if its own list lacks that object, as long as a GET returns it.
func TestCreate_remembersWhatAnEarlierListHad(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*volumeService) // between the lists
		found  bool
		named  []string
	}{
		"the last list lacks it": {change: func(s *volumeService) { s.unlist("v1") }, found: true},
		"the last list has another one instead": {
			change: func(s *volumeService) { s.add(volumeCalled("data")); s.unlist("v1") }, named: []string{"v1", "v2"}},
		"another client deletes it": {change: func(s *volumeService) { s.remove("v1") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: true, status: 504}}}
				time.AfterFunc(time.Second, func() { test.change(s) })
				created, err := s.client(t).NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if test.found {
					if err != nil || created.Object.ID != "v1" {
						t.Errorf("%+v %v", created, err)
					}
				} else if failed := outcomeOf(t, err); !slices.Equal(idsOf(failed.Found), test.named) {
					t.Error(told(failed))
				}
			})
		})
	}
}

// Equal creates that are lost one after the other each find their own object.
func TestCreate_lostInTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		lost := createAnswer{acts: true, status: 502}
		s := &volumeService{creates: []createAnswer{lost, lost, {acts: true, status: 504}, lost}}
		c := s.client(t)
		for _, want := range []string{"v1", "v2", "v3"} {
			created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
			if err != nil || created.Object.ID != want {
				t.Errorf("%+v %v, want %s", created, err, want)
			}
		}
		_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")) // The third may have made it even now.
		if failed := outcomeOf(t, err); !slices.Equal(idsOf(failed.Found), []string{"v4"}) {
			t.Error(told(failed))
		}
	})
}
