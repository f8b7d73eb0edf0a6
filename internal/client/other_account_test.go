package client_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

// A user that a response shows while a create waits for its baseline stops the create.
func TestAccountIDs_createWhileAnotherUserAppears(t *testing.T) {
	t.Parallel()
	c := newClient(t, "http://users.test/v1", func(c *client.Config) { c.AccountIDs = []string{"user_a"} })
	c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
		switch {
		case r.Method == http.MethodPost:
			t.Error("a create was sent")
		case r.URL.Path == "/v1/pods/p1":
			return response(http.StatusOK, `{"id":"p1","consumerUserId":"user_b"}`), nil
		case r.URL.Path == "/v1/networkvolumes":
			if _, err := c.Pods.Find(r.Context(), "p1"); err != nil {
				t.Error(err)
			}
		}
		return response(http.StatusOK, `[]`), nil
	}))
	_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("mine"))
	failed := outcomeOf(t, err)
	if failed.Err != nil || !errors.As(failed.Look, new(*fleet.OtherAccountError)) {
		t.Error(failed)
	}
}
