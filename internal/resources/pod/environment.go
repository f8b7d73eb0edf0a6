package pod

import (
	"context"
	"maps"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// A new pod has its template's variables, overlaid with env and env_wo. Over version 2 the service adds variables of
// its own: see start_ssh and start_jupyter. An update replaces the whole map, and the service does not add these
// variables again (contract 2.6, contract-v2 2), so the provider does. Inherited variables are those of the template
// and those of the service.

// omittedEnv are the variables of a pod that env must not show: the secret ones, which came from env_wo, and the
// inherited ones.
type omittedEnv struct{ secret, inherited env.SecretKeys }

func (e omittedEnv) omitFrom(
	env members.Optional[map[string]string], prior types.Map,
) members.Optional[map[string]string] {
	return e.inherited.OmitFrom(e.secret.OmitFrom(env, prior), prior)
}

// omittedBefore returns those of a pod, of its record.
func omittedBefore(record policy.Record) omittedEnv { return omittedEnv{record.Env, record.Inherited} }

// save writes it to private state.
func (e omittedEnv) save(ctx context.Context, private framework.PrivateWriter) diag.Diagnostics {
	diags := e.secret.Save(ctx, private)
	diags.Append(framework.Remember(ctx, private, framework.InheritedKeysKey, e.inherited)...)
	return diags
}

// omittedAtCreation returns the variables that the state of a new pod leaves out: one that is not configured came from
// the template or from the service. has are the pod's variables.
func (m model) omittedAtCreation(has, secrets map[string]string) omittedEnv {
	return omittedEnv{
		secret:    env.HideKeys(secrets),
		inherited: env.HideKeys(exceptKeysOf(has, env.Merged(m.Env, secrets))),
	}
}

// variablesOf returns the variables of a new pod. If the answer leaves them out, those of its template stand in: a
// later answer can show them.
func (r *Resource) variablesOf(ctx context.Context, made api.Pod, template string) map[string]string {
	if has, shown := made.Env.Get(); shown || template == "" {
		return has
	}
	given, _ := r.Client.Templates.ReadAny(ctx, template) // Without it, they are unknown, as those of the service.
	return given.Env.Or(nil)
}

// ofService are the variables that version 2 adds to a pod (contract-v2 8.1). After an import, nothing else tells them
// from configured ones.
var ofService = map[string]string{"PUBLIC_KEY": "", "JUPYTER_PASSWORD": ""}

// exceptKeysOf returns all without the keys of other.
func exceptKeysOf(all, other map[string]string) map[string]string {
	rest := maps.Clone(all)
	maps.DeleteFunc(rest, func(key, _ string) bool {
		_, ok := other[key]
		return ok
	})
	return rest
}

// onlyKeysOf returns all with the keys of other only.
func onlyKeysOf(all, other map[string]string) map[string]string {
	return exceptKeysOf(all, exceptKeysOf(all, other))
}

// envUpdate returns the update of the variables, which reads the pod if it has to compare them.
func (r *Resource) envUpdate(ctx context.Context, in input) env.Update {
	update := env.Update{
		Planned: in.Plan.Variables, Was: in.State.Variables, Config: in.Config.Variables, Hidden: in.Env,
		Adopts: adoptsEnv(in.Record, in.State.Env, in.State.EnvWOVersion),
		Actual: sync.OnceValues(func() (members.Optional[map[string]string], error) {
			if r.Client == nil { // The provider is not configured yet.
				return members.Optional[map[string]string]{}, nil
			}
			pod, err := r.Client.Pods.Get(ctx, in.State.ID.ValueString())
			return pod.Env, err
		}),
	}
	if r.Client != nil && (in.Plan.templated() || !in.Inherited.IsEmpty()) {
		update.Kept = func(has members.Optional[map[string]string]) (map[string]string, error) {
			return r.keptVariables(ctx, in, has)
		}
	}
	return update
}

// keptVariables returns the inherited variables of a pod that are not configured. The template is read if a variable
// goes that may have been laid over one of the template's, or if the service does not return the pod's variables.
func (r *Resource) keptVariables(
	ctx context.Context, in input, has members.Optional[map[string]string],
) (map[string]string, error) {
	had, isReturned := has.Get()
	configured := env.Merged(in.Plan.Env, framework.StringsByKey(in.Config.EnvWO))
	kept, removed := in.divide(exceptKeysOf(had, configured))
	if in.Plan.templated() && (len(removed) > 0 || !isReturned) {
		template, err := r.Client.Templates.Get(ctx, in.Plan.TemplateID.ValueString())
		if err != nil {
			return nil, err
		}
		given := exceptKeysOf(template.Env.Or(nil), configured)
		if isReturned {
			given = onlyKeysOf(given, removed)
		}
		maps.Copy(kept, given)
	}
	return kept, nil
}

// divide divides the variables of a pod that are not configured into those that it keeps, because they came from its
// template, and those that were configured before and go. A variable of another origin is in neither.
func (in input) divide(others map[string]string) (kept, removed map[string]string) {
	kept, removed = map[string]string{}, map[string]string{}
	configuredBefore := framework.StringsByKey(in.State.Env)
	secret := in.Env
	for key, value := range others {
		// Where the keys are lost, it may be a secret one: it goes, unless the template has it.
		if _, wasConfigured := configuredBefore[key]; wasConfigured || secret.Has(key) || secret.Lost {
			removed[key] = value
		} else if in.Inherited.Has(key) {
			kept[key] = value
		}
	}
	return kept, removed
}

// omittedBy returns the variables that env must not show until a prepared update is answered, and from then on.
func (in input) omittedBy(p env.Prepared) (before, after omittedEnv) {
	before = omittedEnv{secret: p.Before, inherited: in.Inherited.And(p.Kept)}
	after = omittedEnv{secret: p.After, inherited: in.Inherited}
	if p.Kept != nil {
		after.inherited = env.HideKeys(p.Kept)
	}
	return before, after
}
