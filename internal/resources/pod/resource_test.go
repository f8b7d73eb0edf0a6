package pod_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	address  = "podfleet_pod.it"
	typeName = "podfleet_pod"
	kind     = "pods"
	// longDelay is one that no test waits for in real time.
	longDelay = time.Hour
)

// hcl is a pod with these arguments.
func hcl(arguments string) string {
	return fmt.Sprintf("resource \"podfleet_pod\" \"it\" {\n%s\n}\n", arguments)
}

const minimal = `image_name = "img:1"`

// created is what a minimal pod is asked for: the documented defaults of a GPU
// pod, so that no other deployment's can stand in for them.
const created = `{"name":"my pod","imageName":"img:1","locked":false,"containerDiskInGb":50,"volumeInGb":20,"volumeMountPath":"/workspace","env":{},
	"ports":["8888/http","22/tcp"],"dockerEntrypoint":[],"dockerStartCmd":[],"globalNetworking":false,"computeType":"GPU","cloudType":"SECURE",
	"gpuTypePriority":"availability","gpuCount":1,"dataCenterPriority":"availability","minRAMPerGPU":8,"minVCPUPerGPU":2,"interruptible":false}`

// inPlace is all that can be changed in place.
const inPlace = `
  name                       = "trainer"
  container_disk_in_gb       = 60
  volume_in_gb               = 70
  volume_mount_path          = "/data"
  container_registry_auth_id = "auth1"
  docker_entrypoint          = ["/bin/sh", "-c"]
  docker_start_cmd           = ["echo", "hi there"]
  env                        = { MODE = "fast", EMPTY = "" }
  ports                      = ["9000/tcp", "22/tcp"]
  global_networking          = true
`

// placed is all that can be asked of a GPU pod's machine.
const placed = `
  cloud_type            = "SECURE"
  compute_type          = "GPU"
  gpu_type_ids          = ["NVIDIA L4", "NVIDIA A40"]
  gpu_type_priority     = "custom"
  gpu_count             = 2
  data_center_ids       = ["EU-RO-1", "US-TX-3"]
  data_center_priority  = "custom"
  country_codes         = ["RO", "US"]
  allowed_cuda_versions = ["12.8", "12.7"]
  min_ram_per_gpu       = 16
  min_vcpu_per_gpu      = 4
  min_disk_bandwidth_megabytes_per_second = 100
  min_download_mbps     = 200
  min_upload_mbps       = 300
  network_volume_id     = "vol1"
  interruptible         = true
  support_public_ip     = true
`

// start is a world with what a pod can refer to.
func start(t *testing.T, options ...emulator.Options) *acctest.Env {
	t.Helper()
	w := acctest.Start(t, options...)
	for name, object := range map[string]map[string]any{
		"containerRegistryAuths/auth1": {"name": "a"},
		"networkVolumes/vol1":          {"name": "v", "size": 10, "dataCenterId": "EU-RO-1"},
		"templates/t1": {
			"name": "t", "imageName": "img:t", "containerDiskInGb": 33, "volumeInGb": 44, "volumeMountPath": "/t", "ports": []string{"7000/tcp"},
			"dockerEntrypoint": []string{"/t"}, "dockerStartCmd": []string{"run"}, "containerRegistryAuthId": "auth1",
			"env": map[string]any{"TK": "template-secret", "LEVEL": "info"},
		},
	} {
		collection, id, _ := strings.Cut(name, "/")
		if err := w.PutObject(collection, id, object); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func one(t *testing.T, w *acctest.Env) map[string]any {
	t.Helper()
	all := w.Objects(kind)
	if len(all) != 1 {
		t.Fatalf("%d pods, want 1", len(all))
	}
	return all[0]
}

func id(t *testing.T, w *acctest.Env) string {
	t.Helper()
	return fmt.Sprint(one(t, w)["id"])
}

// drift changes the pod behind the provider's back.
func drift(t *testing.T, w *acctest.Env, change map[string]any) {
	t.Helper()
	if err := w.PatchObject(kind, id(t, w), change); err != nil {
		t.Fatal(err)
	}
	w.ClearJournal()
}

func TestPod_lifecycle(t *testing.T) {
	t.Parallel()
	w := start(t)
	update := acctest.PlanIs(address, plancheck.ResourceActionUpdate)
	replace := acctest.PlanIs(address, plancheck.ResourceActionDestroyBeforeCreate)
	w.Run(
		resource.TestStep{
			Config: w.Config(hcl(minimal)), ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionCreate),
			Check: w.Sent("CreatePod", created),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("public_ip"), knownvalue.NotNull()),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("port_mappings").AtMapKey("22"), knownvalue.NotNull()),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("machine").AtMapKey("support_public_ip"), knownvalue.Bool(true)),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("gpu").AtMapKey("count"), knownvalue.Int64Exact(1)),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("cost_per_hr"), knownvalue.NotNull()),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("vcpu_count"), knownvalue.NotNull()),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("network_volume_id"), knownvalue.Null()),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("cpu_flavor_ids"), knownvalue.ListSizeExact(0)),
				statecheck.ExpectSensitiveValue(address, tfjsonpath.New("env")),
			},
		},
		resource.TestStep{PreConfig: w.ClearJournal, Config: w.Config(hcl(minimal)), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote()},
		w.ImportVerify(address, typeName),
		resource.TestStep{
			PreConfig: w.ClearJournal, Config: w.Config(hcl(minimal + inPlace)), ConfigPlanChecks: update,
			Check: w.Sent("UpdatePod", `{"name":"trainer","containerDiskInGb":60,"volumeInGb":70,"volumeMountPath":"/data","containerRegistryAuthId":"auth1",
				"dockerEntrypoint":["/bin/sh","-c"],"dockerStartCmd":["echo","hi there"],"env":{"MODE":"fast","EMPTY":""},"ports":["9000/tcp","22/tcp"],
				"globalNetworking":true}`),
		},
		w.ImportVerify(address, typeName),
		resource.TestStep{
			PreConfig: w.ClearJournal, Config: w.Config(hcl(minimal + inPlace)), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote(),
		},
		resource.TestStep{ // A rename resets nothing, so nothing else can change.
			Config: w.Config(hcl(minimal + strings.Replace(inPlace, "trainer", "renamed", 1))),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate),
				plancheck.ExpectKnownValue(address, tfjsonpath.New("public_ip"), knownvalue.NotNull()),
				plancheck.ExpectKnownValue(address, tfjsonpath.New("last_status_change"), knownvalue.NotNull()),
			}},
			Check: w.Sent("UpdatePod", `{"name":"renamed"}`),
		},
		resource.TestStep{
			PreConfig: func() {
				drift(t, w, map[string]any{"imageName": "img:other", "env": map[string]any{"FOREIGN": "1"}, "desiredStatus": "EXITED"})
			},
			Config: w.Config(hcl(minimal + inPlace)), ConfigPlanChecks: update,
			Check: w.Wrote("UpdatePod", "StartPod"),
		},
		resource.TestStep{
			PreConfig: w.ClearJournal, Config: w.Config(hcl(minimal + inPlace + placed)), ConfigPlanChecks: replace,
			Check: w.Wrote("DeletePod", "CreatePod"),
		},
		w.ImportVerify(address, typeName),
		resource.TestStep{
			PreConfig: w.ClearJournal, Config: w.Config(hcl(minimal + inPlace + placed)), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote(),
		},
		resource.TestStep{ // A set has no order, and its removal is back to the default.
			Config: w.Config(hcl(minimal + inPlace + strings.Replace(placed, `["EU-RO-1", "US-TX-3"]`, `["US-TX-3", "EU-RO-1"]`, 1))), ConfigPlanChecks: acctest.PlanIsEmpty(),
		},
		resource.TestStep{PreConfig: w.ClearJournal, Config: w.Config(hcl(minimal)), ConfigPlanChecks: replace, Check: w.Wrote("DeletePod", "CreatePod")},
		resource.TestStep{
			PreConfig: func() {
				if err := w.DeleteObject(kind, id(t, w)); err != nil {
					t.Fatal(err)
				}
				w.ClearJournal()
			},
			Config: w.Config(hcl(minimal)), ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionCreate), Check: w.Wrote("CreatePod"),
		},
		resource.TestStep{ // Destroying what is gone already is a success.
			PreConfig: func() {
				w.ClearJournal()
				w.SetFaults(emulator.Fault{Operation: "DeletePod", Kind: "status_after", Status: http.StatusBadGateway, Count: 1})
			},
			Config: w.Block(), Check: w.Wrote("DeletePod", "DeletePod"),
		},
	)
	if left := w.Objects(kind); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// What is asked of a machine is sent as it is written, and lists that ask for nothing are not.
func TestPod_placement(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.Run(
		resource.TestStep{
			Config: w.Config(hcl(minimal + placed)),
			Check: w.Sent("CreatePod", `{"name":"my pod","imageName":"img:1","locked":false,"containerDiskInGb":50,"volumeInGb":20,"volumeMountPath":"/workspace","env":{},
				"ports":["8888/http","22/tcp"],"dockerEntrypoint":[],"dockerStartCmd":[],"globalNetworking":false,"computeType":"GPU","cloudType":"SECURE",
				"gpuTypeIds":["NVIDIA L4","NVIDIA A40"],"gpuTypePriority":"custom","gpuCount":2,"dataCenterIds":["EU-RO-1","US-TX-3"],"dataCenterPriority":"custom",
				"countryCodes":["RO","US"],"allowedCudaVersions":["12.7","12.8"],"minRAMPerGPU":16,"minVCPUPerGPU":4,"minDiskBandwidthMBps":100,
				"minDownloadMbps":200,"minUploadMbps":300,"networkVolumeId":"vol1","interruptible":true,"supportPublicIp":true}`),
		},
		resource.TestStep{ // The order of preference is one.
			Config:           w.Config(hcl(minimal + strings.Replace(placed, `"NVIDIA L4", "NVIDIA A40"`, `"NVIDIA A40", "NVIDIA L4"`, 1))),
			ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionDestroyBeforeCreate),
		},
	)
}

func TestPod_cpu(t *testing.T) {
	t.Parallel()
	w := start(t)
	cpu := minimal + "\ncompute_type = \"CPU\"\ncpu_flavor_ids = [\"cpu3c\"]\n"
	w.Run(
		resource.TestStep{
			Config: w.Config(hcl(cpu)),
			Check: w.Sent("CreatePod", `{"name":"my pod","imageName":"img:1","locked":false,"containerDiskInGb":50,"volumeInGb":20,"volumeMountPath":"/workspace","env":{},
				"ports":["8888/http","22/tcp"],"dockerEntrypoint":[],"dockerStartCmd":[],"globalNetworking":false,"computeType":"CPU","cloudType":"SECURE",
				"cpuFlavorIds":["cpu3c"],"cpuFlavorPriority":"availability","vcpuCount":2,"dataCenterPriority":"availability","interruptible":false}`),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("gpu"), knownvalue.Null()),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("gpu_count"), knownvalue.Null()),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("cpu_flavor_id"), knownvalue.StringExact("cpu3c")),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("machine").AtMapKey("gpu_type_id"), knownvalue.Null()),
			},
		},
		w.ImportVerify(address, typeName),
		resource.TestStep{Config: w.Config(hcl(cpu + "gpu_type_ids = []\n")), ConfigPlanChecks: acctest.PlanIsEmpty()},
		resource.TestStep{
			Config: w.Config(hcl(cpu + "vcpu_count = 4")), ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionDestroyBeforeCreate),
		},
		resource.TestStep{ // What was configured and is no longer goes back to the default.
			Config: w.Config(hcl(cpu)), ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionDestroyBeforeCreate),
		},
	)
}

// Clearing works for every attribute that can be changed in place.
func TestPod_clearing(t *testing.T) {
	t.Parallel()
	for attribute, test := range map[string]struct{ value, wire, cleared string }{
		"name":                       {`"x"`, `{"name":"x"}`, `{"name":"my pod"}`},
		"locked":                     {`true`, `{"locked":true}`, `{"locked":false}`},
		"container_disk_in_gb":       {`7`, `{"containerDiskInGb":7}`, `{"containerDiskInGb":50}`},
		"volume_mount_path":          {`"/data"`, `{"volumeMountPath":"/data"}`, `{"volumeMountPath":"/workspace"}`},
		"container_registry_auth_id": {`"auth1"`, `{"containerRegistryAuthId":"auth1"}`, `{"containerRegistryAuthId":""}`},
		"docker_entrypoint":          {`["a"]`, `{"dockerEntrypoint":["a"]}`, `{"dockerEntrypoint":[]}`},
		"docker_start_cmd":           {`["a"]`, `{"dockerStartCmd":["a"]}`, `{"dockerStartCmd":[]}`},
		"env":                        {`{ A = "1" }`, `{"env":{"A":"1"}}`, `{"env":{}}`},
		"ports":                      {`[]`, `{"ports":[]}`, `{"ports":["8888/http","22/tcp"]}`},
		"global_networking":          {`true`, `{"globalNetworking":true}`, `{"globalNetworking":false}`},
	} {
		t.Run(attribute, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			update := acctest.PlanIs(address, plancheck.ResourceActionUpdate)
			set := hcl(minimal + "\n" + attribute + " = " + test.value)
			w.Run(
				resource.TestStep{Config: w.Config(hcl(minimal)), Check: w.Wrote("CreatePod")},
				resource.TestStep{Config: w.Config(set), ConfigPlanChecks: update, Check: w.Sent("UpdatePod", test.wire)},
				resource.TestStep{Config: w.Config(hcl(minimal)), ConfigPlanChecks: update, Check: w.Sent("UpdatePod", test.cleared)},
				w.ImportVerify(address, typeName),
			)
		})
	}
}

// [] and unset mean the same, also to an imported pod: of what the service never
// returns the import knows nothing, and says nothing.
func TestPod_emptyIsUnset(t *testing.T) {
	t.Parallel()
	w := start(t)
	empty := hcl(minimal + `
  docker_entrypoint     = []
  docker_start_cmd      = []
  env                   = {}
  gpu_type_ids          = []
  data_center_ids       = []
  country_codes         = []
  allowed_cuda_versions = []
`)
	w.Run(
		resource.TestStep{Config: w.Config(hcl(minimal)), Check: w.Wrote("CreatePod")},
		resource.TestStep{Config: w.Config(empty), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote()},
		resource.TestStep{Config: w.Config(hcl(minimal)), ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithID},
	)
}

func TestPod_retriesRateLimits(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.SetFaults(emulator.Fault{Operation: "*", Kind: "status", Status: http.StatusTooManyRequests, Count: 2})
	w.Run(resource.TestStep{Config: w.Config(hcl(minimal)), Check: w.Wrote("CreatePod", "CreatePod", "CreatePod")})
}

func TestPod_unknownValues(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.Run(resource.TestStep{
		Config: w.Config(`
resource "terraform_data" "late" { input = { text = "late", path = "/late", number = 9, yes = true, compute = "CPU", flavor = "cpu3c", volume = "vol1" } }
locals { late = terraform_data.late.output }
` + hcl(`
  name                 = local.late.text
  image_name           = local.late.text
  container_disk_in_gb = local.late.number
  volume_mount_path    = local.late.path
  docker_start_cmd     = [local.late.text]
  env                  = { A = local.late.text }
  ports                = ["${local.late.number}/tcp"]
  compute_type         = local.late.compute
  cpu_flavor_ids       = [local.late.flavor]
  network_volume_id    = local.late.volume
  restart_triggers     = { a = local.late.text }
`)),
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectUnknownValue(address, tfjsonpath.New("gpu_count"))}},
		Check: w.Sent("CreatePod", `{"name":"late","imageName":"late","locked":false,"containerDiskInGb":9,"volumeInGb":20,"volumeMountPath":"/late","env":{"A":"late"},
			"ports":["9/tcp"],"dockerEntrypoint":[],"dockerStartCmd":["late"],"globalNetworking":false,"computeType":"CPU","cloudType":"SECURE",
			"cpuFlavorIds":["cpu3c"],"cpuFlavorPriority":"availability","vcpuCount":2,"dataCenterPriority":"availability","networkVolumeId":"vol1","interruptible":false}`),
	})
}

func TestPod_badInputIsFoundAtPlanTime(t *testing.T) {
	t.Parallel()
	for arguments, says := range map[string]string{
		``:                        `(?s)image_name.*template_id`,
		`image_name = ""`:         `at least 1`,
		`template_id = ""`:        `at least 1`,
		minimal + "\nname = \"\"": `between 1 and 191`,
		minimal + "\nname = \"" + strings.Repeat("x", 192) + "\"": `between 1 and 191, got: 192`,
		minimal + `
		 ports = ["8888"]`: `(?s)Not a port.*8888/http`,
		minimal + `
		 volume_mount_path = "data"`: `(?s)Not an absolute path.*got "data"`,
		minimal + `
		 container_disk_in_gb = -1`: `at least 0`,
		minimal + `
		 compute_type = "TPU"`: `"CPU"`,
		minimal + `
		 cloud_type = "PRIVATE"`: `"COMMUNITY"`,
		minimal + `
		 gpu_type_priority = "price"`: `"availability"`,
		minimal + `
		 desired_status = "TERMINATED"`: `"EXITED"`,
		minimal + `
		 gpu_count = 0`: `at least 1`,
		minimal + `
		 country_codes = [null]`: `(?s)Null`,
		minimal + `
		 min_upload_mbps = -1`: `must be at least 0, got: -1`,
		minimal + `
		 env = { A = null }`: `(?s)Null`,
		minimal + `
		 env_wo_version = 1`: `(?s)env_wo`,
		minimal + `
		 env = { A = "1" }
		 env_wo = { A = "2" }
		 env_wo_version = 1`: `Variable set twice`,
		minimal + `
		 vcpu_count = 4`: `(?s)Not an attribute of a GPU pod.*vcpu_count.*"CPU"`,
		minimal + `
		 compute_type = "GPU"
		 cpu_flavor_ids = ["cpu3c"]`: `(?s)Not an attribute of a GPU pod.*cpu_flavor_ids`,
		minimal + `
		 compute_type = "CPU"
		 gpu_type_ids = ["NVIDIA L4"]`: `(?s)Not an attribute of a CPU pod.*gpu_type_ids.*"GPU"`,
		minimal + `
		 compute_type = "CPU"
		 min_ram_per_gpu = 8`: `(?s)Not an attribute of a CPU pod.*min_ram_per_gpu`,
	} {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			w := acctest.Start(t)
			w.Run(resource.TestStep{Config: w.Config(hcl(arguments)), PlanOnly: true, ExpectError: regexp.MustCompile(acctest.Wrapped(says))})
			if asked := w.Journal(); len(asked) != 0 {
				t.Errorf("the service was asked: %v", asked)
			}
		})
	}
}
