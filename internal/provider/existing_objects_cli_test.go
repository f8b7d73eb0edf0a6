package provider_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// On another machine, the create of a saved plan with create_before_destroy does not know which object it replaces,
// because the CLI passes no private data of a plan to a create. The steps of the error lead to the replacement, and
// delete only the replaced object.
func TestAccExistingObjects_savedPlanElsewhere(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t).InTurns()
	s := env.Workspace()
	s.Write("main.tf", `
terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_network_volume" "it" {
  name           = "data"
  size           = 10
  data_center_id = "EU-RO-1"

  lifecycle {
    create_before_destroy = true
  }
}
`)
	s.Setenv("PODFLEET_EXISTING_OBJECTS", "error")
	s.Must(0, "apply", "-auto-approve")
	id, _ := env.Objects("networkVolumes")[0]["id"].(string)
	const replace = "-replace=podfleet_network_volume.it"
	s.Must(0, "plan", replace, "-out=saved")
	s.Setenv("XDG_CACHE_HOME", t.TempDir())
	says := strings.Join(strings.Fields(strings.ReplaceAll(s.Must(1, "apply", "saved"), "│", " ")), " ")
	for _, want := range []string{"an equal object exists", "if the plan was saved",
		"PODFLEET_EXISTING_OBJECTS"} {
		if !strings.Contains(says, want) {
			t.Errorf("%q is not in %s", want, says)
		}
	}
	if listed := s.Must(0, "state", "list", "-id="+id); !strings.Contains(listed, "podfleet_network_volume.it") {
		t.Errorf("the state no longer has it: %s", listed)
	}
	s.Must(0, "apply", replace, "-auto-approve")
	if left := env.Objects("networkVolumes"); len(left) != 1 || left[0]["id"] == id {
		t.Errorf("the account has %v", left)
	}
}
