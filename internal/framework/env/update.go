package env

import (
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Update is an update of the environment of an object. The service replaces all variables at once.
type Update struct {
	Planned, Was, Config Variables
	Hidden               SecretKeys // of the state
	// Adopts is set if the first configured variables are adopted, because the service returns none.
	Adopts bool
	// Kept returns the variables beside env and env_wo that the object keeps, and so an update sends again: those that it
	// inherited. has are the object's, absent if the service does not return them. Nil: it has no others.
	Kept func(has members.Optional[map[string]string]) (map[string]string, error)
	// Actual reads the variables that the service has, by at most one request. They are absent if the service does not
	// return them.
	Actual func() (members.Optional[map[string]string], error)
}

// compare reports whether the service has exactly the wanted variables, and returns those that the object keeps. has is
// false if the service does not return any.
func (u Update) compare() (has bool, kept map[string]string, err error) {
	answer, err := u.Actual()
	if err == nil && u.Kept != nil {
		kept, err = u.Kept(answer)
	}
	actual, isReturned := answer.Get()
	return err == nil && isReturned && maps.Equal(u.with(kept), actual), kept, err
}

// with returns the wanted variables over those that the object keeps.
func (u Update) with(kept map[string]string) map[string]string {
	all := map[string]string{}
	maps.Copy(all, kept)
	maps.Copy(all, u.wanted())
	return all
}

func (u Update) secrets() map[string]string { return framework.StringsByKey(u.Config.EnvWO) }

func (u Update) wanted() map[string]string { return Merged(u.Planned.Env, u.secrets()) }

// stays reports whether the service keeps its variables: since an import, none has been configured.
func (u Update) stays() bool {
	return u.Hidden.LeftOut && u.Planned.Env.IsNull() || u.Hidden.Unowned && !IsConfigured(u.Config.Env, u.Config.EnvWO)
}

// Changes reports whether the variables of the service must be replaced, as far as state and configuration show it.
// Without secrets in it the state has all variables, and a move of variables between env and env_wo that keeps every
// value is no change. With secrets the state does not have their values, and their version decides. So it does for
// unknown ones.
func (u Update) Changes() bool {
	switch {
	case u.stays(), u.Adopts:
		return false
	case u.Hidden.IsEmpty() && u.allKnown():
		return !maps.Equal(u.wanted(), framework.StringsByKey(u.Was.Env))
	}
	return !u.Planned.Env.Equal(u.Was.Env) || !u.Planned.EnvWOVersion.Equal(u.Was.EnvWOVersion)
}

// takesOver reports whether variables are configured for the first time since an import that left them out.
func (u Update) takesOver() bool {
	return u.Hidden.LeftOut && u.Was.Env.IsNull() && IsConfigured(u.Planned.Env, u.Config.EnvWO)
}

// HasLeftOut reports whether the service has exactly the planned variables, if an import left its variables out. It is
// false while a planned variable is unknown. It fails if the provider cannot read the variables of the service: see
// CannotCompare.
func (u Update) HasLeftOut() (bool, error) {
	if !u.takesOver() || !u.allKnown() {
		return false, nil
	}
	has, _, err := u.compare()
	return has, err
}

// Sends returns the variables that an update would send, for a plan; absent if none. It fails as HasLeftOut does.
func (u Update) Sends() (members.Optional[map[string]string], error) {
	if !u.Changes() {
		return members.Optional[map[string]string]{}, nil
	}
	if has, err := u.HasLeftOut(); has || err != nil {
		return members.Optional[map[string]string]{}, err
	}
	return members.Some(u.wanted()), nil
}

// Describe names the variables that change, and is empty if none does: see describeChange.
func (u Update) Describe() string {
	if has, _ := u.HasLeftOut(); has {
		return ""
	}
	if u.Hidden.LeftOut && u.Was.Env.IsNull() && !u.Planned.Env.IsNull() {
		return describeTakenOver(u.Planned.Env)
	}
	return describeChange(u.Was.Env, u.Planned.Env, u.Config.EnvWO)
}

// Prepare returns the variables to send, absent if the service has them, and the keys to hide: before until the update
// is answered, and after from then on. With secrets or inherited ones among the variables the state cannot tell whether
// the service has them, and an update that changes nothing can restart workers: so Prepare compares. If the keys are
// lost, it finds them again. It fails if an import left the variables out and the provider cannot read them: the plan
// may have said that nothing is sent.
func (u Update) Prepare() (p Prepared, err error) {
	stays := Prepared{Before: u.Hidden, After: u.Hidden}
	changes, known := u.Changes(), u.Hidden.IsEmpty() // Without secrets the state has all variables.
	if u.stays() {
		return stays, nil
	}
	if changes && (!known || u.Kept != nil) || u.Hidden.Lost {
		has, kept, err := u.compare()
		switch {
		case err != nil && changes && (u.takesOver() || u.Kept != nil):
			return p, err
		case has:
			changes, known = false, true
		}
		p.Kept = kept
	}
	switch {
	case changes:
		p.Send = members.Some(u.with(p.Kept))
		p.Before, p.After = u.Hidden.And(u.secrets()), HideKeys(u.secrets())
	case known:
		p.Before, p.After = u.Hidden, HideKeys(u.secrets())
	default: // The service still has the old secrets, whichever these are.
		return stays, nil
	}
	return p, nil
}

// Prepared is an update of variables, ready to be sent.
type Prepared struct {
	Send          members.Optional[map[string]string]
	Before, After SecretKeys
	// Kept are the variables beside env and env_wo that the object keeps, nil if Prepare did not look for any.
	Kept map[string]string
}

// CannotCompare returns the error of a plan that cannot find out whether an object has the configured variables, which
// its import left out. A plan that guessed could plan other values in `terraform apply` than it showed before, which
// Terraform reports as a bug of the provider.
func CannotCompare(entity, name string, err error) diag.Diagnostic {
	next := "run the same command again."
	if transport.HasKind(err, transport.KindUnauthorized) {
		next = "use an API key of the same account that may read the " + entity + "."
	}
	return diag.NewAttributeErrorDiagnostic(path.Root("env"), "Cannot compare environment variables", fmt.Sprintf(
		"The import of the %s %s left its environment variables out of the state. To find out whether it has the "+
			"configured ones, the provider has to read them, and that failed. Nothing has changed.\n\nReason: %s\n\n"+
			"Next: %s", entity, name, err, next))
}

// allKnown reports whether all variables are known.
func (u Update) allKnown() bool {
	return framework.IsKnown(u.Planned.Env) && framework.IsKnown(u.Config.EnvWO)
}
