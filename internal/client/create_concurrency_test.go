package client_test

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Equal creates side by side, of two clients of an account, of which some are not answered: each gets one of its own,
// and there is none too many. One list tells all that are lost at the same time.
func TestCreate_sideBySide(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const n = 12
		s := &volumeService{}
		for i := range n {
			answer := createAnswer{acts: true, status: 200}
			switch i % 4 {
			case 0:
				answer = createAnswer{acts: true}
			case 1:
				answer = createAnswer{acts: true, status: 502}
			}
			s.creates = append(s.creates, answer)
		}
		// All are under way together, and end one after the other.
		under := make(chan struct{})
		s.onCreate = func(i int) {
			if i == n {
				close(under)
			}
			<-under
			time.Sleep(time.Duration(i) * time.Second)
		}
		accounts := client.NewAccounts()
		var clients []*client.Client
		for range 2 {
			clients = append(clients, s.client(t, func(config *client.Config) { config.Accounts = accounts }))
		}
		var all sync.WaitGroup
		ids, adopted := make([]string, n), make([]bool, n)
		for i := range n {
			all.Go(func() {
				created, err := clients[i%2].NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if err != nil {
					t.Error(err)
				}
				ids[i], adopted[i] = created.Object.ID, created.Adopted != nil
			})
		}
		all.Wait()
		slices.Sort(ids)
		if len(slices.Compact(ids)) != n || len(s.ids()) != n {
			t.Errorf("got %v of %v", ids, s.ids())
		}
		if got := len(slices.DeleteFunc(adopted, func(a bool) bool { return !a })); got != n/2 {
			t.Errorf("%d are adopted, want %d", got, n/2)
		}
		// Two baselines, one list for all that were lost, and a look at each of them.
		if gets := len(slices.DeleteFunc(s.asked, func(m string) bool { return m != get })); gets != 2+1+n/2 {
			t.Errorf("%d reads", gets)
		}
	})
}

// Two API keys of one account: an object whose answer is on its way to one client is not the result of the other's
// create. If both are lost, the clients cannot tell the two objects apart, and neither adopts one.
func TestCreate_twoKeysOfOneAccount(t *testing.T) {
	t.Parallel()
	for name, answers := range map[string][]createAnswer{
		"one is answered": {{acts: true}, {acts: true, status: 200}},
		"both are lost":   {{acts: true}, {acts: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: answers}
				s.onCreate = func(n int) { time.Sleep(time.Duration(n) * time.Second) }
				accounts := client.NewAccounts()
				var both sync.WaitGroup
				ids, errs := make([]string, 2), make([]error, 2)
				for i, key := range []string{"one", "two"} {
					c := s.client(t, func(config *client.Config) { config.Accounts, config.APIKey = accounts, key })
					both.Go(func() {
						created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
						ids[i], errs[i] = created.Object.ID, err
					})
				}
				both.Wait()
				if len(s.ids()) != 2 || errs[0] == nil && errs[1] == nil && ids[0] == ids[1] {
					t.Errorf("got %v of %v", ids, s.ids())
				}
				for _, err := range errs {
					if answers[1].status == 200 {
						if err != nil {
							t.Error(err)
						}
					} else if failed := outcomeOf(t, err); failed.Doubt != client.DoubtTwin {
						t.Errorf("%+v", failed)
					}
				}
			})
		})
	}
}

// Equal creates side by side, of which some have no effect: as many succeed as objects exist, and no object is left
// over.
func TestCreate_sideBySideAndSomeMadeNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const n = 5
		s := &volumeService{creates: append(slices.Repeat([]createAnswer{{}}, n-2),
			createAnswer{acts: true}, createAnswer{acts: true})}
		under := make(chan struct{})
		s.onCreate = func(i int) {
			if i == n {
				close(under)
			}
			<-under
		}
		c := s.client(t)
		var all sync.WaitGroup
		var mu sync.Mutex
		var ids []string
		for range n {
			all.Go(func() {
				created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					ids = append(ids, created.Object.ID)
				} else if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing {
					t.Errorf("%+v", failed)
				}
			})
		}
		all.Wait()
		if slices.Sort(ids); !slices.Equal(ids, s.ids()) || len(ids) != 2 {
			t.Errorf("got %v of %v", ids, s.ids())
		}
	})
}
