package client_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Version 2 rejects with a 4xx. After a 5xx the create may have been carried out, whatever the words are: the client
// finds the pod, and never reports a rejection.
func TestPods_wordsOfA5xxOverVersion2(t *testing.T) {
	t.Parallel()
	for _, words := range []string{
		"There are no longer any instances available with the requested specifications.", "this type is no longer offered",
		"worker quota exceeded", "your balance is too low", "the pod is locked", "name must be unique", "in use", "oops",
	} {
		for _, status := range []int{500, 501, 503, 507, 520} {
			t.Run(fmt.Sprint(words, status), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := emulatortest.StartInBubble(t, emulator.Options{}, nil)
					s.UseVersion2()
					s.SetFaults(emulator.Fault{
						Operation: "CreatePod", Kind: emulator.FaultStatusAfter, Status: status, Message: words, Count: 1,
					})
					made, err := s.Client().Pods.Create(t.Context(), gpuPod(l4, a40))
					pods := s.Objects(emulator.KindPods)
					if err != nil || made.Failure == nil || len(pods) != 1 || pods[0]["id"] != made.Object.ID {
						t.Errorf("%+v, %v; the account has %d pods", made, err, len(pods))
					}
				})
			})
		}
	}
}

// After a 5xx, a request of version 2 that can be repeated is sent again (contract-v2 1.2).
func TestNetworkVolumes_repeatedAfterA5xxOverVersion2(t *testing.T) {
	t.Parallel()
	for operation, request := range map[string]func(*client.Client, context.Context) error{
		"ListNetworkVolumes": func(c *client.Client, ctx context.Context) error {
			all, err := c.NetworkVolumes.ListAll(ctx)
			if len(all) != 1 {
				err = errors.Join(err, fmt.Errorf("%d volumes", len(all)))
			}
			return err
		},
		"GetNetworkVolume": func(c *client.Client, ctx context.Context) error {
			_, err := c.NetworkVolumes.Get(ctx, "v1")
			return err
		},
		"DeleteNetworkVolume": func(c *client.Client, ctx context.Context) error {
			return c.NetworkVolumes.Delete(ctx, "v1")
		},
	} {
		for _, status := range []int{500, 501, 502, 503, 520} {
			t.Run(fmt.Sprint(operation, status), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := emulatortest.StartInBubble(t, emulator.Options{}, nil)
					s.UseVersion2()
					volume := map[string]any{"name": "a", "size": 10, "dataCenterId": "EU-RO-1"}
					if err := s.PutObject(emulator.KindNetworkVolumes, "v1", volume); err != nil {
						t.Fatal(err)
					}
					s.SetFaults(emulator.Fault{Operation: operation, Kind: emulator.FaultStatus, Status: status, Count: 1})
					if err := request(s.Client(), t.Context()); err != nil {
						t.Error(err)
					}
				})
			})
		}
	}
}
