package management

import (
	"strconv"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// throttled is the state of a worker that waits for a machine.
const throttled = "THROTTLED"

// listWorkers serves contract-v2 5.4. Workers that wait for a machine come last.
func listWorkers(c *call, e account.Endpoint) (any, error) {
	states, waiting := c.api.service.Workers(e.ID)
	workers, counts := []object{}, map[string]int{}
	for _, worker := range c.account.Workers(e.ID) {
		state, known := states[worker.ID]
		if !known { // Direct access has put its pod: no queue has it.
			state = "IDLE"
		}
		counts[state]++
		workers = append(workers, workerOf(c, e, worker, state))
	}
	for i := range waiting {
		counts[throttled]++
		workers = append(workers, object{
			"id": e.ID + "-waiting-" + strconv.Itoa(i+1), "status": throttled, "isStale": false, "version": e.Version,
			"gpuCount": e.GpuCount, "image": nil, "uptimeSeconds": nil, "gpuTypeId": nil, "dataCenterId": nil, "startedAt": nil,
		})
	}
	summary := object{"total": len(workers)}
	for state, count := range counts {
		summary[strings.ToLower(state)] = count
	}
	return object{"workers": workers, "summary": summary, "endpointVersion": e.Version}, nil
}

func workerOf(c *call, e account.Endpoint, worker account.Pod, state string) object {
	shown := object{
		"id": worker.ID, "status": state, "isStale": c.isStale(e, worker), "version": worker.SlsVersion,
		"gpuCount": worker.GpuCount, "image": worker.Image, "uptimeSeconds": nil, "gpuTypeId": nil,
		"dataCenterId": worker.Machine.DataCenterID, "startedAt": nil,
	}
	if worker.Gpu != nil {
		shown["gpuTypeId"] = worker.Gpu.ID
	}
	started, err := time.Parse(time.RFC3339Nano, worker.LastStartedAt)
	if err == nil && state != "INITIALIZING" {
		shown["startedAt"], shown["uptimeSeconds"] = worker.LastStartedAt, int(c.now.Sub(started).Seconds())
	}
	return shown
}

// isStale reports whether a worker runs an older configuration: by its version, and for a legacy endpoint by image.
func (c *call) isStale(e account.Endpoint, worker account.Pod) bool {
	if e.Version > 1 {
		return worker.SlsVersion == nil || *worker.SlsVersion != e.Version
	}
	t, err := c.account.Templates.Find(e.TemplateID)
	return err == nil && t.Image != worker.Image
}
