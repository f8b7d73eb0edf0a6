package endpoint_test

import (
	"net/http"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

const releases = "ListEndpointReleases"

// The version over version 2 is that of the releases, which the provider reads once after a create and after an update
// that can replace the workers, and at no other time.
func TestEndpoint_versionOverVersion2(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	for _, step := range []struct {
		config string
		action acctest.Action
		reads  int // of the releases
		want   int
	}{
		{hcl(minimal), acctest.Create, 1, 2},
		{hcl(minimal + "\nworkers_max = 1"), acctest.Update, 0, 2},
		{hcl("name = \"renamed\"\nworkers_max = 1"), acctest.Update, 1, 3},                          // The copy is a release.
		{hcl("name = \"renamed\"\nworkers_max = 1\ngpu_count = 2"), acctest.Update, 1, 3},           // No release.
		{ownHCL("name = \"renamed\"\nimage_name = \"img:3\"\ngpu_count = 2"), acctest.Update, 1, 5}, // So is the change.
		{ownHCL("name = \"renamed\"\nimage_name = \"img:3\"\ngpu_count = 2"), acctest.NoOp, 0, 5},
		{hcl("name = \"renamed\"\ngpu_count = 2"), acctest.Update, 1, 6},
	} {
		env.ClearJournal()
		endpoint.Apply(step.config, step.action)
		if got := len(env.Requests(releases)); got != step.reads {
			t.Errorf("%s: %d reads of releases, want %d", step.config, got, step.reads)
		}
		endpoint.Expect("version", step.want)
		if got := env.Objects(kind)[0]["version"]; got != float64(step.want) {
			t.Errorf("%s: the service has version %v, want %d", step.config, got, step.want)
		}
	}
}

// If the releases cannot be read, the apply succeeds, and the version stays.
func TestEndpoint_versionIsNotReturned(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	fault := emulator.Fault{Operation: releases, Kind: emulator.FaultStatus, Status: http.StatusForbidden}
	env.SetFaults(fault)
	endpoint := env.Process().Object(typeName)
	if says := acctest.Text(endpoint.Apply(hcl(minimal), acctest.Create)); says != "" {
		t.Error(says)
	}
	endpoint.Expect("version", nil)
	env.SetFaults()
	endpoint.Apply(hcl(minimal+"\ngpu_count = 2"), acctest.Update)
	endpoint.Expect("version", 2)
	env.SetFaults(fault)
	env.ClearJournal()
	endpoint.Apply(ownHCL(leastOwn+"gpu_count = 2"), acctest.Update)
	endpoint.Expect("version", 2)
	if got := len(env.Requests(releases)); got != 1 {
		t.Errorf("%d reads of releases, want 1", got)
	}
	env.SetFaults()
}
