package framework

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// SecretKeys remembers which variables of an environment came from env_wo, so
// that Read can leave them out of env while foreign variables still show as
// drift. It keeps salted hashes of their names in private state, and nothing of
// their values. Salt and hashes lie side by side in the state file, so this
// hides names from a reader, not from somebody who guesses them.
type SecretKeys struct {
	Salt   string   `json:"salt,omitempty"`
	Hashes []string `json:"hashes,omitempty"`
}

// The keys of private state: which variables are secret, and which are inherited.
const (
	secretKeysKey    = "secret_env"
	inheritedKeysKey = "inherited_env"
)

// HideKeys remembers exactly the keys of secrets.
func HideKeys(secrets map[string]string) SecretKeys {
	return SecretKeys{}.And(secrets)
}

// And remembers the keys of secrets as well. It is what to save before they are
// sent: should the answer be lost, a refresh must not take them for drift and
// put them into the state.
func (k SecretKeys) And(secrets map[string]string) SecretKeys {
	if len(secrets) == 0 {
		return k
	}
	if k.Salt == "" {
		k.Salt = rand.Text()
	}
	hashes := slices.Clone(k.Hashes)
	for key := range secrets {
		hashes = append(hashes, k.hash(key))
	}
	slices.Sort(hashes)
	k.Hashes = slices.Compact(hashes)
	return k
}

// IsEmpty reports whether no key is remembered.
func (k SecretKeys) IsEmpty() bool { return len(k.Hashes) == 0 }

// Has reports whether a key is remembered.
func (k SecretKeys) Has(key string) bool {
	return !k.IsEmpty() && slices.Contains(k.Hashes, k.hash(key))
}

// OmitFrom leaves the remembered keys out of an environment.
func (k SecretKeys) OmitFrom(env client.Optional[map[string]string]) client.Optional[map[string]string] {
	all, ok := env.Get()
	if !ok || k.IsEmpty() {
		return env
	}
	rest := maps.Clone(all)
	maps.DeleteFunc(rest, func(key, _ string) bool { return k.Has(key) })
	return client.Some(rest)
}

func (k SecretKeys) hash(key string) string {
	sum := sha256.Sum256([]byte(k.Salt + key))
	return base64.RawStdEncoding.EncodeToString(sum[:9])
}

// LoadSecretKeys reads them from private state.
func LoadSecretKeys(ctx context.Context, p PrivateReader) (SecretKeys, diag.Diagnostics) {
	return loadKeys(ctx, p, secretKeysKey)
}

// Save writes them to private state.
func (k SecretKeys) Save(ctx context.Context, p PrivateWriter) diag.Diagnostics {
	return Remember(ctx, p, secretKeysKey, k)
}

// LoadInheritedKeys reads from private state which variables came from another
// object, such as a pod's template. They are nobody's configuration, can be
// secret, and are left out of env by the same means.
func LoadInheritedKeys(ctx context.Context, p PrivateReader) (SecretKeys, diag.Diagnostics) {
	return loadKeys(ctx, p, inheritedKeysKey)
}

// SaveInherited writes inherited keys to private state.
func (k SecretKeys) SaveInherited(ctx context.Context, p PrivateWriter) diag.Diagnostics {
	return Remember(ctx, p, inheritedKeysKey, k)
}

func loadKeys(ctx context.Context, p PrivateReader, key string) (SecretKeys, diag.Diagnostics) {
	var k SecretKeys
	diags := Recall(ctx, p, key, &k)
	return k, diags
}

// MergedEnv is a map of variables on the wire. It is replaced whole there, so
// both halves are in every request that has it.
func MergedEnv(env types.Map, secrets map[string]string) map[string]string {
	all := StringsByKey(env)
	maps.Copy(all, secrets)
	return all
}

// Redacted keeps the values of secret variables out of errors.
func Redacted(ctx context.Context, secrets map[string]string) context.Context {
	return client.WithRedacted(ctx, slices.Collect(maps.Values(secrets))...)
}

// RefuseTwice refuses a variable that is in env and in env_wo: only one of the
// two can be what the service gets.
func RefuseTwice(env, envWO types.Map, diags *diag.Diagnostics) {
	for key := range envWO.Elements() {
		if _, twice := env.Elements()[key]; twice {
			diags.AddAttributeError(path.Root("env_wo"), "Variable set twice",
				"The variable "+key+" is in env as well. Keep it in one of the two: in env_wo if it is secret.")
		}
	}
}
