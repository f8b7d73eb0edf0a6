package env

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// SecretKeys remembers which variables of an environment came from env_wo, so that Read can leave them out of env while
// foreign variables still show as drift. It keeps salted hashes of their names in private state, and nothing of their
// values. Salt and hashes lie side by side in the state file, so this hides names from a reader, not from an attacker
// who guesses them.
type SecretKeys struct {
	Salt   string   `json:"salt,omitempty"`
	Hashes []string `json:"hashes,omitempty"`
	// Lost is set if more keys may be secret than are remembered, because private state was lost. That happens when the
	// provider's process ends in the middle of an update: the CLI then keeps the attributes as they were before it, and no
	// private state. Until an update has sent all variables, or found the configured ones at the service, any variable
	// there can be a secret one. The price is that a variable that another client adds is not seen meanwhile.
	Lost bool `json:"lost,omitempty"`
	// LeftOut is set if an import left env out of the state, as it was told to. Env is then null there, and stays so until
	// env or env_wo is configured: the update that is planned for that compares with the service's variables, and sends
	// the configured variables unless it has exactly these. Lost is set with it, for provider versions that do not know
	// LeftOut.
	LeftOut bool `json:"left_out,omitempty"`
	// Unowned is set if the variables are those that an import found, and later refreshes: no update has had env or
	// env_wo. As long as neither is configured, env is no default: the state's variables stay, and nothing sends them. A
	// configuration that Terraform generates has env = null, because env is sensitive. A configured env that equals the
	// state's needs no update, so the record stays then. Provider versions that do not know it remove variables that are
	// not configured.
	Unowned bool `json:"unowned,omitempty"`
}

// HideKeys remembers exactly the keys of secrets.
func HideKeys(secrets map[string]string) SecretKeys {
	return SecretKeys{}.And(secrets)
}

// And remembers the keys of secrets as well. Save the result before they are sent: should the answer be lost, a refresh
// must not take them for drift and put them into the state.
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

// IsEmpty reports whether it has no secret variable.
func (k SecretKeys) IsEmpty() bool { return len(k.Hashes) == 0 && !k.Lost }

// Has reports whether a key is remembered.
func (k SecretKeys) Has(key string) bool {
	return len(k.Hashes) > 0 && slices.Contains(k.Hashes, k.hash(key))
}

// OmitFrom leaves the remembered keys out of an environment, and if keys are lost all that prior does not have: prior
// is the env that was planned or in the state before. A prior of null then stays as it is.
func (k SecretKeys) OmitFrom(
	env members.Optional[map[string]string], prior types.Map,
) members.Optional[map[string]string] {
	all, ok := env.Get()
	if !ok || k.IsEmpty() {
		return env
	}
	if k.Lost && prior.IsNull() {
		return members.Optional[map[string]string]{}
	}
	rest := maps.Clone(all)
	maps.DeleteFunc(rest, func(key, _ string) bool {
		_, shown := prior.Elements()[key]
		return k.Has(key) || k.Lost && !shown
	})
	return members.Some(rest)
}

func (k SecretKeys) hash(key string) string {
	sum := sha256.Sum256([]byte(k.Salt + key))
	return base64.RawStdEncoding.EncodeToString(sum[:9])
}

// LoadSecretKeys reads them from private state. Every create and update saves them there, even without any: so if
// nothing is kept of an object that has not just been imported, they are lost.
func LoadSecretKeys(ctx context.Context, p framework.PrivateReader) (SecretKeys, diag.Diagnostics) {
	kept, diags := p.GetKey(ctx, framework.SecretKeysKey)
	imported, more := framework.Imported(ctx, p)
	diags.Append(more...)
	if kept == nil && !imported {
		return SecretKeys{Lost: true}, diags
	}
	keys, more := framework.Recall[SecretKeys](ctx, p, framework.SecretKeysKey)
	diags.Append(more...)
	return keys, diags
}

// Save writes them to private state.
func (k SecretKeys) Save(ctx context.Context, p framework.PrivateWriter) diag.Diagnostics {
	return framework.Remember(ctx, p, framework.SecretKeysKey, k)
}
