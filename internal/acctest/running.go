package acctest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Running is a command that runs, such as the CLI, with the providers that it has started. They are a group of
// processes.
type Running struct {
	s       *Workspace
	command *exec.Cmd
	printed string // the file with all that was printed so far
}

// Start starts the CLI and returns at once. Wait for it.
func (s *Workspace) Start(arguments ...string) *Running {
	return s.start(s.env, filepath.Join(s.Dir, ".bin", "terraform"), arguments...)
}

func (s *Workspace) start(env []string, name string, arguments ...string) *Running {
	printed, err := os.Create(filepath.Join(s.t.TempDir(), "printed"))
	s.t.Check(err)
	defer printed.Close() // The command has it, too.
	r := &Running{s: s, command: exec.CommandContext(s.t.Context(), name, arguments...), printed: printed.Name()}
	r.command.Dir, r.command.Env = s.Dir, env
	r.command.Stdout, r.command.Stderr = printed, printed
	r.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	s.t.Check(r.command.Start())
	return r
}

// output returns all that was printed so far.
func (r *Running) output() string {
	text, err := os.ReadFile(r.printed)
	r.s.t.Check(err)
	return string(text)
}

// Interrupt sends Ctrl-C, so many times: each after the CLI has reported the one before. Any goroutine may call it,
// also while the CLI ends by itself.
func (r *Running) Interrupt(times int) error {
	for sent := range times {
		if err := r.command.Process.Signal(os.Interrupt); err != nil {
			return ended(err)
		}
		if sent+1 < times {
			if err := r.waitUntil(func() bool { return strings.Contains(r.output(), "Interrupt received") }); err != nil {
				return err
			}
		}
	}
	return nil
}

// Kill kills the CLI, which gets no chance to do anything, and leaves its providers.
func (r *Running) Kill() error { return ended(r.command.Process.Kill()) }

// KillProviders kills the providers, and leaves the CLI.
func (r *Running) KillProviders() error {
	err := exec.CommandContext(r.s.t.Context(), "pkill", "-KILL", "-P", strconv.Itoa(r.command.Process.Pid), "-f",
		"terraform-provider-").Run()
	if err != nil { // Or there is none.
		return fmt.Errorf("pkill: %w", err)
	}
	return nil
}

// ended returns no error if the process had ended already.
func ended(err error) error {
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// Wait returns the exit code, -1 if it was killed, and all that was printed. The providers have ended by then, too.
func (r *Running) Wait() (code int, output string) {
	var exit *exec.ExitError
	if err := r.command.Wait(); err != nil && !errors.As(err, &exit) {
		r.s.t.Fatal(err)
	}
	group := -r.command.Process.Pid
	if err := r.waitUntil(func() bool { return errors.Is(syscall.Kill(group, 0), syscall.ESRCH) }); err != nil {
		r.s.t.Errorf("a provider goes on without its CLI: %v", err)
	}
	return r.command.ProcessState.ExitCode(), r.output()
}

// waitUntil looks again and again, for a minute.
func (r *Running) waitUntil(is func() bool) error {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if is() {
			return nil
		}
	}
	return errors.New("it has not come to that within a minute: " + r.output())
}
