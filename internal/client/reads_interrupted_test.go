package client_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
)

// interrupted are the ways to wait for a list of endpoints.
var interrupted = map[string]func(ctx context.Context, c *client.Client, i int) error{
	"read": func(ctx context.Context, c *client.Client, i int) error {
		_, err := c.Endpoints.Read(ctx, object(i+1), nil)
		return err
	},
	"all": func(ctx context.Context, c *client.Client, _ int) error {
		_, err := c.Endpoints.ReadAll(ctx)
		return err
	},
	"first": func(ctx context.Context, c *client.Client, _ int) error {
		_, err := c.Endpoints.WithTemplate(ctx, "any")
		return err
	},
	"create": func(ctx context.Context, c *client.Client, _ int) error {
		_, err := c.Endpoints.Create(ctx, api.EndpointCreate{})
		return err
	},
}

// Whoever waits for a list that hangs is interrupted at once.
func TestReads_interrupted(t *testing.T) {
	t.Parallel()
	for way, wait := range interrupted {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := (&slowService{oneTakes: oneTakes(0), manyTakes: listTakes(never)}).of(t)
				readEndpoint(t, c, 0, time.Hour)
				began := time.Now()
				err := wait(interruptedAfter(t, time.Second), c, 0)
				if took := time.Since(began); !errors.Is(err, context.Canceled) || took != time.Second {
					t.Errorf("%v after %s", err, took)
				}
				time.Sleep(time.Hour) // The list ends by itself.
			})
		})
	}
}

// interruptedAfter returns a context that is canceled after a time.
func interruptedAfter(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(d, cancel)
	return ctx
}
