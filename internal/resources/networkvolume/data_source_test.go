package networkvolume_test

import (
	"fmt"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// What was unknown at plan time is refused while applying, in the same words.
func TestNetworkVolume_lookupsOfLateValues(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		const one, all = "podfleet_network_volume", "podfleet_network_volumes"
		for name, test := range map[string]struct{ typeName, arguments, want string }{
			"nothing": {typeName: one, arguments: `name = late(null)`, want: `Exactly one of these attributes must be configured`},
			"both": {typeName: one, arguments: "name = late(\"data\")\nid = late(\"v1\")",
				want: `Exactly one of these attributes must be configured`},
			"pattern":   {typeName: all, arguments: `name_regex = late("a(")`, want: `must be a regular expression.*got "a\("`},
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
