package provider_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// The steps that the error about another account's key names work as written, and create and delete nothing.
func TestAccOtherAccount_waysOut(t *testing.T) {
	t.Parallel()
	own, other := acctest.Start(t), startOther(t)
	other.put("podfleet_pod", "theirs", map[string]any{"consumerUserId": "user_b"})
	s := own.Workspace()
	s.Write("main.tf", `
terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_pod" "it" {
  image_name = "img:1"
}
`)
	s.Must(0, "apply", "-auto-approve")
	s.Setenv("PODFLEET_REST_URL", other.RESTURL())
	s.Setenv("PODFLEET_API_KEY", other.APIKey())
	if says := s.Must(1, "plan"); !strings.Contains(says, "Cannot read pod: another account's key") {
		t.Error(says)
	}
	s.Setenv("PODFLEET_ACCOUNT_ID", "user_emulator, user_b")
	if says := s.Must(0, "plan"); !strings.Contains(says, "1 to add") {
		t.Errorf("the pod is not gone: %s", says)
	}
	s.Setenv("PODFLEET_ACCOUNT_ID", "")
	s.Write("main.tf", `
terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

removed {
  from = podfleet_pod.it

  lifecycle {
    destroy = false
  }
}
`)
	s.Must(0, "apply", "-auto-approve", "-refresh=false")
	if left := s.Must(0, "state", "list"); strings.Contains(left, "podfleet_pod") {
		t.Errorf("the state has %s", left)
	}
	if writes := other.Writes(); len(writes) != 0 {
		t.Errorf("the other account was sent %v", writes)
	}
}
