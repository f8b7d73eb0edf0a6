package emulator

import (
	"reflect"
	"slices"
)

// endpointUpdate is the input of PATCH and of its synonym.
type endpointUpdate struct {
	Name                *string   `json:"name"`
	TemplateID          *string   `json:"templateId"`
	GpuTypeIDs          *[]string `json:"gpuTypeIds"`
	GpuCount            *int      `json:"gpuCount"`
	CPUFlavorIDs        *[]string `json:"cpuFlavorIds"`
	VcpuCount           *int      `json:"vcpuCount"`
	AllowedCudaVersions *[]string `json:"allowedCudaVersions"`
	MinCudaVersion      *string   `json:"minCudaVersion"`
	DataCenterIDs       *[]string `json:"dataCenterIds"`
	NetworkVolumeID     *string   `json:"networkVolumeId"`
	NetworkVolumeIDs    *[]string `json:"networkVolumeIds"`
	WorkersMin          *int      `json:"workersMin"`
	WorkersMax          *int      `json:"workersMax"`
	IdleTimeout         *int      `json:"idleTimeout"`
	ScalerType          *string   `json:"scalerType"`
	ScalerValue         *int      `json:"scalerValue"`
	ExecutionTimeoutMs  *int      `json:"executionTimeoutMs"`
	Flashboot           *bool     `json:"flashboot"`
}

// endpointCreate has one key more: what workers compute with cannot be changed.
type endpointCreate struct {
	endpointUpdate
	ComputeType *string `json:"computeType"`
}

func (in endpointUpdate) check(s *Server) error {
	return firstOf(
		notLonger("name", in.Name, maxName),
		known("gpuTypeIds", in.GpuTypeIDs, gpuTypeIDs()),
		atLeast("gpuCount", in.GpuCount, 1),
		known("cpuFlavorIds", in.CPUFlavorIDs, endpointCPUFlavorIDs()),
		atLeast("vcpuCount", in.VcpuCount, 1),
		known("allowedCudaVersions", in.AllowedCudaVersions, cudaVersions()),
		known("minCudaVersion", one(in.MinCudaVersion), cudaVersions()), // "" is none of them: it cannot be cleared.
		known("dataCenterIds", in.DataCenterIDs, dataCenters()),
		s.networkVolumeExists("networkVolumeId", in.NetworkVolumeID),
		s.networkVolumesExist("networkVolumeIds", in.NetworkVolumeIDs),
		atLeast("workersMin", in.WorkersMin, 0),
		atLeast("workersMax", in.WorkersMax, 0),
		between("idleTimeout", in.IdleTimeout, 1, 3600),
		oneOf("scalerType", in.ScalerType, "QUEUE_DELAY", "REQUEST_COUNT"),
		atLeast("scalerValue", in.ScalerValue, 1),
		atLeast("executionTimeoutMs", in.ExecutionTimeoutMs, 0),
		notEmpty("templateId", in.TemplateID),
		s.serverlessTemplate("templateId", in.TemplateID),
	)
}

func (in endpointCreate) check(s *Server) error {
	return firstOf(
		required("templateId", in.TemplateID),
		oneOf("computeType", in.ComputeType, computeGPU, computeCPU),
		in.endpointUpdate.check(s),
	)
}

func (in endpointUpdate) apply(e *endpoint) {
	set(&e.Name, in.Name)
	set(&e.TemplateID, in.TemplateID)
	set(&e.GpuTypeIDs, in.GpuTypeIDs)
	set(&e.GpuCount, in.GpuCount)
	set(&e.CPUFlavorIDs, in.CPUFlavorIDs)
	set(&e.VcpuCount, in.VcpuCount)
	set(&e.AllowedCudaVersions, in.AllowedCudaVersions)
	set(&e.MinCudaVersion, in.MinCudaVersion)
	set(&e.DataCenterIDs, in.DataCenterIDs)
	set(&e.NetworkVolumeID, in.NetworkVolumeID)
	set(&e.NetworkVolumeIDs, in.NetworkVolumeIDs)
	set(&e.WorkersMin, in.WorkersMin)
	set(&e.WorkersMax, in.WorkersMax)
	set(&e.IdleTimeout, in.IdleTimeout)
	set(&e.ScalerType, in.ScalerType)
	set(&e.ScalerValue, in.ScalerValue)
	set(&e.ExecutionTimeoutMs, in.ExecutionTimeoutMs)
	set(&e.Flashboot, in.Flashboot)
}

// checkWorkers judges what a change does about workers; a new endpoint comes from one without any. What it leaves alone
// may be as it likes: somebody went behind the API's back.
func (e endpoint) checkWorkers(s *Server, before endpoint) error {
	if e.WorkersMin == before.WorkersMin && e.WorkersMax == before.WorkersMax {
		return nil
	}
	if e.WorkersMin > e.WorkersMax {
		return badRequest("workersMin must not be more than workersMax: %d, %d", e.WorkersMin, e.WorkersMax)
	}
	if e.WorkersMax <= before.WorkersMax {
		return nil // Fewer are always welcome.
	}
	quota := s.options.workersQuota()
	left := quota - e.WorkersMax
	for _, other := range s.endpoints.all(func(other endpoint) bool { return other.ID != e.ID }) {
		if left < 0 { // And stays so: a sum of all could overflow.
			break
		}
		left -= other.WorkersMax
	}
	if left < 0 {
		return ruleBroken("workersMax: the workers quota of %d is exceeded by %d", quota, -left)
	}
	return nil
}

// checkPlaces refuses a volume that no worker could reach.
func (in endpointUpdate) checkPlaces(s *Server, e endpoint) error {
	if in.DataCenterIDs == nil && in.NetworkVolumeID == nil && in.NetworkVolumeIDs == nil || len(e.DataCenterIDs) == 0 {
		return nil
	}
	for _, id := range e.volumes() {
		v, err := s.networkVolumes.find(id)
		if err == nil && !slices.Contains(e.DataCenterIDs, v.DataCenterID) {
			return badRequest("network volume %q is in %s, which is none of dataCenterIds", id, v.DataCenterID)
		}
	}
	return nil
}

// rolledFrom tells whether the way from before to e takes new workers.
func (e endpoint) rolledFrom(before endpoint) bool {
	// These change in place (contract 2.3); take them for the same.
	e.Name, e.WorkersMin, e.WorkersMax = before.Name, before.WorkersMin, before.WorkersMax
	e.IdleTimeout, e.ScalerType, e.ScalerValue = before.IdleTimeout, before.ScalerType, before.ScalerValue
	e.ExecutionTimeoutMs, e.Flashboot = before.ExecutionTimeoutMs, before.Flashboot
	// These are sets.
	e.DataCenterIDs, before.DataCenterIDs = sorted(e.DataCenterIDs), sorted(before.DataCenterIDs)
	e.NetworkVolumeIDs, before.NetworkVolumeIDs = sorted(e.NetworkVolumeIDs), sorted(before.NetworkVolumeIDs)
	return !reflect.DeepEqual(e, before)
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

// serverlessTemplate is the rule of endpoints about their template.
func (s *Server) serverlessTemplate(member string, id *string) error {
	if id == nil {
		return nil
	}
	t, err := s.templates.find(*id)
	if err != nil {
		return badRequest("%s %q does not exist", member, *id)
	}
	if !t.IsServerless {
		return ruleBroken("endpoints cannot use pod templates: %s %q is not serverless", member, *id)
	}
	return nil
}
