package account_test

import (
	"strconv"
	"sync"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// env is an account with a clock that a test moves.
type env struct {
	*account.Account
	*clock.Clock
}

func start(config account.Config) *env {
	c := clock.NewManual(0, &sync.Mutex{})
	return &env{account.New(config, c), c}
}

func ptr[T any](value T) *T { return &value }

// made returns an object, and fails the test if its creation failed.
func made[T any](t *testing.T, object T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return object
}

// template makes a template; a name and an image are given if there are none.
func (e *env) template(t *testing.T, in account.TemplateCreate) account.Template {
	t.Helper()
	if in.Name == nil {
		in.Name = ptr("t" + strconv.Itoa(len(e.Templates.All())))
	}
	if in.ImageName == nil {
		in.ImageName = ptr("i")
	}
	object, err := e.CreateTemplate(in, e.Now())
	return made(t, object, err)
}

// endpoint makes an endpoint; a serverless template is made if none is given.
func (e *env) endpoint(t *testing.T, in account.EndpointCreate) account.Endpoint {
	t.Helper()
	if in.TemplateID == nil {
		in.TemplateID = ptr(e.template(t, account.TemplateCreate{IsServerless: ptr(true)}).ID)
	}
	object, err := e.CreateEndpoint(in, e.Now())
	return made(t, object, err)
}

// pod makes a pod; an image is given if there is none.
func (e *env) pod(t *testing.T, in account.PodCreate) account.Pod {
	t.Helper()
	if in.ImageName == nil && in.TemplateID == nil {
		in.ImageName = ptr("i")
	}
	object, err := e.CreatePod(in, e.Now())
	return made(t, object, err)
}

func (e *env) volume(t *testing.T, size int, dataCenter string) account.NetworkVolume {
	t.Helper()
	in := account.NetworkVolumeCreate{
		NetworkVolumeUpdate: account.NetworkVolumeUpdate{Name: ptr("v"), Size: &size}, DataCenterID: &dataCenter,
	}
	object, err := e.CreateNetworkVolume(in, e.Now())
	return made(t, object, err)
}

func (e *env) auth(t *testing.T) account.ContainerRegistryAuth {
	t.Helper()
	in := account.ContainerRegistryAuthCreate{Name: ptr("a"), Username: ptr("u"), Password: ptr("p")}
	object, err := e.CreateContainerRegistryAuth(in, e.Now())
	return made(t, object, err)
}
