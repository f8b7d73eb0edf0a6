package main

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

// magicCookie is the value in TF_PLUGIN_MAGIC_COOKIE by which a provider knows that a CLI started it.
const magicCookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"

// requestSchema starts a provider's process as the CLI does, requests its schema, without reading the content of the
// answer, and stops the process. All of its standard error is in stderr by then.
func requestSchema(ctx context.Context, command *exec.Cmd, stderr io.Writer) error {
	process := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion: 6, MagicCookieKey: "TF_PLUGIN_MAGIC_COOKIE", MagicCookieValue: magicCookie,
		},
		Cmd:              command,
		Plugins:          plugin.PluginSet{"provider": connection{}},
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		Logger:           hclog.NewNullLogger(),
		Stderr:           stderr,
		AutoMTLS:         true,
	})
	defer process.Kill() // As the CLI does; it waits for the end.
	protocol, err := process.Client()
	if err != nil {
		return err
	}
	dispensed, err := protocol.Dispense("provider")
	if err != nil {
		return err
	}
	provider, ok := dispensed.(*grpc.ClientConn)
	if !ok {
		return fmt.Errorf("a %T was dispensed", dispensed)
	}
	return provider.Invoke(ctx, "/tfplugin6.Provider/GetProviderSchema", &emptypb.Empty{}, &emptypb.Empty{})
}

// connection is a plugin whose client is the connection itself.
type connection struct{ plugin.NetRPCUnsupportedPlugin }

func (connection) GRPCServer(*plugin.GRPCBroker, *grpc.Server) error { return nil }

func (connection) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, to *grpc.ClientConn) (any, error) {
	return to, nil
}
