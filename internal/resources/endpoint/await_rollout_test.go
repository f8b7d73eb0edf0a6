package endpoint_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// sleeping gives the template of an account an image whose jobs take time.
func sleeping(t *testing.T, env *acctest.Env) *acctest.Env {
	t.Helper()
	stock(t, env)
	if err := env.PatchObject("templates", "t1", map[string]any{"imageName": "emulator/sleep"}); err != nil {
		t.Fatal(err)
	}
	return env
}

// expectNoPlan fails the test if an instance plans something.
func expectNoPlan(t *testing.T, p *acctest.Process, is acctest.Instance, config acctest.Values) {
	t.Helper()
	plan := p.Plan(typeName, is, config)
	if len(plan.Diagnostics) != 0 || !bytes.Equal(plan.PlannedState.MsgPack, is.State.MsgPack) {
		t.Errorf("the second plan: %s %s", plan.PlannedState.MsgPack, acctest.Text(plan.Diagnostics))
	}
}

// rolls is the configuration of an endpoint with a template that waits for its rollouts.
func rolls(template string, more acctest.Values) acctest.Values {
	config := acctest.Values{"name": "serve", "template_id": template, "workers_min": 2, "wait_for_rollout": true}
	for name, value := range more {
		config[name] = value
	}
	return config
}

// A rollout that shows after a while is waited for, past a busy worker; the state then has the new version.
func TestEndpoint_waitsForTheRollout(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := sleeping(t, start(emulator.Options{RolloutLag: 5 * time.Second, ColdStart: 4 * time.Second,
			StepPerRequest: time.Second}))
		env.Tune = append(env.Tune, func(c *client.Config) { c.Times.ReleaseLag = time.Hour })
		p := env.Process()
		was, diags := p.Apply(typeName, acctest.Instance{}, rolls("t1", nil))
		if len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
		if _, err := env.Client().RunJob(t.Context(), id(t, env), jobs.Submission{Input: []byte(`{"ms":20000}`)}); err != nil {
			t.Fatal(err)
		}
		ctx, logged := acctest.Logs(t)
		is, diags := p.WithContext(ctx).Apply(typeName, was, rolls("t2", nil))
		if text := acctest.Text(diags); strings.Contains(text, "ERROR") || strings.Contains(text, "ollout ") {
			t.Error(text)
		}
		var seen []string
		for _, line := range logged("waiting") {
			seen = append(seen, line["last_seen"].(string))
		}
		if all := strings.Join(seen, "\n"); !strings.Contains(all, "; older versions: 1 ") {
			t.Errorf("it did not wait for the busy worker: %s", all)
		}
		workers, err := env.Client().Endpoints.Workers(t.Context(), id(t, env))
		if err != nil {
			t.Fatal(err)
		}
		for _, worker := range workers.Workers {
			if worker.ImageName.Or("") != "img:1" || worker.IsStale.Or(true) {
				t.Errorf("%+v", worker)
			}
		}
		env.ClearJournal()
		expectNoPlan(t, p, is, rolls("t2", nil))
	})
}

// How a wait ends that sees no end, or nothing at all. An update is an error, and the state has the new settings; a
// create is a warning, because an error would taint the endpoint.
func TestEndpoint_rolloutEnds(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fates []emulator.Fate
		more  acctest.Values
		looks int // after which the time is up
		want  string
		quiet bool // nothing is said of the rollout, and the workers were looked at
	}{
		"fails": {fates: []emulator.Fate{{Becomes: "UNHEALTHY", Count: 1}}, want: "The rollout fails"},
		"never ready": {fates: []emulator.Fate{{Becomes: "INITIALIZING"}}, looks: 3,
			want: "The rollout has not ended in time: .*2 INITIALIZING \\(starting\\)"},
		"no machine": {fates: []emulator.Fate{{Becomes: "THROTTLED"}}, looks: 3,
			want: "The rollout has not ended in time: .*2 THROTTLED \\(waiting for a machine\\)"},
		"no workers": {more: acctest.Values{"workers_min": 0}, want: "The rollout proves nothing"},
		"paused":     {more: acctest.Values{"workers_min": 0, "workers_max": 0}, want: "The rollout proves nothing"},
		// GPU types make no release over version 2.
		"nothing rolls": {more: acctest.Values{"gpu_type_ids": []string{"NVIDIA L4"}}, quiet: true},
		"no wait":       {fates: []emulator.Fate{{Becomes: "UNHEALTHY"}}, more: acctest.Values{"wait_for_rollout": false}},
	} {
		for _, creates := range []bool{true, false} {
			t.Run(name+map[bool]string{true: ", create", false: ", update"}[creates], func(t *testing.T) {
				t.Parallel()
				env := sleeping(t, acctest.Start(t).UseVersion(2))
				p, was, of := env.Process(), acctest.Instance{}, "t1"
				if !creates {
					was, _ = p.Apply(typeName, was, rolls(of, nil))
					env.ClearJournal()
					if of = "t2"; test.quiet {
						of = "t1"
					}
				}
				if err := env.SetFates(test.fates...); err != nil {
					t.Fatal(err)
				}
				ctx, expire := contexttest.Expiring(t.Context())
				if test.looks > 0 {
					env.OnRequest("ListEndpointWorkers", test.looks, expire)
				}
				is, diags := p.WithContext(ctx).Apply(typeName, was, rolls(of, test.more))
				level := "ERROR: "
				if creates || strings.Contains(test.want, "proves") {
					level = "WARNING: "
				}
				text := acctest.Text(diags)
				if test.want == "" {
					if strings.Contains(text, "he rollout") || test.quiet != (len(env.Requests("ListEndpointWorkers")) > 0) {
						t.Error(text)
					}
					return
				}
				if !regexp.MustCompile("(?s)" + level + test.want).MatchString(text) {
					t.Fatalf("want %s; got %s", level+test.want, text)
				}
				expectNoPlan(t, p, is, rolls(of, test.more))
			})
		}
	}
}
