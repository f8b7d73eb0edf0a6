package importer

import (
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

func TestResourceName(t *testing.T) {
	t.Parallel()
	for object, want := range map[[2]string]string{
		{"Web Server!", "a"}: "web_server_a", {"9lives", "b"}: "network_volume_9lives_b", {"", "c"}: "network_volume_c",
		{"数据", "d"}: "network_volume_d", {"WEB", "x2"}: "web_x2", {"w-e-b", "x3"}: "w_e_b_x3", {"web", "aB"}: "web_aB",
	} {
		if got := resourceName(volumes, object[0], object[1]); got != want {
			t.Errorf("%q is %s, want %s", object, got, want)
		}
	}
}

func FuzzResourceName(f *testing.F) {
	f.Add("", "a_")
	f.Add("${x}", "\xff")
	f.Add("9", "-")
	f.Fuzz(func(t *testing.T, name, id string) {
		if got := resourceName(pods, name, id); !hclsyntax.ValidIdentifier(got) {
			t.Errorf("%q %q: %s", name, id, got)
		}
	})
}
