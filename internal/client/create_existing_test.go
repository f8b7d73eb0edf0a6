package client_test

import (
	"testing"
	"testing/synctest"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// A name that is taken: what the create itself made, though it was listed late, is adopted.
func TestCreate_nameTakenByItself(t *testing.T) {
	t.Parallel()
	s := serve(t,
		answer{status: 200, body: `[]`}, answer{status: 500, body: `{"error":"boom"}`},
		answer{status: 200, body: `[]`}, answer{status: 200, body: `[]`},
		answer{status: 500, body: `{"error":"name must be unique"}`},
		answer{status: 200, body: `[{"id":"l1","name":"hub"}]`}, answer{status: 200, body: `{"id":"l1","name":"hub"}`})
	in := client.ContainerRegistryAuthCreate{Name: "hub", Username: "u", Password: "p"}
	created, err := s.client(t).CreateContainerRegistryAuth(t.Context(), in)
	if err != nil || created.Object.ID != "l1" || created.Adopted == nil || created.Adopted.ByName {
		t.Errorf("%+v %v", created, err)
	}
	// In a run that did not send it before, nobody can tell whose a login is.
	s = serve(t, answer{status: 200, body: `[]`}, answer{status: 500, body: `{"error":"name must be unique"}`},
		answer{status: 200, body: `[{"id":"l0","name":"x"},{"id":"l1","name":"hub"}]`})
	_, err = s.client(t).CreateContainerRegistryAuth(t.Context(), in)
	failed := outcomeOf(t, err)
	if failed.Outcome != client.CreateNameTaken || len(failed.Found) != 1 || failed.Found[0].ID != "l1" ||
		!isNameTaken(err) {
		t.Errorf("%+v", failed)
	}
}

// A template that has the name is adopted if it shows what was sent. Its delete in the same run, once, is that of what
// the create was to replace.
func TestCreate_nameTakenByATemplate(t *testing.T) {
	t.Parallel()
	taken := answer{status: 500, body: `{"error":"name must be unique"}`}
	s := serve(t, answer{status: 200, body: `[` + aTemplate + `]`}, taken, answer{status: 200, body: `[` + aTemplate + `]`},
		answer{status: 200, body: aTemplate}, taken, answer{status: 200, body: `[` + aTemplate + `]`},
		answer{status: 204})
	c := s.client(t)
	created, err := c.CreateTemplate(t.Context(), aCreate)
	if err != nil || created.Adopted == nil || !created.Adopted.ByName || created.Object.ID != "t1" {
		t.Fatalf("%+v %v", created, err)
	}
	_, err = c.CreateTemplate(t.Context(), aCreate) // Another block of the same name.
	if failed := outcomeOf(t, err); failed.Outcome != client.CreateNameTaken || !failed.Found[0].Own {
		t.Errorf("%+v", failed)
	}
	asked := len(s.requests())
	if err := c.DeleteTemplate(t.Context(), "t1"); err != nil || len(s.requests()) != asked {
		t.Errorf("%v, and %v", err, s.requests()[asked:])
	}
	if err := c.DeleteTemplate(t.Context(), "t1"); err != nil || len(s.requests()) != asked+1 {
		t.Errorf("%v, and %v", err, s.requests()[asked:])
	}
}

// What was there before the run, and is like what is to be created, is told or refused where that is wanted. What this
// process has made or deleted is not.
func TestCreate_existingObjects(t *testing.T) {
	t.Parallel()
	for _, existing := range []client.ExistingObjects{client.ExistingIgnore, client.ExistingWarning,
		client.ExistingError} {
		synctest.Test(t, func(t *testing.T) {
			s := &volumeService{}
			s.add(volumeCalled("data"))
			s.add(volumeCalled("gone"))
			c := s.client(t, func(config *client.Config) { config.ExistingObjects = existing })
			for range 2 { // count = 2
				if created, err := c.CreateNetworkVolume(t.Context(), volumeCalled("new")); err != nil ||
					created.Existing != nil {
					t.Errorf("%d: %+v %v", existing, created, err)
				}
			}
			created, err := c.CreateNetworkVolume(t.Context(), volumeCalled("data"))
			found := created.Existing
			if existing == client.ExistingError {
				failed := outcomeOf(t, err)
				if found = failed.Found; failed.Outcome != client.CreateExists || len(s.ids()) != 4 {
					t.Errorf("%+v", failed)
				}
			} else if err != nil {
				t.Error(err)
			}
			if want := existing != client.ExistingIgnore; want != (len(found) == 1 && found[0].ID == "v1") {
				t.Errorf("%d: %+v", existing, found)
			}
		})
	}
}
