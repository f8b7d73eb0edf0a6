package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
)

// thisMachine describes the hardware and the software of the measurement.
func thisMachine(ctx context.Context, cli string) string {
	return fmt.Sprintf("%d cores, %s/%s; %s, %s; commit %s", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH,
		runtime.Version(), firstLine(ctx, cli, "version"),
		firstLine(ctx, "git", "describe", "--always", "--dirty", "--abbrev=12"))
}

// firstLine returns the first line of a command's output, as far as it succeeds.
func firstLine(ctx context.Context, command string, arguments ...string) string {
	text, err := exec.CommandContext(ctx, command, arguments...).Output()
	if err != nil {
		return "unknown"
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return line
}
