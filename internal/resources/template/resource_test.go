package template_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	address  = "podfleet_template.it"
	typeName = "podfleet_template"
	kind     = "templates"
)

// hcl is a template with these arguments beside its image.
func hcl(arguments string) string {
	return fmt.Sprintf("resource \"podfleet_template\" \"it\" {\n  image_name = \"img:1\"\n%s\n}\n", arguments)
}

const minimal = `name = "web"`

const everything = `
  name                       = "web-2"
  container_disk_in_gb       = 7
  volume_in_gb               = 18
  volume_mount_path          = "/data"
  container_registry_auth_id = "auth1"
  docker_entrypoint          = ["/bin/sh", "-c"]
  docker_start_cmd           = ["echo", "hi there"]
  env                        = { MODE = "fast", EMPTY = "" }
  ports                      = ["9000/tcp"]
  is_public                  = true
  readme                     = "# Title\n\n<b>bold</b> & more"
`

const created = `{"name":"web","imageName":"img:1","containerDiskInGb":50,"volumeInGb":20,"volumeMountPath":"/workspace",
	"dockerEntrypoint":[],"dockerStartCmd":[],"env":{},"ports":["8888/http","22/tcp"],"isPublic":false,"readme":""}`

const updated = `{"name":"web-2","containerDiskInGb":7,"volumeInGb":18,"volumeMountPath":"/data","containerRegistryAuthId":"auth1",
	"dockerEntrypoint":["/bin/sh","-c"],"dockerStartCmd":["echo","hi there"],"env":{"MODE":"fast","EMPTY":""},"ports":["9000/tcp"],
	"isPublic":true,"readme":"# Title\n\n<b>bold</b> & more"}`

const cleared = `{"containerDiskInGb":50,"volumeInGb":20,"volumeMountPath":"/workspace","containerRegistryAuthId":"",
	"dockerEntrypoint":[],"dockerStartCmd":[],"env":{},"ports":["8888/http","22/tcp"],"isPublic":false,"readme":""}`

// The same over version 2, which takes a command as one text.
const (
	created2 = `{"name":"web","image":"img:1","disk":50,"mounts":{"persistent":{"size":20,"path":"/workspace"}},
	"args":"","env":{},"ports":["8888/http","22/tcp"],"public":false,"startSsh":false,"startJupyter":false}`

	updated2 = `{"name":"web-2","disk":7,"mounts":{"persistent":{"size":18,"path":"/data"}},"registry":"auth1",
	"args":"{\"entrypoint\":[\"/bin/sh\",\"-c\"],\"cmd\":[\"echo\",\"hi there\"]}","env":{"MODE":"fast","EMPTY":""},
	"ports":["9000/tcp"],"public":true}`

	cleared2 = `{"disk":50,"mounts":{"persistent":{"size":20,"path":"/workspace"}},"registry":null,"args":"","env":{},
	"ports":["8888/http","22/tcp"],"public":false}`
)

// withLogin gives an account registry credentials.
func withLogin(t *testing.T, env *acctest.Env) *acctest.Env {
	t.Helper()
	env.Put("containerRegistryAuths", "auth1", map[string]any{"name": "a"})
	return env
}

func TestTemplate_lifecycle(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]emulator.Options{
		"as documented": {},
		"isPlatform is spelled in the deployment's own way": {PlatformName: "Acme"},
		"an older deployment of version 2":                  {Version2: emulator.Version2Options{August: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				live(t, withLogin(t, start(options)))
			})
		})
	}
}

// live makes a template, changes it in all ways, and deletes it.
func live(t *testing.T, env *acctest.Env) {
	t.Helper()
	template := env.Process().Object(typeName)
	template.Apply(hcl(minimal), acctest.Create)
	env.ExpectSent("CreateTemplate", env.Over(created, created2))
	template.State().ExpectSet("id")
	template.Expect("category", "NVIDIA")
	template.Expect("container_registry_auth_id", nil)
	if env.Version() == 1 {
		template.Expect("is_platform", false)
		template.Expect("earned", 0)
	}
	template.Apply(hcl(minimal), acctest.NoOp)
	env.ExpectWrites()
	template.VerifyImport()

	template.Apply(hcl(everything), acctest.Update)
	env.ExpectSent("UpdateTemplate", env.Over(updated, updated2))
	template.VerifyImport()
	template.Apply(hcl(everything), acctest.NoOp)
	env.ExpectWrites()
	env.Patch(kind, template.ID(), map[string]any{
		"readme": "somebody was here", "env": map[string]any{"FOREIGN": "1"},
	})
	template.Apply(hcl(everything), acctest.Update)
	env.ExpectSent("UpdateTemplate", env.Over(`{"readme":"# Title\n\n<b>bold</b> & more","env":{"MODE":"fast","EMPTY":""}}`,
		`{"env":{"MODE":"fast","EMPTY":""}}`))
	template.Apply(hcl(`name = "web-2"`), acctest.Update) // Each removed line is a default again.
	env.ExpectSent("UpdateTemplate", env.Over(cleared, cleared2))
	template.VerifyImport()

	template.Apply(hcl(everything+"category = \"AMD\""), acctest.Replace)
	env.ExpectWrites("DeleteTemplate", "CreateTemplate")
	serverless := hcl("name = \"web\"\nis_serverless = true\n")
	template.Plan(serverless, acctest.Replace).Expect("volume_in_gb", 0)
	template.Apply(serverless, acctest.Replace)
	env.ExpectWrites("DeleteTemplate", "CreateTemplate")
	env.Remove(kind, template.ID())
	template.Apply(serverless, acctest.Create)
	env.ExpectWrites("CreateTemplate")
	env.Patch(kind, template.ID(), map[string]any{"volumeMountPath": "/elsewhere"})
	if env.Version() == 1 { // Version 2 returns no mount path without a volume.
		template.Apply(serverless, acctest.Update)
		env.ExpectSent("UpdateTemplate", `{"volumeMountPath":"/workspace"}`)
	}
	template.Apply(serverless, acctest.NoOp)
	env.SetFaults(emulator.Fault{Operation: "DeleteTemplate", Kind: emulator.FaultStatusAfter,
		Status: http.StatusBadGateway, Count: 1})
	template.Destroy()
	env.ExpectWrites("DeleteTemplate")
}

func TestTemplate_unknownValues(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	config := hcl(`
  name                 = late("/late")
  container_disk_in_gb = late(9)
  volume_mount_path    = late("/late")
  is_serverless        = late(true)
  docker_start_cmd     = [late("/late")]
  env                  = { A = late("/late") }
  ports                = ["${late(9)}/tcp"]
`)
	template := env.Process().Object(typeName)
	template.Plan(config, acctest.Create).ExpectUnknown("volume_in_gb")
	template.Apply(config, acctest.Create)
	env.ExpectSent("CreateTemplate", `{"name":"/late","imageName":"img:1","containerDiskInGb":9,"volumeInGb":0,"volumeMountPath":"/late",
		"dockerEntrypoint":[],"dockerStartCmd":["/late"],"env":{"A":"/late"},"ports":["9/tcp"],"isPublic":false,"readme":"","isServerless":true}`)
}

func TestTemplate_badInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ arguments, want string }{
		"no name":               {"", `At least one attribute out of \[name_prefix,name\]`},
		"name and prefix":       {"name = \"a\"\nname_prefix = \"b\"", `"name" cannot be specified when "name_prefix"`},
		"empty name":            {"name = \"\"", `must not be empty.*null or leave it out\. \(at name\)`},
		"port without protocol": {minimal + "\nports = [\"8888\"]", `Invalid value.*8888/http.*\(at ports\.0\)`},
		"null port":             {minimal + "\nports = [null]", `Null.*\(at ports`},
		"relative path": {minimal + "\nvolume_mount_path = \"data\"",
			`must be an absolute path.*got "data".*\(at volume_mount_path\)`},
		"negative size": {minimal + "\ncontainer_disk_in_gb = -1", `at least 0.*\(at container_disk_in_gb\)`},
		"category":      {minimal + "\ncategory = \"TPU\"", `"NVIDIA".*\(at category\)`},
		"empty reference": {minimal + "\ncontainer_registry_auth_id = \"\"",
			`must not be empty.*\(at container_registry_auth_id\)`},
		"null variable": {minimal + "\nenv = { A = null }", `not null.*\(at env`},
		"repeated port": {minimal + "\nports = [\"22/tcp\", \"80/http\", \"22/tcp\"]", `Duplicate List Value.*\(at ports`},
		"bad variable":  {minimal + "\nenv = { \"MY KEY\" = \"v\" }", `Invalid value: env\["MY KEY"\] must.*MY KEY`},
		"bad secret variable": {minimal + "\nenv_wo = { \"A=B\" = \"v\" }\nenv_wo_version = 1",
			`Invalid value: env_wo\["A=B"\] must.*A=B`},
		"serverless volume": {minimal + "\nis_serverless = true\nvolume_in_gb = 5",
			`A serverless template has no local volume.*\(at volume_in_gb\)`},
		"version alone": {minimal + "\nenv_wo_version = 1", `env_wo`},
		"variable twice": {minimal + "\nenv = { A = \"1\" }\nenv_wo = { A = \"2\" }\nenv_wo_version = 1",
			`Variable set twice`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			env.Process().Object(typeName).ExpectPlanError(hcl(test.arguments), test.want)
			env.ExpectRequests()
		})
	}
}
