// Command stock is this provider served by the unchanged framework, for comparison: without the code that
// internal/pluginserver puts before it.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

func main() {
	err := providerserver.Serve(context.Background(), provider.New("bench"), providerserver.ServeOpts{
		Address: "registry.terraform.io/podfleet/podfleet",
	})
	if err != nil {
		log.Fatal(err)
	}
}
