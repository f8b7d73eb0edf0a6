package provider_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A front end's 404, and a typo in the URL, each followed by an apply: nothing is made a second time.
func TestAccGone_nothingIsMadeTwice(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t).InTurns()
	w.AllowBadRequests() // A wrong path is no request of the contract.
	const all = `
resource "podfleet_network_volume" "it" {
  name           = "data"
  size           = 10
  data_center_id = "EU-RO-1"
}
resource "podfleet_pod" "it" {
  image_name        = "img:1"
  network_volume_id = podfleet_network_volume.it.id
}
`
	w.Run(
		resource.TestStep{Config: w.Config(all), Check: w.Wrote("CreateNetworkVolume", "CreatePod")},
		resource.TestStep{
			PreConfig: func() {
				w.SetFaults(emulator.Fault{Operation: "GetPod", Kind: "html", Status: http.StatusNotFound, Count: 1})
			},
			Config: w.Config(all), ExpectError: regexp.MustCompile(
				acctest.Wrapped(`(?s)Cannot read pod.*404 not found.*The state was left as it is`)),
		},
		resource.TestStep{Config: w.Config(all), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote()},
		resource.TestStep{
			Config:      strings.Replace(w.Config(all), w.Over("/v1\"", "/v2\""), w.Over("/typo/v1\"", "/typo/v2\""), 1),
			ExpectError: regexp.MustCompile(acctest.Wrapped(`(?s)Cannot read network volume.*check that rest_url`)),
		},
		resource.TestStep{Config: w.Config(all), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote()},
	)
}
