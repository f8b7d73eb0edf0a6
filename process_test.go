package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// The provider's process says next to nothing on standard error unless somebody asked for logs: rendering every line
// that the CLI drops is half of what a plan costs. It is started here as the CLI starts it.
func TestProcess_logsWhenAsked(t *testing.T) {
	t.Parallel()
	binary := providerBinary(t)
	for _, test := range []struct {
		name, variable string
		says           string // empty if it is quiet
	}{
		{name: "nobody asked"},
		{name: "an empty variable", variable: "TF_LOG="},
		{name: "everything", variable: "TF_LOG=TRACE", says: "Received request"},
		{name: "the protocol", variable: "TF_LOG_SDK_PROTO=TRACE", says: "Received request"},
		{name: "the framework", variable: "TF_LOG_SDK_FRAMEWORK=TRACE", says: "Calling provider defined"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			said := stderrOf(t, binary, test.variable)
			const atStart = 2 // The plugin library's own, before anything is asked.
			if test.says == "" && strings.Count(said, "\n") > atStart {
				t.Errorf("it said %q", said)
			}
			if !strings.Contains(said, test.says) {
				t.Errorf("it did not say %q, but %q", test.says, said)
			}
		})
	}
}

// A provider whose CLI was killed ends too. It would bill nobody, but it would stay for as long as the machine does.
func TestProcess_endsWithItsParent(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there, a process does not learn that its parent is gone")
	}
	// The shell stands for the CLI: it starts the provider, and is killed. The pipe ends when nobody can write to it.
	shell := exec.CommandContext(t.Context(), "sh", "-c", `"$0" 2>/dev/null & wait`, providerBinary(t))
	shell.Env = append(os.Environ(), "TF_PLUGIN_MAGIC_COOKIE="+magicCookie)
	said, provider, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	shell.Stdout = provider
	if err := shell.Start(); err != nil {
		t.Fatal(err)
	}
	if err := provider.Close(); err != nil {
		t.Fatal(err)
	}
	if handshake, err := bufio.NewReader(said).ReadString('\n'); !strings.Contains(handshake, "|grpc|") {
		t.Fatalf("the provider did not start: %q, %v", handshake, err)
	}
	if err := shell.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = shell.Wait() // It was killed.
	if err := said.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, said); err != nil {
		t.Errorf("the provider is still there: %v", err)
	}
}

// providerBinary is the path of the provider, which the Makefile has built.
func providerBinary(t *testing.T) string {
	t.Helper()
	const name = "terraform-provider-podfleet"
	if testing.Short() {
		t.Skip("this is about a process; there is none in a short run")
	}
	binary := filepath.Join(os.Getenv("ACCTEST_BINARIES"), name)
	if os.Getenv("ACCTEST_BINARIES") == "" {
		binary = filepath.Join(t.TempDir(), name)
		output, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, ".").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	if _, err := os.Stat(binary); err != nil { // By this, Go's test cache knows of the file.
		t.Fatal(err)
	}
	return binary
}

// stderrOf starts the provider, asks for its schema, stops it, and returns what it said on standard error.
func stderrOf(t *testing.T, binary, variable string) string {
	t.Helper()
	command := exec.Command(binary) //nolint:noctx // Our own binary, which the library stops.
	for _, inherited := range os.Environ() {
		if !strings.HasPrefix(inherited, "TF_LOG") {
			command.Env = append(command.Env, inherited)
		}
	}
	if variable != "" {
		command.Env = append(command.Env, variable)
	}
	var said lockedBuffer
	if err := requestSchema(t.Context(), command, &said); err != nil {
		t.Error(err)
	}
	return said.String()
}

// lockedBuffer is a buffer that the library writes to while the process runs.
type lockedBuffer struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

func (b *lockedBuffer) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.Write(text)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.String()
}
