package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

// The provider's process says next to nothing on standard error unless somebody asked for logs: rendering every line
// that the CLI drops is half of what a plan costs. It is started here as the CLI starts it.
func TestProcess_logsWhenAsked(t *testing.T) {
	t.Parallel()
	const name = "terraform-provider-podfleet"
	binary := filepath.Join(os.Getenv("ACCTEST_BINARIES"), name) // The Makefile built it already.
	if os.Getenv("ACCTEST_BINARIES") == "" {
		binary = filepath.Join(t.TempDir(), name)
		if output, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary,
			".").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	if _, err := os.Stat(binary); err != nil { // By this, Go's test cache knows of the file.
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, variable string
		says           string // empty if it is quiet
	}{
		{name: "nobody asked"},
		{name: "the CLI's own logs", variable: "TF_LOG_CORE=TRACE"},
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
	process := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion:  6,
			MagicCookieKey:   "TF_PLUGIN_MAGIC_COOKIE",
			MagicCookieValue: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
		},
		Cmd:              command,
		Plugins:          plugin.PluginSet{"provider": schemaOnly{}},
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		Logger:           hclog.NewNullLogger(),
		Stderr:           &said,
		AutoMTLS:         true,
	})
	connection, err := process.Client()
	if err != nil {
		process.Kill()
		t.Fatal(err)
	}
	raw, err := connection.Dispense("provider")
	if err != nil {
		process.Kill()
		t.Fatal(err)
	}
	schema, ok := raw.(func(context.Context) error)
	if !ok {
		t.Fatalf("a %T was dispensed", raw)
	}
	if err := schema(t.Context()); err != nil {
		t.Error(err)
	}
	process.Kill() // Waits until all that was said has been read.
	return said.String()
}

// schemaOnly is a plugin of which nothing but the schema is asked for.
type schemaOnly struct{ plugin.NetRPCUnsupportedPlugin }

func (schemaOnly) GRPCServer(*plugin.GRPCBroker, *grpc.Server) error { return nil }

// GRPCClient returns a function that asks for the schema. What the answer has stays unread.
//
//nolint:unparam // The library's interface has the error.
func (schemaOnly) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, connection *grpc.ClientConn) (any, error) {
	return func(ctx context.Context) error {
		return connection.Invoke(ctx, "/tfplugin6.Provider/GetProviderSchema", &emptypb.Empty{}, &emptypb.Empty{})
	}, nil
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
