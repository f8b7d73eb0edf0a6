package importer

import (
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

func TestResourceNames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		objects  []named
		reserved map[string]bool
		want     map[string]string
	}{
		{[]named{{"a", "Web Server!"}, {"b", "9lives"}, {"c", ""}, {"d", "数据"}}, nil,
			map[string]string{"a": "web_server", "b": "network_volume_9lives", "c": "network_volume_c",
				"d": "network_volume_d"}},
		{[]named{{"x1", "web"}, {"x2", "WEB"}, {"x3", "w-e-b"}}, nil,
			map[string]string{"x1": "web_x1", "x2": "web_x2", "x3": "w_e_b"}},
		// A name that another object has with its suffix.
		{[]named{{"x1", "web"}, {"x2", "web"}, {"x3", "web_x1"}}, nil,
			map[string]string{"x1": "web_x1_x1", "x2": "web_x2", "x3": "web_x1"}},
		{[]named{{"x1", "web"}}, map[string]bool{"web": true}, map[string]string{"x1": "web_x1"}},
		{[]named{{"a-b", "web"}, {"a_b", "web"}, {"aB", "web"}}, nil,
			map[string]string{"a-b": "web_a_2d_b", "a_b": "web_a_5f_b", "aB": "web_aB"}},
	} {
		got := resourceNames("network volume", test.objects, test.reserved)
		slices.Reverse(test.objects)
		again := resourceNames("network volume", test.objects, test.reserved)
		if !maps.Equal(got, test.want) || !maps.Equal(again, got) {
			t.Errorf("%v: %v and %v", test.objects, got, again)
		}
	}
}

func FuzzResourceNames(f *testing.F) {
	f.Add("web", "Web", "web_1", "1", "2", "3")
	f.Add("", "${x}", "\xff", "a", "a_", "_a")
	f.Fuzz(func(t *testing.T, a, b, c, x, y, z string) {
		if x == y || y == z || x == z {
			t.Skip()
		}
		names := resourceNames("pod", []named{{x, a}, {y, b}, {z, c}}, nil)
		seen := map[string]bool{}
		for _, name := range names {
			if !hclsyntax.ValidIdentifier(name) || seen[name] {
				t.Errorf("%q", names)
			}
			seen[name] = true
		}
	})
}
