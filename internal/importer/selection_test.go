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

type members = map[string]any

// few is an account with references of each kind, and two objects of one name.
func few(w *acctest.Env) {
	w.Put(emulator.KindContainerRegistryAuths, "c1", members{"name": "hub"})
	w.Put(emulator.KindNetworkVolumes, "v1", members{"name": "data", "size": 10, "dataCenterId": "EU-RO-1"})
	w.Put(emulator.KindNetworkVolumes, "v2", members{"name": "DATA", "size": 10, "dataCenterId": "US-KS-2"})
	w.Put(emulator.KindTemplates, "t1", members{"name": "worker", "imageName": "i:1", "isServerless": true,
		"volumeInGb": 0, "containerRegistryAuthId": "c1", "env": members{"TOKEN": "hunter2-x"}})
	w.Put(emulator.KindTemplates, "t2", members{"name": "desk", "imageName": "i:2"})
	w.Put(emulator.KindEndpoints, "e1", members{"name": "serve", "templateId": "t1", "workersMax": 1,
		"networkVolumeIds": []any{"v1", "v2"}})
	w.Put(emulator.KindPods, "p1", members{"name": "desk", "imageName": "i:2", "networkVolumeId": "v1"})
}

func sortedAddresses(m *module) []string { return slices.Sorted(maps.Keys(m.resources)) }

// References are to the blocks that are written, and IDs if no block is written.
func TestRun_references(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := start()
		few(w)
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
		if !regexp.MustCompile(`network_volume_ids += \["v1", "v2"\]`).MatchString(text) {
			t.Errorf("the IDs are not as they are:\n%s", text)
		}
	})
}

// A file that exists is kept, and nothing is sent or written. A filter does not change the names of the other blocks.
func TestRun_existingFile(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	few(w)
	w.ClearJournal()
	mine := func(only, name string) (o importer.Options, path string) {
		o = options(t, w)
		o.Only, path = strings.Fields(only), filepath.Join(o.Out, name)
		if err := errors.Join(os.MkdirAll(o.Out, 0o750), os.WriteFile(path, []byte("mine"), 0o600)); err != nil {
			t.Fatal(err)
		}
		return o, path
	}
	for name, only := range map[string]string{"imports.tf": "", "pods.tf": "", "variables.tf": "pods", "provider.tf": ""} {
		o, path := mine(only, name)
		if _, _, err := importer.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), path+" exists") {
			t.Errorf("%s: %v", name, err)
		}
		if files := contents(t, o.Out); !maps.Equal(files, map[string]string{name: "mine"}) {
			t.Errorf("%v", files)
		}
	}
	w.ExpectRequests()
	o, path := mine("network_volumes templates", "provider.tf")
	o.NoProvider, o.NameRegex = true, regexp.MustCompile("^(DATA|worker)$")
	summary := read(t, o)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(summary, "Set import_env = false in your provider block") ||
		!strings.Contains(summary, "  network_volumes with a name that does not match --name-regex: 1\n") {
		t.Error(summary)
	}
	if got := sortedAddresses(parse(t, contents(t, o.Out))); !slices.Equal(got, []string{
		"podfleet_network_volume.data_v2", "podfleet_template.worker_t1"}) {
		t.Errorf("%v", got)
	}
}

// What the provider cannot read or configure is a warning of the summary, and costs no other object its block: objects,
// items of a list, and the announced end of a version.
func TestRun_leftOut(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		put     func(w *acctest.Env)
		fault   emulator.Fault
		rewrite func(*emulatortest.Answer)
		want    string
		written int
	}{
		"refused by the schema": {put: func(w *acctest.Env) {
			w.Put(emulator.KindTemplates, "t3", members{"name": "", "imageName": "i:2"})
		}, want: "templates, t3: its import has no empty plan: ", written: 7},
		"an ended pod": {put: func(w *acctest.Env) {
			w.Put(emulator.KindPods, "p2", members{"name": "ended", "imageName": "i:2", "desiredStatus": "TERMINATED"})
		}, want: "Not read: pods that the service has ended,", written: 7},
		"neither template nor container settings": {put: func(w *acctest.Env) {
			w.Put(emulator.KindEndpoints, "e2", members{"name": "bare", "workersMax": 1})
		}, want: "endpoints, bare (e2): its import has no empty plan: ", written: 7},
		"forbidden": {fault: emulator.Fault{Operation: "GetPod", Kind: "status", Status: http.StatusForbidden,
			Message: "not yours"}, want: "pods, desk (p1): Cannot read pod: not permitted: ", written: 6},
		"an address that another object has": {put: func(w *acctest.Env) {
			for _, id := range []string{"x-1", "x_1"} {
				w.Put(emulator.KindNetworkVolumes, id, members{"name": "data", "size": 10, "dataCenterId": "EU-RO-1"})
			}
		}, want: "another object has the address podfleet_network_volume.data_x_1", written: 8},
		"the announced end": {rewrite: func(answer *emulatortest.Answer) {
			answer.Header.Set("Sunset", "Fri, 01 Jan 2027 00:00:00 GMT")
		}, want: "endpoints: Version 1 of the management interface will end: ", written: 7},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.Start(t)
			w.AllowBadAnswers()
			few(w)
			if test.put != nil {
				test.put(w)
			}
			if test.fault.Operation != "" {
				w.SetFaults(test.fault)
			}
			w.Rewrite().Use(test.rewrite)
			o := options(t, w)
			summary := reads(t, o, name == "an ended pod")
			if strings.Count(summary, test.want) != 1 {
				t.Errorf("%s", summary)
			}
			if got := len(parse(t, contents(t, o.Out)).resources); got != test.written {
				t.Errorf("%d resources\n%s", got, summary)
			}
		})
	}
}

// Workers of endpoints, and public and official templates, are not written: the account does not manage them.
func TestRun_unmanaged(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := start()
		few(w)
		w.Put(emulator.KindPods, "w1", members{"name": "worker", "imageName": "i:1", "endpointId": "e1", "slsVersion": 0})
		w.Put(emulator.KindTemplates, "t8", members{"name": "public", "imageName": "i:2", "isPublic": true})
		w.Put(emulator.KindTemplates, "t9", members{"name": "official", "imageName": "i:2", "isPlatform": true})
		o := options(t, w)
		summary := read(t, o)
		if got := sortedAddresses(parse(t, contents(t, o.Out))); len(got) != 7 {
			t.Errorf("%v\n%s", got, summary)
		}
	})
}

// A list that fails is an error with its next step, and nothing is written.
func TestRun_failedList(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	few(w)
	w.SetFaults(emulator.Fault{Operation: "ListPods", Kind: "status", Status: http.StatusForbidden})
	o := options(t, w)
	_, _, err := importer.Run(t.Context(), o)
	if err == nil || !strings.HasPrefix(err.Error(), "Cannot list pods: not permitted:\n\n") ||
		!strings.Contains(err.Error(), "\n\nNext: check the API key") || len(contents(t, o.Out)) > 0 {
		t.Error(err)
	}
}

// Core stores text in the normal form of Unicode, whatever the service has: a name in another form is no other name,
// and the credentials are not replaced. Their secrets are input variables, which no plan has.
func TestRun_credentials(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.Put(emulator.KindContainerRegistryAuths, "c1", members{"name": "cafe\u0301"})
	o := options(t, w)
	_ = read(t, o)
	files := contents(t, o.Out)
	changed := parse(t, files).changes(t, w.Process(acctest.Values{"import_env": false}))
	if len(changed) != 1 { // It adopts the secrets.
		t.Errorf("%v", changed)
	}
	want := `variable "container_registry_auth_caf_c1_password" {
  description = "The password of the registry credentials c1. The first plan adopts it without a comparison."
  type        = string
  sensitive   = true
  ephemeral   = true
}
`
	if !strings.HasPrefix(files["variables.tf"], want) {
		t.Error(files["variables.tf"])
	}
}

// A block has the attributes that a create would plan otherwise, and no others: no defaults, no defaults that depend on
// another attribute, none that only the service sets, such as the GPU types of a CPU endpoint, and none that a pod has
// from its template.
func TestRun_smallestBlocks(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{AnswersAs: []string{"all-gpu-types"}})
	w.Put(emulator.KindTemplates, "t1", members{"name": "worker", "imageName": "i:1", "isServerless": true,
		"volumeInGb": 0, "readme": "a\n${b}"})
	w.Put(emulator.KindTemplates, "t2", members{"name": "desk", "imageName": "i:2", "containerDiskInGb": 30})
	w.Put(emulator.KindEndpoints, "e1", members{"name": "serve", "templateId": "t1", "computeType": "CPU",
		"idleTimeout": 9})
	w.Put(emulator.KindPods, "p1", members{"name": "plain", "imageName": "i:2"})
	w.Put(emulator.KindPods, "p2", members{"name": "templated", "imageName": "i:2", "templateId": "t2",
		"containerDiskInGb": 30, "volumeInGb": 33})
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
