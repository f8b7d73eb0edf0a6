package account_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

func TestContainerRegistryAuth(t *testing.T) {
	t.Parallel()
	e := start(account.Config{})
	a := e.auth(t)
	if stored, err := e.ContainerRegistryAuths.Find(a.ID); err != nil || stored.Username != "u" ||
		stored.Password != "p" {
		t.Errorf("%+v, %v", stored, err)
	}
	_, err := e.CreateContainerRegistryAuth(account.ContainerRegistryAuthCreate{Name: ptr("a")}, e.Now())
	refused(t, "twice", err, account.Conflict, "name must be unique")
	if err := e.DeleteContainerRegistryAuth(a.ID, e.Now()); err != nil {
		t.Error(err)
	}
	refused(t, "gone", e.DeleteContainerRegistryAuth(a.ID, e.Now()), account.NotFound,
		"container registry auth not found")
	e.auth(t) // The name is free again.
}
