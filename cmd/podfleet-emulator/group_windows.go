package main

import (
	"os"
	"os/exec"
)

// group is that of a console, whose keys reach the command and this process.
type group struct{}

func joinGroup(*exec.Cmd) group { return group{} }

func (group) hasHad(os.Signal) bool { return true }

func (group) kill(*exec.Cmd) {}
