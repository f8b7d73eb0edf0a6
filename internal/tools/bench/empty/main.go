// Command empty is a provider with one resource that has nothing, served as this provider is. The types of this
// provider account for the difference in the time to start.
package main

import (
	"log"

	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

func main() {
	if err := pluginserver.Serve("registry.terraform.io/podfleet/podfleet", false, newProvider); err != nil {
		log.Fatal(err)
	}
}
