package client_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// missing reads volumes that do not exist, and reports whether one of them is an unproven absence.
func missing(t *testing.T, c *client.Client, ids ...string) bool {
	t.Helper()
	unproven := false
	for _, id := range ids {
		_, err := c.NetworkVolumes.Read(t.Context(), id, nil)
		if err = c.JudgeAbsence(t.Context(), err, "network volume "+id, ""); !fleet.IsGone(err) {
			t.Errorf("%s: %v", id, err)
		}
		unproven = unproven || fleet.IsUnprovenAbsence(err)
	}
	return unproven
}

// Any proof that the API key reaches the state's objects ends the doubt about the key; a create is no proof.
func TestJudgeAbsence_whatProvesTheKey(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		do    func(t *testing.T, env *emulatortest.Service, c *client.Client) error
		proof bool
		users bool // It proves the key because objects show their user, which those of version 2 do not.
	}{
		"nothing": {do: func(*testing.T, *emulatortest.Service, *client.Client) error { return nil }},
		"a read": {proof: true, do: func(t *testing.T, _ *emulatortest.Service, c *client.Client) error {
			_, err := c.NetworkVolumes.Read(t.Context(), object(0), nil)
			return err
		}},
		"an update": {proof: true, do: func(t *testing.T, _ *emulatortest.Service, c *client.Client) error {
			_, err := c.NetworkVolumes.Update(t.Context(), object(0), api.NetworkVolumeFields{Size: members.Some(int64(11))})
			return err
		}},
		"a delete": {proof: true, do: func(t *testing.T, _ *emulatortest.Service, c *client.Client) error {
			return c.NetworkVolumes.Delete(t.Context(), object(0))
		}},
		"a pod that is gone, and others of its user": {proof: true, users: true,
			do: func(t *testing.T, env *emulatortest.Service, c *client.Client) error {
				if err := env.PutObject(emulator.KindPods, "p", map[string]any{"name": "p", "imageName": "i"}); err != nil {
					return err
				}
				_, err := c.Pods.Read(t.Context(), "gone", nil)
				if err = c.JudgeAbsence(t.Context(), err, "pod gone", "user_emulator"); !fleet.IsGone(err) {
					t.Error(err)
				}
				return nil
			}},
		"a create": {do: func(t *testing.T, _ *emulatortest.Service, c *client.Client) error {
			_, err := c.NetworkVolumes.Create(t.Context(), api.NetworkVolumeCreate{DataCenterID: "EU-RO-1",
				NetworkVolumeFields: api.NetworkVolumeFields{Name: members.Some("v"), Size: members.Some(int64(10))}})
			return err
		}},
		"a data source": {do: func(t *testing.T, _ *emulatortest.Service, c *client.Client) error {
			_, err := c.NetworkVolumes.Find(t.Context(), object(0))
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
				env := stock(t, start, readKinds[3], 1)
				cl := env.Client()
				if err := c.do(t, env, cl); err != nil {
					t.Fatal(err)
				}
				proof := c.proof && (!c.users || env.Version() == 1)
				if unproven := missing(t, cl, "a", "b", "c"); unproven == proof {
					t.Errorf("unproven: %t", unproven)
				}
			})
		})
	}
}

// Objects that are gone after their deletes were lost prove nothing about the API key.
func TestJudgeAbsence_afterItsOwnDeletes(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		const n = 3
		env := stock(t, start, readKinds[3], n)
		env.SetFaults(emulator.Fault{Operation: "DeleteNetworkVolume", Kind: "reset_after", Count: n})
		c := env.Client()
		for i := range n {
			err := c.JudgeAbsence(t.Context(), c.NetworkVolumes.Delete(t.Context(), object(i)), object(i), "")
			if !fleet.IsGone(err) || fleet.IsUnprovenAbsence(err) {
				t.Errorf("%d: %v", i, err)
			}
		}
	})
}
