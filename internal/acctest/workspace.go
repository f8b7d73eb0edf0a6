package acctest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Workspace is a folder in which the real CLI runs with the provider's binary, built from this source.
type Workspace struct {
	// Dir is the folder of the configurations.
	Dir string

	t   emulatortest.Test
	env []string
	// provider is the provider's binary.
	provider string
	// attaches has each command attach to a process of the provider; without it, the CLI starts its processes.
	attaches bool
}

// Requirement is the block of a configuration that says where the provider comes from.
const Requirement = `
terraform {
  required_providers {
    podfleet = { source = "podfleet/podfleet" }
  }
}
`

// binary is the name of the provider's.
const binary = "terraform-provider-podfleet"

// built is the folder with the provider's binary. The Makefile builds it once for all packages and passes the folder in
// ACCTEST_BINARIES; otherwise each package builds its own.
var built = sync.OnceValues(func() (string, error) {
	if dir := os.Getenv("ACCTEST_BINARIES"); dir != "" {
		_, err := os.Stat(filepath.Join(dir, binary)) // By this, Go's test cache knows of the file.
		return dir, err
	}
	dir, err := os.MkdirTemp("", "podfleet-acctest-")
	if err != nil {
		return "", err
	}
	cleanups = append(cleanups, func() error { return os.RemoveAll(dir) })
	output, err := exec.CommandContext(context.Background(), "go", "build", "-o", filepath.Join(dir, binary),
		"github.com/podfleet/terraform-provider-podfleet").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building the provider: %w\n%s", err, output)
	}
	return dir, nil
})

// AttachedWorkspace makes a Workspace in which the test starts the provider: one process for each command, which takes
// less than half of the CPU. It is for tests in which nothing depends on what one process does not know of another, on
// logs or on signals. Start and Interrupt leave the processes to the CLI here too.
func (e *Env) AttachedWorkspace() *Workspace {
	s := e.Workspace()
	s.attaches = true
	return s
}

// Workspace makes an empty folder whose provider is configured for this environment. The CLI starts the provider's
// processes, as it does for users: several for each command.
func (e *Env) Workspace() *Workspace {
	cli := requireCLI(e.t)
	provider, err := built()
	e.t.Check(err)
	dir := e.t.TempDir()
	// The documentation says terraform, whatever the name of this CLI is.
	bin := filepath.Join(dir, ".bin")
	e.t.Check(os.Mkdir(bin, 0o755))
	e.t.Check(os.Symlink(cli.path, filepath.Join(bin, "terraform")))
	s := &Workspace{Dir: dir, t: e.t, provider: filepath.Join(provider, binary)}
	s.Write(".cli.tfrc", fmt.Sprintf(`provider_installation {
  dev_overrides {
    "registry.terraform.io/podfleet/podfleet" = %[1]q
    "registry.opentofu.org/podfleet/podfleet" = %[1]q
  }
}
`, provider))
	s.env = []string{
		"HOME=" + dir, "PATH=" + bin + ":/usr/bin:/bin", "TF_CLI_CONFIG_FILE=" + filepath.Join(dir, ".cli.tfrc"),
		"TF_IN_AUTOMATION=1", "CHECKPOINT_DISABLE=1",
		"PODFLEET_REST_URL=" + e.ManagementURL(), "PODFLEET_QUEUE_URL=" + e.QueueURL(), "PODFLEET_API_KEY=" + e.APIKey(),
	}
	return s
}

// NeedsInit has `init` install the provider, from a folder and from nowhere else. Without it the CLI needs no init.
func (s *Workspace) NeedsInit() {
	const version = "0.1.0"
	mirror := filepath.Join(s.Dir, ".mirror")
	for _, address := range addresses {
		folder := filepath.Join(mirror, address, version, runtime.GOOS+"_"+runtime.GOARCH)
		s.t.Check(os.MkdirAll(folder, 0o755))
		s.t.Check(os.Symlink(s.provider, filepath.Join(folder, binary+"_v"+version)))
	}
	s.Write(".cli.tfrc", fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror))
}

// Setenv sets a variable for the commands that follow.
func (s *Workspace) Setenv(name, value string) { s.env = append(s.env, name+"="+value) }

// Write writes a file.
func (s *Workspace) Write(name, content string) {
	s.t.Check(os.WriteFile(filepath.Join(s.Dir, name), []byte(content), 0o600))
}

// Copy copies files into the folder.
func (s *Workspace) Copy(files ...string) {
	for _, file := range files {
		content, err := os.ReadFile(file)
		s.t.Check(err)
		s.Write(filepath.Base(file), string(content))
	}
}

// CLI runs the CLI and returns its exit code and all it printed.
func (s *Workspace) CLI(arguments ...string) (code int, output string) {
	return s.command(filepath.Join(s.Dir, ".bin", "terraform"), arguments...)
}

// Shell runs a line of documentation.
func (s *Workspace) Shell(line string) (code int, output string) {
	return s.command("/bin/sh", "-c", line)
}

// Must runs the CLI, which must exit with this code.
func (s *Workspace) Must(want int, arguments ...string) string {
	code, output := s.CLI(arguments...)
	if code != want {
		s.t.Fatalf("%s: exit code %d, want %d\n%s", strings.Join(arguments, " "), code, want, output)
	}
	return output
}

// Interrupt runs the CLI, and interrupts it, as Ctrl-C does, as soon as isTime returns true. It returns the exit code
// and all output.
func (s *Workspace) Interrupt(isTime func() bool, arguments ...string) (code int, output string) {
	r := s.Start(arguments...)
	err := r.waitUntil(isTime)
	if err = errors.Join(err, r.Interrupt(1)); err != nil {
		s.t.Errorf("%s was not interrupted: %v", strings.Join(arguments, " "), err)
	}
	return r.Wait()
}

// withoutProvider are commands of the CLI that start no provider.
var withoutProvider = map[string]bool{"fmt": true, "output": true, "state": true, "version": true, "workspace": true}

func (s *Workspace) command(name string, arguments ...string) (code int, output string) {
	env := s.env
	if s.attaches && (len(arguments) == 0 || !withoutProvider[arguments[0]]) {
		variable, stop := s.attachable()
		defer stop()
		env = append(slices.Clip(env), variable)
	}
	return s.start(env, name, arguments...).Wait()
}

// Wrapped makes a pattern that also matches text the CLI has broken into lines, with the bar it draws at their
// beginnings.
func Wrapped(pattern string) string {
	return strings.ReplaceAll(pattern, " ", `[\s│|]+`)
}

// addresses are those of the provider for each CLI.
var addresses = []string{"registry.terraform.io/podfleet/podfleet", "registry.opentofu.org/podfleet/podfleet"}

// attachable starts a provider process to which a CLI can attach, and returns the variable that tells the CLI so. The
// CLI itself would start three or four processes for each command, which is more than half of what a command costs.
func (s *Workspace) attachable() (variable string, stop func()) {
	process := exec.CommandContext(s.t.Context(), s.provider, "-debug")
	process.Dir, process.Env = s.Dir, s.env
	said, err := process.StdoutPipe()
	s.t.Check(err)
	s.t.Check(process.Start())
	stop = func() {
		_ = process.Process.Kill()
		_ = process.Wait() // It was killed.
	}
	const name = "TF_REATTACH_PROVIDERS="
	for lines := bufio.NewScanner(said); lines.Scan(); {
		_, value, found := strings.Cut(lines.Text(), name)
		if !found {
			continue
		}
		go func() { _, _ = io.Copy(io.Discard, said) }()
		of := strings.Trim(value, "'") // {"registry.terraform.io/podfleet/podfleet":{…}}
		return name + strings.TrimSuffix(of, "}") + "," + strings.Replace(of[1:], addresses[0], addresses[1], 1), stop
	}
	stop()
	s.t.Fatalf("%s -debug did not say how to attach", filepath.Base(s.provider))
	return "", nil
}
