package account_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// env is an account with a clock that a test moves.
type env struct {
	*account.Account
	*clock.Clock
}

func start(config account.Config) *env {
	e := &env{}
	e.Clock = clock.NewManual(0, &sync.Mutex{}, func(t clock.Timer, at time.Time) { e.Fire(t, at) })
	e.Account = account.New(config, e.Clock)
	return e
}

// made returns an object that a call makes of the members of an input, and fails the test if that fails.
func made[T any](
	t *testing.T, e *env, members string, create func(*account.Account, account.Input, time.Time) (T, error),
) T {
	t.Helper()
	var in account.Input
	if err := json.Unmarshal([]byte("{"+members+"}"), &in); err != nil {
		t.Fatal(err)
	}
	object, err := create(e.Account, in, e.Now())
	if err != nil {
		t.Fatal(err)
	}
	return object
}

// endpoint makes an endpoint with a template of its own.
func (e *env) endpoint(t *testing.T) account.Endpoint {
	t.Helper()
	template := made(t, e, fmt.Sprintf(`"name":"t%d","imageName":"i","isServerless":true`, len(slices.Collect(e.Templates.All()))),
		(*account.Account).CreateTemplate)
	return made(t, e, fmt.Sprintf(`"templateId":%q`, template.ID), (*account.Account).CreateEndpoint)
}

// pod makes a pod with more members than its image.
func (e *env) pod(t *testing.T, members string) account.Pod {
	t.Helper()
	return made(t, e, `"imageName":"i"`+members, (*account.Account).CreatePod)
}
