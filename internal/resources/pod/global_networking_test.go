package pod_test

import (
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A pod in the global network has its address and its name there, once the change is in effect. A plan knows them until
// a change can take them away or bring others. The CUDA version is the machine's. Version 1 returns none of them.
func TestPod_addressInTheGlobalNetwork(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.UseVersion2()
	it := w.Process().Object(typeName)
	const networked = minimal + "\nglobal_networking = true"
	it.Apply(hcl(minimal), acctest.Create)
	w.Advance(time.Minute)
	it.Refresh()
	it.Expect("global_networking_ip", nil)
	it.Expect("internal_dns", nil)
	it.State().ExpectMatch("cuda_version", `^\d+\.\d+$`)

	it.Plan(hcl(networked), acctest.Update).ExpectUnknown("global_networking_ip", "internal_dns")
	it.Apply(hcl(networked), acctest.Update)
	it.Expect("internal_dns", nil) // The service applies the change at the next start.
	w.Advance(time.Minute)
	restarted := networked + "\nrestart_triggers = { a = \"1\" }"
	it.Apply(hcl(restarted), acctest.Update)
	it.Expect("internal_dns", it.ID()+".internal")
	it.State().ExpectMatch("global_networking_ip", `^10\.`)
	found := w.Process().MustLookup(typeName, acctest.Values{"id": it.ID()})
	found.Expect("internal_dns", it.ID()+".internal")
	found.ExpectMatch("cuda_version", `^\d+\.\d+$`)

	w.Advance(time.Minute)
	plan := it.Plan(hcl(networked+"\nrestart_triggers = { a = \"2\" }"), acctest.Update)
	plan.ExpectUnknown("global_networking_ip")
	plan.Expect("internal_dns", it.ID()+".internal") // Or pods with the name in a variable would be reset.
	plan = it.Plan(hcl(restarted+"\nname = \"other\""), acctest.Update)
	plan.Expect("internal_dns", it.ID()+".internal")
	plan.ExpectSet("global_networking_ip", "cuda_version")
	it.Plan(hcl(restarted+"\ndesired_status = \"EXITED\""), acctest.Update).ExpectUnknown("internal_dns", "cuda_version")

	// A stopped pod can lose its address with the change itself.
	stopped := "\nrestart_triggers = { a = \"1\" }\ndesired_status = \"EXITED\""
	it.Apply(hcl(minimal+"\nglobal_networking = true"+stopped), acctest.Update)
	it.Plan(hcl(minimal+stopped), acctest.Update).ExpectUnknown("global_networking_ip", "internal_dns")
}
