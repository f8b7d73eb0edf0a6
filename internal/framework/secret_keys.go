package framework

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

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

const secretKeysKey = "secret_env"

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

// OmitFrom leaves the remembered keys out of an environment.
func (k SecretKeys) OmitFrom(env client.Optional[map[string]string]) client.Optional[map[string]string] {
	all, ok := env.Get()
	if !ok || k.IsEmpty() {
		return env
	}
	rest := maps.Clone(all)
	maps.DeleteFunc(rest, func(key, _ string) bool { return slices.Contains(k.Hashes, k.hash(key)) })
	return client.Some(rest)
}

func (k SecretKeys) hash(key string) string {
	sum := sha256.Sum256([]byte(k.Salt + key))
	return base64.RawStdEncoding.EncodeToString(sum[:9])
}

// LoadSecretKeys reads them from private state.
func LoadSecretKeys(ctx context.Context, p privateReader) (SecretKeys, diag.Diagnostics) {
	var k SecretKeys
	value, diags := p.GetKey(ctx, secretKeysKey)
	if value == nil {
		return k, diags
	}
	if err := json.Unmarshal(value, &k); err != nil {
		diags.AddError("Cannot read the private state", "What was remembered of env_wo is damaged: "+err.Error())
	}
	return k, diags
}

// Save writes them to private state.
func (k SecretKeys) Save(ctx context.Context, p privateWriter) diag.Diagnostics {
	var diags diag.Diagnostics
	value, err := json.Marshal(k)
	if err != nil {
		diags.AddError("Cannot write the private state", err.Error())
		return diags
	}
	return p.SetKey(ctx, secretKeysKey, value)
}
