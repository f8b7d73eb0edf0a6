package pod_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// linesOfVersion1 are arguments of pods that version 2 cannot send: the line, and the rest of the configuration.
var linesOfVersion1 = map[string]struct{ line, rest string }{
	"interruptible":     {"interruptible = true", minimal},
	"support_public_ip": {"support_public_ip = true", minimal},
	"min_download_mbps": {"min_download_mbps = 200", minimal},
	"min_upload_mbps":   {"min_upload_mbps = 200", minimal},
	"disk bandwidth":    {"min_disk_bandwidth_megabytes_per_second = 200", minimal},
	"countries, community": {"country_codes = [\"RO\"]", minimal +
		"\ncloud_type = \"COMMUNITY\""},
	"countries, CPU":               {"country_codes = [\"RO\"]", minimal + "\ncompute_type = \"CPU\""},
	"odd vCPUs":                    {"vcpu_count = 3", minimal + "\ncompute_type = \"CPU\""},
	"one vCPU":                     {"vcpu_count = 1", minimal + "\ncompute_type = \"CPU\""},
	"small volume":                 {"volume_in_gb = 5", minimal},
	"path of a small volume":       {"volume_mount_path = \"/a\"", minimal + "\nvolume_in_gb = 5"},
	"no volume":                    {"volume_in_gb = 0", minimal},
	"no volume of the template's":  {"volume_in_gb = 0", `template_id = "t1"`},
	"small volume with a template": {"volume_in_gb = 5", `template_id = "t1"`},
	"volume of a CPU pod":          {"volume_in_gb = 30", minimal + "\ncompute_type = \"CPU\""},
	"no volume of a CPU pod":       {"volume_in_gb = 0", minimal + "\ncompute_type = \"CPU\""},
	"volume beside a network volume": {"volume_in_gb = 30", minimal +
		"\nnetwork_volume_id = \"vol1\"\nvolume_mount_path = \"/n\""},
	"no container disk":                {"container_disk_in_gb = 0", minimal},
	"no container disk, of a template": {"container_disk_in_gb = 0", `template_id = "t1"`},
}

// If a line is removed over version 2 whose value version 2 cannot send, the plan is empty. The pod keeps the value,
// also in an update of another attribute, which does not send it.
func TestPod_lineRemovedOverVersion2(t *testing.T) {
	t.Parallel()
	for name, test := range linesOfVersion1 {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			with, without := hcl(test.rest+"\n"+test.line), hcl(test.rest)
			renamed := hcl(test.rest + "\nname = \"renamed\"")
			it := w.Process().Object(typeName)
			it.Apply(with, acctest.Create)
			_ = w.Writes()
			w.UseVersion(2)
			it.Process = w.Process()
			it.Apply(with, acctest.NoOp)
			it.Apply(without, acctest.NoOp)
			w.ExpectWrites()
			it.Apply(renamed, acctest.Update)
			w.ExpectSent("UpdatePod", `{"name":"renamed"}`)
		})
	}
}
