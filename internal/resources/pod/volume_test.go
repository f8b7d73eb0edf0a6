package pod_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A volume never shrinks, whether it was grown outside of Terraform or less is configured, and over version 2 a pod
// keeps its volume: the plan is empty and says so, and other changes go on.
func TestPod_volumeNeverShrinks(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ has, becomes string }{
		"by default":          {has: minimal, becomes: minimal},
		"configured":          {has: minimal + "\nvolume_in_gb = 20", becomes: minimal + "\nvolume_in_gb = 20"},
		"less":                {has: minimal + "\nvolume_in_gb = 50", becomes: minimal + "\nvolume_in_gb = 10"},
		"none":                {has: minimal + "\nvolume_in_gb = 50", becomes: minimal + "\nvolume_in_gb = 0"},
		"back to the default": {has: minimal + "\nvolume_in_gb = 50", becomes: minimal},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
				w := startWith(t, begin)
				it := w.Process().Object(typeName)
				it.Apply(hcl(test.has), acctest.Create)
				drift(t, w, map[string]any{"volumeInGb": 50})
				it.Refresh()
				_ = w.Writes()
				says := acctest.Text(it.Apply(hcl(test.becomes), acctest.NoOp))
				if !strings.Contains(says, `WARNING: The volume is larger than configured: pod "`) ||
					!strings.Contains(says, "Next: set volume_in_gb = 50") || strings.Contains(says, "erased") {
					t.Error(says)
				}
				w.ExpectWrites()
				it.Apply(hcl(test.becomes+"\nname = \"renamed\""), acctest.Update)
				w.ExpectSent("UpdatePod", `{"name":"renamed"}`)
				it.Expect("volume_in_gb", 50)
				base, _, _ := strings.Cut(test.becomes, "\n")
				it.Apply(hcl(base+"\nvolume_in_gb = 60"), acctest.Update)
				if got := w.Only(kind)["volumeInGb"]; got != 60.0 {
					t.Errorf("%v GB", got)
				}
			})
		})
	}
}

// An update over version 2 sends the path of a volume with its size. The plan refuses another path of a volume of
// version 1 that is too small for that, whether the configuration has the size or not.
func TestPod_pathOfASmallVolume(t *testing.T) {
	t.Parallel()
	w := start(t)
	it := w.Process().Object(typeName)
	it.Apply(hcl(minimal+"\nvolume_in_gb = 5"), acctest.Create)
	_ = w.Writes()
	w.UseVersion(2)
	it.Process = w.Process()
	const path = "\nvolume_mount_path = \"/data\""
	for _, size := range []string{"", "\nvolume_in_gb = 5"} {
		it.ExpectPlanError(hcl(minimal+size+path),
			`Not possible over version 2.*no volumes below 10 GB; this one has 5\..*\(at volume_mount_path\)`)
	}
	w.ExpectWrites()
	it.Apply(hcl(minimal+"\nvolume_in_gb = 10"+path), acctest.Update)
	w.ExpectSent("UpdatePod", `{"mounts":{"persistent":{"size":10,"path":"/data"}}}`)
}
