// Command floor is as fast as a provider with these schemas can be: it answers each request with the request's own
// values, and knows no service. Its cost is that of the plugin protocol.
package main

import (
	"context"
	"log"
	"os"
	"runtime/debug"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

func main() {
	if err := serve(); err != nil {
		log.Fatal(err)
	}
}

// serve serves the provider with the settings of the provider's own process, so that only the answers differ.
func serve() error {
	for _, name := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_PROVIDER"} {
		if err := os.Setenv(name, "OFF"); err != nil {
			return err
		}
	}
	debug.SetGCPercent(400)
	floor, err := newFloor(context.Background(), providerserver.NewProtocol6(provider.New("bench")())())
	if err != nil {
		return err
	}
	return tf6server.Serve("registry.terraform.io/podfleet/podfleet", func() tfprotov6.ProviderServer { return floor })
}
