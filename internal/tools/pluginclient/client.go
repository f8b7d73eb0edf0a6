// Package pluginclient starts a provider's process as the CLI does, and requests its schema: for tests and measurements
// of everything outside of RPCs.
package pluginclient

import (
	"context"
	"fmt"
	"io"
	"os/exec"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

// MagicCookie is the value in TF_PLUGIN_MAGIC_COOKIE by which a provider knows that a CLI started it.
const MagicCookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"

// Client is a provider's process. Close it.
type Client struct {
	process *plugin.Client
	schema  func(context.Context) error
}

// Start starts the process and returns when it accepts requests. Its standard error goes to stderr, all of it before
// Close returns.
func Start(command *exec.Cmd, stderr io.Writer) (*Client, error) {
	process := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion:  6,
			MagicCookieKey:   "TF_PLUGIN_MAGIC_COOKIE",
			MagicCookieValue: MagicCookie,
		},
		Cmd:              command,
		Plugins:          plugin.PluginSet{"provider": schemaOnly{}},
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		Logger:           hclog.NewNullLogger(),
		Stderr:           stderr,
		AutoMTLS:         true,
	})
	connection, err := process.Client()
	if err != nil {
		process.Kill()
		return nil, err
	}
	raw, err := connection.Dispense("provider")
	if err != nil {
		process.Kill()
		return nil, err
	}
	schema, ok := raw.(func(context.Context) error)
	if !ok {
		process.Kill()
		return nil, fmt.Errorf("a %T was dispensed", raw)
	}
	return &Client{process: process, schema: schema}, nil
}

// Schema requests the schema. It does not read the content of the answer.
func (c *Client) Schema(ctx context.Context) error { return c.schema(ctx) }

// Close stops the process as the CLI does, and returns when it has ended.
func (c *Client) Close() { c.process.Kill() }

// schemaOnly is a plugin from which the client requests the schema only.
type schemaOnly struct{ plugin.NetRPCUnsupportedPlugin }

func (schemaOnly) GRPCServer(*plugin.GRPCBroker, *grpc.Server) error { return nil }

// GRPCClient returns the function that asks.
func (schemaOnly) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, connection *grpc.ClientConn) (any, error) {
	return func(ctx context.Context) error {
		return connection.Invoke(ctx, "/tfplugin6.Provider/GetProviderSchema", &emptypb.Empty{}, &emptypb.Empty{})
	}, nil
}
