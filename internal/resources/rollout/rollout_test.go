package rollout_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const canary = "sk-live-canary"

// rolled is an account with an endpoint whose second release has a worker of its own, and a busy one of the first.
func rolled(t *testing.T, env *acctest.Env) (id string) {
	t.Helper()
	id = env.EndpointWith("emulator/sleep", api.EndpointFields{WorkersMin: members.Some(int64(2))})
	env.Submit(id, `{"ms":60000}`)
	endpoint, err := env.Client().Endpoints.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	secret := api.TemplateFields{Env: members.Some(map[string]string{"TOKEN": canary})}
	if template := endpoint.TemplateID.Or(""); template != "" {
		_, err = env.Client().Templates.Update(t.Context(), template, secret)
	} else {
		_, err = env.Client().Endpoints.Update(t.Context(), id, api.EndpointFields{Env: secret.Env})
	}
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// The workers of both versions: one is stale until its job ends. No value of a variable is in the state or in the log.
func TestWorkers(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		id := rolled(t, env)
		env.ClearJournal()
		ctx, logged := acctest.Logs(t)
		found := env.Process().WithContext(ctx).MustLookup("podfleet_endpoint_workers", acctest.Values{"endpoint_id": id})
		env.ExpectRequests(env.Over("GetEndpoint", "ListEndpointWorkers"))
		if text := fmt.Sprint(found, logged("")); strings.Contains(text, canary) {
			t.Errorf("a secret in %s", text)
		}
		over2, version := func(value any) any { return value }, 2
		if env.Over("1", "2") == "1" { // It shows neither what a worker does nor where it runs.
			over2, version = func(any) any { return nil }, 0
		}
		for name, want := range map[string]any{
			"is_stale": true, "version": version, "status": over2("RUNNING"), "image_name": "emulator/sleep",
			"data_center_id": over2("US-DE-1"), "gpu_count": 1, "started_at": "2026-01-01T00:00:00Z",
		} {
			found.Expect("workers.0."+name, want)
		}
		found.Expect("workers.1.is_stale", false)
		found.Expect("endpoint_version", version+1)
		found.Expect("workers.1.status", over2("IDLE"))
		env.Advance(2 * time.Minute)
		found = env.Process().MustLookup("podfleet_endpoint_workers", acctest.Values{"endpoint_id": id})
		found.Expect("workers.0.is_stale", false)
		_, diags := env.Process().Lookup("podfleet_endpoint_workers", acctest.Values{"endpoint_id": "none"})
		acctest.ExpectError(t, diags, `Cannot read workers of endpoint: .*"none".*check endpoint_id`)
	})
}

// Releases have the names of what changed, and no value. Version 1 has none.
func TestReleases(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		id := rolled(t, env)
		found, diags := env.Process().Lookup("podfleet_endpoint_releases", acctest.Values{"endpoint_id": id})
		if env.Over("1", "2") == "1" {
			acctest.ExpectError(t, diags, "Not possible over version 1: .*Only version 2 has releases")
			return
		}
		if text := string(found.JSON("releases")) + acctest.Text(diags); strings.Contains(text, canary) {
			t.Errorf("a secret in %s", text)
		}
		all := env.Process().MustLookup("podfleet_endpoint_releases", acctest.Values{"endpoint_id": id})
		for name, want := range map[string]any{
			"endpoint_version": 3, "workers_on_latest": 2, "workers_total": 3, "releases.0.version": 3,
			"releases.0.worker_count": 2, "releases.0.source": "MANUAL", "releases.0.changed_fields": []any{"template.env"},
			"releases.1.changed_fields": []any{},
		} {
			all.Expect(name, want)
		}
	})
}
