//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps an interrupt typed at the terminal from the command: it would get that one and the demo's own, and
// takes the second for an order to drop everything.
func ownGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// endGroup ends what a command that has ended left running: a killed CLI leaves its providers.
func endGroup(command *exec.Cmd) {
	if command.Process != nil {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
	}
}
