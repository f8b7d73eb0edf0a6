package account_test

import (
	"errors"
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

// must fails the test if an object was not made.
func must[T any](t *testing.T) func(T, error) T {
	return func(object T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return object
	}
}

// template makes a template; a name and an image are given if there are none.
func (e *env) template(t *testing.T, in account.TemplateCreate) account.Template {
	t.Helper()
	if in.Name == nil {
		in.Name = ptr("t" + e.Now().String())
	}
	if in.ImageName == nil {
		in.ImageName = ptr("i")
	}
	return must[account.Template](t)(e.CreateTemplate(in, e.Now()))
}

// endpoint makes an endpoint; a serverless template is made if none is given.
func (e *env) endpoint(t *testing.T, in account.EndpointCreate) account.Endpoint {
	t.Helper()
	if in.TemplateID == nil {
		in.TemplateID = ptr(e.template(t, account.TemplateCreate{IsServerless: ptr(true)}).ID)
	}
	return must[account.Endpoint](t)(e.CreateEndpoint(in, e.Now()))
}

// pod makes a pod; an image is given if there is none.
func (e *env) pod(t *testing.T, in account.PodCreate) account.Pod {
	t.Helper()
	if in.ImageName == nil && in.TemplateID == nil {
		in.ImageName = ptr("i")
	}
	return must[account.Pod](t)(e.CreatePod(in, e.Now()))
}

func (e *env) volume(t *testing.T, size int, dataCenter string) account.NetworkVolume {
	t.Helper()
	in := account.NetworkVolumeCreate{
		NetworkVolumeUpdate: account.NetworkVolumeUpdate{Name: ptr("v"), Size: &size}, DataCenterID: &dataCenter,
	}
	return must[account.NetworkVolume](t)(e.CreateNetworkVolume(in, e.Now()))
}

func (e *env) auth(t *testing.T, name string) account.ContainerRegistryAuth {
	t.Helper()
	in := account.ContainerRegistryAuthCreate{Name: &name, Username: ptr("u"), Password: ptr("p")}
	return must[account.ContainerRegistryAuth](t)(e.CreateContainerRegistryAuth(in, e.Now()))
}

// refused checks that a call was refused, why, and in which words.
func refused(t *testing.T, call string, err error, reason account.Reason, message string) {
	t.Helper()
	var refusal *account.Error
	if !errors.As(err, &refusal) {
		t.Errorf("%s: %v, not refused", call, err)
		return
	}
	if refusal.Reason != reason || refusal.Message != message {
		t.Errorf("%s:\n got %d %q\nwant %d %q", call, refusal.Reason, refusal.Message, reason, message)
	}
}
