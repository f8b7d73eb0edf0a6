package pod_test

import (
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A change of global networking restarts a running pod over version 2, which makes it effective: the pod has its
// address and its name then. A plan knows them until a change can take them away or bring others. The CUDA version is
// the machine's. Version 1 returns none of them.
func TestPod_globalNetworking(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.UseVersion(2)
	it := w.Process().Object(typeName)
	const networked = minimal + "\nglobal_networking = true"
	it.Apply(hcl(minimal), acctest.Create)
	w.Advance(time.Minute)
	it.Refresh()
	it.Expect("global_networking_ip", nil)
	it.Expect("internal_dns", nil)
	it.State().ExpectMatch("cuda_version", `^\d+\.\d+$`)
	_ = w.Writes()

	it.Plan(hcl(networked), acctest.Update).ExpectUnknown("global_networking_ip", "internal_dns")
	it.Apply(hcl(networked), acctest.Update)
	w.ExpectWrites("UpdatePod", "RestartPod")
	it.Expect("internal_dns", it.ID()+".internal")
	it.State().ExpectMatch("global_networking_ip", `^10\.`)
	found := w.Process().MustLookup(typeName, acctest.Values{"id": it.ID()})
	found.Expect("internal_dns", it.ID()+".internal")
	found.ExpectMatch("cuda_version", `^\d+\.\d+$`)

	// Drift shows while the pod runs. Of a pod that does not run, nothing shows it.
	w.Advance(time.Minute)
	drift(t, w, map[string]any{"networked": false, "globalNetworking": false})
	it.Plan(hcl(networked), acctest.Update)
	it.Expect("global_networking", false)
	it.Apply(hcl(networked+"\ncontainer_disk_in_gb = 60"), acctest.Update) // It resets the pod itself.
	w.ExpectWrites("UpdatePod")
	it.Refresh()
	it.Expect("global_networking", true)

	w.Advance(time.Minute)
	const resized = networked + "\ncontainer_disk_in_gb = 60"
	plan := it.Plan(hcl(resized+"\nrestart_triggers = { a = \"2\" }"), acctest.Update)
	plan.ExpectUnknown("global_networking_ip")
	plan.Expect("internal_dns", it.ID()+".internal") // Or pods with the name in a variable would be reset.
	plan = it.Plan(hcl(resized+"\nname = \"other\""), acctest.Update)
	plan.Expect("internal_dns", it.ID()+".internal")
	plan.ExpectSet("global_networking_ip", "cuda_version")
	const stopped = "\ndesired_status = \"EXITED\""
	it.Plan(hcl(resized+stopped), acctest.Update).ExpectUnknown("internal_dns", "cuda_version")
	it.Apply(hcl(resized+stopped), acctest.Update)
	drift(t, w, map[string]any{"networked": false})
	it.Refresh()
	it.Expect("global_networking", true)

	// A stopped pod can lose its address with the change itself, and nothing starts it.
	it.Plan(hcl(minimal+stopped), acctest.Update).ExpectUnknown("global_networking_ip", "internal_dns")
	_ = w.Writes()
	it.Apply(hcl(minimal+stopped), acctest.Update)
	w.ExpectWrites("UpdatePod")
}
