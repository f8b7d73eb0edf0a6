package client_test

import (
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/peerfiles"
)

// A person decides on an object that an error has named. A later create doubts it, also if the object is the only
// candidate by then and no list from before that create has it.
func TestCreate_namedByAnotherCreate(t *testing.T) {
	t.Parallel()
	for deleted, left := range map[string]string{"v1": "v2", "v2": "v1"} {
		t.Run(left+" is left", func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: true, status: 502}, {status: 502}}}
				s.onCreate = func(n int) {
					if n == 1 {
						s.add(volumeCalled("data")) // Another client's.
						return
					}
					time.Sleep(time.Second) // The first create has ended.
					s.remove(deleted)
				}
				s.onList = func(int) {
					if s.count(post) == 1 { // The second create waits for the search of the first.
						time.Sleep(5 * time.Second)
					}
				}
				c := s.client(t)
				first := make(chan error, 1)
				go func() {
					_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
					first <- err
				}()
				time.Sleep(2 * time.Second)
				created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if failed := outcomeOf(t, <-first); failed.Doubt != client.DoubtTwin || len(failed.Found) != 2 {
					t.Fatalf("the first: %s", told(failed))
				}
				failed := outcomeOf(t, err)
				if failed.Outcome != client.CreateAmbiguous || failed.Doubt != client.DoubtTwin ||
					!slices.Equal(idsOf(failed.Found), []string{left}) || created.Object.ID != "" {
					t.Errorf("%q, %s", created.Object.ID, told(failed))
				}
			})
		})
	}
}

// If the last search fails, the error names the objects that an earlier one found. No warning names them again.
func TestCreate_lastSearchFails(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		acts  bool
		found []string
	}{
		"the first found an object": {true, []string{"v1"}},
		"the first found nothing":   {false, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: test.acts, status: 504}},
					lists: append([]int{200, 200}, slices.Repeat([]int{500}, 10)...)}
				c := s.client(t)
				_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				failed := outcomeOf(t, err)
				if failed.Outcome != client.CreateUnlooked || failed.Look == nil || !failed.MayAppear ||
					!slices.Equal(idsOf(failed.Found), test.found) {
					t.Error(told(failed))
				}
				if _, err := c.NetworkVolumes.ReadAll(t.Context()); err != nil {
					t.Fatal(err)
				}
				if late := c.NetworkVolumes.Late(); len(late) != 0 {
					t.Errorf("named again: %+v", late)
				}
			})
		})
	}
}

// An object that has the name of a rejected create is named in its error. No later create adopts it, in the same
// process or in another, also if the lists from before both lack it.
func TestCreate_namedForItsName(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		processes int
		doubt     client.Doubt
	}{
		"one process": {1, client.DoubtTwin}, "two processes": {2, client.DoubtPeer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const template = `{"id":"t1","name":"web","imageName":"img","isServerless":false}`
			before, taken := answer{status: 200, body: `[]`}, answer{status: 500, body: `{"error":"name must be unique"}`}
			list, object := answer{status: 200, body: "[" + template + "]"}, answer{status: 200, body: template}
			answers := []answer{before, taken, list, object}
			if test.processes == 2 {
				answers = append(answers, before)
			}
			s := serve(t, append(answers, answer{status: 502}, list, object)...)
			dir := filepath.Join(t.TempDir(), "peers")
			var clients []*client.Client
			for range test.processes {
				peers := peerfiles.New(func() string { return dir })
				t.Cleanup(func() {
					if err := peers.Close(); err != nil {
						t.Error(err)
					}
				})
				clients = append(clients, s.client(t, func(config *client.Config) { config.Peers = peers }))
			}
			_, err := clients[0].Templates.Create(t.Context(), aCreate)
			if failed := outcomeOf(t, err); failed.Outcome != client.CreateNameTaken {
				t.Fatal(told(failed))
			}
			created, err := clients[test.processes-1].Templates.Create(t.Context(), aCreate)
			failed := outcomeOf(t, err)
			if failed.Outcome != client.CreateAmbiguous || failed.Doubt != test.doubt ||
				!slices.Equal(idsOf(failed.Found), []string{"t1"}) || created.Object.ID != "" {
				t.Errorf("%q, %s", created.Object.ID, told(failed))
			}
		})
	}
}

// No other process adopts an object that the error of a lost create has named.
func TestCreate_namedByAnotherProcess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		answered, lost := createAnswer{acts: true, status: 200}, createAnswer{acts: true, status: 502}
		s := &volumeService{creates: []createAnswer{answered, lost, {status: 502}}}
		s.onCreate = func(n int) {
			if n == 2 {
				s.add(volumeCalled("data")) // Another client's.
			}
		}
		dir := filepath.Join(t.TempDir(), "peers")
		own, other := s.process(t, dir), s.process(t, dir)
		if _, err := own.NetworkVolumes.Create(t.Context(), volumeCalled("baseline")); err != nil {
			t.Fatal(err)
		}
		_, err := other.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		failed := outcomeOf(t, err)
		if failed.Doubt != client.DoubtTwin || !slices.Equal(idsOf(failed.Found), []string{"v2", "v3"}) {
			t.Fatal(told(failed))
		}
		s.remove("v3")
		created, err := own.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		if failed := outcomeOf(t, err); failed.Outcome != client.CreateAmbiguous || failed.Doubt != client.DoubtPeer ||
			!slices.Equal(idsOf(failed.Found), []string{"v2"}) || created.Object.ID != "" {
			t.Errorf("%q, %s", created.Object.ID, told(failed))
		}
	})
}

// A create that waits for another process and ends with an error names every object that may be its result, also one
// that another create's search found meanwhile.
func TestCreate_namesWhatAppearsDuringTheWaitForAProcess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		lost := createAnswer{acts: true, status: 502}
		s := &volumeService{creates: []createAnswer{{hangs: true}, lost, lost}}
		dir := filepath.Join(t.TempDir(), "peers")
		other, own := s.process(t, dir), s.process(t, dir)
		ended := make(chan error, 1)
		go func() {
			_, err := other.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
			ended <- err
		}()
		synctest.Wait()
		time.AfterFunc(20*time.Second, func() { s.add(volumeCalled("data")) })
		time.AfterFunc(30*time.Second, func() {
			if _, err := own.NetworkVolumes.Create(t.Context(), volumeCalled("another")); err != nil {
				t.Error(err)
			}
		})
		created, err := own.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		if failed := outcomeOf(t, err); failed.Doubt != client.DoubtPeer || created.Object.ID != "" ||
			!slices.Equal(idsOf(failed.Found), []string{"v1", "v2"}) {
			t.Errorf("%q, %s", created.Object.ID, told(failed))
		}
		if failed := outcomeOf(t, <-ended); failed.Doubt != client.DoubtTwin || len(failed.Found) != 2 {
			t.Errorf("the other process: %s", told(failed))
		}
	})
}
