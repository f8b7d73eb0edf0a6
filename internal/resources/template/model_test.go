package template

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// What an answer leaves out is the documented default where nothing is known, but for the category: a guess of it would
// have the template replaced.
func TestFromAPI_absentMembers(t *testing.T) {
	t.Parallel()
	for serverless, volume := range map[bool]int64{false: 20, true: 0} {
		got := apiModel{}.fromAPI(api.Template{ID: "t1", IsServerless: members.Some(serverless)})
		if got.VolumeInGB.ValueInt64() != volume || !got.Ports.Equal(framework.ListOf("8888/http", "22/tcp")) ||
			!got.DockerStartCmd.Equal(framework.ListOf()) ||
			!got.Category.IsNull() || got.ContainerDiskInGB.ValueInt64() != 50 ||
			!got.ContainerRegistryAuthID.IsNull() || !got.Earned.IsNull() {
			t.Errorf("serverless %v: %+v", serverless, got)
		}
	}
}

// Endpoints do not copy the name, the texts and the flags of a template: a change of one does not roll them.
func TestRolls(t *testing.T) {
	t.Parallel()
	some, flag := members.Some("x"), members.Some(true)
	for name, change := range map[string]api.TemplateFields{
		"name": {Name: some}, "readme": {Readme: some}, "is_public": {IsPublic: flag}, "start_ssh": {StartSSH: flag},
		"start_jupyter": {StartJupyter: flag},
	} {
		if rolls(change) {
			t.Errorf("a change of %s rolls endpoints", name)
		}
		change.ImageName = some
		if !rolls(change) {
			t.Errorf("a change of %s and the image does not", name)
		}
	}
}
