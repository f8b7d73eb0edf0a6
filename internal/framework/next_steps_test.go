package framework

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Advice about an object that exists names nothing of which a change replaces it: what is on its volume would be lost.
func TestFailure_adviceDependsOnTheVerb(t *testing.T) {
	t.Parallel()
	replaces := regexp.MustCompile(`alternatives|gpu_type_ids|data_center_ids|cloud_type|compute_type|gpu_count|vcpu_count|[Ss]et interruptible|import`)
	for kind, wanted := range map[transport.Kind]string{
		transport.KindNoCapacity: "wait_for_capacity.*gpu_type_ids.*or alternatives",
		transport.KindNotOffered: "interruptible = false",
		transport.KindQuota:      "sum of workers_max", transport.KindNameTaken: "import",
	} {
		err := &transport.Error{Kind: kind, Status: 500}
		got := (Failure{Verb: "create", Entity: "pod", Err: err}).detail()
		if !regexp.MustCompile(wanted).MatchString(got) {
			t.Errorf("create, kind %d: %s", kind, got)
		}
		for _, verb := range []string{"start", "restart", "reset", "update"} {
			if got := (Failure{Verb: verb, Entity: "pod", Err: err}).detail(); replaces.MatchString(got) {
				t.Errorf("%s, kind %d: %s", verb, kind, got)
			}
		}
	}
	locked := &transport.Error{Kind: transport.KindLocked, Status: 500}
	for verb, wanted := range map[string]string{"stop": `^The provider could not stop .*locked = false`,
		"delete": `(?s)locked = false.*put the block back.*removed block`} {
		var diags diag.Diagnostics
		Failure{Verb: verb, Entity: "pod", Err: locked}.AddTo(&diags)
		if got := diags[0].Detail(); !regexp.MustCompile(`(?s)` + wanted).MatchString(got) {
			t.Errorf("%s: %s", verb, got)
		}
	}
}
