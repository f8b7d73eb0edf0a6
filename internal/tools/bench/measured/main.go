// Command measured is the provider that the CLI finds when the bench runs it. It runs the provider under measurement in
// its place, and records its usage. A CLI starts a provider several times in a command, and reports the usage of none.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/bench/usage"
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
	return command.ProcessState.ExitCode(), usage.Append(path, usage.Of(command.ProcessState))
}
