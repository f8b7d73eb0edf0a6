package provider_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// withLogin is a commit whose config_hash still covered the registry credentials; its state has a template with some.
const withLogin = "c0a379f"

// The config_hash of a state that an earlier version wrote does not change, since a change destroys the objects that
// name it: not with the first plan, before or after a refresh, not with another login, and not after its apply. It
// changes with the rest of the configuration, also beside another login.
func TestStoredState_configHashWithoutLogin(t *testing.T) {
	t.Parallel()
	const address = "podfleet_template.private"
	config := func(s *stored, changes acctest.Values) acctest.Values {
		all := acctest.Values{
			"name": "private", "image_name": "registry.example.com/team/private:1",
			"container_registry_auth_id": s.id("podfleet_container_registry_auth.login"),
		}
		for name, value := range changes {
			all[name] = value
		}
		return all
	}
	other := func(s *stored) string { return s.id("podfleet_container_registry_auth.imported") }
	drifts := func(t *testing.T, s *stored, login string) {
		t.Helper()
		s.w.Patch("templates", s.id(address), map[string]any{"containerRegistryAuthId": login})
	}
	for name, test := range map[string]struct {
		// drift is the login at the service when the provider is upgraded; empty: the state's.
		drift   func(s *stored) string
		changes func(s *stored) acctest.Values
		keeps   bool
	}{
		"nothing": {nil, func(*stored) acctest.Values { return nil }, true},
		"a login": {nil, func(s *stored) acctest.Values {
			return acctest.Values{"container_registry_auth_id": other(s)}
		}, true},
		"no login": {nil, func(*stored) acctest.Values {
			return acctest.Values{"container_registry_auth_id": nil}
		}, true},
		"a login that is not known yet": {nil, func(*stored) acctest.Values {
			return acctest.Values{"container_registry_auth_id": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}
		}, true},
		"an image": {nil, func(*stored) acctest.Values {
			return acctest.Values{"image_name": "registry.example.com/team/private:2"}
		}, false},
		"a login and an image": {nil, func(s *stored) acctest.Values {
			return acctest.Values{"container_registry_auth_id": other(s),
				"image_name": "registry.example.com/team/private:2"}
		}, false},
		"the repair of a login": {other, func(*stored) acctest.Values { return nil }, true},
		"a login after another one outside": {other, func(*stored) acctest.Values {
			return acctest.Values{"container_registry_auth_id": nil}
		}, true},
		"an image after a login outside": {other, func(*stored) acctest.Values {
			return acctest.Values{"image_name": "registry.example.com/team/private:2"}
		}, false},
	} {
		for _, refreshes := range []bool{false, true} {
			if !refreshes && test.drift != nil {
				continue // A plan without a refresh does not see it.
			}
			s := loadStored(t, withLogin)
			p := s.w.Process()
			typeName, instance := s.at(t, address)
			hash := func(instance acctest.Instance) string {
				return p.Attributes(typeName, instance.State)["config_hash"].String()
			}
			was := hash(instance)
			if test.drift != nil {
				drifts(t, s, test.drift(s))
			}
			if refreshes {
				for range 2 { // The second time, the state no longer has the old login.
					instance, _ = p.Read(typeName, instance)
				}
			}
			plan := p.Plan(typeName, instance, config(s, test.changes(s)))
			planned := p.Attributes(typeName, plan.PlannedState)["config_hash"].String()
			if (planned == was) != test.keeps {
				t.Errorf("%s, refreshed %v: the hash %s is planned to be %s", name, refreshes, was, planned)
			}
			if name == "nothing" && string(plan.PlannedState.MsgPack) != string(instance.State.MsgPack) {
				t.Errorf("%s, refreshed %v: the plan is not empty", name, refreshes)
			}
		}
	}

	// After a login was applied, the plan still compares the rest of the configuration with the last applied one.
	s := loadStored(t, withLogin)
	p := s.w.Process()
	typeName, instance := s.at(t, address)
	was := p.Attributes(typeName, instance.State)["config_hash"].String()
	rotated, diags := p.Apply(typeName, instance, config(s, acctest.Values{"container_registry_auth_id": other(s)}))
	if got := p.Attributes(typeName, rotated.State)["config_hash"].String(); got != was || len(diags) != 0 {
		t.Errorf("after the rotation the hash %s is %s: %s", was, got, acctest.Text(diags))
	}
	for name, test := range map[string]struct {
		changes acctest.Values
		keeps   bool
	}{
		"the login before": {nil, true},
		"an image":         {acctest.Values{"image_name": "registry.example.com/team/private:2"}, false},
	} {
		got := p.Attributes(typeName, p.Plan(typeName, rotated, config(s, test.changes)).PlannedState)["config_hash"].String()
		if (got == was) != test.keeps {
			t.Errorf("after the rotation, %s: the hash %s is planned to be %s", name, was, got)
		}
	}
}
