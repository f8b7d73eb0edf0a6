package main

import "syscall"

// dieWithUs has the system kill a command when the thread that starts it ends, as it does with this process.
func dieWithUs(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }
