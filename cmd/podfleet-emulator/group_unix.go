//go:build !windows

package main

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// group says whether a command is in the process group of this process, which a terminal has in its foreground. There
// it can read from the terminal, whose keys reach both: Ctrl-C needs no passing on, and Ctrl-Z stops both. Elsewhere
// the command has a group of its own, and only this process signals it.
type group struct{ isShared bool }

// joinGroup chooses the group of a command that starts.
func joinGroup(command *exec.Cmd) group {
	g := group{isShared: isForeground()}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: !g.isShared}
	dieWithUs(command.SysProcAttr)
	return g
}

// isForeground reports whether the terminal of this process, if it has one, gives its keys to this process group.
func isForeground() bool {
	terminal, err := os.Open("/dev/tty")
	if err != nil {
		return false
	}
	defer terminal.Close()
	foreground, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPGRP)
	return err == nil && foreground == syscall.Getpgrp()
}

// hasHad reports whether the command has had a signal from the terminal.
func (g group) hasHad(s os.Signal) bool { return g.isShared && s != syscall.SIGTERM }

// kill ends what a command has left running in a group of its own.
func (g group) kill(command *exec.Cmd) {
	if !g.isShared {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) // Mostly there is nothing left.
	}
}
