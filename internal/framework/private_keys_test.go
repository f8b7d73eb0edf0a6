package framework

import "testing"

// States hold these keys: one that is renamed is a loss of what states remember.
func TestPrivateKeys_keepTheirNames(t *testing.T) {
	t.Parallel()
	for key, stored := range map[string]string{
		AddressKey:  "address",
		importedKey: "imported", ownedKey: "own", writtenOverKey: "kept", notReturnedKey: "untold",
		SecretKeysKey:    "secret_env",
		InheritedKeysKey: "inherited_env", appliedSizeKey: "applied_size", AppliedConfigKey: "applied_config",
		FollowedConfigKey: "followed_config",
		GPUPoolsKey:       "gpu_pools", CPUFlavorsKey: "cpu_flavors",
		JobSubmittedKey: "submitted", JobWaitKey: "watch",
	} {
		if key != stored {
			t.Errorf("%q was stored as %q", key, stored)
		}
	}
}
