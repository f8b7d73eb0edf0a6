package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// asCommand makes the test binary be the command, so that signals and exit codes are tested for real.
const asCommand = "TEST_AS_PODFLEET_EMULATOR"

// asChild as the first argument makes the test binary be a command of exec: see child.
const asChild = "be-the-child"

// child is a command that no signal ends. It prints those that it gets, until its standard input ends.
func child() {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	fmt.Println("ready")
	for {
		select {
		case s := <-signals:
			fmt.Println(s)
		case <-ended:
			return
		}
	}
}

func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == asChild:
		child()
		return
	case os.Getenv(asCommand) != "":
		main()
		return
	}
	os.Exit(m.Run())
}

func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), self(t), args...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	return cmd
}

// self is the test binary.
func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// linesOf returns what is printed with a version of the management interface.
func linesOf(chosen, otherName, other string) *regexp.Regexp {
	return regexp.MustCompile(`^PODFLEET_REST_URL=(http://127\.0\.0\.1:[1-9]\d*)` + chosen + `
PODFLEET_QUEUE_URL=(http://127\.0\.0\.1:[1-9]\d*)/v2
PODFLEET_API_KEY=k1
# PODFLEET_REST_URL=(http://127\.0\.0\.1:[1-9]\d*)` + other + ` \(` + otherName + `\)
# Console: (http://127\.0\.0\.1:[1-9]\d*)/_emulator/console/
$`)
}

// Three lines and two comments on standard output as soon as it serves and nothing else ever, logs on standard error,
// and a signal ends it well, even with a connection open.
func TestCommand_fromStartToSignal(t *testing.T) {
	t.Parallel()
	for signal, version := range map[os.Signal][4]string{
		syscall.SIGTERM: {"v1", "/v1", "v2", "/management/v2"},
		os.Interrupt:    {"v2", "/management/v2", "v1", "/v1"},
	} {
		cmd := command(t, "--listen", "127.0.0.1:0", "--api-key", "k1", "--rest-version", version[0])
		var stderr strings.Builder
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(stdout)
		var said strings.Builder
		for range 5 {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatalf("%v after %q; %s", err, said.String(), stderr.String())
			}
			said.WriteString(line)
		}
		where := linesOf(version[1], version[2], version[3]).FindStringSubmatch(said.String())
		if where == nil || where[1] != where[2] || where[1] != where[3] ||
			where[1] != where[4] {
			t.Fatalf("it says %q", said.String())
		}
		if status := get(t, where[4]+"/_emulator/console/", "k1"); status != http.StatusOK {
			t.Errorf("the console: %d", status)
		}
		if status := get(t, where[1]+version[1]+"/templates", "k1"); status != http.StatusOK {
			t.Errorf("status %d", status)
		}

		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(lines)
		if err != nil || len(rest) > 0 {
			t.Errorf("then it says %q, %v", rest, err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", signal, err)
		}
		for _, want := range []string{`level=INFO msg=serving url=\S+ seed=\d+`,
			`level=INFO msg=request \S+ \S+ operation=ListTemplates status=200 duration_ms=\d`, "msg=stopping"} {
			if !regexp.MustCompile(want).MatchString(stderr.String()) {
				t.Errorf("standard error lacks %q:\n%s", want, stderr.String())
			}
		}
	}
}

// get returns the status of a GET.
func get(t *testing.T, url, key string) int {
	t.Helper()
	status, _ := send(t, http.MethodGet, url, key, "")
	return status
}

// send sends a request that is answered, and returns the status and the body.
func send(t *testing.T, method, url, key, body string, header ...string) (status int, text string) {
	t.Helper()
	status, text, err := try(t, method, url, key, body, header...)
	if err != nil {
		t.Fatal(err)
	}
	return status, text
}

// try does what send does, and returns the error of a request without an answer. The header is a name and a value.
func try(t *testing.T, method, url, key, body string, header ...string) (status int, text string, err error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	if len(header) > 0 {
		request.Header.Set(header[0], header[1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	content, err := io.ReadAll(response.Body)
	return response.StatusCode, string(content), errors.Join(err, response.Body.Close())
}

// A caller that cannot be told where the service is gets an error instead of a service it cannot find.
func TestRun_standardOutputIsGone(t *testing.T) {
	t.Parallel()
	read, write := io.Pipe()
	if err := read.CloseWithError(errors.New("nobody listens")); err != nil {
		t.Fatal(err)
	}
	err := run(t.Context(), []string{"--listen", "127.0.0.1:0"}, environment(), write, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "nobody listens") {
		t.Errorf("%v", err)
	}
}

// Beyond loopback the well-known key is worth a warning, which has no key in it.
func TestRun_warnsOfTheDefaultKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args   []string
		warned bool
	}{
		{[]string{"--listen", "127.0.0.1:0"}, false},
		{[]string{"--listen", "[::1]:0"}, false},
		{[]string{"--listen", "0.0.0.0:0"}, true},
		{[]string{"--listen", ":0", "--read-only-api-key", "k"}, true},
		{[]string{"--listen", ":0", "--api-key", "k", "--api-key", emulator.DefaultAPIKey}, true},
		{[]string{"--listen", ":0", "--api-key", "k"}, false},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var stderr strings.Builder
		stdout := writerFunc(func([]byte) { cancel() })
		if err := run(ctx, c.args, environment(), stdout, &stderr); err != nil {
			t.Errorf("%v: %v", c.args, err)
		}
		if warned := strings.Contains(stderr.String(), "level=WARN"); warned != c.warned ||
			strings.Contains(stderr.String(), emulator.DefaultAPIKey) {
			t.Errorf("%v: %s", c.args, stderr.String())
		}
	}
}

// writerFunc is called with what is written.
type writerFunc func([]byte)

func (f writerFunc) Write(text []byte) (int, error) {
	f(text)
	return len(text), nil
}
