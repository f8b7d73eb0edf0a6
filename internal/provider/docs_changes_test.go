package provider_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// queueBases are configurations of the types that use the queue interface only; for the others see bases.
var queueBases = map[string]map[string]string{
	"podfleet_job":         {"endpoint_id": `"e1"`, "input": `"{}"`},
	"podfleet_queue_purge": {"endpoint_id": `"e1"`},
}

// queueSamples has each attribute of these types that can be configured; for the others see samples.
var queueSamples = map[string]map[string]tried{
	"podfleet_job": {
		"endpoint_id": sampled(`"e2"`), "input": sampled(`"{\"a\":1}"`), "cancel_on_destroy": sampled(`false`),
		"input_wo": hidden(`"{\"a\":1}"`, "input", "", "input_wo_version", `1`).
			insteadOf("input", "", "input_wo", `"{}"`, "input_wo_version", `1`),
		"input_wo_version": sampled(`2`, "input", "", "input_wo", `"{}"`).
			insteadOf("input", "", "input_wo", `"{}"`, "input_wo_version", `1`),
		"on_failure": sampled(`"keep"`),
		"policy":     sampled(`{ low_priority = true }`), "store_output": sampled(`false`),
		"s3_config": sampled(`{ access_id = "a", access_secret = "b", bucket_name = "c", endpoint_url = "https://s3.example.com" }`),
		"triggers":  sampled(`{ a = "1" }`), "wait_for_completion": sampled(`false`),
		"webhook": sampled(`"https://hook.example.com/"`),
	},
	"podfleet_queue_purge": {"endpoint_id": sampled(`"e2"`), "triggers": sampled(`{ a = "1" }`)},
}

// unmet has the attributes that replace a pod unless it meets them, with values that no pod of these tests meets.
var unmet = map[string]tried{
	"cloud_type": sampled(`"COMMUNITY"`), "gpu_type_ids": sampled(`["another"]`), "data_center_ids": sampled(`["another"]`),
	"cpu_flavor_ids": sampled(`["another"]`, "compute_type", `"CPU"`), "country_codes": sampled(`["ZZ"]`),
	"allowed_cuda_versions": sampled(`["99.9"]`), "min_cuda_version": sampled(`"99.9"`),
	"min_ram_per_gpu": sampled(`99999`), "min_vcpu_per_gpu": sampled(`99999`), "min_download_mbps": sampled(`99999`),
	"min_upload_mbps": sampled(`99999`), "min_disk_bandwidth_megabytes_per_second": sampled(`99999`),
	"support_public_ip": sampled(`true`, "cloud_type", `"COMMUNITY"`),
	"alternatives": sampled(`[{ gpu_type_ids = ["none"] }]`, "gpu_type_ids", `["another"]`).
		insteadOf("gpu_type_ids", `["NVIDIA A40"]`),
}

// rollingWords and erasedWords mark the effects of which plans warn: a rolling update, and an erased container disk.
const (
	rollingWords = "with a rolling update"
	erasedWords  = "the container disk"
)

var (
	rolls  = regexp.MustCompile(`Rolling update of the `)
	erases = regexp.MustCompile(`container disk`)
)

// Each page of a resource says of each attribute what a change of it does, once, and a plan does that: it replaces the
// object, or updates it, and it warns of a rolling update and of an erased container disk where the page says so.
func TestDocs_howChangesApply(t *testing.T) {
	t.Parallel()
	tables, _ := provider.VersionTables(t.Context())
	for _, typeName := range acctest.Start(t).Process().Types() {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			said := effectsOf(t, typeName)
			tries := maps.Clone(samples[typeName])
			if tries == nil {
				tries = queueSamples[typeName]
			}
			if got, want := slices.Sorted(maps.Keys(said)), slices.Sorted(maps.Keys(tries)); !slices.Equal(got, want) {
				t.Errorf("the page has %v\nwant %v", got, want)
			}
			for name, one := range tries {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					env := stockForWalk(t, starter(t, tables[typeName][name]))
					changed(t, env, typeName, name, one, said[name])
				})
			}
		})
	}
}

// starter starts an environment with a version of the management interface that has an attribute.
func starter(t *testing.T, has framework.ByVersion) acctest.Starter {
	t.Helper()
	version := 1
	if has.V1.How == framework.Refused {
		version = 2
	}
	return func(options ...emulator.Options) *acctest.Env {
		t.Helper()
		return acctest.Start(t, options...).UseVersion(version)
	}
}

// changed plans a change of an attribute, and compares it with the effect that the page has.
func changed(t *testing.T, env *acctest.Env, typeName, name string, one tried, effect string) {
	t.Helper()
	for _, id := range []string{"e1", "e2"} {
		env.Put("endpoints", id, map[string]any{"name": id, "templateId": "t1"})
	}
	if strings.Contains(effect, " unless the pod meets ") {
		one = unmet[name]
	}
	base := bases[typeName]
	if base == nil {
		base = queueBases[typeName]
	}
	if strings.HasSuffix(name, "_wo") && one.instead != nil && one.instead[name] == "" {
		one.instead = maps.Clone(one.with) // Another value of a write-only argument, and the same version.
		one.instead[name] = strings.ReplaceAll(one.value, "q", "p")
		one.instead[name] = strings.ReplaceAll(one.instead[name], "2", "3")
	}
	if name == "deletion_protection" {
		one.value = "true"
	}
	before := maps.Clone(one.instead)
	if before == nil {
		before = maps.Clone(one.with)
		if _, isBase := base[name]; !isBase {
			before[name] = ""
		}
	}
	want := acctest.Update
	switch {
	case strings.HasPrefix(effect, "replaces"), strings.Contains(effect, "runs a new job"):
		want = acctest.Replace
	case strings.HasPrefix(effect, "no effect alone"):
		want = acctest.NoOp
	}
	it := env.Process().Object(typeName)
	it.Apply(configOf(typeName, base, before), acctest.Create)
	if typeName == "podfleet_template" && env.Version() == 1 { // Over version 2 no endpoint follows it.
		endpoint := map[string]any{"name": "user", "templateId": it.ID(), "workersMax": 3}
		env.Put("endpoints", "user", endpoint)
		defer func() { // The end of the test deletes the template.
			env.Remove("endpoints", "user")
		}()
	}
	plan := it.Plan(configOf(typeName, base, one.with, map[string]string{name: one.value}), want)
	text := acctest.Text(plan.Diagnostics)
	if got, want := rolls.MatchString(text), strings.Contains(effect, rollingWords); got != want {
		t.Errorf("the plan warns of a rolling update: %t, and the page says %q:\n%s", got, effect, text)
	}
	if want == acctest.Replace {
		return // That warns of every disk.
	}
	if got, want := erases.MatchString(text), strings.Contains(effect, erasedWords) ||
		strings.Contains(effect, "erases the container disk"); got != want {
		t.Errorf("the plan warns of the container disk: %t, and the page says %q:\n%s", got, effect, text)
	}
}

// effectsOf reads the effect of each attribute from the table of a resource's page.
func effectsOf(t *testing.T, typeName string) map[string]string {
	t.Helper()
	page := read(t, templates+"/resources/"+strings.TrimPrefix(typeName, "podfleet_")+".md.tmpl")
	_, table, _ := strings.Cut(page, "## How changes apply\n")
	table, _, _ = strings.Cut(table, "\n## ")
	said := map[string]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 2 || !strings.HasPrefix(strings.TrimSpace(cells[0]), "`") {
			continue
		}
		for _, name := range strings.Split(cells[0], ",") {
			name = strings.Trim(strings.TrimSpace(name), "`")
			if said[name] != "" {
				t.Errorf("%s is in two rows", name)
			}
			said[name] = strings.TrimSpace(strings.ReplaceAll(cells[1], "**", ""))
		}
	}
	return said
}

var quotedName = regexp.MustCompile("`([a-z0-9_]+)`")

// The table of the guide Changes has the attributes of each resource whose change replaces it, as the resource's page
// has them.
func TestGuideChanges_whatReplaces(t *testing.T) {
	t.Parallel()
	text := read(t, templates+"/guides/changes.md")
	for _, typeName := range acctest.Start(t).Process().Types() {
		want := []string{}
		for name, effect := range effectsOf(t, typeName) {
			if strings.HasPrefix(effect, "replaces") || strings.Contains(effect, "runs a new job") {
				want = append(want, name)
			}
		}
		slices.Sort(want)
		_, row, _ := strings.Cut(text, "\n| [`"+typeName+"`]")
		row, _, _ = strings.Cut(row, "\n")
		got := []string{}
		for _, found := range quotedName.FindAllStringSubmatch(row, -1) {
			got = append(got, found[1])
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: the guide has %v\nand the page %v", typeName, got, want)
		}
	}
}
