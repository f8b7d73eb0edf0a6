//go:build !linux && !windows

package main

import "syscall"

// dieWithUs does nothing: a command outlives this process if that is killed.
func dieWithUs(*syscall.SysProcAttr) {}
