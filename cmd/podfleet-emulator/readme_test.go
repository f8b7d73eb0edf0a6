package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// readmeBlock is the code of a language under a heading of the README.
func readmeBlock(t *testing.T, heading, language string) string {
	t.Helper()
	content, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(content), "# "+heading+"\n")
	section, _, _ = strings.Cut(section, "\n##")
	_, code, hasCode := strings.Cut(section, "```"+language+"\n")
	code, _, hasEnd := strings.Cut(code, "```")
	if !found || !hasCode || !hasEnd {
		t.Fatalf("the README has no %s under %q", language, heading)
	}
	return code
}

// prints runs commands of the README in a folder with files, where podfleet-emulator is this test binary. They must
// print this and nothing else. Without the program that they need, a test is skipped, but not in CI.
func prints(t *testing.T, want, commands, program string, files map[string]string) {
	t.Helper()
	switch _, err := exec.LookPath(program); {
	case err != nil && os.Getenv("CI") != "":
		t.Fatalf("CI needs %s: %v", program, err)
	case err != nil:
		t.Skipf("this machine has no %s", program)
	}
	dir := t.TempDir()
	if err := os.Symlink(self(t), filepath.Join(dir, "podfleet-emulator")); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-euc", commands)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asCommand+"=1", "PATH="+dir+":"+os.Getenv("PATH"))
	output, err := cmd.CombinedOutput()
	if got := strings.TrimSpace(string(output)); err != nil || got != strings.TrimSpace(want) {
		t.Errorf("%s: %v\n%s\nbut the README has\n%s", commands, err, got, want)
	}
}

// The sessions print what the README shows.
func TestReadme_sessions(t *testing.T) {
	t.Parallel()
	server := emulator.Start(t, emulator.Options{RealTime: true}) // For curl; the others have one of their own.
	for _, c := range []struct{ heading, program, language, file string }{
		{"Python", "python3", "python", "session.py"},
		{"JavaScript", "node", "javascript", "session.mjs"},
		{"From a shell", "curl", "", ""},
		{"Testcontainers", "node", "javascript", "example.mjs"},
	} {
		t.Run(c.heading, func(t *testing.T) {
			files := map[string]string{}
			if c.file != "" {
				files[c.file] = readmeBlock(t, c.heading, c.language)
			}
			commands := "node example.mjs"
			if c.heading == "Testcontainers" {
				files["node_modules/testcontainers/package.json"] = `{"type":"module","exports":"./index.js"}`
				files["node_modules/testcontainers/index.js"] = noContainers
			} else {
				commands = readmeBlock(t, c.heading, "shell")
			}
			prints(t, readmeBlock(t, c.heading, "text"),
				strings.ReplaceAll(commands, "http://127.0.0.1:8787", server.URL()), c.program, files)
		})
	}
}

// What the README shows of its first lines is what the program prints, at its default address.
func TestReadme_firstLines(t *testing.T) {
	t.Parallel()
	shown := strings.NewReplacer(":8787", ":1234", "emulator-key", "k1").Replace(readmeBlock(t, "Start it", "text"))
	if !linesOf("/v1", "v2", "/management/v2").MatchString(shown) {
		t.Errorf("%q", shown)
	}
}

// The health check of the compose file works where an emulator serves, and its variables are known.
func TestReadme_compose(t *testing.T) {
	t.Parallel()
	var file struct {
		Services map[string]struct {
			Environment map[string]string
			Healthcheck struct{ Test []string }
			DependsOn   map[string]struct{ Condition string } `json:"depends_on"`
		}
	}
	if err := yaml.Unmarshal([]byte(readmeBlock(t, "Docker Compose", "yaml")), &file); err != nil {
		t.Fatal(err)
	}
	service, tests := file.Services["emulator"], file.Services["tests"]
	environ := []string{"PODFLEET_EMULATOR_LISTEN=0.0.0.0:8787"} // As in the image.
	for name, value := range service.Environment {
		environ = append(environ, name+"="+value)
	}
	config, err := parse(nil, environ, nil)
	if err != nil || config.options.APIKeys[0] != tests.Environment["PODFLEET_API_KEY"] ||
		tests.DependsOn["emulator"].Condition != "service_healthy" {
		t.Errorf("%+v, %v", file, err)
	}
	check := service.Healthcheck.Test
	if len(check) < 3 || !slices.Equal(check[:2], []string{"CMD", "/podfleet-emulator"}) {
		t.Fatalf("the health check is %q", check)
	}
	server, err := emulator.Listen(t.Context(), "0.0.0.0:0", config.options)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve() }()
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL(), "http://"), ":")
	for _, host := range []string{"localhost", "", "0.0.0.0"} {
		environ[0] = "PODFLEET_EMULATOR_LISTEN=" + host + ":" + port
		if err := run(t.Context(), check[2:], environ, nil, nil); err != nil {
			t.Errorf("while it serves %q: %v", host, err)
		}
	}
	server.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
	if err := run(t.Context(), check[2:], environ, nil, nil); err == nil {
		t.Error("healthy, and nothing serves")
	}
}

// The workflow pins its actions as this project does, and its last step runs the session.
func TestReadme_workflow(t *testing.T) {
	t.Parallel()
	text := readmeBlock(t, "GitHub Actions", "yaml")
	var workflow struct {
		Jobs map[string]struct{ Steps []struct{ Uses, Run string } }
	}
	if err := yaml.Unmarshal([]byte(text), &workflow); err != nil {
		t.Fatal(err)
	}
	ours, err := os.ReadFile("../../.github/workflows/ci.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range regexp.MustCompile(`(?m)uses: .*$`).FindAllString(text, -1) {
		if !strings.Contains(string(ours), line+"\n") {
			t.Errorf("the project's own workflow does not have %q", line)
		}
	}
	steps := workflow.Jobs["test"].Steps
	prints(t, readmeBlock(t, "Python", "text"), steps[len(steps)-1].Run, "python3",
		map[string]string{"session.py": readmeBlock(t, "Python", "python")})
}

// noContainers stands for the library on a machine without containers: it starts the program with the arguments of the
// container, and waits as it was told to.
const noContainers = `
import { spawn } from "node:child_process";
import { once } from "node:events";
export const Wait = { forHttp: (path, port) => ({ path, port }) };
export class GenericContainer {
  constructor(image) { this.program = image; }
  withCommand(args) { this.args = args; return this; }
  withExposedPorts(port) { this.port = port; return this; }
  withWaitStrategy(wait) { this.wait = wait; return this; }
  async start() {
    const program = spawn(this.program, this.args,
      { env: { ...process.env, PODFLEET_EMULATOR_LISTEN: "127.0.0.1:0" }, stdio: ["ignore", "pipe", "ignore"] });
    const [lines] = await once(program.stdout, "data");
    const { hostname, port } = new URL(String(lines).match(/http:\S+/)[0]);
    const ready = await fetch("http://" + hostname + ":" + port + this.wait.path);
    if (!ready.ok || this.wait.port !== this.port) throw new Error("not ready: " + ready.status);
    return { getHost: () => hostname, getMappedPort: () => port,
      stop: async () => { program.kill(); await once(program, "exit"); } };
  }
}
`
