// Command empty is a provider with one resource that has nothing, served as this provider is: what it takes this one
// longer to start is in its types.
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
