package template

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// A change of config_hash destroys every object that names it in replace_triggered_by. So only a change of the
// configuration of the container changes it: not drift or the repair of drift, not the registry credentials, and not
// attributes that only the provider or the catalog of templates uses.

// hashedMember is a member of the hashed object: its attribute, and its hashed content.
type hashedMember struct {
	name      string
	attribute attr.Value
	content   any
}

// containerConfig returns the hashed part of a template, in the order of the hash: the members that a container copies,
// without the registry credentials, which only decide whether the service can pull the image. Of env_wo it has the
// version only. Leave out a member that is added later as long as it has its default, because states hold digests.
func (m model) containerConfig() []hashedMember {
	return []hashedMember{
		{"image_name", m.ImageName, m.ImageName.ValueString()},
		{"docker_entrypoint", m.DockerEntrypoint, framework.Strings(m.DockerEntrypoint)},
		{"docker_start_cmd", m.DockerStartCmd, framework.Strings(m.DockerStartCmd)},
		{"ports", m.Ports, framework.Strings(m.Ports)},
		{"env", m.Env, framework.StringsByKey(m.Env)},
		{"env_wo_version", m.EnvWOVersion, m.EnvWOVersion.ValueInt64Pointer()},
		{"container_disk_in_gb", m.ContainerDiskInGB, m.ContainerDiskInGB.ValueInt64()},
		{"volume_in_gb", m.VolumeInGB, m.VolumeInGB.ValueInt64()},
		{"volume_mount_path", m.VolumeMountPath, m.VolumeMountPath.ValueString()},
		{"container_registry_auth_id", types.StringNull(), ""}, // The digests in states have it.
	}
}

// digest returns a hash of containerConfig as a JSON object, in hexadecimal digits. It is unknown as long as a part of
// the object is. The same configuration has the same digest everywhere: the CLI plans twice, and a create has no place
// for a salt.
func (m model) digest() types.String {
	var members []string
	for _, member := range m.containerConfig() {
		content, err := json.Marshal(member.content)
		if err != nil {
			panic(err) // Strings and numbers can be written.
		}
		if !framework.IsKnown(member.attribute) {
			return types.StringUnknown()
		}
		members = append(members, fmt.Sprintf("%q:%s", member.name, content))
	}
	sum := sha256.Sum256([]byte("{" + strings.Join(members, ",") + "}"))
	return types.StringValue(hex.EncodeToString(sum[:]))
}

// configHash returns the config_hash after a change that sends a model: the state's, unless its configuration differs
// from the last applied one. If no digest of that is recorded, the state stands in for it.
func (c change) configHash(sent model) types.String {
	last := types.StringValue(cmp.Or(c.Applied, c.State.digest().ValueString()))
	if sent.withMovedSecrets(c.State, c.Config, c.Record.Env).digest().Equal(last) {
		return c.State.ConfigHash
	}
	return sent.digest()
}

// withMovedSecrets returns the plan with the variables of env_wo in env, if they came from there: after an import all
// of them are in env, and to move the secret ones to env_wo changes nothing that a container gets. An unknown value
// counts as the one that the state has.
func (m model) withMovedSecrets(state, config model, secret env.SecretKeys) model {
	if !secret.IsEmpty() && !secret.Lost || !state.EnvWOVersion.IsNull() || m.EnvWOVersion.IsNull() ||
		m.Env.IsUnknown() {
		return m
	}
	was, all := state.Env.Elements(), map[string]attr.Value{}
	if config.EnvWO.IsUnknown() {
		all = state.Env.Elements()
	}
	for key, value := range config.EnvWO.Elements() {
		if before, ok := was[key]; ok && value.IsUnknown() {
			value = before
		}
		all[key] = value
	}
	maps.Copy(all, m.Env.Elements())
	m.Env = types.MapValueMust(types.StringType, all)
	m.EnvWOVersion = types.Int64Null()
	return m
}

// readConfigHash returns the config_hash after a refresh, which gives one to a state that has none: of an import, and
// of a provider version that did not know the attribute. The configuration applied last is then that of the state
// before the refresh, and after an import the service's. If the state has the hash and no configuration applied last is
// remembered, private state was lost: if the hash is that of the state before the refresh, that state was applied
// last. The service's values can come from an update whose process died, and must not count as applied.
//
// Variables that a refresh found changed are part of the configuration if none is configured: an env that keeps them is
// no change.
func readConfigHash(
	ctx context.Context, before, after model, record policy.Record, private framework.PrivateWriter,
) (hash types.String, diags diag.Diagnostics) {
	last, now := cmp.Or(record.Applied, before.ConfigHash.ValueString()), before
	switch {
	case before.Name.IsNull(): // The first refresh of an import.
		now = after
	case record.Env.Unowned:
		now.Env = after.Env
	}
	current := now.digest().ValueString()
	if before.ConfigHash.IsNull() || record.Applied != current && before.digest().ValueString() == last {
		diags = framework.Remember(ctx, private, framework.AppliedConfigKey, current)
	}
	return framework.OrDefault(before.ConfigHash, types.StringValue(current)), diags
}

// rolls reports whether an update changes a value that containers get. Whether that rolls endpoints is the service's
// business and has changed before: the other values have never done it (contract 2.2).
func rolls(change api.TemplateFields) bool {
	change.Name, change.Readme, change.IsPublic = members.Optional[string]{}, members.Optional[string]{},
		members.Optional[bool]{}
	change.StartSSH, change.StartJupyter = members.Optional[bool]{}, members.Optional[bool]{} // Only pods copy these.
	return !members.IsEmpty(change)
}
