//go:build !unix

package programs

import "os/exec"

// Process groups are a matter of Unix: elsewhere a command is ended alone.

// OwnGroup does nothing here.
func OwnGroup(*exec.Cmd) {}

// EndGroup does nothing here.
func EndGroup(*exec.Cmd) {}
