package provider_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// shown is a configuration of a guide, or of another page with a template: the code under one heading, or under several
// that a reader puts into one file.
type shown struct {
	guide string
	under []string
	// beside has the objects that a fragment is about and that the guide leaves out.
	beside string
	// variables are those of the configuration that have no default.
	variables map[string]string
	// needs is the oldest CLI; empty for the oldest that the provider works with.
	needs string
	// only2 says that only version 2 of the management interface has what the configuration needs.
	only2 bool
	// test is the name of the test that runs the configuration. Empty: TestAccGuides_configurations does.
	test string
}

// aTemplate is an object for a configuration that is only a provider block.
const aTemplate = `
resource "podfleet_template" "desk" {
  name       = "desk"
  image_name = "registry.example.com/team/desk:1.4.0"
}
`

// shownConfigurations are the configurations of all guides.
var shownConfigurations = []shown{
	{guide: "getting-started", under: []string{"1. A pod with SSH access", "2. A serverless endpoint"},
		test: "TestAccGuideGettingStarted"},
	{guide: "index", under: []string{"Several accounts"}, variables: map[string]string{"staging_api_key": "emulator-key"},
		beside: strings.Replace(aTemplate, "{", "{\n  provider   = podfleet.staging", 1)},
	{guide: "changes", under: []string{"How template changes reach endpoints and pods"},
		beside: strings.ReplaceAll(aTemplate, "desk", "workbench")},
	{guide: "changes", under: []string{"Replace an object that others use"},
		test: "TestAccGuideChanges_replacingWhatOthersUse"},
	{guide: "ci", under: []string{"Existing objects"}, beside: aTemplate},
	{guide: "capacity", under: []string{"1. Allow more hardware"}, test: "TestAccGuideCapacity"},
	{guide: "cost-and-cleanup", under: []string{"Read the costs"}},
	{guide: "cost-and-cleanup", under: []string{"Find unmanaged objects"}, test: "TestAccGuideCost_unmanaged"},
	{guide: "cost-and-cleanup", under: []string{"Warn of a budget"}, test: "TestAccGuideCost_budget"},
	{guide: "cost-and-cleanup", under: []string{"Stop a pod at night"}, test: "TestAccGuideCost_night"},
	{guide: "cost-and-cleanup", under: []string{"Delete pods past their age"}, test: "TestAccGuideCost_age"},
	{guide: "cost-and-cleanup", under: []string{"Protect what must stay"}, test: "TestAccGuideCost_deposed"},
	{guide: "emulator", under: []string{"A worker of your own"}},
	{guide: "emulator", under: []string{"The module", "The test"}, test: "TestAccGuideEmulator_terraformTest"},
	{guide: "importing", under: []string{"Import an object"}, test: "TestAccGuideImporting_removed"},
	{guide: "importing", under: []string{"Generate the configuration"}, test: "TestAccGuideImporting_generated"},
	{guide: "importing", under: []string{"Stop managing an object"}, test: "TestAccGuideImporting_removed"},
	{guide: "jobs", under: []string{"A smoke test after a rollout"}, test: "TestAccGuideJobs_smokeTest"},
	{guide: "jobs", under: []string{"Without waiting"}, test: "TestAccGuideJobs_gateWithoutWaiting"},
	{guide: "large-fleets", under: []string{"Accounts that several pipelines share"},
		variables: map[string]string{"pipeline": "nightly"}},
	{guide: "llm-endpoint", under: []string{"1. Configure the endpoint"}, test: "TestAccGuideLanguageModel"},
	{guide: "importing", under: []string{"With terraform query"}, test: "TestAccGuide_query"},
	{guide: "importing", under: []string{"Secrets"}, test: "TestGuide_variables"},
	{guide: "importing", under: []string{"Moving from another provider"},
		test: "TestAccGuide_fromAnotherProvider"},
	{guide: "failed-requests", under: []string{"List the objects"}},
	{guide: "moving-to-version-2", under: []string{"Move"}, beside: aTemplate, only2: true},
	{guide: "resources/pod", under: []string{"Wait until the program answers"}, test: "TestAccPage_podAnswers"},
	{guide: "rolling-updates", under: []string{"1. Configure the release"}, test: "TestAccGuideRollingUpdates"},
	{guide: "secrets", under: []string{"Import secrets"}, beside: aTemplate},
	{guide: "secrets", under: []string{"Use write-only arguments"}, needs: "1.11.0",
		variables: map[string]string{"hub_token": "some-token"}},
	{guide: "secrets", under: []string{"Rotate registry credentials"}, test: "TestAccGuideSecrets_rotation"},
}

// Every configuration of every guide, and every one in a template of another page, is run by a test.
func TestGuides_everyConfigurationIsTested(t *testing.T) {
	t.Parallel()
	tested := map[string]bool{}
	for _, one := range shownConfigurations {
		for _, heading := range one.under {
			tested[one.guide+"/"+heading] = true
		}
	}
	shows := pages(t, templates+"/guides", ".md")
	for name, text := range pages(t, templates, ".tmpl") {
		shows[name] = text
	}
	for name, text := range shows {
		name, _, _ = strings.Cut(name, ".")
		for _, part := range sections(text) {
			key := name + "/" + part.heading
			if part.code != "" && !tested[key] {
				t.Errorf("no test runs the configuration %s", key)
			}
			if part.code != "" {
				delete(tested, key)
			}
		}
	}
	for key := range tested {
		t.Errorf("%s shows no configuration", key)
	}
	var tests strings.Builder
	for _, folder := range []string{".", "../importer"} {
		for _, text := range pages(t, folder, "_test.go") {
			tests.WriteString(text)
		}
	}
	for _, one := range shownConfigurations {
		if one.test != "" && !strings.Contains(tests.String(), "\nfunc "+one.test+"(") {
			t.Errorf("%s/%s: there is no test %s", one.guide, one.under[0], one.test)
		}
	}
}

// A reader who saves a configuration as main.tf in an empty folder needs the address of the provider in it. After the
// first release, the reader also needs the command that installs the provider. Before it, that command fails, so the
// page says to leave it out.
func TestGuides_filesToSaveAreComplete(t *testing.T) {
	t.Parallel()
	released := releaseHeading.MatchString(read(t, "../../CHANGELOG.md"))
	seen := 0
	for name, text := range pages(t, templates+"/guides", ".md") {
		commands := ""
		for _, part := range sections(text) {
			commands += strings.Join(part.shell, "")
			if !strings.Contains(strings.Join(part.words, " "), "save this as `main.tf`") {
				continue
			}
			if seen++; !strings.Contains(part.code, `source = "podfleet/podfleet"`) {
				t.Errorf("%s: the file under %q has no required_providers", name, part.heading)
			}
			switch {
			case released && !strings.Contains(text, "terraform init\n"):
				t.Errorf("%s: no command is terraform init", name)
			case !released && !strings.Contains(text, "`terraform init`"):
				t.Errorf("%s does not mention that a build needs no terraform init", name)
			}
		}
		first, _, runs := strings.Cut(commands, "terraform apply")
		if released && runs && strings.Contains(text, "save this as `main.tf`") &&
			!strings.Contains(first, "terraform init") {
			t.Errorf("%s: its first apply comes before terraform init", name)
		}
	}
	if want := 4; seen < want {
		t.Errorf("%d files to save, want %d", seen, want)
	}
}

// Each configuration of a guide is applied over version 1 of the management interface or over version 2, in turns,
// plans empty, and is destroyed.
func TestAccGuides_configurations(t *testing.T) {
	t.Parallel()
	var parts []part
	for _, one := range shownConfigurations {
		if one.test == "" {
			parts = append(parts, part{name: one.guide + "/" + one.under[0], text: one.text(t), variables: one.variables,
				needs: one.needs, only2: one.only2})
		}
	}
	for _, group := range together(parts) {
		t.Run(group[0].name, func(t *testing.T) {
			t.Parallel()
			needsCLI(t, group[0].needs)
			w := acctest.Start(t, emulator.Options{AutoAdvance: true}).InTurns()
			if group[0].only2 {
				w.UseVersion(2)
			}
			s := w.AttachedWorkspace()
			for i, one := range group {
				group[i].text = atHome(w, one.text)
			}
			writeTogether(t, s, group)
			s.Must(0, "apply", "-auto-approve", "-no-color")
			s.Must(0, "plan", "-detailed-exitcode", "-no-color")
			s.Must(0, "destroy", "-auto-approve", "-no-color")
			expectNothingLeft(t, w)
		})
	}
}

// text is the file that a reader has at the end.
func (s shown) text(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	for _, heading := range s.under {
		text.WriteString(guide(t, s.guide, heading))
	}
	if !strings.Contains(text.String(), "required_providers") {
		text.WriteString(acctest.Requirement)
	}
	text.WriteString(s.beside)
	return text.String()
}

// atHome replaces the URLs of examples by those of an environment. The version of the management interface is the one
// that the environment uses.
func atHome(w *acctest.Env, text string) string {
	return strings.NewReplacer(
		"https://rest.example.com/v1", w.ManagementURL(),
		"https://rest.example.com/v2", w.ManagementURL(),
		"https://queue.example.com/v2", w.QueueURL(),
	).Replace(text)
}
