package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// parentInterval is the time between two looks at the parent of exec.
const parentInterval = time.Second

// The exit codes of a command that cannot run, as shells have them.
const (
	exitCannotRun = 126
	exitNotFound  = 127
	exitSignaled  = 128 // and the number of the signal
)

// exitStatus is the exit code of exec's command, if it is not 0.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("the command ended with %d", int(s)) }

// execute runs a command to its end, with the standard input, output and error of this process. The command ends if
// this process is killed, and is ended if the parent of this process ends.
func execute(ctx context.Context, arguments, environ []string, stdout, stderr io.Writer) error {
	parent := os.Getppid()
	signals := make(chan os.Signal, 8) // To the end of the process: a signal after the command's end changes no exit code.
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) { // As under nohup, and in a script's background.
			signal.Notify(signals, s)
		}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("the command was not started: %w", context.Cause(ctx))
	}

	//nolint:gosec // The caller's own command.
	command := exec.CommandContext(context.WithoutCancel(ctx), arguments[0], arguments[1:]...)
	command.Env, command.Stdin, command.Stdout, command.Stderr = environ, os.Stdin, stdout, stderr
	group := joinGroup(command)
	runtime.LockOSThread() // The end of the thread that starts the command would end the command.
	defer runtime.UnlockOSThread()
	if err := command.Start(); err != nil {
		fmt.Fprintf(stderr, "podfleet-emulator: %v\n", err)
		if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
			return exitStatus(exitNotFound)
		}
		return exitStatus(exitCannotRun)
	}
	ended := make(chan struct{})
	go func() {
		_ = command.Wait() // statusOf looks at how it ended.
		close(ended)
	}()
	supervise(command, group, parent, signals, ended)
	group.kill(command)
	return statusOf(command)
}

// pastProxy returns the variables that keep requests to the emulator, with their key, from a proxy of the environment.
func pastProxy() (variables []string) {
	upper, lower := os.Getenv("NO_PROXY"), os.Getenv("no_proxy")
	for name, hosts := range map[string]string{"NO_PROXY": cmp.Or(upper, lower), "no_proxy": cmp.Or(lower, upper)} {
		if hosts != "*" { // All hosts, which many programs read only if it stands alone.
			hosts = strings.TrimPrefix(hosts+",127.0.0.1,localhost", ",")
		}
		variables = append(variables, name+"="+hosts)
	}
	return variables
}

// supervise returns when the command has ended. It passes each signal on once: a second one makes many programs drop
// what they are doing, and some senders, such as timeout, send to this process and to its group.
func supervise(command *exec.Cmd, group group, parent int, signals <-chan os.Signal, ended <-chan struct{}) {
	passed := make(map[os.Signal]bool)
	pass := func(s os.Signal) {
		if !passed[s] {
			passed[s] = true
			_ = command.Process.Signal(s) // It may have ended.
		}
	}
	ticker := time.NewTicker(parentInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ended:
			return
		case s := <-signals:
			if !group.hasHad(s) {
				pass(s)
			}
		case <-ticker.C:
			if os.Getppid() == parent {
				continue
			}
			ticker.Stop()
			pass(syscall.SIGTERM)
			patience := time.AfterFunc(grace, func() { _ = command.Process.Kill() })
			defer patience.Stop()
		}
	}
}

// statusOf returns how a command has ended; nil for 0.
func statusOf(command *exec.Cmd) error {
	state := command.ProcessState
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return exitStatus(exitSignaled + int(status.Signal()))
	}
	if code := state.ExitCode(); code != 0 {
		return exitStatus(code)
	}
	return nil
}
