package emulator

import (
	"maps"
	"slices"
)

// podUpdate is the input of PATCH and of its synonym. A null of a nullable key is one that was left out.
type podUpdate struct {
	Name                    *string            `json:"name"`
	Locked                  *bool              `json:"locked"`
	ImageName               *string            `json:"imageName"`
	ContainerDiskInGb       *int               `json:"containerDiskInGb" nullable:"true"`
	VolumeInGb              *int               `json:"volumeInGb" nullable:"true"`
	VolumeMountPath         *string            `json:"volumeMountPath"`
	Env                     *map[string]string `json:"env"`
	Ports                   *[]string          `json:"ports"`
	DockerEntrypoint        *[]string          `json:"dockerEntrypoint"`
	DockerStartCmd          *[]string          `json:"dockerStartCmd"`
	ContainerRegistryAuthID *string            `json:"containerRegistryAuthId"`
	GlobalNetworking        *bool              `json:"globalNetworking"`
}

// podCreate adds what is asked of the machine. None of that can be changed.
type podCreate struct {
	podUpdate
	TemplateID           *string   `json:"templateId"`
	ComputeType          *string   `json:"computeType"`
	CloudType            *string   `json:"cloudType"`
	GpuTypeIDs           *[]string `json:"gpuTypeIds"`
	GpuTypePriority      *string   `json:"gpuTypePriority"`
	GpuCount             *int      `json:"gpuCount"`
	CPUFlavorIDs         *[]string `json:"cpuFlavorIds"`
	CPUFlavorPriority    *string   `json:"cpuFlavorPriority"`
	VcpuCount            *int      `json:"vcpuCount"`
	DataCenterIDs        *[]string `json:"dataCenterIds"`
	DataCenterPriority   *string   `json:"dataCenterPriority"`
	CountryCodes         *[]string `json:"countryCodes"`
	AllowedCudaVersions  *[]string `json:"allowedCudaVersions"`
	MinRAMPerGPU         *int      `json:"minRAMPerGPU"` // GB
	MinVCPUPerGPU        *int      `json:"minVCPUPerGPU"`
	MinDiskBandwidthMBps *float64  `json:"minDiskBandwidthMBps"`
	MinDownloadMbps      *float64  `json:"minDownloadMbps"`
	MinUploadMbps        *float64  `json:"minUploadMbps"`
	NetworkVolumeID      *string   `json:"networkVolumeId"`
	Interruptible        *bool     `json:"interruptible"`
	SupportPublicIP      *bool     `json:"supportPublicIp"`
}

func (in podUpdate) check(s *Server) error {
	return firstOf(
		notLonger("name", in.Name, maxName),
		notEmpty("imageName", in.ImageName),
		atLeast("containerDiskInGb", in.ContainerDiskInGb, 0),
		atLeast("volumeInGb", in.VolumeInGb, 0),
		absolutePath("volumeMountPath", in.VolumeMountPath),
		ports("ports", in.Ports),
		s.containerRegistryAuthExists("containerRegistryAuthId", in.ContainerRegistryAuthID),
	)
}

// checkOf judges an update by the pod that it is for.
func (in podUpdate) checkOf(p pod) error {
	if in.VolumeInGb != nil && *in.VolumeInGb < p.VolumeInGb {
		return badRequest("volumeInGb must not be less than the current %d GB, not %d", p.VolumeInGb, *in.VolumeInGb)
	}
	if unlocks := in.Locked != nil && !*in.Locked; unlocks || !in.resets() {
		return nil
	}
	return p.isNotLocked("reset")
}

// resets tells whether an update takes a new container. It is enough that a member is named: an update that changes
// nothing restarts too (contract 2.1).
func (in podUpdate) resets() bool {
	in.Name, in.Locked = nil, nil
	return in != (podUpdate{})
}

func (in podUpdate) apply(p *pod) {
	set(&p.Name, in.Name)
	set(&p.Locked, in.Locked)
	set(&p.ImageName, in.ImageName)
	set(&p.ContainerDiskInGb, in.ContainerDiskInGb)
	set(&p.VolumeInGb, in.VolumeInGb)
	set(&p.VolumeMountPath, in.VolumeMountPath)
	set(&p.Env, in.Env)
	set(&p.Ports, in.Ports)
	set(&p.DockerEntrypoint, in.DockerEntrypoint)
	set(&p.DockerStartCmd, in.DockerStartCmd)
	set(&p.ContainerRegistryAuthID, in.ContainerRegistryAuthID)
	set(&p.GlobalNetworking, in.GlobalNetworking)
}

func (in podCreate) check(s *Server) error {
	priorities := []string{priorityAvailability, priorityCustom}
	if in.ImageName == nil && (in.TemplateID == nil || *in.TemplateID == "") {
		return badRequest("imageName or templateId is required")
	}
	return firstOf(
		in.podUpdate.check(s),
		oneOf("computeType", in.ComputeType, computeGPU, computeCPU),
		oneOf("cloudType", in.CloudType, cloudSecure, cloudCommunity),
		known("gpuTypeIds", in.GpuTypeIDs, gpuTypeIDs()),
		oneOf("gpuTypePriority", in.GpuTypePriority, priorities...),
		atLeast("gpuCount", in.GpuCount, 1),
		known("cpuFlavorIds", in.CPUFlavorIDs, cpuFlavorIDs()),
		oneOf("cpuFlavorPriority", in.CPUFlavorPriority, priorities...),
		atLeast("vcpuCount", in.VcpuCount, 1),
		known("dataCenterIds", in.DataCenterIDs, dataCenters()),
		oneOf("dataCenterPriority", in.DataCenterPriority, priorities...),
		known("allowedCudaVersions", in.AllowedCudaVersions, cudaVersions()),
		atLeast("minRAMPerGPU", in.MinRAMPerGPU, 0),
		atLeast("minVCPUPerGPU", in.MinVCPUPerGPU, 0),
		notNegative("minDiskBandwidthMBps", in.MinDiskBandwidthMBps),
		notNegative("minDownloadMbps", in.MinDownloadMbps),
		notNegative("minUploadMbps", in.MinUploadMbps),
		s.templateExists("templateId", in.TemplateID),
		s.networkVolumeExists("networkVolumeId", in.NetworkVolumeID),
		in.checkVolumePlace(s),
	)
}

// checkVolumePlace refuses a volume that the pod could not reach.
func (in podCreate) checkVolumePlace(s *Server) error {
	if in.NetworkVolumeID == nil || in.DataCenterIDs == nil || len(*in.DataCenterIDs) == 0 {
		return nil
	}
	v, err := s.networkVolumes.find(*in.NetworkVolumeID)
	if err == nil && !slices.Contains(*in.DataCenterIDs, v.DataCenterID) {
		return badRequest("networkVolumeId %q is in %s, which is none of dataCenterIds", v.ID, v.DataCenterID)
	}
	return nil
}

// apply takes over what a pod keeps of its create; the rest goes into the choice of its machine.
func (in podCreate) apply(p *pod) {
	in.podUpdate.apply(p)
	set(&p.TemplateID, in.TemplateID)
	set(&p.ComputeType, in.ComputeType)
	set(&p.CloudType, in.CloudType)
	set(&p.NetworkVolumeID, in.NetworkVolumeID)
	set(&p.Interruptible, in.Interruptible)
}

// inherit gives the pod what its template has, before apply puts over it what the request has. The env of both is laid
// one over the other. Later changes of the template do not reach the pod (contract 2.6).
func (in *podCreate) inherit(s *Server, p *pod) {
	if in.TemplateID == nil {
		return
	}
	t, err := s.templates.find(*in.TemplateID)
	if err != nil {
		return // None: check has seen to it.
	}
	p.ImageName = t.ImageName
	p.ContainerDiskInGb = t.ContainerDiskInGb
	p.VolumeInGb = t.VolumeInGb
	p.VolumeMountPath = t.VolumeMountPath
	p.DockerEntrypoint = t.DockerEntrypoint
	p.DockerStartCmd = t.DockerStartCmd
	p.Ports = t.Ports
	p.ContainerRegistryAuthID = t.ContainerRegistryAuthID
	p.Env = t.Env
	if in.Env != nil {
		env := make(map[string]string)
		maps.Copy(env, t.Env)
		maps.Copy(env, *in.Env)
		in.Env = &env
	}
}
