package pod_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A create waits for the address, and so does a start.
func TestPod_waitsUntilReady(t *testing.T) {
	t.Parallel()
	w := start(t, emulator.Options{PodStartDelay: 4 * time.Minute, StepPerRequest: time.Minute})
	ctx, infos := acctest.Logs(t)
	it := w.Process().WithContext(ctx).Object(typeName)
	it.Apply(hcl(minimal), acctest.Create)
	w.ExpectWrites("CreatePod")
	it.State().ExpectSet("public_ip", "machine_id")
	lines := infos("waiting")
	if len(lines) == 0 || lines[0]["for"] != fmt.Sprintf("the pod \"my pod\" (ID %s) to be ready", it.ID()) ||
		!strings.HasPrefix(fmt.Sprint(lines[0]["last_seen"]), "RUNNING, on machine ") {
		t.Errorf("logged: %v", lines)
	}
	it.Apply(hcl(minimal), acctest.NoOp)
	it.Apply(hcl(minimal+"\ndesired_status = \"EXITED\""), acctest.Update)
	it.Expect("public_ip", nil)
	it.Apply(hcl(minimal), acctest.Update)
	it.State().ExpectSet("public_ip", "machine_id")
	// So do a restart and a reset.
	for _, triggers := range []string{"restart_triggers", "reset_triggers"} {
		p := start(t, emulator.Options{PodStartDelay: 8 * time.Minute, StepPerRequest: time.Minute}).Process()
		config := acctest.Values{"image_name": "img:1", "wait_for_ready": false, triggers: map[string]string{"a": "1"}}
		was := p.MustApply(typeName, acctest.Instance{}, config)
		config["wait_for_ready"], config[triggers] = true, map[string]string{"a": "2"}
		now, diags := p.Apply(typeName, was, config)
		if has := p.Attributes(typeName, now.State); len(diags) != 0 || has["port_mappings"].IsNull() {
			t.Errorf("%s: %s %s", triggers, has["port_mappings"], acctest.Text(diags))
		}
	}
}

// Nobody waits for an address that the machine has not to give, or that nobody wants: such a pod has no sign of
// readiness but that it is running.
func TestPod_waitsForNoAddressThatWillNotCome(t *testing.T) {
	t.Parallel()
	for name, more := range map[string]string{
		"asked for none":           "support_public_ip = false",
		"the machine has none":     "cloud_type = \"COMMUNITY\"",
		"nobody wants to be ready": "wait_for_ready = false",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			it := start(t, emulator.Options{PodStartDelay: longDelay}).Process().Object(typeName)
			it.Apply(hcl(minimal+"\n"+more), acctest.Create)
			it.State().ExpectSet("machine_id")
			it.Apply(hcl(minimal+"\n"+more), acctest.NoOp)
		})
	}
}

func TestPod_waitTimesOutWithAWarning(t *testing.T) {
	t.Parallel()
	w := start(t, emulator.Options{PodStartDelay: longDelay})
	p := w.Process()
	// The time is up once the pod was looked at.
	apply := func(was acctest.Instance, config acctest.Values) (acctest.Instance, []*tfprotov6.Diagnostic) {
		ctx, expire := contexttest.Expiring(t.Context())
		w.OnRequest("GetPod", 2, expire)
		return p.WithContext(ctx).Apply(typeName, was, config)
	}
	config := acctest.Values{"image_name": "img:1"}
	made, diags := apply(acctest.Instance{}, config)
	want := regexp.MustCompile(`(?s)^WARNING: The pod is not ready yet: pod "my pod" \(\w+\): The pod "my pod" \(ID \w+\) exists and is billed\. The operation timed out\. .*` +
		`Last seen: RUNNING, on machine \w+, no public IP yet\. .*Terraform continues with the objects that depend on it.*` +
		"Next: check the pod in the service's console. To store its address, run `terraform apply -refresh-only`.")
	if says := acctest.Text(diags); len(diags) != 1 || !want.MatchString(says) {
		t.Errorf("%s", says)
	}
	attributes := p.Attributes(typeName, made.State)
	if !attributes["id"].IsFullyKnown() || attributes["id"].IsNull() || made.Identity == nil {
		t.Errorf("%v", attributes)
	}
	config["desired_status"] = "EXITED"
	stopped, diags := p.Apply(typeName, made, config)
	if len(diags) != 0 {
		t.Errorf("stopping: %s", acctest.Text(diags))
	}
	delete(config, "desired_status")
	_, diags = apply(stopped, config)
	if says := acctest.Text(diags); len(diags) != 1 || !want.MatchString(says) {
		t.Errorf("after a start: %s", says)
	}
}

// Ctrl-C while waiting leaves the pod tracked.
func TestPod_interruptedWait(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin, emulator.Options{PodStartDelay: longDelay})
		p := w.Process()
		w.OnRequest("GetPod", 1, func() {
			if err := p.Interrupt(); err != nil {
				t.Error(err)
			}
		})
		made, diags := p.Apply(typeName, acctest.Instance{}, acctest.Values{"image_name": "img:1"})
		if says := acctest.Text(diags); len(diags) != 1 ||
			!strings.HasPrefix(says, "WARNING: The pod is not ready yet: ") || !strings.Contains(says, "was interrupted") {
			t.Errorf("%s", says)
		}
		var kept string
		if err := p.Attributes(typeName, made.State)["id"].As(&kept); err != nil || kept != w.OnlyID(kind) {
			t.Errorf("%q %v", kept, err)
		}
	})
}

// A failure during the wait does not cost a pod either. But if its last requests return 404, the service's own or a
// front end's, and no list confirms that, Terraform creates no dependent resources: the pod stays in the state, with an
// error.
func TestPod_waitFails(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		for says, fault := range map[string]emulator.Fault{
			`WARNING: The pod is not ready yet: .*wrong key.*check api_key and rest_url first`: {Kind: "status",
				Status: http.StatusUnauthorized, Message: "wrong key"},
			`ERROR: The wait for the pod failed: .*pod not found.*a list of the kind shows it.*` +
				`the next apply deletes it, with its own volume.*run .terraform untaint.`: {Kind: "status",
				Status: http.StatusNotFound, Message: "pod not found"},
			`ERROR: The wait for the pod failed: .*ready, and its last requests returned 404\. .*` +
				`Last response: GetPod: [^\n]*this is not how the service reports a missing object[^\n]*\n\n.*run .terraform untaint.`: {
				Kind: emulator.FaultHTML, Status: http.StatusNotFound},
		} {
			w := startWith(t, begin, emulator.Options{PodStartDelay: longDelay})
			p := w.Process()
			fault.Operation = "GetPod"
			w.SetFaults(fault)
			ctx, expire := contexttest.Expiring(t.Context())
			w.OnRequest("GetPod", 12, expire) // Only a front end's page lasts so long.
			made, diags := p.WithContext(ctx).Apply(typeName, acctest.Instance{}, acctest.Values{"image_name": "img:1"})
			if got := acctest.Text(diags); len(diags) != 1 || !regexp.MustCompile(`(?s)^`+says).MatchString(got) {
				t.Errorf("%s", got)
			}
			if p.Attributes(typeName, made.State)["id"].IsNull() {
				t.Errorf("%s: lost", says)
			}
		}
	})
}

// An update that resets waits again, but only if the answer shows that it is needed.
func TestPod_resetWaitsWhereNeeded(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		p := w.Process()
		config := acctest.Values{"image_name": "img:1"}
		was := p.MustApply(typeName, acctest.Instance{}, config)
		w.ClearJournal()
		config["image_name"] = "img:2"
		plan := p.Plan(typeName, was, config)
		planned := p.Attributes(typeName, plan.PlannedState)
		for name, known := range map[string]bool{"port_mappings": false, "last_started_at": false, "machine": true,
			"cost_per_hr": true, "vcpu_count": true} {
			if planned[name].IsFullyKnown() != known || known &&
				planned[name].Equal(tftypes.NewValue(planned[name].Type(), nil)) {
				t.Errorf("%s: %s", name, planned[name])
			}
		}
		p.MustApply(typeName, was, config)
		w.ExpectRequests("UpdatePod")
	})
}
