package endpoint_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// sleeping gives the template of an account an image whose jobs take time.
func sleeping(t *testing.T, env *acctest.Env) *acctest.Env {
	t.Helper()
	stock(t, env)
	env.Patch("templates", "t1", map[string]any{"imageName": "emulator/sleep"})
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

// A rollout that shows after a while is waited for, past a busy worker, past failing workers of the version that it
// mends, and by image if the service shows no versions, or none of workers; the state then has the new version.
func TestEndpoint_waitsForTheRollout(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		for name, test := range map[string]struct {
			fates   []emulator.Fate // of the workers before
			without [2]string       // members with versions that are null over version 1 and 2, in answers about the endpoint
			want    string
		}{
			"busy":  {},
			"mends": {fates: []emulator.Fate{{Becomes: "UNHEALTHY"}}},
			"no versions": {without: [2]string{"version|slsVersion", "version|endpointVersion"},
				want: "The rollout proves nothing: .*compared images only"},
			"no versions of workers": {without: [2]string{"slsVersion", "version"}},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				options := emulator.Options{ColdStart: 4 * time.Second, StepPerRequest: time.Second}
				if test.want == "" { // By versions, a wait sees that there is no release yet.
					options.RolloutLag = 5 * time.Second
				}
				env := sleeping(t, start(options))
				env.Tune = append(env.Tune, func(c *client.Config) {
					if test.want == "" {
						c.Times.ReleaseLag = time.Hour
					}
				})
				if members := test.without[env.Version()-1]; members != "" {
					env.Rewrite().Use(withoutVersions(members))
				}
				env.Must(env.SetFates(test.fates...))
				p, config := env.Process(), rolls("t2", acctest.Values{"timeouts": acctest.Values{"update": "40s"}})
				was, diags := p.Apply(typeName, acctest.Instance{}, rolls("t1", nil))
				if strings.Contains(acctest.Text(diags), "The rollout fails") != (len(test.fates) > 0) {
					t.Fatal(acctest.Text(diags))
				}
				env.Must(env.SetFates())
				if len(test.fates) == 0 {
					env.Submit(env.OnlyID(kind), `{"ms":20000}`)
				}
				env.SetFaults(emulator.Fault{Operation: releases, Kind: emulator.FaultStatus, Status: 503, Count: 1})
				ctx, logged := acctest.Logs(t)
				is, diags := p.WithContext(ctx).Apply(typeName, was, config)
				said := acctest.Text(diags)
				if strings.Contains(said, "ERROR") || !regexp.MustCompile("(?s)"+test.want).MatchString(said) ||
					test.want == "" && strings.Contains(said, "he rollout") {
					t.Error(said)
				}
				all := fmt.Sprint(logged("waiting"))
				if len(test.fates) == 0 && !strings.Contains(all, "; older versions: 1 ") {
					t.Errorf("it did not wait for the busy worker: %s", all)
				}
				workers, err := env.Client().Endpoints.Workers(t.Context(), env.OnlyID(kind))
				if err != nil {
					t.Fatal(err)
				}
				for _, worker := range workers.Workers {
					if worker.ImageName.Or("") != "img:1" || worker.IsStale.Or(false) {
						t.Errorf("%+v", worker)
					}
				}
				expectNoPlan(t, p, is, config)
			})
		}
	})
}

// withoutVersions nulls members that a service can leave out of the answers about an endpoint.
func withoutVersions(members string) func(*emulatortest.Answer) {
	version := regexp.MustCompile(`"(` + members + `)":\d+`)
	return func(answer *emulatortest.Answer) {
		if strings.Contains(answer.Operation, "Endpoint") {
			answer.Body = version.ReplaceAll(answer.Body, []byte(`"$1":null`))
			answer.Body = bytes.ReplaceAll(answer.Body, []byte(`"isStale":true`), []byte(`"isStale":false`))
		}
	}
}

// How a wait ends that sees no end, or nothing at all. An update is an error, and the state has the new settings; a
// create is a warning, because an error would taint the endpoint.
func TestEndpoint_rolloutEnds(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		for name, test := range map[string]struct {
			fates   []emulator.Fate
			more    acctest.Values
			looks   int    // after which the time is up
			want    string // empty: nothing is said
			only    string // the version of the management interface in which it is said; empty for both
			keeps   bool   // the update keeps the template, and says nothing after a create
			noQueue bool
			faults  []emulator.Fault
		}{
			"no counters": {only: "1", looks: 9, want: "The rollout has not ended in time: .*HTTP 503",
				faults: []emulator.Fault{{Operation: "GetHealth", Kind: emulator.FaultStatus, Status: 503}}},
			"one 404": {faults: []emulator.Fault{{Operation: "ListEndpointWorkers", Kind: emulator.FaultStatus,
				Status: 404, Count: 1}}},
			"fails": {fates: []emulator.Fate{{Becomes: "UNHEALTHY", Count: 1}}, looks: 30,
				want: "The rollout fails.*1 UNHEALTHY"},
			"never ready": {fates: []emulator.Fate{{Becomes: "INITIALIZING"}}, looks: 3,
				want: "The rollout has not ended in time: .*2 INITIALIZING \\(starting\\)"},
			"no machine": {fates: []emulator.Fate{{Becomes: "THROTTLED"}}, looks: 3,
				want: "The rollout has not ended in time: .*2 THROTTLED \\(waiting for a machine\\)"},
			"no workers": {more: acctest.Values{"workers_min": 0}, want: "The rollout proves nothing: .*asks for none"},
			"paused": {more: acctest.Values{"workers_min": 0, "workers_max": 0},
				want: "The rollout proves nothing: .*asks for none"},
			// GPU types make no release over version 2.
			"nothing rolls": {more: acctest.Values{"gpu_type_ids": []string{"NVIDIA L4"}}, keeps: true, only: "2",
				want: "The rollout proves nothing: .*made no new version"},
			"no queue": {noQueue: true, only: "1", want: "The rollout proves nothing: .*queue_url is not set"},
			"no wait":  {fates: []emulator.Fate{{Becomes: "UNHEALTHY"}}, more: acctest.Values{"wait_for_rollout": false}},
		} {
			for _, creates := range []bool{true, false} {
				t.Run(name+map[bool]string{true: ", create", false: ", update"}[creates], func(t *testing.T) {
					t.Parallel()
					env := sleeping(t, start())
					var block []acctest.Values
					if test.noQueue {
						block = append(block, acctest.Values{"queue_url": nil})
					}
					p, was, of := env.Process(block...), acctest.Instance{}, "t1"
					if !creates {
						was, _ = p.Apply(typeName, was, rolls(of, nil))
						if of = "t2"; test.keeps {
							of = "t1"
						}
					}
					env.Must(env.SetFates(test.fates...))
					env.SetFaults(test.faults...)
					ctx, expire := contexttest.Expiring(t.Context())
					if test.looks > 0 {
						env.ClearJournal()
						env.OnRequest(env.Over("GetHealth", "ListEndpointWorkers"), test.looks, expire)
					}
					is, diags := p.WithContext(ctx).Apply(typeName, was, rolls(of, test.more))
					level := "ERROR: "
					if creates || strings.Contains(test.want, "proves") {
						level = "WARNING: "
					}
					text := acctest.Text(diags)
					if test.want == "" || creates && test.keeps || test.only != "" && test.only != env.Over("1", "2") {
						if strings.Contains(text, "he rollout") {
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
	})
}

// Where the workers cannot be read any more, the endpoint may have been deleted.
func TestEndpoint_rolloutOfNone(t *testing.T) {
	t.Parallel()
	env := sleeping(t, acctest.Start(t).UseVersion(2))
	p := env.Process()
	was, _ := p.Apply(typeName, acctest.Instance{}, rolls("t1", nil))
	env.SetFaults(emulator.Fault{Operation: "ListEndpointWorkers", Kind: emulator.FaultStatus, Status: 404})
	_, diags := p.Apply(typeName, was, rolls("t2", nil))
	acctest.ExpectError(t, diags, "Cannot see whether the rollout has ended: .*HTTP 404.*Next: plan again")
}

// The apply after an import, which adopts values and sends nothing, waits for nothing.
func TestEndpoint_adoptsWithoutARollout(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := sleeping(t, start())
		p := env.Process()
		p.MustApply(typeName, acctest.Instance{}, rolls("t1", acctest.Values{"wait_for_rollout": nil}))
		imported := p.Object(typeName)
		imported.Import(env.OnlyID(kind))
		env.ClearJournal()
		config := "name = \"serve\"\nworkers_min = 2\nwait_for_rollout = true"
		if says := acctest.Text(imported.Apply(hcl(config), acctest.Update)); says != "" {
			t.Error(says)
		}
		env.ExpectWrites()
	})
}

// Over version 1, a change of the template rolls the endpoint before the endpoint's own update: the wait is for the
// version that the update makes, and the state's is older than both.
func TestEndpoint_waitsPastTheTemplatesRollout(t *testing.T) {
	t.Parallel()
	env := sleeping(t, acctest.Start(t, emulator.Options{StepPerRequest: time.Second, RolloutLag: 5 * time.Second}))
	env.UseVersion(1)
	env.Tune = append(env.Tune, func(c *client.Config) { c.Times.ReleaseLag = time.Hour })
	p := env.Process()
	was, _ := p.Apply(typeName, acctest.Instance{}, rolls("t1", nil))
	image := api.TemplateFields{ImageName: members.Some("img:7")}
	if _, err := env.Client().Templates.Update(t.Context(), "t1", image); err != nil {
		t.Fatal(err)
	}
	version := func(looks int) (shown int64) {
		for range looks {
			all, _ := env.Client().Endpoints.Workers(t.Context(), env.OnlyID(kind))
			shown = all.EndpointVersion.Or(0)
		}
		return shown
	}
	before := version(15)
	_, diags := p.Apply(typeName, was, rolls("t1", acctest.Values{"gpu_type_ids": []string{"NVIDIA L4"}}))
	if after := version(1); after != before+1 || after != version(15) {
		t.Errorf("the wait ended at version %d, and began at %d: %s", after, before, acctest.Text(diags))
	}
}

// Over version 2, an update can make two releases: a copy of the template, and the change. The wait is for the second.
func TestEndpoint_waitsForTheSecondRelease(t *testing.T) {
	t.Parallel()
	options := emulator.Options{StepPerRequest: time.Second, RolloutLag: 5 * time.Second, ColdStart: time.Millisecond}
	env := sleeping(t, acctest.Start(t, options).UseVersion(2))
	env.Tune = append(env.Tune, func(c *client.Config) { c.Times.ReleaseLag = time.Hour })
	p := env.Process()
	was, diags := p.Apply(typeName, acctest.Instance{}, rolls("t1", nil))
	if strings.Contains(acctest.Text(diags), "ERROR") {
		t.Fatal(acctest.Text(diags))
	}
	own := acctest.Values{"name": "serve", "image_name": "img:9", "workers_min": 2, "wait_for_rollout": true}
	env.ClearJournal()
	ctx, logged := acctest.Logs(t)
	is, diags := p.WithContext(ctx).Apply(typeName, was, own)
	ends := p.Attributes(typeName, is.State)["version"]
	t.Log(acctest.Text(diags), logged("waiting"))
	for range 10 {
		if _, err := env.Client().Endpoints.Workers(t.Context(), env.OnlyID(kind)); err != nil {
			t.Fatal(err)
		}
	}
	if last := env.Objects(kind)[0]["version"]; ends.String() != fmt.Sprintf("tftypes.Number<%q>", fmt.Sprint(last)) {
		t.Errorf("the wait ended at version %s, and the new image is %v", ends, last)
	}
}
