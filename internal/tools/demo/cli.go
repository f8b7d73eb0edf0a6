package main

import (
	"bytes"
	"context"
	"encoding/json"
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
	name        string // As a person would type it.
	version     string
	dir         string
	environment []string
}

// outcome is the result of a command of the CLI.
type outcome struct {
	exit int
	text string // Standard output and standard error, without colours.
}

func newCLI(ctx context.Context, path, dir string, environment []string) (*cli, error) {
	path, err := exec.LookPath(path)
	if err != nil {
		return nil, err
	}
	if path, err = filepath.Abs(path); err != nil { // It will run in dir.
		return nil, err
	}
	c := &cli{path: path, name: strings.TrimSuffix(filepath.Base(path), ".exe"), dir: dir}
	c.environment = append(programs.CleanEnvironment(), environment...)
	c.environment = append(c.environment,
		"CHECKPOINT_DISABLE=1",
		// Leaves out the advice on what to type next: no person types here.
		"TF_IN_AUTOMATION=1",
	)
	if !isTerminal(os.Stdout) || os.Getenv("NO_COLOR") != "" {
		c.environment = append(c.environment, "TF_CLI_ARGS=-no-color")
	}
	text, err := c.command(ctx, "version", "-json").Output()
	if err != nil {
		return nil, fmt.Errorf("%s version: %w", path, err)
	}
	var answer struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, fmt.Errorf("%s version: %w", path, err)
	}
	c.version = answer.Version
	return c, nil
}

// String names the CLI and its version.
func (c *cli) String() string {
	return c.name + " " + c.version
}

func (c *cli) olderThan(major, minor int) bool {
	var gotMajor, gotMinor int
	if _, err := fmt.Sscanf(c.version, "%d.%d", &gotMajor, &gotMinor); err != nil {
		return false
	}
	return gotMajor < major || gotMajor == major && gotMinor < minor
}

// run shows a command and its output, line by line as the CLI prints it. The error is about running it at all: its exit
// status is part of the outcome.
func (c *cli) run(ctx context.Context, out io.Writer, args ...string) (outcome, error) {
	fmt.Fprintf(out, "    $ %s %s\n", c.name, strings.Join(args, " "))
	var said bytes.Buffer
	shown := io.MultiWriter(&said, &indenter{to: out, atLineStart: true})
	command := c.command(ctx, args...)
	command.Stdout, command.Stderr = shown, shown
	err := command.Run()
	programs.EndGroup(command)
	if ctx.Err() != nil {
		return outcome{}, fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	got := outcome{text: colors.ReplaceAllString(said.String(), "")}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got.exit = exit.ExitCode()
		err = nil
	}
	return got, err
}

// command returns a command that the end of ctx interrupts and, if it continues after that, kills.
func (c *cli) command(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, c.path, args...)
	command.Dir = c.dir
	command.Env = c.environment
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptGrace
	programs.OwnGroup(command)
	return command
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// colors are the sequences with which a CLI colours its output.
var colors = regexp.MustCompile("\x1b\\[[0-9;]*m")

// indenter sets the CLI's output off from the demo's own.
type indenter struct {
	to          io.Writer
	atLineStart bool
}

func (i *indenter) Write(text []byte) (int, error) {
	var indented bytes.Buffer
	for line := range bytes.Lines(text) {
		if i.atLineStart && len(bytes.TrimSpace(line)) > 0 {
			indented.WriteString("    ")
		}
		indented.Write(line)
		i.atLineStart = line[len(line)-1] == '\n'
	}
	_, err := i.to.Write(indented.Bytes())
	return len(text), err
}
