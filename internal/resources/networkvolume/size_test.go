package networkvolume_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A volume never shrinks, whether it was grown outside of Terraform, also before its import, or less is configured: the
// plan is empty and says so, and other changes go on.
func TestNetworkVolume_neverShrinks(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		for name, test := range map[string]struct{ had, has, becomes int }{
			"grown outside": {had: 20, has: 50, becomes: 20}, "less is configured": {had: 50, has: 50, becomes: 10},
			"imported": {has: 50, becomes: 20},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				env := start(emulator.Options{AllowVolumeShrink: true})
				volume := env.Process().Object(typeName)
				if test.had > 0 {
					volume.Apply(hcl("data", test.had, "EU-RO-1", ""), acctest.Create)
					env.Patch(kind, volume.ID(), map[string]any{"size": test.has})
				} else {
					object := map[string]any{"name": "data", "size": test.has, "dataCenterId": "EU-RO-1"}
					env.Put(kind, "v1", object)
					volume.Import("v1")
				}
				env.ClearJournal()
				says := acctest.Text(volume.Apply(hcl("data", test.becomes, "EU-RO-1", ""), acctest.NoOp))
				if want := fmt.Sprintf(`WARNING: The volume is larger than configured: network volume "data" (%s): `+
					`The volume has 50 GB, and size is %d.`, volume.ID(), test.becomes); !strings.HasPrefix(says, want) {
					t.Error(says)
				}
				env.ExpectWrites()
				volume.Apply(hcl("renamed", test.becomes, "EU-RO-1", ""), acctest.Update)
				env.ExpectSent("UpdateNetworkVolume", `{"name":"renamed"}`)
				volume.Expect("size", 50)
				volume.Apply(hcl("renamed", 60, "EU-RO-1", ""), acctest.Update)
				env.ExpectSent("UpdateNetworkVolume", `{"size":60}`)
			})
		}
	})
}
