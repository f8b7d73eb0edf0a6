package networkvolume_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// What was unknown at plan time is refused while applying, in the same words.
func TestNetworkVolume_lookupsOfLateValues(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		const one, all = "podfleet_network_volume", "podfleet_network_volumes"
		for name, test := range map[string]struct {
			typeName  string
			arguments acctest.Values
			want      string
		}{
			"nothing": {one, acctest.Values{"name": nil}, `Exactly one of these attributes must be configured`},
			"both": {one, acctest.Values{"name": "data", "id": "v1"},
				`Exactly one of these attributes must be configured`},
			"pattern":   {all, acctest.Values{"name_regex": "a("}, `must be a regular expression.*got "a\("`},
			"not found": {one, acctest.Values{"name": "data"}, `No network volume has the name "data"`},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p := start().Process()
				_, diags := p.Lookup(test.typeName, test.arguments)
				acctest.ExpectError(t, diags, test.want)
			})
		}
	})
}
