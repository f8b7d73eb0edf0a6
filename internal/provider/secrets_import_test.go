package provider_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// What import blocks bring, and the configuration that the CLI writes for them: no secret variable is printed or in a
// configuration. With import_env = false none is in the plan or the state either.
func TestAccSecrets_generatedConfig(t *testing.T) {
	t.Parallel()
	acctest.NeedsCLI(t, "1.11.0")
	for _, importEnv := range []string{"true", "false"} {
		t.Run("import_env="+importEnv, func(t *testing.T) {
			t.Parallel()
			w := accountWithKey(t).InTurns()
			secret := map[string]any{"TOKEN": injectedSecrets["env_wo of a template"], "SHORT": injectedSecrets["a short one"]}
			for kind, members := range map[string]map[string]any{
				"templates":              {"imageName": "img:1", "env": secret},
				"pods":                   {"imageName": "img:1", "env": secret},
				"containerRegistryAuths": {"username": "bob", "password": injectedSecrets["stored password"]},
			} {
				members["name"] = "it"
				w.Put(kind, "x1", members)
			}
			s := w.Workspace()
			s.Setenv("PODFLEET_IMPORT_ENV", importEnv)
			s.Setenv("TF_LOG", "TRACE")
			s.Setenv("TF_LOG_PATH", filepath.Join(s.Dir, "trace.log"))
			// An import block without a resource block needs the provider, and one with it must not name it.
			imports := func(provider string) string {
				text := acctest.Requirement
				for _, typeName := range []string{"podfleet_template", "podfleet_pod", "podfleet_container_registry_auth"} {
					text += fmt.Sprintf("import {\n  to = %s.it\n  id = \"x1\"\n%s}\n", typeName, provider)
				}
				return text
			}
			s.Write("main.tf", imports("  provider = podfleet\n"))
			// What is generated need not be valid yet: a login wants a password that nobody knows.
			_, printed := s.CLI("plan", "-no-color", "-generate-config-out=generated.tf", "-out=plan.bin")
			generated, err := os.ReadFile(filepath.Join(s.Dir, "generated.tf"))
			if err != nil || strings.Count(string(generated), "resource \"podfleet_") != 3 {
				t.Fatalf("%v\n%s\n%s", err, printed, generated)
			}
			logs, err := os.ReadFile(filepath.Join(s.Dir, "trace.log"))
			if err != nil {
				t.Fatal(err)
			}
			check := func(what, text string) {
				if found := secretsIn(text, nil); len(found) > 0 {
					t.Errorf("%s has %v", what, found)
				}
			}
			check("the output", printed)
			check("the configuration", string(generated))
			check("the log", string(logs))
			s.Write("generated.tf", "")
			s.Write("main.tf", imports(""))
			for _, typeName := range []string{"podfleet_template", "podfleet_pod"} {
				s.Write(typeName+".tf", fmt.Sprintf("resource %q \"it\" {\n  name       = \"it\"\n  image_name = \"img:1\"\n}\n",
					typeName))
			}
			s.Write("login.tf", "resource \"podfleet_container_registry_auth\" \"it\" {\n  name = \"it\"\n"+
				"  username = \"bob\"\n  password_wo = \"other\"\n  password_wo_version = 1\n}\n")
			check("the plan", s.Must(0, "plan", "-no-color", "-out=plan.bin"))
			if importEnv == "true" {
				return
			}
			check("the plan in JSON", s.Must(0, "show", "-json", "plan.bin"))
			if t.Failed() { // Variables that came in would go again, and the apply would wait for the pod to restart.
				return
			}
			check("the apply", s.Must(0, "apply", "-no-color", "plan.bin"))
			check("the state in JSON", s.Must(0, "show", "-json"))
		})
	}
}

// Of what is sent, the key is in one header, and the secrets are in bodies: not in a URL, nor in any other header.
func TestSecrets_headers(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	seen, begun := 0, false
	key := injectedSecrets["api_key"]
	w := acctest.Start(t, emulator.Options{APIKeys: []string{key}, Observe: func(ex *emulator.Exchange) {
		mu.Lock()
		defer mu.Unlock()
		if !begun {
			return // The harness has a client of its own.
		}
		seen++
		header := ex.RequestHeader.Clone()
		if ex.RequestHeader.Get("Authorization") != "Bearer "+key {
			t.Errorf("%s: the key is not where it should be", ex.Operation)
		}
		header.Del("Authorization")
		if found := secretsIn(fmt.Sprint(ex.URL, header), nil); len(found) > 0 {
			t.Errorf("%s: URL and headers have %v", ex.Operation, found)
		}
		if agent := header.Get("User-Agent"); !strings.HasPrefix(agent, "terraform-provider-podfleet/test (") {
			t.Errorf("%s: the user agent is %q", ex.Operation, agent)
		}
	}})
	w.AllowBadRequests()
	p, configs := w.Process(), injectedConfigs(w.Endpoint("emulator/echo"))
	mu.Lock()
	begun = true
	mu.Unlock()
	for typeName, config := range configs {
		made, diags := p.Apply(typeName, acctest.Instance{}, config)
		if hasError(diags) {
			t.Fatal(acctest.Text(diags))
		}
		if _, diags = p.Read(typeName, made); hasError(diags) {
			t.Error(acctest.Text(diags))
		}
		if _, diags = p.Destroy(typeName, made); hasError(diags) {
			t.Error(acctest.Text(diags))
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if seen < 3*4 {
		t.Errorf("%d requests: this test looks in the wrong place", seen)
	}
}

// Credentials in the URL of a bucket's service would be shown in plans: they are refused, and not quoted.
func TestSecrets_bucketURL(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for _, endpointURL := range []string{
		"https://key:" + injectedSecrets["password of a webhook"] + "@s3.example.com",
		"https://" + injectedSecrets["token of a webhook"] + "@s3.example.com",
		"https://key:%zz" + injectedSecrets["password of a webhook"] + "@s3.example.com",
		"//k:" + injectedSecrets["password of a webhook"] + "@s3.example.com",
	} {
		diags := p.Validate("podfleet_job", acctest.Values{"endpoint_id": "e", "input": `{}`, "s3_config": acctest.Values{
			"access_id": "id", "access_secret": "secret", "bucket_name": "b", "endpoint_url": endpointURL,
		}})
		if says := acctest.Text(diags); !hasError(diags) || len(secretsIn(says, nil)) > 0 {
			t.Errorf("%s: %s", endpointURL, says)
		}
	}
}

// hiddenPaths are the attributes of a schema that a CLI does not show, by their paths.
func hiddenPaths(under string, attributes []*tfprotov6.SchemaAttribute) []string {
	var all []string
	for _, attribute := range attributes {
		path := under + attribute.Name
		if attribute.Sensitive {
			all = append(all, path)
		}
		if attribute.NestedType != nil {
			all = append(all, hiddenPaths(path+".", attribute.NestedType.Attributes)...)
		}
	}
	return all
}

// What may hold a credential is shown by no CLI, in any schema; and nothing else is hidden from who reviews a plan.
func TestSecrets_sensitiveAttributes(t *testing.T) {
	t.Parallel()
	server := providerserver.NewProtocol6(provider.New("test")())()
	schemas, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	collect := func(name string, schema *tfprotov6.Schema) {
		if paths := hiddenPaths("", schema.Block.Attributes); len(paths) > 0 {
			slices.Sort(paths)
			got[name] = paths
		}
	}
	collect("provider", schemas.Provider)
	for name, schema := range schemas.ResourceSchemas {
		collect("resource "+name, schema)
	}
	for name, schema := range schemas.DataSourceSchemas {
		collect("data "+name, schema)
	}
	for name, schema := range schemas.EphemeralResourceSchemas {
		collect("ephemeral "+name, schema)
	}
	for name, schema := range schemas.ListResourceSchemas {
		collect("list "+name, schema)
	}
	for name, schema := range schemas.ActionSchemas {
		collect("action "+name, schema.Schema)
	}
	want := map[string][]string{
		"provider":                                  {"api_key"},
		"ephemeral podfleet_job_result":             {"output"},
		"resource podfleet_container_registry_auth": {"password", "password_wo"},
		"resource podfleet_job": {
			"input_wo", "s3_config.access_secret", "s3_config.access_secret_wo", "webhook",
		},
		"resource podfleet_endpoint": {"env", "env_wo"},
		"resource podfleet_pod":      {"env", "env_wo"},
		"resource podfleet_template": {"env", "env_wo"},
	}
	if !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("hidden are\n%v\nnot\n%v", got, want)
	}
}
