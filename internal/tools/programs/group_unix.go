//go:build unix

package programs

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps an interrupt typed at the terminal from the command: it would get that one and its caller's own, and
// a CLI takes the second for an order to drop everything.
func ownGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// endGroup ends the processes that a command has left running: a killed CLI leaves its providers.
func endGroup(command *exec.Cmd) {
	if command.Process != nil {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
	}
}
