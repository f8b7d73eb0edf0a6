package pod

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// The service's documented defaults (contract 2.6). For an attribute that a template has too, the default holds only
// without a template.
var (
	defaultName            = types.StringValue("my pod")
	defaultStatus          = types.StringValue(running)
	defaultContainerDisk   = types.Int64Value(50)
	defaultVolume          = types.Int64Value(20)
	defaultVolumeMountPath = types.StringValue("/workspace")
	defaultPorts           = framework.ListOf("8888/http", "22/tcp")
	none                   = framework.ListOf()
)

// policies are the policies of a pod's attributes. Some deployments leave many members of a pod out of their answers
// (contract 2.1).
var policies = policy.Table{Entity: entity.Name, Versions: overVersions, IsOther: isOther, Rows: map[string]policy.Row{
	"deletion_protection": policy.Protection,

	"name":              {Change: policy.Sent, Default: policy.FromPrefix(defaultName), Adopts: policy.AfterImport},
	"locked":            {Change: policy.Sent, Default: policy.Value(types.BoolValue(false)), Adopts: policy.AfterImport},
	"desired_status":    {Default: policy.Value(defaultStatus)},
	"wait_for_ready":    {Default: policy.Value(types.BoolValue(true))},
	"wait_for_capacity": {},
	readyCheck:          {},
	"restart_triggers":  {},
	"reset_triggers":    {},

	"image_name": {Change: policy.Sent, Default: templateOr(noString), Adopts: policy.AfterImport},
	"container_disk_in_gb": {Change: policy.Sent, Default: templateOr(defaultContainerDisk),
		Adopts: policy.AfterImport, Over: policy.KeepingRefused(policy.DiskOver)},
	"volume_in_gb": {Change: policy.Sent, Default: defaultVolumeOf, Adopts: policy.AfterImport,
		Over: policy.KeepingRefused(volumeOver)},
	"volume_mount_path": {Change: policy.Sent, Default: templateOr(defaultVolumeMountPath),
		Adopts: policy.AfterImport, Over: mountPathOver},
	loginID:             {Change: policy.Sent, Default: templateOr(noString), Adopts: policy.IfRecorded},
	"docker_entrypoint": {Change: policy.Sent, Default: templateOr(none), Adopts: policy.AfterImport},
	"docker_start_cmd":  {Change: policy.Sent, Default: templateOr(none), Adopts: policy.AfterImport},
	"ports":             {Change: policy.Sent, Default: templateOr(defaultPorts), Adopts: policy.AfterImport},
	"env":               {Change: policy.Sent, Default: policy.Variables(policy.Value(env.None)), Adopts: envOfImport},
	"env_wo_version":    {Change: policy.Sent, Adopts: envOfImport},
	"global_networking": {Change: policy.Sent, Default: policy.Value(types.BoolValue(false)),
		Adopts: policy.AfterImport},

	"compute_type": wished(policy.Row{Default: policy.Value(types.StringValue(computeGPU))}),
	"gpu_count":    wished(policy.Row{Default: ofGPU(types.Int64Value(1), noNumber), Only: computeGPU}),
	"vcpu_count": wished(policy.Row{Default: ofCPU(types.Int64Value(2), types.Int64Unknown()),
		Only: computeCPU, Over: policy.KeepingRefused(vcpusOver)}),
	"cloud_type":            wished(policy.Row{Default: policy.Value(types.StringValue(cloudSecure))}),
	"gpu_type_ids":          wished(policy.Row{Default: policy.Value(none), Only: computeGPU}),
	"gpu_type_priority":     wished(policy.Row{Default: ofGPU(availability, noString), Only: computeGPU}),
	"allowed_cuda_versions": wished(policy.Row{Default: policy.Value(noIDs), Only: computeGPU}),
	"min_ram_per_gpu":       wished(policy.Row{Default: ofGPU(types.Int64Value(8), noNumber), Only: computeGPU}),
	"min_vcpu_per_gpu":      wished(policy.Row{Default: ofGPU(types.Int64Value(2), noNumber), Only: computeGPU}),
	"cpu_flavor_ids":        wished(policy.Row{Default: policy.Value(none), Only: computeCPU}),
	"cpu_flavor_priority":   wished(policy.Row{Default: ofCPU(availability, noString), Only: computeCPU}),
	"data_center_ids":       wished(policy.Row{Default: policy.Value(noIDs)}),
	"data_center_priority":  wished(policy.Row{Default: policy.Value(availability)}),
	"country_codes":         wished(policy.Row{Default: policy.Value(noIDs), Over: countriesOver}),
	"interruptible":         wished(policy.Row{Default: policy.Value(types.BoolValue(false)), Over: interruptibleOver}),
	alternatives:            {Change: policy.Replaces, Adopts: afterImportOrLoss, Judge: judged},
	// Null is also a value of these: the template's, or none.
	"start_ssh":     startFlag(),
	"start_jupyter": startFlag(),
	templateID:      {Change: policy.Replaces, Adopts: policy.IfRecorded},
	networkVolumeID: {Change: policy.Replaces, Adopts: policy.IfRecorded},

	// Null is also a value of these: any.
	"min_cuda_version":                        orAny(noString, policy.Row{Only: computeGPU, Over: policy.SinceVersion2}),
	"support_public_ip":                       orAny(types.BoolNull(), policy.Row{Over: addressOver}),
	"min_download_mbps":                       orAny(noNumber, policy.Row{Over: withoutLeast("network inwards")}),
	"min_upload_mbps":                         orAny(noNumber, policy.Row{Over: withoutLeast("network outwards")}),
	"min_disk_bandwidth_megabytes_per_second": orAny(noNumber, policy.Row{Over: withoutLeast("disk")}),
}, Spellings: members.Spellings[api.PodFields]()}

// afterImportOrLoss adopts the first alternatives after an import, also if the private state with its mark was lost.
func afterImportOrLoss(f policy.Facts) policy.Adoption {
	f.Record.Imported = f.Record.Imported || f.Record.Env.Lost
	return policy.AfterImport(f)
}

// fromTemplate lists the attributes that take the template's value if they are not configured. Variables are inherited
// one by one: see environment.go.
var fromTemplate = []string{
	"image_name", "container_disk_in_gb", "volume_in_gb", "volume_mount_path", "container_registry_auth_id",
	"docker_entrypoint", "docker_start_cmd", "ports",
}

// templateOr returns a default without a template. With one, a new pod gets the template's value, and a pod that exists
// keeps its own: it copies the template once.
func templateOr(byDefault attr.Value) policy.Default {
	return func(f policy.Facts) attr.Value {
		switch {
		case f.Config(templateID).IsNull():
			return byDefault
		case f.Exists():
			return f.Was
		default:
			return nil
		}
	}
}

var (
	availability = types.StringValue("availability")
	noIDs        = framework.SetOf()
	noString     = types.StringNull()
	noNumber     = types.Int64Null()
)

// startFlag is for start_ssh and start_jupyter, which only a create takes and no answer shows.
func startFlag() policy.Row {
	return policy.Row{Change: policy.Replaces, Default: policy.AtFirst(policy.Value(types.BoolNull())),
		Adopts: policy.AfterImport, Over: policy.SinceVersion2, Judge: startsWithout}
}

// startsWithout has a pod without a template, and without the line, meet false: that is what it was created with.
func startsWithout(f policy.Facts) policy.Judgement {
	isFalse := f.Planned.Equal(types.BoolValue(false))
	return policy.Judgement{Met: isFalse && f.Was.IsNull() && f.Config(templateID).IsNull()}
}

// wished returns the row of an attribute of a wish that has a default.
func wished(row policy.Row) policy.Row {
	row.Change, row.Default, row.Adopts = policy.Replaces, policy.Initially(row.Default), policy.NeverReturned
	row.Judge = judged
	return row
}

// orAny returns the row of an attribute of a wish without a default: null allows anything. Its schema says
// Computed, although the service never sets it: only then a policy plans null for a line that was removed.
func orAny(null attr.Value, row policy.Row) policy.Row {
	row.Change, row.Default, row.Adopts = policy.Replaces, policy.Value(null), policy.AfterImport
	row.Judge = judged
	return row
}

// overVersions says how the versions of the management interface have the attributes that are not in policies, or that
// one of them has in another way: see policy.Table.Versions.
var overVersions = framework.VersionTable{
	"container_disk_in_gb": framework.Over2(framework.Partly, "`0` is refused."),
	"volume_in_gb": framework.Over2(framework.Partly,
		"1 to 9 are refused, and so is `0` with a template that has a volume. For a CPU pod, and with a network volume, "+
			"only `0` is accepted, which is the default."),
	"volume_mount_path": framework.Over2(framework.Partly,
		"a change alone is refused while `volume_in_gb` is 1 to 9."),
	alternatives:    framework.Over2(framework.Partly, "with the limits of the pod's own attributes."),
	"vcpu_count":    framework.Over2(framework.Partly, "refused unless it is a power of two, at least 2."),
	"country_codes": framework.Over2(framework.Partly, "refused for CPU pods, and with `cloud_type = \"COMMUNITY\"`."),
	"gpu":           framework.Over2(framework.ReturnedInPart, "only `count` and `id`."),
	"machine": framework.Over2(framework.ReturnedInPart,
		"only `data_center_id`, `gpu_type_id` and `secure_cloud`."),
}.With(framework.Each(framework.Over1(framework.Refused, ""), "min_cuda_version", "start_ssh", "start_jupyter")).
	With(framework.Each(framework.Over1(framework.NotReturned, ""),
		"status", "ssh", "global_networking_ip", "internal_dns", "cuda_version")).
	With(framework.Each(framework.Over2(framework.NotReturned, ""), "adjusted_cost_per_hr", "consumer_user_id",
		"last_status_change", "machine_id", "volume_encrypted")).
	With(framework.Each(framework.Over2(framework.Refused, "`true` is refused; `false` is accepted and not sent."),
		"interruptible", "support_public_ip")).
	With(framework.Each(framework.Over2(framework.Refused, "a value above `0` is refused; `0` is accepted and not sent."),
		"min_download_mbps", "min_upload_mbps", "min_disk_bandwidth_megabytes_per_second"))
