package pod

import (
	"context"
	"maps"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// The environment of a pod is its template's, overlaid with env and env_wo, at
// creation. A change replaces the whole map, and the template's is not laid
// under it again (contract 2.6): so it is put together here.

// atCreation is what a new pod has: everything that nobody configured came from
// the template.
func (m model) atCreation(p client.Pod, secrets map[string]string) environment {
	hidden := environment{secret: framework.HideKeys(secrets)}
	if m.templated() {
		hidden.inherited = framework.HideKeys(without(p.Env.Or(nil), framework.MergedEnv(m.Env, secrets)))
	}
	return hidden
}

// atImport is what an imported pod has of its template: the variables that are
// there with the same value.
func atImport(p client.Pod, t client.Template) environment {
	inherited := maps.Clone(p.Env.Or(nil))
	maps.DeleteFunc(inherited, func(key, value string) bool {
		given, ok := t.Env.Or(nil)[key]
		return !ok || given != value
	})
	return environment{inherited: framework.HideKeys(inherited)}
}

// without is what of all has no key in other.
func without(all, other map[string]string) map[string]string {
	rest := maps.Clone(all)
	maps.DeleteFunc(rest, func(key, _ string) bool {
		_, ok := other[key]
		return ok
	})
	return rest
}

// envChange is what an update has to do about the environment.
type envChange struct {
	// send is the whole map, absent if the service has it already.
	send client.Optional[map[string]string]
	// before and after are what to hide until the answer is there, and then.
	before, after environment
}

// environment finds out what to send. A pod with neither a template nor secrets
// needs no request for it: the state has all of its variables. Any other is read,
// and what it has already is not sent; and if a variable goes that lay over one
// of the template's, or the service does not tell what the pod has, the template
// is read too.
func (r *Resource) environment(
	ctx context.Context, plan, state model, imp importing, was environment, secrets map[string]string,
) (envChange, error) {
	ours := framework.MergedEnv(plan.Env, secrets)
	if imp.adoptsEnv(state) || !plan.envChanged(state, was.secret, secrets) {
		change := envChange{before: was, after: was}
		if was.secret.IsEmpty() { // Variables may have moved between env and env_wo.
			change.after.secret = framework.HideKeys(secrets)
		}
		if was.secret.AreLost() {
			change.after = r.findHidden(ctx, plan, state, was, ours, secrets)
		}
		return change, nil
	}
	whole := envChange{
		send:   client.Some(ours),
		before: environment{secret: was.secret.And(secrets)},
		after:  environment{secret: framework.HideKeys(secrets)},
	}
	if !plan.templated() && was.secret.IsEmpty() {
		return whole, nil
	}
	pod, err := r.Client.GetPod(ctx, state.ID.ValueString())
	switch {
	case err != nil && plan.templated():
		return envChange{}, err
	case err != nil:
		return whole, nil //nolint:nilerr // All of the map is ours: it is sent, and the update says what is wrong.
	}
	had, told := pod.Env.Get()
	inherited, gone := map[string]string{}, map[string]string{}
	configured := framework.StringsByKey(state.Env)
	for key, value := range without(had, ours) {
		// Where the keys are lost, it may be a secret one: it goes, unless the template has it.
		if _, wasOurs := configured[key]; wasOurs || was.secret.Has(key) || was.secret.AreLost() {
			gone[key] = value
		} else if was.inherited.Has(key) {
			inherited[key] = value
		}
	}
	if plan.templated() && (len(gone) > 0 || !told) {
		template, err := r.Client.GetTemplate(ctx, plan.TemplateID.ValueString())
		if err != nil {
			return envChange{}, err
		}
		for key, value := range without(template.Env.Or(nil), ours) {
			if _, left := gone[key]; left || !told {
				inherited[key] = value
			}
		}
	}
	change := envChange{
		before: environment{secret: was.secret.And(secrets), inherited: was.inherited.And(inherited)},
		after:  environment{secret: framework.HideKeys(secrets), inherited: framework.HideKeys(inherited)},
	}
	maps.Copy(inherited, ours)
	if !told || !maps.Equal(inherited, had) {
		change.send = client.Some(inherited)
	}
	return change, nil
}

// findHidden is what to hide of a pod of which that was lost, where no variable is to change: if the pod has exactly what
// is configured and what its template has, that is known again. Else it stays lost, because to send the variables would
// reset the pod, which nobody has planned.
func (r *Resource) findHidden(ctx context.Context, plan, state model, was environment, ours, secrets map[string]string) environment {
	pod, err := r.Client.GetPod(ctx, state.ID.ValueString())
	had, told := pod.Env.Get()
	if err != nil || !told {
		return was
	}
	for key, value := range ours {
		if has, there := had[key]; !there || has != value {
			return was
		}
	}
	found, rest := environment{secret: framework.HideKeys(secrets)}, without(had, ours)
	if len(rest) == 0 {
		return found
	}
	if !plan.templated() {
		return was
	}
	template, err := r.Client.GetTemplate(ctx, plan.TemplateID.ValueString())
	if err != nil {
		return was
	}
	given := template.Env.Or(nil)
	for key, value := range rest {
		if is, there := given[key]; !there || is != value {
			return was
		}
	}
	found.inherited = framework.HideKeys(rest)
	return found
}
