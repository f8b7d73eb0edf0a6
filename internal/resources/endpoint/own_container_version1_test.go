package endpoint_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// Over version 1, an endpoint with container settings of version 2 cannot lose its image_name alone: the configuration
// is refused, at the attribute, and nothing is planned. With a template_id in its place, the endpoint gets the
// template.
func TestEndpoint_imageRemovedOverVersion1(t *testing.T) {
	t.Parallel()
	env := withCredentials(t)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(ownHCL(mostOwn), acctest.Create)
	env.UseVersion1()
	endpoint.Process = env.Process()
	_ = env.Writes()
	endpoint.Apply(ownHCL(mostOwn), acctest.NoOp)
	for _, config := range []string{minimal, strings.Replace(mostOwn, `image_name                 = "img:2"`, "", 1)} {
		endpoint.ExpectPlanError(ownHCL(config), `Neither template_id nor image_name is set.*\(at template_id\)`)
	}
	endpoint.ExpectPlanError(ownHCL(strings.Replace(mostOwn, "img:2", "img:3", 1)),
		`Not possible over version 1.*\(at image_name\)`)
	env.ExpectWrites()
	endpoint.Apply(ownHCL(leastOwn2), acctest.NoOp) // The other settings stay without their lines.
	endpoint.Expect("docker_start_cmd", []any{"serve"})
	env.ExpectWrites()
	endpoint.Apply(hcl(minimal), acctest.Update)
	env.ExpectSent("UpdateEndpoint", `{"templateId":"t1"}`)
	for _, name := range ownSettings {
		endpoint.Expect(name, nil)
	}
}

// leastOwn2 is mostOwn without the settings that a plan over version 1 keeps.
const leastOwn2 = minimal + "\nimage_name = \"img:2\"\n"
