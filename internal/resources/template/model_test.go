package template

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Every member of an answer reaches an attribute of its own.
func TestFromAPI_everyMember(t *testing.T) {
	t.Parallel()
	got := apiModel{}.fromAPI(api.Template{
		ID: "t1", Category: members.Some("AMD"), IsServerless: members.Some(true), IsPlatform: members.Some(true),
		Earned:       members.Some(0.5),
		RuntimeInMin: members.Some(int64(3)),
		TemplateFields: api.TemplateFields{
			Name: members.Some("web"), ImageName: members.Some("img:1"), ContainerDiskInGB: members.Some(int64(1)),
			VolumeInGB: members.Some(int64(2)), VolumeMountPath: members.Some("/data"),
			ContainerRegistryAuthID: members.Some("a1"),
			DockerEntrypoint:        members.Some([]string{"e"}), DockerStartCmd: members.Some([]string{"c"}),
			Ports:    members.Some([]string{"1/tcp"}),
			IsPublic: members.Some(true), Readme: members.Some("r"), StartSSH: members.Some(true),
			StartJupyter: members.Some(false),
		},
	})
	want := apiModel{
		ID: types.StringValue("t1"), Name: types.StringValue("web"), ImageName: types.StringValue("img:1"),
		Category:          types.StringValue("AMD"),
		ContainerDiskInGB: types.Int64Value(1), VolumeInGB: types.Int64Value(2),
		VolumeMountPath:         types.StringValue("/data"),
		ContainerRegistryAuthID: types.StringValue("a1"), DockerEntrypoint: framework.ListOf("e"),
		DockerStartCmd: framework.ListOf("c"),
		Ports:          framework.ListOf("1/tcp"), IsPublic: types.BoolValue(true), Readme: types.StringValue("r"),
		IsServerless: types.BoolValue(true),
		IsPlatform:   types.BoolValue(true), Earned: types.Float64Value(0.5), RuntimeInMin: types.Int64Value(3),
		StartSSH: types.BoolValue(true), StartJupyter: types.BoolValue(false),
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

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
