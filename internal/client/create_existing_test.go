package client_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// An object that this run has deleted is not in the way of a create, though the first list has it. Without a list the
// client cannot tell which objects exist: with RefuseExisting it then sends no create.
func TestCreate_existingObjectsDeletedOrNotListed(t *testing.T) {
	t.Parallel()
	const volume = `{"id":"v1","name":"data","size":10,"dataCenterId":"EU-RO-1"}`
	refuse := func(config *client.Config) { config.RefuseExisting = true }
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
	if failed := outcomeOf(t, err); failed.Err != nil || failed.Look == nil || len(s.requests()) != 3 {
		t.Errorf("%+v after %v", failed, s.methods())
	}
}
