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
	create := func(name, user *string, reason account.Reason, message string) {
		t.Helper()
		in := account.ContainerRegistryAuthCreate{Name: name, Username: user, Password: ptr("p")}
		_, err := e.CreateContainerRegistryAuth(in, e.Now())
		refused(t, message, err, reason, message)
	}
	create(nil, ptr("u"), account.Invalid, "name is required")
	create(ptr("b"), nil, account.Invalid, "username is required")
	create(ptr("b"), ptr(""), account.Invalid, "username must not be empty")
	create(ptr("a"), ptr("u"), account.Conflict, "name must be unique")
	if err := e.DeleteContainerRegistryAuth(a.ID, e.Now()); err != nil {
		t.Error(err)
	}
	refused(t, "gone", e.DeleteContainerRegistryAuth(a.ID, e.Now()), account.NotFound,
		"container registry auth not found")
	e.auth(t) // The name is free again.
}
