package provider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// protectable is an object that deletion_protection holds.
type protectable struct {
	// entity is its name in messages, and deletes the operation that ends it.
	entity, deletes string
	config          acctest.Values
	// replaces is a change that replaces it.
	replaces acctest.Values
}

var protectables = map[string]protectable{
	"podfleet_endpoint": {
		"endpoint", "DeleteEndpoint",
		acctest.Values{"name": "it", "template_id": "t1"}, acctest.Values{"compute_type": "CPU"},
	},
	"podfleet_network_volume": {
		"network volume", "DeleteNetworkVolume",
		acctest.Values{"name": "it", "size": 10, "data_center_id": "EU-RO-1"},
		acctest.Values{"data_center_id": "US-TX-3"},
	},
	"podfleet_pod": {
		"pod", "DeletePod",
		acctest.Values{"name": "it", "image_name": "img:1", "wait_for_ready": false},
		acctest.Values{"cloud_type": "COMMUNITY"},
	},
	"podfleet_template": {
		"template", "DeleteTemplate",
		acctest.Values{"name": "it", "image_name": "img:1"}, acctest.Values{"category": "AMD"},
	},
}

// A protected object is neither deleted nor replaced, by a plan or by a delete that nobody planned. To switch the
// protection sends nothing, and a state that does not have it plans empty.
func TestProtection(t *testing.T) {
	t.Parallel()
	var have []string
	p := acctest.Start(t).Process()
	for _, typeName := range p.Types() {
		if attributesOf(p, typeName)["deletion_protection"] != nil {
			have = append(have, typeName)
		}
	}
	slices.Sort(have)
	if want := slices.Sorted(maps.Keys(protectables)); !slices.Equal(have, want) {
		t.Errorf("deletion_protection is an attribute of %v, want %v", have, want)
	}
	for typeName, it := range protectables {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				holds(t, start, typeName, it)
			})
		})
	}
}

func holds(t *testing.T, start acctest.Starter, typeName string, it protectable) {
	t.Helper()
	w := start()
	w.Put("templates", "t1", map[string]any{
		"name": "worker", "imageName": "img:1", "isServerless": true, "volumeInGb": 0,
	})
	p := w.Process()
	with := func(change acctest.Values, protected any) acctest.Values {
		config := maps.Clone(it.config)
		maps.Copy(config, change)
		config["deletion_protection"] = protected
		if protected == nil {
			delete(config, "deletion_protection")
		}
		return config
	}
	free := p.MustApply(typeName, acctest.Instance{}, with(nil, nil))
	is := func(instance acctest.Instance, want bool) {
		t.Helper()
		got := p.Attributes(typeName, instance.State)["deletion_protection"]
		if !got.Equal(tftypes.NewValue(tftypes.Bool, want)) {
			t.Errorf("deletion_protection is %s, want %v", got, want)
		}
	}
	is(free, false)
	w.ClearJournal()
	protected, diags := p.Apply(typeName, free, with(nil, true))
	is(protected, true)
	again, more := p.Apply(typeName, protected, with(nil, nil))
	is(again, false)
	if asked := w.Requests(); len(asked) != 0 || len(diags)+len(more) != 0 {
		t.Errorf("to switch the protection asks for %v and says %s %s", asked, acctest.Text(diags), acctest.Text(more))
	}

	deleting, replacing := "ERROR: Cannot delete a protected "+it.entity, "ERROR: Cannot replace a protected "+it.entity
	for name, test := range map[string]struct{ says, want string }{
		"delete": {acctest.Text(p.PlanDestroy(typeName, protected).Diagnostics), deleting},
		"replace": {acctest.Text(p.Plan(typeName, protected,
			with(it.replaces, true)).Diagnostics), replacing},
		"replace, and switch it off": {acctest.Text(p.Plan(typeName, protected,
			with(it.replaces, false)).Diagnostics), replacing},
		"replace, and take it out": {acctest.Text(p.Plan(typeName, protected,
			with(it.replaces, nil)).Diagnostics), replacing},
		"delete what is not protected": {acctest.Text(p.PlanDestroy(typeName, again).Diagnostics), ""},
		"replace what is not protected": {acctest.Text(p.Plan(typeName, again, with(it.replaces, nil)).Diagnostics),
			""},
		"leave what is protected as it is": {acctest.Text(p.Plan(typeName, protected, with(nil, true)).Diagnostics),
			""},
	} {
		if refused := strings.Contains(test.says, "ERROR"); refused != (test.want != "") ||
			!strings.Contains(test.says, test.want) {
			t.Errorf("%s: %s", name, test.says)
		}
		if test.want != "" && (!strings.Contains(test.says, `"it"`) ||
			!strings.Contains(test.says, map[string]string{
				deleting:  "set deletion_protection = false in its block, apply that, and then delete it.",
				replacing: "undo the change, set deletion_protection = false, apply that, and then make the change again.",
			}[test.want])) {
			t.Errorf("%s: %s", name, test.says)
		}
	}
	// Each refusal gives the advice for its case, and never to delete an object: the ID can be that of the object in use.
	id := p.ID(typeName, protected)
	_, refused := p.Destroy(typeName, protected)
	for name, test := range map[string]struct {
		says        string
		wants, bars []string
	}{
		"a planned delete": {
			acctest.Text(p.PlanDestroy(typeName, protected).Diagnostics),
			[]string{"Nothing was deleted", "removed its block", "one instance of count or for_each", "a deposed object",
				"terraform state rm"},
			[]string{"taint", "undo the change", "delete that", id},
		},
		"a delete": {
			acctest.Text(refused),
			[]string{"terraform untaint", "a deposed object", "terraform state rm"},
			[]string{"removed its block", "undo the change", "delete that", id},
		},
		"a replacement": {
			acctest.Text(p.Plan(typeName, protected, with(it.replaces, true)).Diagnostics),
			[]string{"a change of " + strings.Join(slices.Sorted(maps.Keys(it.replaces)), ", ") + " replaces it",
				"Nothing was deleted", "undo the change that replaces it"},
			[]string{"removed its block", "taint", "deposed", "in the service", "delete that", id},
		},
		"a replacement that switches it on": {
			acctest.Text(p.Plan(typeName, free, with(it.replaces, true)).Diagnostics),
			[]string{replacing, "its deletion_protection is true", "undo the change that replaces it"},
			[]string{"apply that first", "taint", "deposed", id},
		},
	} {
		for _, want := range test.wants {
			if !strings.Contains(test.says, want) {
				t.Errorf("%s does not say %q: %s", name, want, test.says)
			}
		}
		for _, bar := range test.bars {
			if strings.Contains(test.says, bar) {
				t.Errorf("%s says %q: %s", name, bar, test.says)
			}
		}
	}
	kept, diags := p.Destroy(typeName, protected)
	if says := acctest.Text(diags); !strings.Contains(says, deleting) || len(w.Requests(it.deletes)) != 0 ||
		p.Attributes(typeName, kept.State) == nil {
		t.Errorf("a delete that nobody planned: %s", says)
	}

	// A state of a version that had no protection.
	values := acctest.Values{}
	for name, value := range p.Attributes(typeName, free.State) {
		values[name] = value
	}
	delete(values, "deletion_protection")
	older := p.Instance(typeName, values)
	older.Private = free.Private
	refreshed, _ := p.Read(typeName, older)
	if has := p.Attributes(typeName, refreshed.State)["deletion_protection"]; !has.IsNull() {
		t.Errorf("a refresh puts deletion_protection = %s into an older state: -refresh-only lists it", has)
	}
	for name, instance := range map[string]acctest.Instance{"without a refresh": older, "after a refresh": refreshed} {
		plan := p.Plan(typeName, instance, with(nil, nil))
		if string(plan.PlannedState.MsgPack) != string(instance.State.MsgPack) || len(plan.Diagnostics) != 0 {
			t.Errorf("%s an older state plans %v: %s", name, p.Attributes(typeName, plan.PlannedState),
				acctest.Text(plan.Diagnostics))
		}
	}
	if _, diags := p.Destroy(typeName, older); len(diags) != 0 || len(w.Requests(it.deletes)) != 1 {
		t.Errorf("an older state is not deleted: %s", acctest.Text(diags))
	}
}

// Core begins a destroy with a normal plan of the configuration, and does not tell the provider. So no plan fails
// because of changes that the service does not make to existing objects: the apply fails, and the destroy deletes all
// of them. The apply sends no update that the provider knows the service refuses, and it does not know which templates
// are for pods.
func TestDestroy_afterARefusedApply(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := start()
		m := w.Module()
		template := func(name string, isServerless bool) acctest.Resource {
			return acctest.Resource{Address: "podfleet_template." + name, Config: acctest.Values{"name": name,
				"image_name": "img:1", "is_serverless": isServerless}}
		}
		config := func(size, disk int, of string) []acctest.Resource {
			return []acctest.Resource{
				{Address: volumeType + ".data", Config: acctest.Values{"name": "data", "size": size,
					"data_center_id": "EU-RO-1"}},
				{Address: "podfleet_pod.desk", Config: acctest.Values{"image_name": "img:1", "volume_in_gb": disk,
					"wait_for_ready": false}},
				template("worker", true), template("desk", false),
				{Address: "podfleet_endpoint.serve", Config: acctest.Values{"name": "serve",
					"template_id": acctest.Ref{Address: "podfleet_template." + of, Attribute: "id"}}},
			}
		}
		if run := m.Apply(config(20, 30, "worker")); run.Failed() {
			t.Fatal(run.Text())
		}
		refused := config(10, 20, "desk")
		plan := m.Plan(refused)
		for _, want := range []string{"WARNING: The volume is larger than configured: network volume",
			"WARNING: The volume is larger than configured: pod"} {
			if plan.Failed() || !strings.Contains(plan.Text(), want) {
				t.Errorf("no %q in:\n%s", want, plan.Text())
			}
		}
		w.ClearJournal()
		if run := m.Apply(refused); !strings.Contains(run.Text(), "Cannot update endpoint") {
			t.Error(run.Text())
		}
		w.ExpectWrites("UpdateEndpoint")
		// The endpoint still has its former template. The state no longer says so, as core records it, so that template can
		// go first: then the endpoint goes the second time.
		run := m.Apply(nil)
		if run.Failed() && strings.Contains(run.Text(), "its template may be shared") {
			run = m.Apply(nil)
		}
		if run.Failed() || len(m.Objects()) > 0 || len(w.Objects("pods")) > 0 {
			t.Error(run.Text())
		}
	})
}
