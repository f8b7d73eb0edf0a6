package programs

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// interruptGrace is the time that an interrupted CLI may take to end; then it is killed.
const interruptGrace = 15 * time.Second

// CLI is a Terraform or OpenTofu in a folder with a configuration. Its own settings are cli.tfrc in the folder above.
type CLI struct {
	path, Dir string
	// Settings are variables of its environment, beside those of every CLI here.
	Settings []string
}

// NewCLI returns the CLI of a path, or of a name on PATH.
func NewCLI(path, dir string, settings ...string) (*CLI, error) {
	path, err := exec.LookPath(path)
	if err != nil {
		return nil, err
	}
	path, err = filepath.Abs(path) // It will run in dir.
	return &CLI{path, dir, settings}, err
}

// String names the CLI as a person would type it.
func (c *CLI) String() string { return strings.TrimSuffix(filepath.Base(c.path), ".exe") }

// Run runs a command that writes to out, and returns its exit status. The error is about running it at all. The end of
// ctx interrupts it and, if it continues after that, kills it.
func (c *CLI) Run(ctx context.Context, out io.Writer, args ...string) (exit int, err error) {
	command := exec.CommandContext(ctx, c.path, args...)
	command.Dir, command.Stdout, command.Stderr = c.Dir, out, out
	command.Env = append(CleanEnvironment(), c.Settings...)
	command.Env = append(command.Env, "TF_CLI_CONFIG_FILE="+filepath.Join(c.Dir, "..", "cli.tfrc"),
		"CHECKPOINT_DISABLE=1", "TF_CLI_ARGS=-no-color",
		"TF_IN_AUTOMATION=1") // Leaves out the advice on what to type next: no person types here.
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptGrace
	ownGroup(command)
	err = command.Run()
	endGroup(command)
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		return 0, err
	}
	return command.ProcessState.ExitCode(), nil
}

// CleanEnvironment returns the environment without variables that would change the work of a tool: the settings of a
// person who otherwise uses the CLI, the provider or the emulator, above all the key of an account that is not
// emulated.
func CleanEnvironment() []string {
	var clean []string
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "TF_") && !strings.HasPrefix(entry, "PODFLEET_") {
			clean = append(clean, entry)
		}
	}
	return clean
}
