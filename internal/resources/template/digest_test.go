package template

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
)

// Digests are in states: a version of the provider that computes others would have what names them destroyed.
func TestDigest_staysTheSame(t *testing.T) {
	t.Parallel()
	full := model{
		apiModel: apiModel{
			ImageName: types.StringValue(`img:1 <&>"`), DockerEntrypoint: framework.ListOf("e"),
			DockerStartCmd: framework.ListOf("c", "d"),
			Ports:          framework.ListOf("1/tcp"), ContainerDiskInGB: types.Int64Value(1),
			VolumeInGB:      types.Int64Value(2),
			VolumeMountPath: types.StringValue("/data"), ContainerRegistryAuthID: types.StringValue("a1"),
		},
		Variables: env.Variables{
			Env: framework.MapOf(map[string]string{"B": "2", "A": "1"}), EnvWOVersion: types.Int64Value(3),
		},
	}
	for want, m := range map[string]model{
		"000f227968e9d5dc3db4e925ba6db00d79efc69c2bbe670188de90c41d1946b2": full,
		"c6aa95903a5fffccaef1290421cdc207787cbc3d21d9e8bc4cdbd4a2b20d8f30": {},
	} {
		if got := m.digest(); got != types.StringValue(want) {
			t.Errorf("digest %s, want %s", got, want)
		}
	}
	unknown := model{apiModel: apiModel{ContainerRegistryAuthID: types.StringUnknown()}}
	if got := unknown.digest(); got.IsUnknown() {
		t.Error("the registry credentials are unknown, and so is the digest")
	}
}
