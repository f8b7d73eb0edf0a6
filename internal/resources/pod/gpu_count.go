package pod

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// gpu_count is the number of GPUs that the pod was created with. A pod can start with fewer (contract-v2 1.3), which
// gpu.count shows. That is no reason to replace the pod, with its volume: the state keeps gpu_count, and a configured
// number that the pod has changes nothing.

// gpus returns the number of GPUs that the last answer showed; known is false if none did.
func gpus(gpu types.Object) (count int64, known bool) {
	shown, _ := gpu.Attributes()["count"].(types.Int64)
	return shown.ValueInt64(), !shown.IsNull() && !shown.IsUnknown()
}

// wantedGPUs returns the number of GPUs that a running pod is to have: the least of the candidates that it meets in all
// else, or the own one.
func (m model) wantedGPUs() (wanted types.Int64) {
	all := m.candidates()
	j := newJudge(m.hardware(), all, all, m.Placement)
	for _, one := range j.made {
		count, _ := one["gpu_count"].(types.Int64)
		one["gpu_count"] = noNumber
		if j.candidate(one).Met && (wanted.IsNull() || count.ValueInt64() < wanted.ValueInt64()) {
			wanted = count
		}
	}
	if wanted.IsNull() {
		return m.GPUCount
	}
	return wanted
}

// warnOfFewerGPUs warns of a running pod that has fewer GPUs than its wish asks for.
func (m model) warnOfFewerGPUs(diags *diag.Diagnostics) {
	count, known := gpus(m.GPU)
	wanted := m.wantedGPUs()
	if !known || !m.isRunning() || wanted.IsNull() || count >= wanted.ValueInt64() {
		return
	}
	diags.AddAttributeWarning(path.Root("gpu_count"), m.Object(entity.Name).About("The pod has fewer GPUs"), fmt.Sprintf(
		"The pod %q (ID %s) has %d of the %d GPUs of its gpu_count. A start can bring fewer if the service has no more that "+
			"are free.\n\n"+
			"The pod is in the state, runs, and is billed.\n\n"+
			"Next: copy what you need from its container disk. Then apply with desired_status = \"EXITED\", and again with "+
			"\"RUNNING\": the pod gets a new start, and its volume stays. If no GPU is free then, the pod stays stopped. To "+
			"leave it as it is, set gpu_count to the number that it has, if that is not 0: that sends nothing.",
		m.Name.ValueString(), m.ID.ValueString(), count, wanted.ValueInt64()))
}
