package pod_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// soldOut leaves no stock of some hardware.
func soldOut(t *testing.T, w *acctest.Env, ids ...string) {
	t.Helper()
	for _, id := range ids {
		w.Must(w.SetStock(emulator.StockLimit{ID: id}))
	}
}

const l4, a40, cpu3c = "NVIDIA L4", "NVIDIA A40", "cpu3c"

// alternativeMembers has an alternative for each attribute that one can have: of a pod of own attributes that the stock
// refuses.
var alternativeMembers = map[string]struct {
	own, alternative values
	stock            emulator.StockLimit
	over             int // the version; 0 for both
}{
	"gpu_type_ids": {alternative: values{"gpu_type_ids": []string{a40}}, stock: emulator.StockLimit{ID: l4}},
	"gpu_count": {own: values{"gpu_count": 2}, alternative: values{"gpu_count": 1},
		stock: emulator.StockLimit{ID: l4, Units: 1}},
	"cloud_type": {alternative: values{"cloud_type": "COMMUNITY", "gpu_type_ids": []string{a40}},
		stock: emulator.StockLimit{ID: l4}},
	"data_center_ids": {own: values{"data_center_ids": []string{"EU-RO-1"}},
		alternative: values{"data_center_ids": []string{"US-TX-3", "US-KS-2"}},
		stock:       emulator.StockLimit{ID: l4, DataCenter: "EU-RO-1"}},
	"interruptible": {alternative: values{"interruptible": true, "gpu_type_ids": []string{a40}},
		stock: emulator.StockLimit{ID: l4}, over: 1},
	"not interruptible": {own: values{"interruptible": true},
		alternative: values{"interruptible": false, "gpu_type_ids": []string{a40}}, stock: emulator.StockLimit{ID: l4},
		over: 1},
	"cpu_flavor_ids": {own: values{"cpu_flavor_ids": []string{cpu3c}},
		alternative: values{"cpu_flavor_ids": []string{"cpu3g"}}, stock: emulator.StockLimit{ID: cpu3c}},
	"vcpu_count": {own: values{"cpu_flavor_ids": []string{cpu3c}, "vcpu_count": 8},
		alternative: values{"vcpu_count": 4}, stock: emulator.StockLimit{ID: cpu3c, Units: 4}},
}

// configOf is a configuration with own attributes and alternatives.
func configOf(own values, all ...values) values {
	config := values{"name": "n", "image_name": "img:1"}
	if own["cpu_flavor_ids"] != nil {
		config["compute_type"] = "CPU"
	} else {
		config["gpu_type_ids"] = []string{l4}
	}
	maps.Copy(config, own)
	if len(all) > 0 {
		config["alternatives"] = all
	}
	return config
}

// A pod that comes up as an alternative is as configured: the state keeps the pod's own values, placement is the number
// of the alternative, and no later plan has anything to do. So is one that was imported, of which nothing tells the
// number.
func TestPod_comesUpAsAnAlternative(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		p := w.Process()
		for name, test := range alternativeMembers {
			if test.over != 0 && test.over != w.Version() {
				continue
			}
			w.Must(w.SetStock(test.stock))
			config := configOf(test.own, values{"gpu_count": 7}, test.alternative)
			if test.own["cpu_flavor_ids"] != nil {
				config["alternatives"] = []values{{"vcpu_count": 16}, test.alternative}
			}
			w.ClearJournal()
			created, diags := p.Apply(typeName, acctest.Instance{}, config)
			if len(diags) != 0 {
				t.Fatalf("%s: %s", name, acctest.Text(diags))
			}
			if creates := len(w.Requests("CreatePod")); creates != 3 {
				t.Errorf("%s: %d creates", name, creates)
			}
			plansEmpty(t, p, name+", created", created, config)
			created = refreshed(t, p, created)
			plansEmpty(t, p, name+", refreshed", created, config)
			has := p.Attributes(typeName, created.State)
			for attribute := range test.alternative {
				want := p.Attributes(typeName, p.Instance(typeName, config).State)[attribute]
				if !want.IsNull() && !has[attribute].Equal(want) {
					t.Errorf("%s: the state has %s = %s, and configured is %s", name, attribute, has[attribute], want)
				}
			}
			if got := has["placement"]; !got.Equal(tftypes.NewValue(tftypes.Number, 2)) {
				t.Errorf("%s: placement is %s", name, got)
			}
			imported, _ := p.Import(typeName, p.ID(typeName, created), "")
			if got := p.Attributes(typeName, imported.State)["placement"]; !got.IsNull() {
				t.Errorf("%s: imported with placement = %s", name, got)
			}
			w.ClearJournal()
			imported, diags = p.Apply(typeName, imported, config)
			if len(w.Writes()) != 0 {
				t.Errorf("%s: the adoption sends something", name)
			}
			if says := acctest.Text(diags); strings.Contains(says, "contradicts") || strings.Contains(says, "ERROR") {
				t.Errorf("%s, imported: %s", name, says)
			}
			plansEmpty(t, p, name+", imported", imported, config)
			imported = refreshed(t, p, imported)
			plansEmpty(t, p, name+", imported and refreshed", imported, config)
			if got := p.Attributes(typeName, imported.State)["placement"]; !got.Equal(has["placement"]) {
				t.Errorf("%s: placement of an imported pod is %s", name, got)
			}
			w.Must(w.SetStock(emulator.StockLimit{ID: test.stock.ID, Units: -1}))
		}
	})
}

// A pod that came up as the only alternative, an A40 in EU-RO-1, is replaced only if it meets none of the candidates
// that are wanted then, in all of their attributes together. Else the change is in place and sends nothing, and the
// number of the placement is that of the new list.
func TestPod_alternativesChange(t *testing.T) {
	t.Parallel()
	a40s, l40s := values{"gpu_type_ids": []string{a40}}, values{"gpu_type_ids": []string{"NVIDIA L40"}}
	changes := map[string]struct {
		own       values
		all       []values
		unmet     string // what the warning of a replacement says; empty: in place
		placement int
	}{
		"more of them":    {all: []values{l40s, a40s}, placement: 2},
		"its own as well": {own: values{"gpu_type_ids": []string{a40}}},
		"other own ones":  {own: values{"gpu_type_ids": []string{"NVIDIA L40"}}, all: []values{a40s}, placement: 1},
		"more places": {own: values{"data_center_ids": []string{"EU-RO-1", "US-TX-3"}}, all: []values{a40s},
			placement: 1},
		"a place of the alternative": {own: values{"data_center_ids": []string{"US-TX-3"}},
			all: []values{{"gpu_type_ids": []string{a40}, "data_center_ids": []string{"EU-RO-1"}}}, placement: 1},
		"none": {unmet: `alternatives is another list, and the pod has "NVIDIA A40"`},
		"others": {all: []values{l40s}, unmet: `alternatives is another list, and the pod has ` +
			`"NVIDIA A40". It meets none of the alternatives either`},
		"its type in another place": {all: []values{{"gpu_type_ids": []string{a40}, "data_center_ids": []string{"US-TX-3"}}},
			unmet: `and the pod has "NVIDIA A40"`},
		"its type with more GPUs": {all: []values{{"gpu_type_ids": []string{a40}, "gpu_count": 2}},
			unmet: `and the pod has "NVIDIA A40"`},
		"other own ones that it does not inherit": {own: values{"cloud_type": "COMMUNITY"}, all: []values{a40s},
			unmet: `cloud_type is "COMMUNITY", and the pod has "SECURE". It meets none of the alternatives either`},
	}
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		p := w.Process()
		soldOut(t, w, l4)
		before := configOf(values{"data_center_ids": []string{"EU-RO-1"}}, a40s)
		created, _ := p.Apply(typeName, acctest.Instance{}, before)
		imported, _ := p.Import(typeName, p.ID(typeName, created), "")
		imported, _ = p.Apply(typeName, imported, before)
		for name, test := range changes {
			config := configOf(values{"data_center_ids": []string{"EU-RO-1"}}, test.all...)
			maps.Copy(config, test.own)
			for what, was := range map[string]acctest.Instance{"created": created, "imported": imported} {
				plan := p.Plan(typeName, was, config)
				says := acctest.Text(plan.Diagnostics)
				if test.unmet != "" {
					if len(plan.RequiresReplace) == 0 || !strings.Contains(says, test.unmet) {
						t.Errorf("%s, %s: %v %s", name, what, plan.RequiresReplace, says)
					}
					continue
				}
				placed := p.Attributes(typeName, plan.PlannedState)["placement"]
				if len(plan.RequiresReplace)+len(plan.Diagnostics) != 0 ||
					!placed.Equal(tftypes.NewValue(tftypes.Number, test.placement)) {
					t.Errorf("%s, %s: %v %s at %s", name, what, plan.RequiresReplace, says, placed)
				}
				w.ClearJournal()
				now, diags := p.Apply(typeName, was, config)
				if len(diags)+len(w.Requests()) != 0 {
					t.Errorf("%s, %s: %s%v", name, what, acctest.Text(diags), w.Requests())
				}
				plansEmpty(t, p, name+", "+what, refreshed(t, p, now), config)
			}
		}
		it := p.Object(typeName)
		const lines = minimal + "\ngpu_type_ids = [\"NVIDIA L4\"]\nalternatives = "
		it.Apply(hcl(lines+`[{ gpu_type_ids = ["NVIDIA A40"] }]`), acctest.Create)
		for all, action := range map[string]acctest.Action{
			`late([{ gpu_type_ids = ["NVIDIA L40"] }])`:                           acctest.Replace,
			`[late({ gpu_type_ids = ["NVIDIA A40"] })]`:                           acctest.Replace,
			`[{ gpu_type_ids = [late("NVIDIA A40")] }]`:                           acctest.Replace,
			`[{ gpu_type_ids = ["NVIDIA A40"] }, late({ gpu_count = 2 })]`:        acctest.Update,
			`[{ gpu_type_ids = [late("NVIDIA A10"), "NVIDIA A40"] }]`:             acctest.Update,
			`[{ gpu_type_ids = ["NVIDIA A40"], gpu_count = late(1) }]`:            acctest.Replace,
			`[{ gpu_type_ids = ["NVIDIA A40"] }, { gpu_type_ids = late(["B"]) }]`: acctest.Update,
		} {
			it.Plan(hcl(lines+all), action)
		}
	})
}

// Every rule of a pod holds for each alternative, at its path, before anything is sent; no unknown value refuses
// anything. Only a new pod is refused for what the service would refuse.
func TestPod_alternativesRefused(t *testing.T) {
	t.Parallel()
	const volume = "\nnetwork_volume_id = \"vol1\"\nvolume_mount_path = \"/v\""
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		it := w.Process().Object(typeName)
		it.Apply(hcl(minimal+volume), acctest.Create)
		_ = w.Writes()
		for _, test := range []struct {
			lines, says string
			isNew       bool // It is refused for a new pod only.
			over        int
		}{
			{lines: `alternatives = [null]`, says: `^ERROR: An alternative that changes nothing.*\(at alternatives\.0\)`},
			{lines: "alternatives = [" + strings.Repeat("{ gpu_count = 2 }, ", 11) + "]", says: `at alternatives\)`},
			{lines: `alternatives = [{}]`, says: `An alternative that changes nothing.*alternative 1 .*as candidate 0.*` +
				`\(at alternatives\.0\)`},
			{lines: `alternatives = [{ gpu_count = 1, cloud_type = "SECURE", data_center_ids = [], interruptible = false }]`,
				says: `An alternative that changes nothing`},
			{lines: `alternatives = [{ gpu_count = 2 }, { gpu_count = 3 }, { gpu_count = 2, gpu_type_ids = [] }]`,
				says: `alternative 3 .*as candidate 1.*\(at alternatives\.2\)`},
			{lines: `alternatives = [{ gpu_count = 0 }]`, says: `at alternatives\.0\.gpu_count`},
			{lines: `alternatives = [{ cloud_type = "A" }]`, says: `at alternatives\.0\.cloud_type`},
			{lines: `alternatives = [{ gpu_count = 2 }, { cpu_flavor_ids = ["cpu3c"] }]`,
				says: `Invalid attribute of a GPU pod: Alternative 2: .*\(at alternatives\.1\.cpu_flavor_ids\)`},
			{lines: `alternatives = [{ vcpu_count = 4 }]`,
				says: `Invalid attribute of a GPU pod.*\(at alternatives\.0\.vcpu_count\)`},
			{lines: "compute_type = \"CPU\"\nalternatives = [{ gpu_count = 2 }]",
				says: `Invalid attribute of a CPU pod.*\(at alternatives\.0\.gpu_count\)`},
			{lines: `alternatives = [{ gpu_count = 2 }, { data_center_ids = ["US-KS-2"] }]` + volume, isNew: true,
				says: `network volume is in another data center: Alternative 2: .*\(at alternatives\.1\.data_center_ids\)`},
			{lines: "data_center_ids = [\"US-KS-2\"]\nalternatives = [{ data_center_ids = [\"EU-RO-1\"] }]" + volume,
				isNew: true, says: `network volume is in another data center: The .*\(at network_volume_id\)`},
			{lines: `alternatives = [{ cloud_type = "COMMUNITY" }]` + volume, isNew: true,
				says: `No network volumes in this cloud: Alternative 1: .*\(at alternatives\.0\.cloud_type\)`},
			{lines: `alternatives = [{ interruptible = true }]`, isNew: true, over: 2,
				says: `Not possible over version 2: Alternative 1: .*no interruptible pods.*\(at alternatives\.0\.interruptible\)`},
			{lines: "compute_type = \"CPU\"\nalternatives = [{ vcpu_count = 3 }]", isNew: true, over: 2,
				says: `Not possible over version 2.*power of two.*\(at alternatives\.0\.vcpu_count\)`},
			{lines: "country_codes = [\"RO\"]\nalternatives = [{ cloud_type = \"COMMUNITY\" }]", isNew: true, over: 2,
				says: `Not possible over version 2.*countries.*\(at alternatives\.0\.cloud_type\)`},
			{lines: `wait_for_capacity = "15m"`, says: `timeout of the create is too short.*can take 15m15s.*is 15m0s\.`},
			{lines: "wait_for_capacity = \"1m\"\nalternatives = [{ gpu_count = 2 }]\ntimeouts { create = \"90s\" }",
				says: `can take 1m30s: wait_for_capacity, which is 1m0s, and 15s .* 2 candidates.*\(at wait_for_capacity\)`},
			{lines: "alternatives = [{ gpu_count = 2 }]\ntimeouts { create = \"30s\" }", says: `\(at alternatives\)`},
			{lines: `wait_for_capacity = "0s"`, says: `\(at wait_for_capacity\)`},
		} {
			if test.over != 0 && test.over != w.Version() {
				continue
			}
			config := hcl(minimal + "\n" + test.lines)
			w.Process().Object(typeName).ExpectPlanError(config, acctest.Wrapped(test.says))
			if !test.isNew {
				it.ExpectPlanError(config, acctest.Wrapped(test.says))
			}
		}
		for _, lines := range []string{
			`alternatives = []`, `alternatives = late([{}])`, `alternatives = [{ gpu_count = 2 }, late({ gpu_count = 2 })]`,
			`alternatives = [{ gpu_count = late(1) }, { gpu_count = late(1) }]`, `alternatives = [{ gpu_type_ids = [late("A")] }]`,
			"gpu_count = late(2)\nalternatives = [{ gpu_count = 2 }]",
			`alternatives = [{ cloud_type = late("COMMUNITY"), data_center_ids = [late("US-KS-2")] }]` + volume,
			`alternatives = [{ interruptible = late(true), gpu_count = 2 }]`,
			"compute_type = late(\"CPU\")\nalternatives = [{ gpu_count = 2 }, { cpu_flavor_ids = [\"cpu3c\"] }]",
			"compute_type = \"CPU\"\nalternatives = [{ gpu_count = late(null), vcpu_count = late(3) }]",
			"wait_for_capacity = late(\"1h\")",
			"wait_for_capacity = \"1h\"\ntimeouts { create = late(\"1m\") }", `timeouts { create = "10s" }`,
		} {
			w.Process().Object(typeName).Plan(hcl(minimal+"\n"+lines), acctest.Create)
		}
		w.ExpectWrites()
		it.Apply(hcl(minimal+volume+"\nalternatives = [{ cloud_type = \"COMMUNITY\" }, { interruptible = true }]"),
			acctest.Update) // The pod stays.
		it.Apply(hcl(minimal+volume+"\nalternatives = []"), acctest.Update)
		it.Apply(hcl(minimal+volume+"\nwait_for_capacity = \"14m\""), acctest.Update)
		w.ExpectWrites()
	})
}

// An imported pod that is an alternative keeps its place when the lines that it was adopted with go: nothing asks for
// another one. A created pod does too.
func TestPod_alternativesLineRemoved(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		soldOut(t, w, l4)
		const lines = "\ngpu_type_ids = [\"NVIDIA L4\"]\nalternatives = [{ gpu_type_ids = [\"NVIDIA A40\"] }]"
		it, imported := w.Process().Object(typeName), w.Process().Object(typeName)
		it.Apply(hcl(minimal+lines), acctest.Create)
		imported.Import(it.ID())
		imported.Apply(hcl(minimal+lines), acctest.Update)
		for _, object := range []*acctest.Object{it, imported} {
			for _, left := range []string{"", "\nalternatives = [{ gpu_count = 2 }]"} {
				object.Plan(hcl(minimal+left), acctest.Update)
			}
		}
		contradicted := w.Process().Object(typeName) // It is not what it was adopted with.
		contradicted.Import(it.ID())
		contradicted.Apply(hcl(minimal+"\ngpu_type_ids = [\"NVIDIA L4\"]"), acctest.Update)
		contradicted.Apply(hcl(minimal+lines), acctest.Update)
		contradicted.Expect("placement", 1)
	})
}

// A pod whose private state was lost is taken for an imported one: neither first alternatives nor the removal of all
// lines replaces it.
func TestPod_alternativesWithoutPrivateState(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		p := w.Process()
		created, _ := p.Apply(typeName, acctest.Instance{}, configOf(values{"gpu_type_ids": []string{a40}}))
		imported, _ := p.Import(typeName, textOf(t, p, created, "id"), "")
		soldOut(t, w, l4)
		fallback, _ := p.Apply(typeName, acctest.Instance{}, configOf(nil, values{"gpu_type_ids": []string{a40}}))
		for name, test := range map[string]struct {
			was    acctest.Instance
			config values
		}{
			"first alternatives": {refreshed(t, p, imported), configOf(nil, values{"gpu_type_ids": []string{"NVIDIA L40"}})},
			"no lines":           {fallback, values{"name": "n", "image_name": "img:1"}},
		} {
			lost := test.was.WithoutPrivate()
			if w.Version() > 1 { // The mark of version 2 is in the private state too.
				lost = refreshed(t, p, lost)
			}
			if plan := p.Plan(typeName, lost, test.config); len(plan.RequiresReplace) != 0 {
				t.Errorf("%s: replaces %v: %s", name, plan.RequiresReplace, acctest.Text(plan.Diagnostics))
			}
		}
	})
}
