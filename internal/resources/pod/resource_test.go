package pod_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
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

// created has the values of a minimal create: the documented defaults of a GPU pod, so that no other deployment's can
// stand in for them.
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

// changed has the values that an update sends if all of them change.
const changed = `{"name":"trainer","containerDiskInGb":60,"volumeInGb":70,"volumeMountPath":"/data","containerRegistryAuthId":"auth1",
	"dockerEntrypoint":["/bin/sh","-c"],"dockerStartCmd":["echo","hi there"],"env":{"MODE":"fast","EMPTY":""},"ports":["9000/tcp","22/tcp"],
	"globalNetworking":true}`

// placed is all that can be asked of a GPU pod's machine.
const placedOver1 = `
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

// only1 are the lines of placedOver1 that version 2 cannot ask for, and the network volume, beside which a pod has no
// volume of its own there.
const only1 = `  min_disk_bandwidth_megabytes_per_second = 100
  min_download_mbps     = 200
  min_upload_mbps       = 300
  network_volume_id     = "vol1"
  interruptible         = true
  support_public_ip     = true
`

// placed is all that the version of an account can ask for.
func placed(w *acctest.Env) string {
	return w.Over(placedOver1, strings.Replace(placedOver1, only1, "", 1))
}

// The requests of created and changed over version 2, which takes one GPU type: any is the cheapest in stock.
const (
	created2 = `{"name":"my pod","image":"img:1","disk":50,"mounts":{"persistent":{"size":20,"path":"/workspace"}},"env":{},
		"ports":["8888/http","22/tcp"],"args":"","globalNetworking":false,"cloud":"SECURE","startSsh":false,"startJupyter":false,
		"gpu":{"id":"NVIDIA RTX A2000","count":1}}`
	changed2 = `{"name":"trainer","disk":60,"mounts":{"persistent":{"size":70,"path":"/data"}},"registry":"auth1",
		"args":"{\"entrypoint\":[\"/bin/sh\",\"-c\"],\"cmd\":[\"echo\",\"hi there\"]}","env":{"MODE":"fast","EMPTY":""},
		"ports":["9000/tcp","22/tcp"],"globalNetworking":true}`
)

func TestPod_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := startWith(t, start)
		it := w.Process().Object(typeName)
		it.Apply(hcl(minimal), acctest.Create)
		w.ExpectSent("CreatePod", w.Over(created, created2))
		it.State().ExpectSet("public_ip", "port_mappings.22", "cost_per_hr", "vcpu_count")
		it.Expect("machine.secure_cloud", true)
		it.Expect("gpu.count", 1)
		it.Expect("network_volume_id", nil)
		it.Expect("cpu_flavor_ids", []string{})
		it.Apply(hcl(minimal), acctest.NoOp)
		w.ExpectWrites()
		it.VerifyImport()

		it.Apply(hcl(minimal+inPlace), acctest.Update)
		w.ExpectSent("UpdatePod", w.Over(changed, changed2))
		it.VerifyImport()
		it.Apply(hcl(minimal+inPlace), acctest.NoOp)
		w.ExpectWrites()

		// A rename resets nothing, so nothing else can change.
		renamed := hcl(minimal + strings.Replace(inPlace, "trainer", "renamed", 1))
		it.Plan(renamed, acctest.Update).ExpectSet("public_ip", "last_started_at")
		it.Apply(renamed, acctest.Update)
		w.ExpectSent("UpdatePod", `{"name":"renamed"}`)

		drift(t, w, map[string]any{"imageName": "img:other", "env": map[string]any{"FOREIGN": "1"},
			"desiredStatus": "EXITED"})
		it.Apply(hcl(minimal+inPlace), acctest.Update)
		w.ExpectWrites("UpdatePod", "StartPod")

		it.Apply(hcl(minimal+inPlace+placed(w)), acctest.Replace)
		w.ExpectWrites("DeletePod", "CreatePod")
		it.VerifyImport()
		it.Apply(hcl(minimal+inPlace+placed(w)), acctest.NoOp)
		// A set has no order, and its removal is back to the default.
		it.Apply(hcl(minimal+inPlace+strings.Replace(placed(w), `["EU-RO-1", "US-TX-3"]`, `["US-TX-3", "EU-RO-1"]`, 1)),
			acctest.NoOp)
		w.ExpectWrites()
		it.Apply(hcl(minimal), acctest.Replace)
		w.ExpectWrites("DeletePod", "CreatePod")

		w.Remove(kind, w.OnlyID(kind))
		it.Apply(hcl(minimal), acctest.Create)
		w.ExpectWrites("CreatePod")
		// Destroying what is gone already is a success.
		w.SetFaults(emulator.Fault{Operation: "DeletePod", Kind: "status_after", Status: http.StatusBadGateway, Count: 1})
		it.Destroy()
		w.ExpectWrites("DeletePod")
	})
}

// What is asked of a machine is sent as it is written, and lists that ask for nothing are not.
func TestPod_placement(t *testing.T) {
	t.Parallel()
	w := start(t)
	it := w.Process().Object(typeName)
	it.Apply(hcl(minimal+placedOver1), acctest.Create)
	w.ExpectSent("CreatePod", `{"name":"my pod","imageName":"img:1","locked":false,"containerDiskInGb":50,"volumeInGb":20,"volumeMountPath":"/workspace","env":{},
		"ports":["8888/http","22/tcp"],"dockerEntrypoint":[],"dockerStartCmd":[],"globalNetworking":false,"computeType":"GPU","cloudType":"SECURE",
		"gpuTypeIds":["NVIDIA L4","NVIDIA A40"],"gpuTypePriority":"custom","gpuCount":2,"dataCenterIds":["EU-RO-1","US-TX-3"],"dataCenterPriority":"custom",
		"countryCodes":["RO","US"],"allowedCudaVersions":["12.7","12.8"],"minRAMPerGPU":16,"minVCPUPerGPU":4,"minDiskBandwidthMBps":100,
		"minDownloadMbps":200,"minUploadMbps":300,"networkVolumeId":"vol1","interruptible":true,"supportPublicIp":true}`)
	// The order of preference is for the next create.
	it.Apply(hcl(minimal+strings.Replace(placedOver1, `"NVIDIA L4", "NVIDIA A40"`, `"NVIDIA A40", "NVIDIA L4"`, 1)),
		acctest.Update)
	w.ExpectWrites()
}

func TestPod_cpu(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := startWith(t, start)
		cpu := minimal + "\ncompute_type = \"CPU\"\ncpu_flavor_ids = [\"cpu3c\"]\n"
		it := w.Process().Object(typeName)
		it.Apply(hcl(cpu), acctest.Create)
		w.ExpectSent("CreatePod", w.Over(`{"name":"my pod","imageName":"img:1","locked":false,"containerDiskInGb":50,"volumeInGb":20,"volumeMountPath":"/workspace","env":{},
		"ports":["8888/http","22/tcp"],"dockerEntrypoint":[],"dockerStartCmd":[],"globalNetworking":false,"computeType":"CPU","cloudType":"SECURE",
		"cpuFlavorIds":["cpu3c"],"cpuFlavorPriority":"availability","vcpuCount":2,"dataCenterPriority":"availability","interruptible":false}`,
			`{"name":"my pod","image":"img:1","disk":50,"env":{},"ports":["8888/http","22/tcp"],"args":"","globalNetworking":false,
		"cloud":"SECURE","startSsh":false,"startJupyter":false,"cpu":{"id":"cpu3c","vcpuCount":2}}`))
		it.Expect("gpu", nil)
		it.Expect("gpu_count", nil)
		it.Expect("cpu_flavor_id", "cpu3c")
		it.Expect("machine.gpu_type_id", nil)
		it.VerifyImport()
		it.Apply(hcl(cpu+"gpu_type_ids = []\n"), acctest.NoOp)
		it.Apply(hcl(cpu+"vcpu_count = 4"), acctest.Replace)
		it.Apply(hcl(cpu), acctest.Replace) // What was configured and is no longer goes back to the default.
	})
}

func TestPod_unknownValues(t *testing.T) {
	t.Parallel()
	w := start(t)
	config := hcl(`
  name                 = late("late")
  image_name           = late("late")
  container_disk_in_gb = late(9)
  volume_mount_path    = late("/late")
  docker_start_cmd     = [late("late")]
  env                  = { A = late("late") }
  ports                = ["${late(9)}/tcp"]
  compute_type         = late("CPU")
  cpu_flavor_ids       = [late("cpu3c")]
  network_volume_id    = late("vol1")
  restart_triggers     = { a = late("late") }
`)
	it := w.Process().Object(typeName)
	it.Plan(config, acctest.Create).ExpectUnknown("gpu_count")
	it.Apply(config, acctest.Create)
	w.ExpectSent("CreatePod", `{"name":"late","imageName":"late","locked":false,"containerDiskInGb":9,"volumeInGb":20,"volumeMountPath":"/late","env":{"A":"late"},
		"ports":["9/tcp"],"dockerEntrypoint":[],"dockerStartCmd":["late"],"globalNetworking":false,"computeType":"CPU","cloudType":"SECURE",
		"cpuFlavorIds":["cpu3c"],"cpuFlavorPriority":"availability","vcpuCount":2,"dataCenterPriority":"availability","networkVolumeId":"vol1","interruptible":false}`)
}

func TestPod_badInputIsFoundAtPlanTime(t *testing.T) {
	t.Parallel()
	for arguments, says := range map[string]string{
		``:                        `template_id,image_name`,
		`image_name = ""`:         `image_name must not be empty`,
		`template_id = ""`:        `template_id must not be empty`,
		minimal + "\nname = \"\"": `name must have from 1 to 191 characters; got ""`,
		minimal + "\nname = \"" + strings.Repeat("x", 192) + "\"": `name must have from 1 to 191 characters; got "xxx`,
		minimal + `
		 ports = ["8888"]`: `Invalid value.*8888/http`,
		minimal + `
		 ports = ["22/tcp", "80/http", "22/tcp"]`: `Duplicate List Value`,
		minimal + `
		 country_codes = ["Germany"]`: `Each value of country_codes`,
		minimal + `
		 env = { "MY KEY" = "v" }`: `env\["MY KEY"\] must`,
		minimal + `
		 volume_mount_path = "data"`: `must be an absolute path.*got "data"`,
		minimal + `
		 container_disk_in_gb = -1`: `at least 0`,
		minimal + `
		 compute_type = "TPU"`: `"CPU"`,
		minimal + `
		 cloud_type = "PRIVATE"`: `"COMMUNITY"; got "PRIVATE"\. \(at`,
		minimal + `
		 cloud_type = ""`: `got ""\..*Next: for none, set null or leave it out\. \(at`,
		minimal + `
		 gpu_type_priority = "price"`: `"availability"`,
		minimal + `
		 desired_status = "TERMINATED"`: `"EXITED"`,
		minimal + `
		 gpu_count = 0`: `at least 1`,
		minimal + `
		 country_codes = [null]`: `Null`,
		minimal + `
		 min_upload_mbps = -1`: `must be at least 0, got: -1`,
		minimal + `
		 env = { A = null }`: `not null`,
		minimal + `
		 env_wo_version = 1`: `env_wo`,
		minimal + `
		 env = { A = "1" }
		 env_wo = { A = "2" }
		 env_wo_version = 1`: `Variable set twice`,
		minimal + `
		 vcpu_count = 4`: `Invalid attribute of a GPU pod.*vcpu_count.*"CPU"`,
		minimal + `
		 compute_type = "GPU"
		 vcpu_count = 8`: `Invalid attribute of a GPU pod.*vcpu_count.*new pod`,
		minimal + `
		 compute_type = "GPU"
		 cpu_flavor_ids = ["cpu3c"]`: `Invalid attribute of a GPU pod: compute_type is "GPU".*cpu_flavor_ids`,
		minimal + `
		 cpu_flavor_ids = ["cpu3g"]`: `Invalid attribute of a GPU pod: Without compute_type.*cpu_flavor_ids`,
		minimal + `
		 compute_type = "CPU"
		 gpu_type_ids = ["NVIDIA L4"]`: `Invalid attribute of a CPU pod.*gpu_type_ids.*"GPU"`,
		minimal + `
		 compute_type = "CPU"
		 min_ram_per_gpu = 8`: `Invalid attribute of a CPU pod.*min_ram_per_gpu`,
	} {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			w := acctest.Start(t)
			w.Process().Object(typeName).ExpectPlanError(hcl(arguments), says)
			w.ExpectRequests()
		})
	}
}
