// Package env is the environment variables of pods, templates and endpoints: the attributes env, env_wo and
// env_wo_version, the variables that an update sends, and their names in warnings. It knows which variables are secret
// (SecretKeys), and keeps nothing of their values: it never stores or shows a value of env_wo.
//
// The package sends no request, and knows no kind of object: its callers read objects, know where other variables come
// from, such as a template, and call it from the RPCs.
package env

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Variables are the attributes of the environment. Embed it in a model. Plans and states have no EnvWO.
type Variables struct {
	Env          types.Map   `tfsdk:"env"`
	EnvWO        types.Map   `tfsdk:"env_wo"`
	EnvWOVersion types.Int64 `tfsdk:"env_wo_version"`
}

// OnImport records an import, for framework.Entity.
func OnImport(ctx context.Context, base framework.Base, private framework.PrivateWriter) diag.Diagnostics {
	omits := base.OmitImportedEnv
	return SecretKeys{Lost: omits, LeftOut: omits, Unowned: !omits}.Save(ctx, private)
}

// Merged returns a map of variables as it is on the wire. An update replaces it whole there, so both halves are in
// every request that has it.
func Merged(env types.Map, secrets map[string]string) map[string]string {
	all := framework.StringsByKey(env)
	maps.Copy(all, secrets)
	return all
}

// IsConfigured reports whether a configuration says anything of the environment.
func IsConfigured(env, envWO types.Map) bool { return !env.IsNull() || !envWO.IsNull() }

// minSensitive is the length in bytes from which values of env are kept out of errors. They are sensitive, but
// most are no secrets: to hide a short one, such as "1", "true" or "info", would blot out the message.
const minSensitive = 6

// Redacted keeps the values of secret variables out of errors, and those of others that are not too short.
func Redacted(ctx context.Context, secrets, others map[string]string) context.Context {
	ctx = redact.With(ctx, slices.Collect(maps.Values(secrets))...)
	return redact.WithFrom(ctx, minSensitive, slices.Collect(maps.Values(others))...)
}

// RefuseTwice refuses a variable that is in env and in env_wo: the service gets only one of the two.
func (v Variables) RefuseTwice(diags *diag.Diagnostics) {
	for key := range v.EnvWO.Elements() {
		if _, twice := v.Env.Elements()[key]; twice {
			diags.AddAttributeError(path.Root("env_wo"), "Variable set twice",
				"env has the variable "+key+" too.\n\n"+
					"Next: remove it from one of the two. A secret variable belongs in env_wo.")
		}
	}
}
