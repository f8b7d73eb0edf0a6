//go:build unix

// Command measured is the provider that the CLI finds when the bench runs it. It runs the provider under measurement in
// its place, and adds a line to a file: its CPU in nanoseconds, and its largest resident memory in KB. A CLI starts a
// provider several times in a command, and reports the usage of none.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

func main() {
	code, err := run(os.Getenv("BENCH_PROVIDER"), os.Getenv("BENCH_USAGE"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "measured:", err)
		os.Exit(1)
	}
	os.Exit(code)
}

// run runs the provider on the CLI's own pipes, and returns its exit code.
func run(provider, path string) (code int, err error) {
	command := exec.Command(provider, os.Args[1:]...) //nolint:noctx // It ends when the CLI says so.
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	ended := command.ProcessState
	used := ended.SysUsage().(*syscall.Rusage) //nolint:forcetypeassert // This is Unix.
	peak := int64(used.Maxrss)                 //nolint:unconvert // It has 32 bits on some systems.
	if runtime.GOOS == "darwin" {
		peak >>= 10 // It has bytes.
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	_, err = fmt.Fprintf(file, "%d %d\n", ended.UserTime()+ended.SystemTime(), peak)
	return ended.ExitCode(), errors.Join(err, file.Close())
}
