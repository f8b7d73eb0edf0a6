package acctest

import (
	"bufio"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
)

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
