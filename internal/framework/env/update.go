package env

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Visible is the environment of a plan or a state: env, and env_wo_version. The secret half, env_wo, is in neither.
type Visible struct {
	Variables types.Map
	Version   types.Int64
}

// Update is an update of the environment of an object that has no variables but env and env_wo. The service replaces
// all variables at once.
type Update struct {
	Planned, Was Visible
	Env, EnvWO   types.Map  // of the configuration
	Hidden       SecretKeys // of the state
	// Has reports whether the service has exactly these variables, by a request. It is false if that is unknown.
	Has func(wanted map[string]string) bool
}

func (u Update) secrets() map[string]string { return framework.StringsByKey(u.EnvWO) }

func (u Update) wanted() map[string]string { return Merged(u.Planned.Variables, u.secrets()) }

// stays reports whether the service keeps its variables: since an import, none has been configured.
func (u Update) stays() bool {
	return u.Hidden.IsLeftOut() && u.Planned.Variables.IsNull() || u.Hidden.IsUnowned() && !IsConfigured(u.Env, u.EnvWO)
}

// Changes reports whether the variables of the service must be replaced, as far as state and configuration show it.
// Without secrets in it the state has all variables, and a move of variables between env and env_wo that keeps every
// value is no change. With secrets the state does not have their values, and their version decides.
func (u Update) Changes() bool {
	switch {
	case u.stays():
		return false
	case u.Hidden.IsEmpty():
		return !maps.Equal(u.wanted(), framework.StringsByKey(u.Was.Variables))
	}
	return !u.Planned.Variables.Equal(u.Was.Variables) || !u.Planned.Version.Equal(u.Was.Version)
}

// HasLeftOut reports whether the service has exactly the planned variables, if an import left its variables out. It is
// false if that is unknown.
func (u Update) HasLeftOut() bool {
	if !u.Hidden.IsLeftOut() || !u.Was.Variables.IsNull() || !allKnown(u.Planned.Variables) || !allKnown(u.EnvWO) ||
		!IsConfigured(u.Planned.Variables, u.EnvWO) {
		return false
	}
	return u.Has(u.wanted())
}

// Sends returns the variables that an update would send, for a plan; absent if none.
func (u Update) Sends() client.Optional[map[string]string] {
	if !u.Changes() || u.HasLeftOut() {
		return client.Optional[map[string]string]{}
	}
	return client.Some(u.wanted())
}

// Describe names the variables that change, and is empty if none does: see DescribeChange.
func (u Update) Describe() string {
	if u.Hidden.IsLeftOut() && u.Was.Variables.IsNull() && !u.Planned.Variables.IsNull() {
		return DescribeTakenOver(u.Planned.Variables)
	}
	return DescribeChange(u.Was.Variables, u.Planned.Variables, u.EnvWO)
}

// Prepare returns the variables to send, absent if the service has them, and the keys to hide: before until the update
// is answered, and after from then on. With secrets among the variables the state cannot tell whether the service has
// them, and an update that changes nothing can restart workers: so Prepare asks Has. If the keys are lost, it finds
// them again.
func (u Update) Prepare() (send client.Optional[map[string]string], before, after SecretKeys) {
	changes, known := u.Changes(), u.Hidden.IsEmpty() // Without secrets the state has all variables.
	if u.stays() {
		return send, u.Hidden, u.Hidden
	}
	if !known && (changes || u.Hidden.AreLost()) && u.Has(u.wanted()) {
		changes, known = false, true
	}
	switch {
	case changes:
		return client.Some(u.wanted()), u.Hidden.And(u.secrets()), HideKeys(u.secrets())
	case known:
		return send, u.Hidden, HideKeys(u.secrets())
	default: // The service still has the old secrets, whichever these are.
		return send, u.Hidden, u.Hidden
	}
}

// allKnown reports whether a map and all of its values are known.
func allKnown(m types.Map) bool {
	for _, value := range m.Elements() {
		if value.IsUnknown() {
			return false
		}
	}
	return !m.IsUnknown()
}
