package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

// interruptGrace is the time that an interrupted CLI may take to end; then it is killed.
const interruptGrace = 15 * time.Second

// cli is a Terraform or OpenTofu in a folder with a configuration.
type cli struct {
	path        string
	dir         string
	environment []string
}

// outcome is the result of a command of the CLI.
type outcome struct {
	exit int
	text string // Standard output and standard error, without colours.
}

func newCLI(path, dir string, environment []string) (*cli, error) {
	path, err := exec.LookPath(path)
	if err != nil {
		return nil, err
	}
	if path, err = filepath.Abs(path); err != nil { // It will run in dir.
		return nil, err
	}
	environment = append(programs.CleanEnvironment(), environment...)
	environment = append(environment, "CHECKPOINT_DISABLE=1",
		"TF_IN_AUTOMATION=1", // Leaves out the advice on what to type next: no person types here.
	)
	if !isTerminal(os.Stdout) || os.Getenv("NO_COLOR") != "" {
		environment = append(environment, "TF_CLI_ARGS=-no-color")
	}
	return &cli{path, dir, environment}, nil
}

// String names the CLI as a person would type it.
func (c *cli) String() string { return strings.TrimSuffix(filepath.Base(c.path), ".exe") }

// run shows a command and its output, line by line as the CLI prints it. The error is about running it at all: its exit
// status is part of the outcome. The end of ctx interrupts it and, if it continues after that, kills it.
func (c *cli) run(ctx context.Context, out io.Writer, args ...string) (outcome, error) {
	fmt.Fprintf(out, "$ %s %s\n", c, strings.Join(args, " "))
	var said bytes.Buffer
	shown := io.MultiWriter(&said, out)
	command := exec.CommandContext(ctx, c.path, args...)
	command.Dir, command.Env = c.dir, c.environment
	command.Stdout, command.Stderr = shown, shown
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptGrace
	programs.OwnGroup(command)
	err := command.Run()
	programs.EndGroup(command)
	if ctx.Err() != nil {
		return outcome{}, fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return outcome{}, err
	}
	return outcome{command.ProcessState.ExitCode(), colors.ReplaceAllString(said.String(), "")}, nil
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// colors are the sequences with which a CLI colours its output.
var colors = regexp.MustCompile("\x1b\\[[0-9;]*m")
