//go:build !unix

package programs

import "os/exec"

// Process groups are a matter of Unix: elsewhere a command is ended alone.

// ownGroup does nothing here.
func ownGroup(*exec.Cmd) {}

// endGroup does nothing here.
func endGroup(*exec.Cmd) {}
