package provider_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// Version 2 answers a create or an update with its own 404 if an object that the request names does not exist. That is
// no wrong URL, and the object of the request can exist.
func TestMissingReference_version2(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t).UseVersion(2)
	env.Put("templates", "t1", map[string]any{"name": "t1", "imageName": "img:1", "isServerless": true,
		"volumeInGb": 0})
	const check = `not found.*Next: check the IDs of other objects in the configuration of the `
	endpoint := env.Process().Object("podfleet_endpoint")
	endpoint.ExpectApplyError(endpointHCL("template_id = \"none\"\n"), acctest.Create, check+"endpoint")
	pod := env.Process().Object("podfleet_pod")
	pod.ExpectApplyError(podHCL("template_id = \"none\"\n"), acctest.Create, check+"pod")
	pod.ExpectApplyError(podHCL("network_volume_id = \"none\"\nvolume_in_gb = 0\n"), acctest.Create, check+"pod")
	endpoint.Apply(endpointHCL(templateOfT1), acctest.Create)
	endpoint.ExpectApplyError(endpointHCL("template_id = \"none\"\n"), acctest.Update,
		`template not found.*This one, or one that its configuration names by ID, was deleted`)
}
