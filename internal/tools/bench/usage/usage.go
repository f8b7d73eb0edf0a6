// Package usage has the resource usage of a process, for the programs that measure it and those that read the
// measurements.
package usage

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"
)

// Usage is the resource usage of a process over its life.
type Usage struct {
	CPU time.Duration `json:"cpu_ns"` // of user and system
	// Peak is its largest resident memory in bytes; 0 where the system does not say.
	Peak int64 `json:"peak_bytes"`
}

// Of reads it off a process that has ended.
func Of(ended *os.ProcessState) Usage {
	return Usage{CPU: ended.UserTime() + ended.SystemTime(), Peak: peak(ended)}
}

// Append adds a line to a file to which several processes add theirs.
func Append(path string, u Usage) error {
	line, err := json.Marshal(u)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.Write(append(line, '\n')); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}

// Sum reads such a file: the CPU of all its processes together, and the largest of their peaks, because they run one
// after the other. It removes the file.
func Sum(path string) (sum Usage, processes int, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Usage{}, 0, err
	}
	for line := range strings.Lines(string(text)) {
		var one Usage
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			return Usage{}, 0, fmt.Errorf("%s: %w", path, err)
		}
		sum.CPU += one.CPU
		sum.Peak = max(sum.Peak, one.Peak)
		processes++
	}
	return sum, processes, os.Remove(path)
}
