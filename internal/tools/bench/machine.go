package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// machine is the hardware and the software of the measurement.
type machine struct {
	CPU    string `json:"cpu"`
	Cores  int    `json:"cores"`
	OS     string `json:"os"`
	Go     string `json:"go"`
	CLI    string `json:"cli"`
	Commit string `json:"commit"`
}

func (m machine) String() string {
	return fmt.Sprintf("%s, %d cores, %s; %s, %s; commit %s", m.CPU, m.Cores, m.OS, m.Go, m.CLI, m.Commit)
}

func thisMachine(ctx context.Context, cli string) (machine, error) {
	text, err := exec.CommandContext(ctx, cli, "version", "-json").Output()
	if err != nil {
		return machine{}, fmt.Errorf("%s version: %w", cli, err)
	}
	var answer struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return machine{}, fmt.Errorf("%s version: %w", cli, err)
	}
	return machine{
		CPU: cpuModel(), Cores: runtime.NumCPU(), OS: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(),
		CLI: strings.TrimSuffix(filepath.Base(cli), ".exe") + " " + answer.Version, Commit: commit(ctx),
	}, nil
}

// cpuModel returns the model that Linux reports; other systems keep it elsewhere.
func cpuModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown CPU"
	}
	return cpuModelIn(text)
}

func cpuModelIn(cpuinfo []byte) string {
	lines := bufio.NewScanner(bytes.NewReader(cpuinfo))
	for lines.Scan() {
		if name, value, _ := strings.Cut(lines.Text(), ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown CPU"
}

// commit returns the commit of the working folder, as far as git can report it.
func commit(ctx context.Context) string {
	text, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty", "--abbrev=12").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(text))
}
