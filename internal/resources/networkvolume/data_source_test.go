package networkvolume_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// What all lookups have in common is tested in internal/provider.
func TestAccNetworkVolume_lookups(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t).InTurns()
	err := env.PutObject(kind, "v0", map[string]any{"name": "data", "size": 1, "dataCenterId": "US-TX-3"})
	if err != nil {
		t.Fatal(err)
	}
	config := env.Config(hcl("weights", 10, "EU-RO-1", "") + `
data "podfleet_network_volume" "by_id" {
  id = podfleet_network_volume.it.id # Unknown at first: then it is read while applying.
}
data "podfleet_network_volume" "by_name" {
  name       = "weights"
  depends_on = [podfleet_network_volume.it]
}
data "podfleet_network_volumes" "all" {
  depends_on = [podfleet_network_volume.it]
}
data "podfleet_network_volumes" "none" {
  name_regex = "^no"
}
`)
	volumeType := knownvalue.Check(knownvalue.Null())
	if env.Version() == 2 {
		volumeType = knownvalue.StringExact("STANDARD")
	}
	volume := func(name, center string, size int64) map[string]knownvalue.Check {
		return map[string]knownvalue.Check{
			"id": knownvalue.NotNull(), "name": knownvalue.StringExact(name), "size": knownvalue.Int64Exact(size),
			"data_center_id": knownvalue.StringExact(center), "type": volumeType,
		}
	}
	var checks []statecheck.StateCheck
	for name, want := range volume("weights", "EU-RO-1", 10) {
		for _, address := range []string{"data.podfleet_network_volume.by_id", "data.podfleet_network_volume.by_name"} {
			checks = append(checks, statecheck.ExpectKnownValue(address, tfjsonpath.New(name), want))
		}
	}
	list := tfjsonpath.New("network_volumes")
	checks = append(checks,
		statecheck.ExpectKnownValue("data.podfleet_network_volumes.none", list,
			knownvalue.ListExact([]knownvalue.Check{})),
		statecheck.ExpectKnownValue("data.podfleet_network_volumes.all", list, knownvalue.ListExact([]knownvalue.Check{
			knownvalue.ObjectExact(volume("data", "US-TX-3", 1)),
			knownvalue.ObjectExact(volume("weights", "EU-RO-1", 10)),
		})),
	)
	env.Run(resource.TestStep{Config: config, ConfigStateChecks: checks})
}

// What was unknown at plan time is refused while applying, in the same words.
func TestNetworkVolume_lookupsOfLateValues(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		const one, all = "podfleet_network_volume", "podfleet_network_volumes"
		for name, test := range map[string]struct{ typeName, arguments, want string }{
			"nothing": {typeName: one, arguments: `name = late(null)`, want: `Neither id nor name is set`},
			"both": {typeName: one, arguments: "name = late(\"data\")\nid = late(\"v1\")",
				want: `Both id and name are set`},
			"pattern":   {typeName: all, arguments: `name_regex = late("a(")`, want: `Invalid regular expression.*got "a\("`},
			"not found": {typeName: one, arguments: `name = late("data")`, want: `No network volume has the name "data"`},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p := start().Process()
				_, diags := p.Data(test.typeName, fmt.Sprintf("data %q \"it\" {\n%s\n}\n", test.typeName, test.arguments))
				acctest.ExpectError(t, diags, test.want)
			})
		}
	})
}
