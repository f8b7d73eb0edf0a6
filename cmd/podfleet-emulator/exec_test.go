//go:build !windows

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// process is an emulator with exec, or the shell that starts it.
type process struct {
	*exec.Cmd

	in     *os.File // of its standard input
	out    *os.File // of its standard output, which ends when no process can write to it
	lines  *bufio.Reader
	stderr strings.Builder
}

// background starts a program without a terminal, whatever this test has.
func background(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{Cmd: cmd}
	stdin, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.in, p.out, p.lines = in, out, bufio.NewReader(out)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, &p.stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := errors.Join(cmd.Start(), stdin.Close(), stdout.Close()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.in.Close()
		_ = p.out.Close()
	})
	if err := out.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return p
}

// expect reads the next line of standard output.
func (p *process) expect(t *testing.T, want string) {
	t.Helper()
	if got, err := p.lines.ReadString('\n'); err != nil || got != want+"\n" {
		t.Fatalf("%q, %v, not %q", got, err, want)
	}
}

// end waits until no process can write to standard output, and returns the rest of it.
func (p *process) end(t *testing.T) string {
	t.Helper()
	rest, err := io.ReadAll(p.lines)
	if err != nil {
		t.Fatalf("something still runs: %v", err) // Wait would wait for it.
	}
	_ = p.Wait() // Tests look at the exit code.
	return string(rest)
}

// The exit codes. The command of exec has standard input and output to itself, and its code is that of the program.
func TestCommand_exitCodes(t *testing.T) {
	t.Parallel()
	taken := emulator.Start(t)
	noProgram := t.TempDir() + "/text"
	if err := os.WriteFile(noProgram, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	for _, c := range []struct {
		args           []string
		code           int
		stdout, stderr string // The beginning of standard error; empty is nothing.
	}{
		{[]string{"exec", "--", "true"}, 0, "", ""},
		{[]string{"exec", "--", "sh", "-c", "cat; exit 3"}, 3, "typed", ""},
		{[]string{"exec", "--", "sh", "-c", "kill -TERM $$"}, 128 + 15, "", ""},
		{[]string{"exec", "--", "sh", "-c", "kill -KILL $$"}, 128 + 9, "", ""},
		{[]string{"--api-key", "k", "exec", "--rest-version", "v2", "--", "sh", "-c",
			`echo "$PODFLEET_API_KEY ${PODFLEET_REST_URL#http://*:*/} ${PODFLEET_QUEUE_URL#http://*:*/}"`}, 0,
			"k management/v2 v2\n", ""},
		{[]string{"exec", "--", "env", "-u", "no_proxy", "NO_PROXY=h", self(t), "exec", "--", "sh", "-c",
			`echo "$no_proxy $NO_PROXY"`}, 0, "h,127.0.0.1,localhost h,127.0.0.1,localhost\n", ""},
		{[]string{"exec", "--", "env", "NO_PROXY=", "no_proxy=*", self(t), "exec", "--", "sh", "-c",
			`echo "$no_proxy $NO_PROXY"`}, 0, "* *\n", ""},
		{[]string{"exec", "--", "env", "NO_PROXY=", "no_proxy=", self(t), "exec", "--", "sh", "-c",
			`echo "$no_proxy $NO_PROXY"`}, 0, "127.0.0.1,localhost 127.0.0.1,localhost\n", ""},
		{[]string{"exec", "--", "no-such-program"}, 127, "", "podfleet-emulator: exec: \"no-such-program\""},
		{[]string{"exec", "--", noProgram}, 126, "", "podfleet-emulator: fork/exec " + noProgram},
		{[]string{"exec"}, 2, "", "podfleet-emulator: exec needs a command"},
		{[]string{"--no-such-flag"}, 2, "", "podfleet-emulator: flag provided but not defined: -no-such-flag\nTry " +
			"podfleet-emulator --help.\n"},
		{[]string{"--listen", strings.TrimPrefix(taken.URL(), "http://")}, 1, "", "podfleet-emulator: listening: "},
		{[]string{"--listen", "nowhere"}, 1, "", "podfleet-emulator: listening: "},
		{[]string{"--help"}, 0, "", "Usage: podfleet-emulator [flags]"},
		{[]string{"--version"}, 0, "podfleet-emulator dev\n", ""},
		{[]string{"--listen", "127.0.0.1:1", "health"}, 1, "", "podfleet-emulator: it does not serve: "},
		{[]string{"--listen", other.Listener.Addr().String(), "health"}, 1, "", "podfleet-emulator: it returns 404"},
		{[]string{"--log-level", "info", "--log-format", "json", "exec", "--", "true"}, 0, "",
			`{"time":"20`},
	} {
		p := background(t, command(t, c.args...))
		_, _ = p.in.WriteString("typed") // Some end before they have read it.
		_ = p.in.Close()
		stdout := p.end(t)
		if code := p.ProcessState.ExitCode(); code != c.code || stdout != c.stdout ||
			!strings.HasPrefix(p.stderr.String(), c.stderr) || (c.stderr == "") != (p.stderr.Len() == 0) {
			t.Errorf("%v: code %d, %q, %q", c.args, code, stdout, p.stderr.String())
		}
	}
}

// Each signal to the emulator reaches the command once, however often it comes.
func TestExec_passesSignalsOnce(t *testing.T) {
	t.Parallel()
	p := background(t, command(t, "exec", "--", self(t), asChild))
	p.expect(t, "ready")
	for _, s := range []os.Signal{syscall.SIGTERM, os.Interrupt, syscall.SIGHUP, syscall.SIGQUIT} {
		if err := p.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		p.expect(t, s.String())
		if err := p.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.in.Close(); err != nil {
		t.Error(err)
	}
	if rest := p.end(t); rest != "" || p.ProcessState.ExitCode() != 0 {
		t.Errorf("then it says %q, and ends with %v", rest, p.ProcessState)
	}
}

// Nothing stays: not a command whose emulator was killed, not one whose emulator has lost its parent, although it
// ignores signals, and nothing that a command has started.
func TestExec_leavesNoOrphan(t *testing.T) {
	t.Parallel()
	t.Run("a killed emulator", func(t *testing.T) {
		t.Parallel()
		if runtime.GOOS != "linux" {
			t.Skip("elsewhere, the system does not end a process with its parent")
		}
		p := background(t, command(t, "exec", "--", self(t), asChild))
		p.expect(t, "ready")
		if err := p.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if rest := p.end(t); rest != "" {
			t.Errorf("then it says %q", rest)
		}
	})
	t.Run("a killed parent", func(t *testing.T) {
		t.Parallel()
		shell := exec.CommandContext(t.Context(), "sh", "-c", `"$0" exec -- "$0" "$1" <&3 3<&- & wait`, self(t), asChild)
		shell.Env = append(os.Environ(), asCommand+"=1")
		stdin, in, err := os.Pipe() // Without it, a shell gives what runs in its background an empty one.
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		shell.ExtraFiles = []*os.File{stdin}
		p := background(t, shell)
		p.expect(t, "ready")
		if err := errors.Join(stdin.Close(), p.Process.Kill()); err != nil {
			t.Fatal(err)
		}
		if rest := p.end(t); rest != "terminated\n" {
			t.Errorf("then it says %q", rest)
		}
	})
	t.Run("a command of the command", func(t *testing.T) {
		t.Parallel()
		p := background(t, command(t, "exec", "--", "sh", "-c", "sleep 1000 & exit 3"))
		if rest := p.end(t); rest != "" || p.ProcessState.ExitCode() != 3 {
			t.Errorf("it says %q, and ends with %v", rest, p.ProcessState)
		}
	})
}

// Fifty at once have a port each, and take no other one's key.
func TestExec_fiftyAtOnce(t *testing.T) {
	t.Parallel()
	var all [50]*process
	key := func(i int) string { return fmt.Sprint("key-", i) }
	for i := range all {
		all[i] = background(t, command(t, "--api-key", key(i), "exec", "--", "sh", "-c", "echo $PODFLEET_REST_URL; cat"))
	}
	for i, p := range all { // Each runs until its standard input ends.
		line, err := p.lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		url := strings.TrimSpace(line) + "/templates"
		if own, other := get(t, url, key(i)), get(t, url, key(i+1)); own != http.StatusOK || other != 401 {
			t.Errorf("%s: %d with its key, %d with another one", url, own, other)
		}
	}
	for _, p := range all {
		_ = p.in.Close()
		if p.end(t); p.ProcessState.ExitCode() != 0 {
			t.Errorf("%v %s", p.ProcessState, p.stderr.String())
		}
	}
}
