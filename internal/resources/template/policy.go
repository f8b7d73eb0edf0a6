package template

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// The service's documented defaults (contract 2.2) that an answer without the member stands for.
var (
	defaultContainerDisk   = types.Int64Value(50)
	defaultVolume          = types.Int64Value(20)
	defaultVolumeMountPath = types.StringValue("/workspace")
	defaultPorts           = framework.ListOf("8888/http", "22/tcp")
	none                   = framework.ListOf()
)

// defaultVolumeOf returns the default of volume_in_gb: a serverless template has no local volume.
func defaultVolumeOf(serverless types.Bool) types.Int64 {
	if serverless.ValueBool() {
		return types.Int64Value(0)
	}
	return defaultVolume
}

// policies are the policies of a template's attributes. An attribute with an empty default is never null in state: then
// clearing it is the default, and [] means the same as no value.
var policies = policy.Table{Entity: entity.Name, Rows: map[string]policy.Row{
	"deletion_protection": policy.Protection,

	"name":       {Change: policy.Sent, Default: policy.FromPrefix(types.StringNull())},
	"image_name": {Change: policy.Sent},
	"category": {Change: policy.Replaces, Default: policy.Value(types.StringValue("NVIDIA")),
		Adopts: policy.IfNull},
	"is_serverless": {Change: policy.Replaces, Default: policy.Value(types.BoolValue(false)),
		Adopts: policy.IfNull},
	"container_disk_in_gb": {Change: policy.Sent, Default: policy.Value(defaultContainerDisk),
		Over: policy.KeepingRefused(policy.DiskOver)},
	"volume_in_gb": {Change: policy.Sent, Default: policy.By("is_serverless", defaultVolumeOf),
		Adopts: policy.AfterImport, Over: policy.KeepingRefused(volumeOver)},
	"volume_mount_path": {Change: policy.Sent, Default: policy.Value(defaultVolumeMountPath),
		Over: policy.MountPathOver},
	"container_registry_auth_id": {Change: policy.Sent},
	"docker_entrypoint":          {Change: policy.Sent, Default: policy.Value(none)},
	"docker_start_cmd":           {Change: policy.Sent, Default: policy.Value(none)},
	"env": {Change: policy.Sent, Default: policy.Variables(policy.Value(env.None)),
		Adopts: policy.LeftOutOfImport},
	"env_wo_version": {Change: policy.Sent},
	"ports":          {Change: policy.Sent, Default: policy.Value(defaultPorts)},
	"is_public": {Change: policy.Sent, Default: policy.Value(types.BoolValue(false)),
		Adopts: policy.AfterImport},
	"start_ssh":     {Change: policy.Sent, Default: startsNothing, Adopts: policy.OnceShown, Over: policy.SinceVersion2},
	"start_jupyter": {Change: policy.Sent, Default: startsNothing, Adopts: policy.OnceShown, Over: policy.SinceVersion2},
	"readme": {Change: policy.Sent, Default: policy.Value(types.StringValue("")), Adopts: policy.AfterImport,
		Over: readmeOver},
}, Spellings: members.Spellings[api.TemplateFields](), Versions: framework.VersionTable{
	"container_disk_in_gb": framework.Over2(framework.Partly, "`0` is refused."),
	"volume_in_gb": framework.Over2(framework.Partly,
		"1 to 9 are refused. A change to `0` replaces the template."),
	"volume_mount_path": framework.Over2(framework.Partly, "a change alone is refused while `volume_in_gb` is 1 to 9."),
	"readme":            framework.Over2(framework.StateOnly, "a warning says so."),
}.With(framework.Each(framework.Over1(framework.Refused, ""), "start_ssh", "start_jupyter")).
	With(framework.Each(framework.Over2(framework.NotReturned, ""), "earned", "runtime_in_min", "is_platform"))}

// startsNothing is the default of start_ssh and start_jupyter. A new template has false over version 2, unlike the
// service's default: no container gets a variable that no configuration asks for (contract-v2 4). Version 1 has
// neither. So a plan does not know the value: it can be saved, and applied over the other version.
var startsNothing = policy.AtFirst(func(policy.Facts) attr.Value { return nil })

// volumeOver rejects a volume that is too small for version 2, which cannot take one away either: an update without
// the volume leaves it as it is.
func volumeOver(f policy.Facts) policy.Support {
	size, ok := f.Planned.(types.Int64)
	was, _ := f.Was.(types.Int64)
	switch {
	case f.Version != 2 || !ok || size.IsUnknown():
		return policy.Support{}
	case size.ValueInt64() == 0:
		// A removed line is no wish for a replacement.
		return policy.Support{Replaces: was.ValueInt64() > 0, Keeps: was.ValueInt64() > 0 && f.Configured.IsNull()}
	case size.ValueInt64() < policy.MinVolume:
		return policy.Support{Refused: "It has no volumes below 10 GB.", Next: "set volume_in_gb to 0, or to 10 or more."}
	default:
		return policy.Support{}
	}
}

// readmeOver keeps the readme in the state: version 2 has none.
func readmeOver(f policy.Facts) policy.Support {
	switch {
	case f.Version != 2:
		return policy.Support{}
	case f.Planned.Equal(types.StringValue("")):
		return policy.Support{Keeps: true}
	default:
		return policy.Support{Keeps: true, Warns: "It does not store a readme. The value stays in the state only."}
	}
}
