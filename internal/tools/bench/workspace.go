package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// workspace is a folder in which the CLI runs with one of the providers.
type workspace struct {
	cli, dir string
	// settings are variables of the CLI's environment.
	settings []string
	usage    string // file with the usage of the provider's processes in a command
}

// newWorkspace writes the configuration and, unless it is nil, a state into a folder of their own. settings lead the
// provider to the service.
func (b *bench) newWorkspace(provider string, state []byte, settings []string) (*workspace, error) {
	above, err := os.MkdirTemp(b.dir, "work-")
	if err != nil {
		return nil, err
	}
	dir, plugin := filepath.Join(above, "work"), filepath.Join(above, "plugin")
	if err := errors.Join(os.Mkdir(dir, 0o700), os.Mkdir(plugin, 0o700)); err != nil {
		return nil, err
	}
	// The CLI finds the program that measures, under the provider's name.
	if err := os.Symlink(b.program("bench/measured"), filepath.Join(plugin, "terraform-provider-podfleet")); err != nil {
		return nil, err
	}
	files := map[string][]byte{"work/main.tf": []byte(configuration(b.n)), "cli.tfrc": fmt.Appendf(nil,
		"provider_installation {\n  dev_overrides {\n    \"registry.terraform.io/podfleet/podfleet\" = %[1]q\n"+
			"    \"registry.opentofu.org/podfleet/podfleet\" = %[1]q\n  }\n  direct {}\n}\n", plugin)}
	if state != nil {
		files["work/terraform.tfstate"] = state
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(above, name), content, 0o600); err != nil {
			return nil, err
		}
	}
	usage := filepath.Join(above, "usage")
	return &workspace{b.cli, dir, slices.Concat(settings, []string{"BENCH_PROVIDER=" + provider,
		"BENCH_USAGE=" + usage, "TF_CLI_CONFIG_FILE=" + filepath.Join(above, "cli.tfrc"), "CHECKPOINT_DISABLE=1",
		"TF_CLI_ARGS=-no-color"}), usage}, nil
}

// sample is the cost of one command.
type sample struct {
	wall float64 // in seconds
	cpu  float64 // in seconds, of all processes of the provider together
	peak float64 // in MB, of the largest of them
	// requests are those that reached the service.
	requests float64
}

// run runs the CLI, which must succeed. The end of ctx interrupts it and, if it continues after that, kills it.
func (w *workspace) run(ctx context.Context, args ...string) (s sample, err error) {
	command := exec.CommandContext(ctx, w.cli, args...)
	command.Dir, command.Env = w.dir, append(cleanEnvironment(), w.settings...)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 15 * time.Second
	started := time.Now()
	said, err := command.CombinedOutput()
	s.wall = time.Since(started).Seconds()
	if err != nil {
		return s, fmt.Errorf("%s %s: %w\n%s", w.cli, strings.Join(args, " "), err, said[max(0, len(said)-3000):])
	}
	used, err := os.ReadFile(w.usage)
	if err != nil {
		return s, err
	}
	if err := s.add(string(used)); err != nil {
		return s, err
	}
	return s, os.Remove(w.usage) // The next command begins another.
}

// cleanEnvironment returns the environment without the settings of a person who otherwise uses the CLI or the provider,
// above all the key of an account that is not emulated.
func cleanEnvironment() []string {
	return slices.DeleteFunc(os.Environ(), func(entry string) bool {
		return strings.HasPrefix(entry, "TF_") || strings.HasPrefix(entry, "PODFLEET_")
	})
}

// add adds the usage of the processes that measured wrote down, a line each.
func (s *sample) add(used string) error {
	for lines := strings.NewReader(used); ; {
		var cpu, peak float64
		if _, err := fmt.Fscanln(lines, &cpu, &peak); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%q: %w", used, err)
		}
		s.cpu, s.peak = s.cpu+cpu/1e9, max(s.peak, peak/1024)
	}
}
