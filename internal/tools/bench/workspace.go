package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/bench/usage"
	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

// interruptGrace is the time that an interrupted CLI may take to end; then it is killed.
const interruptGrace = 15 * time.Second

// workspace is a folder in which the CLI runs with one of the providers.
type workspace struct {
	bench    *bench
	dir      string
	provider string
	settings []string // what leads the provider to the service
}

// newWorkspace writes a configuration and, unless it is nil, a state into a folder of their own.
func (b *bench) newWorkspace(provider, configuration string, state []byte, settings []string) (*workspace, error) {
	dir, err := os.MkdirTemp(b.dir, "work-")
	if err != nil {
		return nil, err
	}
	w := &workspace{bench: b, dir: dir, provider: provider, settings: settings}
	cliConfig := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"registry.terraform.io/podfleet/podfleet\""+
		" = %[1]q\n    \"registry.opentofu.org/podfleet/podfleet\" = %[1]q\n  }\n  direct {}\n}\n",
		filepath.Join(dir, "plugin"))
	if err := os.Mkdir(filepath.Join(dir, "plugin"), 0o700); err != nil {
		return nil, err
	}
	// The CLI finds the program that measures, under the provider's name.
	if err := os.Symlink(b.program("measured"), filepath.Join(dir, "plugin", "terraform-provider-podfleet")); err != nil {
		return nil, err
	}
	files := map[string][]byte{"cli.tfrc": []byte(cliConfig), "main.tf": []byte(configuration)}
	if state != nil {
		files["terraform.tfstate"] = state
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// sample is the cost of one command.
type sample struct {
	wall     time.Duration
	provider usage.Usage // of all its processes; zero if none was started
}

// run runs the CLI, which must succeed.
func (w *workspace) run(ctx context.Context, args ...string) (sample, error) {
	used := filepath.Join(w.dir, "usage")
	command := exec.CommandContext(ctx, w.bench.cli, args...)
	command.Dir = w.dir
	command.Env = append(programs.CleanEnvironment(), w.settings...)
	command.Env = append(command.Env, "TF_CLI_CONFIG_FILE="+filepath.Join(w.dir, "cli.tfrc"), "CHECKPOINT_DISABLE=1",
		"TF_IN_AUTOMATION=1", "BENCH_PROVIDER="+w.provider, "BENCH_USAGE="+used)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptGrace
	programs.OwnGroup(command)
	var said, complaints bytes.Buffer
	command.Stdout, command.Stderr = &said, &complaints
	started := time.Now()
	err := command.Run()
	s := sample{wall: time.Since(started)}
	programs.EndGroup(command)
	if err != nil {
		return s, fmt.Errorf("%s %s with %s: %w\n%s%s", filepath.Base(w.bench.cli), strings.Join(args, " "),
			filepath.Base(w.provider), err, lastLines(said.String()), lastLines(complaints.String()))
	}
	s.provider, _, err = usage.Sum(used)
	if errors.Is(err, os.ErrNotExist) {
		err = nil // The CLI needed no provider.
	}
	return s, err
}

// plan runs a plan, which must have nothing to do.
func (w *workspace) plan(ctx context.Context) (sample, error) {
	return w.run(ctx, "plan", "-input=false", "-no-color", "-detailed-exitcode")
}

// lastLines returns the end of a CLI's output, enough to find the error.
func lastLines(text string) string {
	const maxBytes = 3000
	if len(text) > maxBytes {
		return "…" + text[len(text)-maxBytes:]
	}
	return text
}
