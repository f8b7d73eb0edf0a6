// Command terraform-provider-podfleet is the provider's plugin process. The CLI starts it.
package main

import (
	"flag"
	"log"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/peerfiles"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// version is set by the release build.
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "run under a debugger: print how a CLI can attach instead of being started by "+
		"one")
	flag.Parse()

	peers := peerfiles.New(peerfiles.ForUser)
	err := pluginserver.Serve("registry.terraform.io/podfleet/podfleet", *debug,
		provider.New(version, func(c *client.Config) { c.Peers = peers }))
	if err != nil {
		log.Fatal(err)
	}
}
