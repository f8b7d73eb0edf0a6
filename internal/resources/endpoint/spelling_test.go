package endpoint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// filledIn has the ways of public files in which services answer an endpoint otherwise than it was sent. All but the
// first are of version 1.
var filledIn = map[string]struct {
	dialect, lines string
	later          map[string]any // that the service fills in after the create
	overVersion2   bool
}{
	"GPU types in another order": {"sorted-gpu-types", `gpu_type_ids = ["NVIDIA L40S", "NVIDIA A40"]`, nil, true},
	"all GPU types":              {"all-gpu-types", "", nil, true},
	"all GPU types of a CPU endpoint": {"all-gpu-types", "compute_type = \"CPU\"\ncpu_flavor_ids = [\"cpu3c\"]", nil,
		true},
	"all GPU types for []":      {"all-gpu-types", `gpu_type_ids = []`, nil, true},
	"GPU types filled in later": {"created", "", map[string]any{"gpuTypeIds": []string{"NVIDIA L4", "NVIDIA A40"}}, false},
	"a volume in both members":  {"both-volume-members", `network_volume_id = "v1"`, nil, true},
	"a volume in both members later": {"created", `network_volume_id = "v1"`,
		map[string]any{"networkVolumeIds": []string{"v1"}}, false},
	"volumes in both attributes": {"both-volume-members", "network_volume_id = \"v1\"\nnetwork_volume_ids = [\"v1\"]",
		nil, true},
	"all data centers":        {"all-data-centers", "", nil, false},
	"all data centers for []": {"all-data-centers", `data_center_ids = []`, nil, false},
	"lists in other spellings": {"respelled", "gpu_type_ids = [\"NVIDIA L40S\", \"NVIDIA A40\"]\n" +
		"data_center_ids = [\"EU-RO-1\", \"US-TX-3\"]\nallowed_cuda_versions = [\"12.4\", \"12.8\"]\n" +
		"network_volume_ids = [\"v1\", \"v2\"]", nil, false},
}

// None of these is drift: no apply rolls workers, and a later change is sent alone.
func TestEndpoint_answeredOtherwise(t *testing.T) {
	t.Parallel()
	for name, test := range filledIn {
		for version := 1; version == 1 || version == 2 && test.overVersion2; version++ {
			t.Run(name+[]string{"", "", ", version 2"}[version], func(t *testing.T) {
				t.Parallel()
				env := start(t, emulator.Options{AnswersAs: []string{test.dialect}}).UseVersion(version)
				endpoint := env.Process().Object(typeName)
				config := hcl(minimal + "\n" + test.lines)
				if says := acctest.Text(endpoint.Apply(config, acctest.Create)); says != "" {
					t.Error(says)
				}
				env.ClearJournal()
				if test.later != nil {
					env.Patch(kind, endpoint.ID(), test.later)
				}
				endpoint.Process = env.Process()
				endpoint.Apply(config, acctest.NoOp)
				env.ExpectWrites()
				endpoint.Apply(hcl(minimal+"\nflashboot = false\n"+test.lines), acctest.Update)
				env.ExpectSent("UpdateEndpoint", []string{`{"flashboot":false}`, `{"flashboot":"OFF"}`}[version-1])
			})
		}
	}
}

// The service fills network_volume_ids in from network_volume_id: that it does is no reason to send a list, and another
// volume in it is drift.
func TestEndpoint_volumesFilledIn(t *testing.T) {
	t.Parallel()
	env := start(t, emulator.Options{AnswersAs: []string{"both-volume-members"}})
	env.Put(kind, "e1", map[string]any{"name": "serve", "templateId": "t1", "networkVolumeId": "v1"})
	endpoint := env.Process().Object(typeName)
	endpoint.Import("e1")
	endpoint.Plan(hcl(minimal+"\nnetwork_volume_id = \"v1\""), acctest.NoOp)
	env.ClearJournal()
	endpoint.Apply(hcl(minimal+"\nnetwork_volume_id = \"v2\""), acctest.Update)
	env.ExpectSent("UpdateEndpoint", `{"networkVolumeId":"v2","networkVolumeIds":[]}`)
	env.Patch(kind, "e1", map[string]any{"networkVolumeIds": []string{"v1"}})
	endpoint.Process = env.Process()
	endpoint.Plan(hcl(minimal+"\nnetwork_volume_id = \"v2\""), acctest.Update)
}

// A state does not tell which of its two members has a network volume: a change of the volumes sends both, so none of
// the old ones stays attached.
func TestEndpoint_volumesMove(t *testing.T) {
	t.Parallel()
	const one, several = "\nnetwork_volume_id = %q", "\nnetwork_volume_ids = [%q]"
	for name, steps := range map[string][3]string{
		"to the list, another": {fmt.Sprintf(one, "v1"), fmt.Sprintf(several, "v1"), fmt.Sprintf(several, "v2")},
		"to the list, none":    {fmt.Sprintf(one, "v1"), fmt.Sprintf(several, "v1"), ""},
		"from the list":        {fmt.Sprintf(several, "v1"), fmt.Sprintf(one, "v1"), fmt.Sprintf(one, "v2")},
		"from the list, none":  {fmt.Sprintf(several, "v1"), fmt.Sprintf(one, "v1"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				for _, dialect := range []string{"created", "both-volume-members"} {
					env := stock(t, start(emulator.Options{AnswersAs: []string{dialect}}))
					endpoint := env.Process().Object(typeName)
					for i, lines := range steps {
						endpoint.Apply(hcl(minimal+lines), []acctest.Action{acctest.Create, acctest.Update, acctest.Update}[i])
						endpoint.Plan(hcl(minimal+lines), acctest.NoOp)
					}
					if has := env.Objects(kind)[0]; has["networkVolumeId"] == "v1" ||
						strings.Contains(fmt.Sprint(has["networkVolumeIds"]), "v1") {
						t.Errorf("%s: after %q, the endpoint has %v and %v", dialect, steps[2], has["networkVolumeId"],
							has["networkVolumeIds"])
					}
				}
			})
		})
	}
}
