package client_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// manyDeletes are more than a delete sends that sees a user stay.
const manyDeletes = 20

// Over version 2 an endpoint has the registry credentials of its template as its own, and its workers are in no list of
// pods. The error of a delete names the endpoint, also after its template is gone.
func TestDelete_namesEndpointsOverVersion2(t *testing.T) {
	t.Parallel()
	s := startVersion2(t)
	s.Put(emulator.KindContainerRegistryAuths, "a1", map[string]any{"name": "hub"})
	s.Patch(emulator.KindTemplates, "t1", map[string]any{"containerRegistryAuthId": "a1"})
	c := s.Client(impatient)
	var users []fleet.User
	for _, name := range []string{"chat", "serve"} { // In the list, the newest is first.
		made := createEndpoint(t, c, name, "t1", "v1")
		users = append(users, fleet.User{Kind: client.UserEndpoint, ID: made.ID, Name: name})
	}
	createEndpoint(t, c, "other", "t2", "v2")
	if err := c.Templates.Delete(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	ctx, expire := contexttest.Expiring(t.Context())
	s.OnRequest("DeleteContainerRegistryAuth", manyDeletes, expire)
	err := c.ContainerRegistryAuths.Delete(ctx, "a1")
	var inUse *fleet.InUseError
	if !errors.As(err, &inUse) || !inUse.Stuck() || !reflect.DeepEqual(inUse.Users, users) {
		t.Errorf("%v, used by %v, want %v", err, inUse, users)
	}
	t.Run("network volume", func(t *testing.T) {
		t.Parallel()
		testVolumeUnderWorker(t, s, c, users)
	})
}

// testVolumeUnderWorker deletes a volume that a worker mounts, and then one that a pod mounts besides.
func testVolumeUnderWorker(t *testing.T, s *emulatortest.Service, c *client.Client, users []fleet.User) {
	t.Helper()
	for _, owner := range []string{users[0].ID, ""} {
		worker := map[string]any{"name": "p", "imageName": "img:1", "endpointId": owner, "networkVolumeId": "v1"}
		s.Put(emulator.KindPods, fmt.Sprint("p", owner), worker)
		if owner == "" {
			users = append(users, fleet.User{Kind: client.UserPod, ID: "p", Name: "p"})
		}
		ctx, expire := contexttest.Expiring(t.Context())
		s.OnRequest("DeleteNetworkVolume", manyDeletes, expire)
		err := c.NetworkVolumes.Delete(ctx, "v1")
		var inUse *fleet.InUseError
		if !errors.As(err, &inUse) || !reflect.DeepEqual(inUse.Users, users) {
			t.Errorf("%v, used by %v, want %v", err, inUse, users)
		}
	}
}

// createEndpoint creates an endpoint with a template and a volume.
func createEndpoint(t *testing.T, c *client.Client, name, template, volume string) api.Endpoint {
	t.Helper()
	return mustCreate(t, c.Endpoints.Create, api.EndpointCreate{EndpointFields: fields{
		Name: members.Some(name), TemplateID: members.Some(template), NetworkVolumeID: members.Some(volume),
	}})
}
