package client_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// A name that is taken: credentials do not show their owner.
func TestCreate_nameTakenByCredentials(t *testing.T) {
	t.Parallel()
	in := client.ContainerRegistryAuthCreate{Name: "hub", Username: "u", Password: "p"}
	s := serve(t, answer{status: 200, body: `[]`}, answer{status: 500, body: `{"error":"name must be unique"}`},
		answer{status: 200, body: `[{"id":"l0","name":"x"},{"id":"l1","name":"hub"}]`})
	_, err := s.client(t).ContainerRegistryAuths.Create(t.Context(), in)
	failed := outcomeOf(t, err)
	if failed.Outcome != client.CreateNameTaken || len(failed.Found) != 1 || failed.Found[0].ID != "l1" ||
		failed.Found[0].Identified || !isNameTaken(err) {
		t.Errorf("%+v", failed)
	}
}

// The error of a create says whether the service refuses a second object of the name.
func TestCreate_uniqueNames(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		create func(*client.Client) error
		want   bool
	}{
		"pod": {create: func(c *client.Client) error {
			_, err := c.Pods.Create(t.Context(), client.PodCreate{})
			return err
		}},
		"endpoint": {create: func(c *client.Client) error {
			_, err := c.Endpoints.Create(t.Context(), client.EndpointCreate{})
			return err
		}},
		"network volume": {create: func(c *client.Client) error {
			_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
			return err
		}},
		"template": {want: true, create: func(c *client.Client) error {
			_, err := c.Templates.Create(t.Context(), aCreate)
			return err
		}},
		"credentials": {want: true, create: func(c *client.Client) error {
			_, err := c.ContainerRegistryAuths.Create(t.Context(), client.ContainerRegistryAuthCreate{Name: "hub"})
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, answer{status: 200, body: `[]`}, answer{status: 400, body: `{"error":"no"}`})
			if failed := outcomeOf(t, test.create(s.client(t))); failed.UniqueName != test.want {
				t.Errorf("%+v", failed)
			}
		})
	}
}

// The error names the object that has the name after an interruption too.
func TestCreate_nameTakenAndInterrupted(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	s := serve(t, answer{status: 200, body: `[]`}, answer{status: 500, body: `{"error":"name must be unique"}`},
		answer{status: 200, body: "[" + aTemplate + "]"}, answer{status: 200, body: aTemplate})
	c := s.client(t, func(config *client.Config) {
		config.Observe = func(_ context.Context, a client.Attempt) {
			if a.Method == post {
				interrupt()
			}
		}
	})
	_, err := c.Templates.Create(ctx, aCreate)
	if failed := outcomeOf(t, err); failed.Outcome != client.CreateNameTaken || failed.Found[0].ID != "t1" {
		t.Errorf("%+v", failed)
	}
}

// A template that has the name is not adopted, whatever it shows: it may be the one that is to be replaced, or another
// block's. One that this run has made is told apart.
func TestCreate_nameTakenByATemplate(t *testing.T) {
	t.Parallel()
	taken, list := answer{status: 500, body: `{"error":"name must be unique"}`}, `[`+aTemplate+`]`
	s := serve(t, answer{status: 200, body: list}, taken, answer{status: 200, body: list},
		answer{status: 200, body: aTemplate})
	_, err := s.client(t).Templates.Create(t.Context(), aCreate)
	failed := outcomeOf(t, err)
	if failed.Outcome != client.CreateNameTaken || failed.Found[0].ID != "t1" || failed.Found[0].Own ||
		failed.Found[0].Differences != nil || failed.Found[0].Identified {
		t.Errorf("%+v", failed.Found)
	}
	s = serve(t, answer{status: 200, body: `[]`}, answer{status: 200, body: aTemplate}, taken,
		answer{status: 200, body: list}, answer{status: 200, body: aTemplate})
	c := s.client(t)
	if _, err := c.Templates.Create(t.Context(), aCreate); err != nil {
		t.Fatal(err)
	}
	_, err = c.Templates.Create(t.Context(), aCreate) // Another block of the same name.
	if failed := outcomeOf(t, err); failed.Outcome != client.CreateNameTaken || !failed.Found[0].Own {
		t.Errorf("%+v", failed)
	}
}

// Config.ExistingObjects decides whether a create warns of equal objects from before the run, or fails for them.
// Objects that this process has created or deleted do not count.
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
				if created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("new")); err != nil ||
					created.Existing != nil {
					t.Errorf("%d: %+v %v", existing, created, err)
				}
			}
			created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
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

// An object that this run has deleted is not in the way of a create, though the first list has it. Without a list the
// client cannot tell which objects exist: with ExistingError it then sends no create.
func TestCreate_existingObjectsDeletedOrNotListed(t *testing.T) {
	t.Parallel()
	const volume = `{"id":"v1","name":"data","size":10,"dataCenterId":"EU-RO-1"}`
	refuse := func(config *client.Config) { config.ExistingObjects = client.ExistingError }
	s := serve(t, answer{status: 204}, answer{status: 200, body: "[" + volume + "]"},
		answer{status: 200, body: strings.Replace(volume, "v1", "v2", 1)})
	c := s.client(t, refuse)
	if err := c.NetworkVolumes.Delete(t.Context(), "v1"); err != nil {
		t.Fatal(err)
	}
	created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
	if err != nil || created.Object.ID != "v2" {
		t.Errorf("%+v %v", created, err)
	}
	s = serve(t, answer{status: 403}, answer{status: 403}, answer{status: 403})
	_, err = s.client(t, refuse).NetworkVolumes.Create(t.Context(), volumeCalled("data"))
	if failed := outcomeOf(t, err); failed.Outcome != client.CreateNotSent || len(s.requests()) != 3 {
		t.Errorf("%+v after %v", failed, s.methods())
	}
}
