package client_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// writes are requests that may change something, each with the operation that is answered.
var writes = map[string]struct {
	operation string
	write     func(*client.Client, context.Context) error
}{
	"create": {"CreateNetworkVolume", func(c *client.Client, ctx context.Context) error {
		_, err := c.NetworkVolumes.Create(ctx, volumeCalled("new"))
		return err
	}},
	"update": {"UpdateTemplate", func(c *client.Client, ctx context.Context) error {
		_, err := c.Templates.Update(ctx, "shared", api.TemplateFields{ImageName: members.Some("img:2")})
		return err
	}},
	"delete": {"DeletePod", func(c *client.Client, ctx context.Context) error {
		if err := c.Pods.Delete(ctx, "none"); !fleet.IsGone(err) {
			return fmt.Errorf("deleting what is not there: %w", err)
		}
		return nil
	}},
	"operation": {"StopPod", func(c *client.Client, ctx context.Context) error {
		if _, err := c.Pods.Do(ctx, "none", api.StopPod, 0); !transport.IsNotFound(err) {
			return fmt.Errorf("stopping what is not there: %w", err)
		}
		return nil
	}},
	"submission": {"PurgeQueue", func(c *client.Client, ctx context.Context) error {
		if _, err := c.PurgeQueue(ctx, "none"); !transport.IsNotFound(err) {
			return fmt.Errorf("purging what is not there: %w", err)
		}
		return nil
	}},
}

// A write drops the lists of all kinds when it begins, and again when it ends, and those of every client of the account
// in this process; not those of others.
func TestReads_writesDropLists(t *testing.T) {
	t.Parallel()
	for name, w := range writes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			forEachKind(t, 6, func(s stocked) {
				t, k, env := s.t, s.k, s.env
				reader, other := s.client(), s.client()
				otherAccount := s.client(func(config *client.Config) { config.APIKey = "another" })
				for _, c := range []*client.Client{reader, otherAccount} {
					mustRead(t, c, k.read, object(0))
					mustRead(t, c, k.read, object(1))
				}
				operations(env)
				env.OnRequest(w.operation, 1, func() { // The write has begun, and not ended.
					operations(env)
					mustRead(t, reader, k.read, object(2))
					mustRead(t, reader, k.read, object(3))
					expectOperations(t, env, k.one, k.many)
					mustRead(t, reader, k.read, object(4))
					expectOperations(t, env)
				})
				if err := w.write(other, t.Context()); err != nil {
					t.Fatal(err)
				}
				operations(env)
				mustRead(t, reader, k.find, object(4))
				mustRead(t, reader, k.read, object(5))
				expectOperations(t, env, k.one, k.many)
				mustRead(t, otherAccount, k.read, object(5))
				expectOperations(t, env)
			}, emulator.Options{APIKeys: []string{emulator.DefaultAPIKey, "another"}})
		})
	}
}

// A list that is under way while something is written answers nobody, and is not kept.
func TestReads_writesDropListsUnderWay(t *testing.T) {
	t.Parallel()
	forEachKind(t, 3, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := s.client()
		mustRead(t, c, k.read, object(0))
		write := writes["update"].write
		env.OnRequest(k.many, 1, func() { // Its answer is of before.
			if err := write(s.client(), t.Context()); err != nil {
				t.Error(err)
			}
		})
		mustRead(t, c, k.read, object(1))
		expectOperations(t, env, k.one, k.many, "UpdateTemplate", k.one)
		mustRead(t, c, k.read, object(2))
		expectOperations(t, env, k.one)

		env.OnRequest(k.many, 1, func() {
			if err := write(s.client(), t.Context()); err != nil {
				t.Error(err)
			}
		})
		if _, err := k.all(c, t.Context()); err != nil {
			t.Error(err)
		}
		expectOperations(t, env, k.many, "UpdateTemplate", k.many)
	})
}

// After a write without an answer nothing is read from lists: the service may carry it out later.
func TestReads_afterAWriteOfUnknownOutcome(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault     emulator.Fault
		uncertain bool
	}{
		"no answer":     {emulator.Fault{Kind: emulator.FaultReset}, true},
		"a front end's": {emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusGatewayTimeout}, true},
		"refused":       {emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusForbidden}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			forEachKind(t, 4, func(s stocked) {
				t, k, env := s.t, s.k, s.env
				fault := test.fault
				fault.Operation, fault.Count = "UpdateTemplate", 1
				env.SetFaults(fault)
				c, other := s.client(), s.client()
				change := api.TemplateFields{ImageName: members.Some("img:2")}
				if _, err := other.Templates.Update(t.Context(), "shared", change); err == nil && !test.uncertain {
					t.Error("no error")
				}
				operations(env)
				for i := range 4 {
					mustRead(t, c, k.read, object(i))
				}
				for range 2 {
					if _, err := k.all(c, t.Context()); err != nil {
						t.Error(err)
					}
				}
				want := []string{k.one, k.many}
				if test.uncertain {
					want = []string{k.one, k.one, k.one, k.one, k.many, k.many}
				}
				expectOperations(t, env, want...)
			})
		})
	}
}
