package main

import (
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

// readmeShell is a folder in which the README's commands run: podfleet-emulator is this test binary.
type readmeShell struct {
	t   *testing.T
	dir string
}

// newReadmeShell skips a test where a program is missing, but not in CI.
func newReadmeShell(t *testing.T, programs ...string) readmeShell {
	t.Helper()
	for _, program := range programs {
		switch _, err := exec.LookPath(program); {
		case err != nil && os.Getenv("CI") != "":
			t.Fatalf("CI needs %s: %v", program, err)
		case err != nil:
			t.Skipf("this machine has no %s", program)
		}
	}
	s := readmeShell{t, t.TempDir()}
	if err := os.Symlink(self(t), filepath.Join(s.dir, "podfleet-emulator")); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s readmeShell) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// prints runs commands, which must print this and nothing else.
func (s readmeShell) prints(want, commands string) {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), "sh", "-euc", commands)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), asCommand+"=1", "PATH="+s.dir+":"+os.Getenv("PATH"))
	output, err := cmd.CombinedOutput()
	if got := strings.TrimSpace(string(output)); err != nil || got != strings.TrimSpace(want) {
		s.t.Errorf("%s: %v\n%s\nbut the README has\n%s", commands, err, got, want)
	}
}

// The sessions print what the README shows.
func TestReadme_sessions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ heading, language, file, program string }{
		{"Python", "python", "session.py", "python3"},
		{"JavaScript", "javascript", "session.mjs", "node"},
	} {
		t.Run(c.heading, func(t *testing.T) {
			t.Parallel()
			s := newReadmeShell(t, c.program)
			s.write(c.file, readmeBlock(t, c.heading, c.language))
			s.prints(readmeBlock(t, c.heading, "text"), readmeBlock(t, c.heading, "shell"))
		})
	}
	t.Run("curl", func(t *testing.T) {
		t.Parallel()
		s := newReadmeShell(t, "curl")
		server := emulator.Start(t, emulator.Options{RealTime: true})
		commands := readmeBlock(t, "From a shell", "shell")
		s.prints(readmeBlock(t, "From a shell", "text"),
			strings.ReplaceAll(commands, "http://127.0.0.1:8787", server.URL()))
	})
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
	environ[0] = "PODFLEET_EMULATOR_LISTEN=0.0.0.0:" + port
	if err := run(t.Context(), check[2:], environ, nil, nil); err != nil {
		t.Errorf("while it serves: %v", err)
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
	s := newReadmeShell(t, "python3")
	s.write("session.py", readmeBlock(t, "Python", "python"))
	s.prints(readmeBlock(t, "Python", "text"), steps[len(steps)-1].Run)
	install := "go install github.com/podfleet/terraform-provider-podfleet/cmd/podfleet-emulator@main"
	if steps[len(steps)-2].Run != install || !strings.Contains(readmeBlock(t, "Start it", "shell"), install) {
		t.Errorf("%v", steps)
	}
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

// The example of Testcontainers works, but for the containers.
func TestReadme_testcontainers(t *testing.T) {
	t.Parallel()
	s := newReadmeShell(t, "node")
	s.write("node_modules/testcontainers/package.json", `{"type":"module","exports":"./index.js"}`)
	s.write("node_modules/testcontainers/index.js", noContainers)
	s.write("example.mjs", readmeBlock(t, "Testcontainers", "javascript"))
	s.prints(readmeBlock(t, "Testcontainers", "text"), "node example.mjs")
}
