package pod

import (
	"context"
	"maps"

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

// loadOmittedEnv reads it from private state.
func loadOmittedEnv(ctx context.Context, private framework.PrivateReader) (omittedEnv, diag.Diagnostics) {
	secret, diags := env.LoadSecretKeys(ctx, private)
	inherited, more := env.LoadInheritedKeys(ctx, private)
	diags.Append(more...)
	return omittedEnv{secret: secret, inherited: inherited}, diags
}

// save writes it to private state.
func (e omittedEnv) save(ctx context.Context, private framework.PrivateWriter) diag.Diagnostics {
	diags := e.secret.Save(ctx, private)
	diags.Append(e.inherited.SaveInherited(ctx, private)...)
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

// inheritedAtImport returns the variables that an imported pod has with the same value as its template.
func inheritedAtImport(p api.Pod, t api.Template) env.SecretKeys {
	inherited := maps.Clone(p.Env.Or(nil))
	maps.DeleteFunc(inherited, func(key, value string) bool {
		given, ok := t.Env.Or(nil)[key]
		return !ok || given != value
	})
	return env.HideKeys(inherited)
}

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

// envInput holds the values that an update of the environment depends on.
type envInput struct {
	plan, state model
	record      policy.Record
	omitted     omittedEnv        // before the update
	secrets     map[string]string // env_wo of the configuration
	asks        bool              // env or env_wo is configured
}

// configured returns env and env_wo together.
func (in envInput) configured() map[string]string {
	return env.Merged(in.plan.Env, in.secrets)
}

// envUpdate is the part of an update about the environment.
type envUpdate struct {
	// send is the whole map, absent if the service has it already.
	send members.Optional[map[string]string]
	// before holds the variables to omit until the update is answered, after those to omit from then on.
	before, after omittedEnv
}

// prepareEnvUpdate finds out which variables to send. For a pod without a template, secrets and inherited variables
// that takes no request: the state has all of its variables. Any other pod is compared: see compareEnv. If no variable
// is to change, a comparison only finds lost keys again: to send the variables would reset the pod, which is not
// planned.
func (r *Resource) prepareEnvUpdate(ctx context.Context, in envInput) (envUpdate, error) {
	was, kept := in.omitted.secret, envUpdate{before: in.omitted, after: in.omitted}
	if in.stays() {
		return kept, nil
	}
	changes := !in.state.adoptsEnv(in.record) && envChanged(in.plan, in.state, was, framework.MapOf(in.secrets))
	switch {
	case changes && !in.inherits() && was.IsEmpty():
		return in.sendConfigured(), nil
	case !changes && was.IsEmpty(): // Variables may have moved between env and env_wo.
		kept.after.secret = env.HideKeys(in.secrets)
		return kept, nil
	case !changes && !was.AreLost():
		return kept, nil
	}
	update, err := r.compareEnv(ctx, in)
	if !changes && (err != nil || !update.send.IsZero()) {
		return kept, nil //nolint:nilerr // The keys stay lost.
	}
	return update, err
}

// stays reports whether the pod keeps its variables: since an import, none has been configured.
func (in envInput) stays() bool {
	return in.record.EnvLeftOut && in.plan.Env.IsNull() || in.record.EnvUnowned && !in.asks
}

// takesOver reports whether variables are configured for the first time since an import that left them out. Then the
// plan may have said that the pod has them.
func (in envInput) takesOver() bool { return in.record.EnvLeftOut && in.state.Env.IsNull() }

// inherits reports whether the pod can have inherited variables, which an update sends again.
func (in envInput) inherits() bool { return in.plan.templated() || !in.omitted.inherited.IsEmpty() }

// sendConfigured sends exactly the configured variables.
func (in envInput) sendConfigured() envUpdate {
	return envUpdate{
		send:   members.Some(in.configured()),
		before: omittedEnv{secret: in.omitted.secret.And(in.secrets)},
		after:  omittedEnv{secret: env.HideKeys(in.secrets)},
	}
}

// compareEnv reads the pod, and sends nothing that it has already. The template is read too if a variable goes that may
// have been laid over one of the template's, or if the service does not return the pod's variables.
func (r *Resource) compareEnv(ctx context.Context, in envInput) (envUpdate, error) {
	pod, err := r.Client.Pods.Get(ctx, in.state.ID.ValueString())
	switch {
	case err != nil && (in.inherits() || in.takesOver()):
		return envUpdate{}, err
	case err != nil:
		return in.sendConfigured(), nil //nolint:nilerr // All of the map is configured: the update says what is wrong.
	}
	had, isReturned := pod.Env.Get()
	inherited, removed := in.unconfigured(had)
	if in.plan.templated() && (len(removed) > 0 || !isReturned) {
		template, err := r.Client.Templates.Get(ctx, in.plan.TemplateID.ValueString())
		if err != nil {
			return envUpdate{}, err
		}
		given := exceptKeysOf(template.Env.Or(nil), in.configured())
		if isReturned {
			given = onlyKeysOf(given, removed)
		}
		maps.Copy(inherited, given)
	}
	update := envUpdate{
		before: omittedEnv{secret: in.omitted.secret.And(in.secrets), inherited: in.omitted.inherited.And(inherited)},
		after:  omittedEnv{secret: env.HideKeys(in.secrets), inherited: env.HideKeys(inherited)},
	}
	maps.Copy(inherited, in.configured())
	if !isReturned || !maps.Equal(inherited, had) {
		update.send = members.Some(inherited)
	}
	return update, nil
}

// unconfigured divides the variables of a pod that are not configured into those that it keeps, because they came from
// its template, and those that were configured before and go. A variable of another origin is in neither.
func (in envInput) unconfigured(had map[string]string) (inherited, removed map[string]string) {
	inherited, removed = map[string]string{}, map[string]string{}
	configuredBefore := framework.StringsByKey(in.state.Env)
	secret := in.omitted.secret
	for key, value := range exceptKeysOf(had, in.configured()) {
		// Where the keys are lost, it may be a secret one: it goes, unless the template has it.
		if _, wasConfigured := configuredBefore[key]; wasConfigured || secret.Has(key) || secret.AreLost() {
			removed[key] = value
		} else if in.omitted.inherited.Has(key) {
			inherited[key] = value
		}
	}
	return inherited, removed
}

// hasLeftOut reports whether the pod has exactly the planned variables, if its import left its variables out. It is
// false while a planned variable is unknown. It fails if the provider cannot read the pod: see env.CannotCompare.
func (r *Resource) hasLeftOut(ctx context.Context, u plannedUpdate, omitted omittedEnv) (bool, error) {
	if r.Client == nil || !u.takesOverEnv() || u.hasUnknownEnv() {
		return false, nil
	}
	update, err := r.prepareEnvUpdate(ctx, envInput{
		plan: u.plan, state: u.state, record: u.Record, omitted: omitted, secrets: framework.StringsByKey(u.config.EnvWO),
		asks: env.IsConfigured(u.config.Env, u.config.EnvWO),
	})
	_, sends := update.send.Get()
	return err == nil && !sends, err
}
