package importer_test

import (
	"errors"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
	"github.com/podfleet/terraform-provider-podfleet/internal/importer"
)

// objects puts objects into an account: kind, ID, and members.
func objects(t *testing.T, w *acctest.Env, all ...[3]any) {
	t.Helper()
	for _, object := range all {
		kind, _ := object[0].(string)
		id, _ := object[1].(string)
		members, _ := object[2].(map[string]any)
		if err := w.PutObject(kind, id, members); err != nil {
			t.Fatal(err)
		}
	}
}

type members = map[string]any

// few is an account with references of each kind, and two objects of one name.
func few(t *testing.T, w *acctest.Env) {
	t.Helper()
	objects(
		t, w,
		[3]any{emulator.KindContainerRegistryAuths, "c1", members{"name": "hub"}},
		[3]any{emulator.KindNetworkVolumes, "v1", members{"name": "data", "size": 10, "dataCenterId": "EU-RO-1"}},
		[3]any{emulator.KindNetworkVolumes, "v2", members{"name": "DATA", "size": 10, "dataCenterId": "US-KS-2"}},
		[3]any{emulator.KindTemplates, "t1", members{"name": "worker", "imageName": "i:1", "isServerless": true,
			"volumeInGb": 0, "containerRegistryAuthId": "c1", "env": members{"TOKEN": "hunter2-x"}}},
		[3]any{emulator.KindTemplates, "t2", members{"name": "desk", "imageName": "i:2"}},
		[3]any{emulator.KindEndpoints, "e1", members{"name": "serve", "templateId": "t1", "workersMax": 1,
			"networkVolumeIds": []any{"v1", "v2"}}},
		[3]any{emulator.KindPods, "p1", members{"name": "desk", "imageName": "i:2", "networkVolumeId": "v1"}},
	)
}

func sortedAddresses(m *module) []string { return slices.Sorted(maps.Keys(m.resources)) }

// References are to the blocks that are written, and IDs if no block is written.
func TestRun_references(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := start()
		few(t, w)
		o := options(t, w)
		_ = read(t, o)
		files := contents(t, o.Out)
		for file, want := range map[string]string{
			"templates.tf": "container_registry_auth_id = podfleet_container_registry_auth.hub_c1.id",
			"endpoints.tf": "template_id        = podfleet_template.worker_t1.id",
			"pods.tf":      "network_volume_id = podfleet_network_volume.data_v1.id",
		} {
			if !strings.Contains(files[file], want) {
				t.Errorf("%s lacks %q:\n%s", file, want, files[file])
			}
		}
		volumes := "network_volume_ids = [podfleet_network_volume.data_v1.id, podfleet_network_volume.data_v2.id]"
		if !strings.Contains(files["endpoints.tf"], volumes) {
			t.Errorf("%s", files["endpoints.tf"])
		}
		if strings.Contains(files["endpoints.tf"], "TOKEN") || strings.Contains(files["endpoints.tf"], "image_name") {
			t.Errorf("settings of the template:\n%s", files["endpoints.tf"])
		}
		if want := "#   TOKEN = var.template_worker_t1_env[\"TOKEN\"]\n"; !strings.Contains(files["templates.tf"], want) {
			t.Errorf("the variable is not named:\n%s", files["templates.tf"])
		}

		o = options(t, w)
		o.Only = []string{"endpoints", "pods"}
		_ = read(t, o)
		m := parse(t, contents(t, o.Out))
		if got := sortedAddresses(m); !slices.Equal(got, []string{"podfleet_endpoint.serve_e1", "podfleet_pod.desk_p1"}) {
			t.Errorf("%v", got)
		}
		text := contents(t, o.Out)["endpoints.tf"]
		if !regexp.MustCompile(`template_id +(= "t1")`).MatchString(text) {
			t.Errorf("the ID is not as it is:\n%s", text)
		}
	})
}

// A filter does not change the names of the blocks that are left.
func TestRun_nameRegex(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	few(t, w)
	o := options(t, w)
	o.NameRegex = regexp.MustCompile("^(DATA|desk)$")
	summary := read(t, o)
	want := []string{"podfleet_network_volume.data_v2", "podfleet_pod.desk_p1", "podfleet_template.desk_t2"}
	if got := sortedAddresses(parse(t, contents(t, o.Out))); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if !strings.Contains(summary, "  1 network volume: Its name does not match --name-regex.\n") {
		t.Error(summary)
	}
}

// A file that exists is kept, and nothing is sent or written.
func TestRun_existingFile(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	few(t, w)
	w.ClearJournal()
	for _, name := range []string{"imports.tf", "pods.tf", "variables.tf", "provider.tf"} {
		o := options(t, w)
		if name == "variables.tf" {
			o.Only = []string{"pods"} // Their environment variables have input variables too.
		}
		if err := os.MkdirAll(o.Out, 0o750); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(o.Out, name)
		if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		err := importer.Run(t.Context(), o, &strings.Builder{})
		if err == nil || !strings.Contains(err.Error(), path+" exists") {
			t.Errorf("%s: %v", name, err)
		}
		if files := contents(t, o.Out); !maps.Equal(files, map[string]string{name: "mine"}) {
			t.Errorf("%v", files)
		}
	}
	w.ExpectRequests()
	o := options(t, w)
	o.Only, o.NoProvider = []string{"network_volumes"}, true
	if err := os.MkdirAll(o.Out, 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(o.Out, "provider.tf"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	summary := read(t, o)
	if !strings.Contains(summary, "Set import_env = false in your provider block") {
		t.Error(summary)
	}
}

// Ended pods, and objects that the provider cannot read, are left out one by one.
func TestRun_leftOut(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.AllowBadAnswers() // No template has an empty name.
	few(t, w)
	objects(t, w, [3]any{emulator.KindPods, "p2", members{"name": "ended", "imageName": "i:2",
		"desiredStatus": "TERMINATED"}},
		[3]any{emulator.KindPods, "p3", members{"name": strings.Repeat("x", 200), "imageName": "i:2"}},
		[3]any{emulator.KindTemplates, "t3", members{"name": "", "imageName": "i:2"}})
	o := options(t, w)
	var summary strings.Builder
	err := importer.Run(t.Context(), o, &summary)
	for _, want := range []string{"Not read: pods that the service has ended,", "template t3: No configuration plans",
		`xx" (p3): No configuration plans without a change: its plan would change name.`} {
		if !strings.Contains(summary.String(), want) {
			t.Errorf("%v\n%s", err, &summary)
		}
	}
	if files := contents(t, o.Out); strings.Contains(files["pods.tf"], "ended") {
		t.Error(files["pods.tf"])
	}
	if !errors.Is(err, importer.ErrIncomplete) {
		t.Error(err)
	}
}

// An object that the provider cannot read costs no other object its block.
func TestRun_unreadableObject(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	few(t, w)
	w.SetFaults(emulator.Fault{Operation: "GetPod", Kind: "status", Status: http.StatusForbidden, Message: "not yours"})
	o := options(t, w)
	var summary strings.Builder
	err := importer.Run(t.Context(), o, &summary)
	if !errors.Is(err, importer.ErrIncomplete) ||
		!strings.Contains(summary.String(), "  pod p1: Cannot read pod: not permitted: The service said: not yours. "+
			"Operation GetPod, HTTP status 403, request ID ") {
		t.Errorf("%v\n%s", err, &summary)
	}
	if got := len(parse(t, contents(t, o.Out)).resources); got != 6 {
		t.Errorf("%d resources", got)
	}
}

// Workers of endpoints, and public and official templates, are not written: the account does not manage them.
func TestRun_unmanaged(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := start()
		few(t, w)
		objects(t, w,
			[3]any{emulator.KindPods, "w1", members{"name": "worker", "imageName": "i:1", "endpointId": "e1", "slsVersion": 0}},
			[3]any{emulator.KindTemplates, "t8", members{"name": "public", "imageName": "i:2", "isPublic": true}},
			[3]any{emulator.KindTemplates, "t9", members{"name": "official", "imageName": "i:2", "isPlatform": true}})
		o := options(t, w)
		summary := read(t, o)
		if got := sortedAddresses(parse(t, contents(t, o.Out))); len(got) != 7 {
			t.Errorf("%v\n%s", got, summary)
		}
	})
}

// An item of a list that cannot be read is in the summary, and all other objects are written.
func TestRun_unreadableItem(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := start()
		few(t, w)
		w.Rewrite().Use(func(answer *emulatortest.Answer) {
			if answer.Operation == "ListNetworkVolumes" {
				answer.ChangeItems(func(items []map[string]any) []map[string]any {
					delete(items[0], "id")
					return items
				})
			}
		})
		o := options(t, w)
		var summary strings.Builder
		err := importer.Run(t.Context(), o, &summary)
		if !errors.Is(err, importer.ErrIncomplete) || !regexp.MustCompile(`network_volumes: Cannot read a network volume of `+
			`a list: network volume \S+ \(number 1\): The results leave out number 1 in .*list of network volumes, with the name "(?i:data)"\. The provider cannot use .* HTTP status 200, request ID \w+\.\n`).
			MatchString(summary.String()) {
			t.Errorf("%v\n%s", err, &summary)
		}
		if got := len(parse(t, contents(t, o.Out)).resources); got != 6 {
			t.Errorf("%d resources", got)
		}
	})
}

// The announced end of a version is a warning in the summary, and no object that is left out.
func TestRun_announcedEnd(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	few(t, w)
	w.Rewrite().Use(func(answer *emulatortest.Answer) { answer.Header.Set("Sunset", "Fri, 01 Jan 2027 00:00:00 GMT") })
	summary := read(t, options(t, w))
	if n := strings.Count(summary, "\nWarning: Version 1 of the management interface will end: "); n != 1 {
		t.Errorf("%d warnings\n%s", n, summary)
	}
}

// A list that fails is an error, and nothing is written.
func TestRun_failedList(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	few(t, w)
	w.SetFaults(emulator.Fault{Operation: "ListPods", Kind: "status", Status: http.StatusForbidden})
	o := options(t, w)
	err := importer.Run(t.Context(), o, &strings.Builder{})
	if err == nil || !strings.HasPrefix(err.Error(), "Cannot list pods: not permitted: The service said: ") ||
		!strings.Contains(err.Error(), "\n\nNext: check the API key") ||
		strings.Count(err.Error(), " HTTP status 403") != 1 || strings.Contains(err.Error(), "list the pods") ||
		len(contents(t, o.Out)) > 0 {
		t.Error(err)
	}
}

// Without write-only arguments, passwords are arguments that any CLI has, and plan alike.
func TestRun_plainPasswords(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	few(t, w)
	o := options(t, w)
	o.PlainPasswords = true
	_ = read(t, o)
	files := contents(t, o.Out)
	if text := files["container_registry_auths.tf"]; strings.Contains(text, "_wo") ||
		!strings.Contains(text, "= var.container_registry_auth_hub_c1_password\n") {
		t.Error(text)
	}
	if strings.Contains(files["variables.tf"], "ephemeral") || !strings.Contains(files["variables.tf"], "sensitive") ||
		!strings.Contains(files["provider.tf"], `">= 1.8"`) {
		t.Errorf("%s\n%s", files["variables.tf"], files["provider.tf"])
	}
	changed := parse(t, files).changes(t, w.Process(acctest.Values{"import_env": false}))
	if !slices.Equal(changed, []string{"podfleet_container_registry_auth.hub_c1"}) {
		t.Errorf("%v", changed)
	}
}

// Core stores text in the normal form of Unicode, whatever the service has: a name in another form is no other name.
func TestRun_normalForm(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	objects(t, w, [3]any{emulator.KindContainerRegistryAuths, "c1", members{"name": "cafe\u0301"}})
	o := options(t, w)
	_ = read(t, o)
	changed := parse(t, contents(t, o.Out)).changes(t, w.Process(acctest.Values{"import_env": false}))
	if len(changed) != 1 { // It adopts the secrets, and is not replaced.
		t.Errorf("%v", changed)
	}
}

// An account without objects gives no file.
func TestRun_emptyAccount(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	o := options(t, w)
	summary := read(t, o)
	if len(contents(t, o.Out)) > 0 || !strings.Contains(summary, ": 0\n") {
		t.Error(summary)
	}
}

// A block has the attributes that a create would plan otherwise, and no others: no defaults, no defaults that depend on
// another attribute, none that only the service sets, and none that a pod has from its template.
func TestRun_smallestBlocks(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	objects(
		t, w,
		[3]any{emulator.KindTemplates, "t1", members{"name": "worker", "imageName": "i:1", "isServerless": true,
			"volumeInGb": 0, "readme": "a\n${b}"}},
		[3]any{emulator.KindTemplates, "t2", members{"name": "desk", "imageName": "i:2", "containerDiskInGb": 30}},
		[3]any{emulator.KindEndpoints, "e1", members{"name": "serve", "templateId": "t1", "computeType": "CPU",
			"idleTimeout": 9}},
		[3]any{emulator.KindPods, "p1", members{"name": "plain", "imageName": "i:2"}},
		[3]any{emulator.KindPods, "p2", members{"name": "templated", "imageName": "i:2", "templateId": "t2",
			"containerDiskInGb": 30, "volumeInGb": 33}},
	)
	o := options(t, w)
	_ = read(t, o)
	files := contents(t, o.Out)
	for name, want := range map[string]string{
		"templates.tf": `resource "podfleet_template" "desk_t2" {
  name                 = "desk"
  container_disk_in_gb = 30
  image_name           = "i:2"
}

resource "podfleet_template" "worker_t1" {
  name          = "worker"
  image_name    = "i:1"
  is_serverless = true
  readme        = "a\n$${b}"
}
`,
		"endpoints.tf": `resource "podfleet_endpoint" "serve_e1" {
  name         = "serve"
  compute_type = "CPU"
  idle_timeout = 9
  template_id  = podfleet_template.worker_t1.id
}
`,
		"pods.tf": `resource "podfleet_pod" "plain_p1" {
  name       = "plain"
  image_name = "i:2"
}

resource "podfleet_pod" "templated_p2" {
  name         = "templated"
  template_id  = podfleet_template.desk_t2.id
  volume_in_gb = 33
}
`,
	} {
		if files[name] != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, files[name], want)
		}
	}
}
