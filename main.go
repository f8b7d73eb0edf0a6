// Command terraform-provider-podfleet is the provider's plugin process. The CLI
// starts it; nobody else needs to.
package main

import (
	"context"
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// version is set by the release build.
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "run under a debugger: print how a CLI can attach instead of being started by one")
	flag.Parse()

	err := providerserver.Serve(context.Background(), provider.New(version), providerserver.ServeOpts{
		Address: "registry.terraform.io/podfleet/podfleet",
		Debug:   *debug,
	})
	if err != nil {
		log.Fatal(err)
	}
}
