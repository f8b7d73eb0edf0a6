package emulator

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// pod is a pod as it is stored (contract 2.6). The control interface shows it whole.
type pod struct {
	podMembers
	// What is never answered, or only in another shape.
	ComputeType      string  `json:"computeType"`
	CloudType        string  `json:"cloudType"`
	GlobalNetworking bool    `json:"globalNetworking"`
	NetworkVolumeID  string  `json:"networkVolumeId"`
	Machine          machine `json:"machine"`
	// ReadyAt is when the pod is or was ready after the last start, to the nanosecond.
	ReadyAt string `json:"readyAt"`
}

// podMembers are what is stored and answered alike.
type podMembers struct {
	ID                      string            `json:"id"`
	Name                    string            `json:"name"`
	ImageName               string            `json:"imageName"`
	DesiredStatus           string            `json:"desiredStatus"`
	Locked                  bool              `json:"locked"`
	ContainerDiskInGb       int               `json:"containerDiskInGb"`
	VolumeInGb              int               `json:"volumeInGb"`
	VolumeMountPath         string            `json:"volumeMountPath"`
	VolumeEncrypted         bool              `json:"volumeEncrypted"`
	Env                     map[string]string `json:"env"`
	Ports                   []string          `json:"ports"`
	DockerEntrypoint        []string          `json:"dockerEntrypoint"`
	DockerStartCmd          []string          `json:"dockerStartCmd"`
	ContainerRegistryAuthID string            `json:"containerRegistryAuthId"`
	TemplateID              string            `json:"templateId"`
	EndpointID              string            `json:"endpointId,omitempty"` // of a worker
	SlsVersion              *int              `json:"slsVersion,omitempty"` // of a worker
	Interruptible           bool              `json:"interruptible"`
	CostPerHr               float64           `json:"costPerHr"` // USD
	AdjustedCostPerHr       float64           `json:"adjustedCostPerHr"`
	MemoryInGb              int               `json:"memoryInGb"`
	VcpuCount               int               `json:"vcpuCount"`
	Gpu                     *gpu              `json:"gpu,omitempty"` // nil of a CPU pod
	GpuCount                int               `json:"gpuCount,omitempty"`
	CPUFlavorID             string            `json:"cpuFlavorId,omitempty"`
	MachineID               string            `json:"machineId"`
	PortMappings            map[string]int    `json:"portMappings"` // nil until the pod is ready and while EXITED
	PublicIP                *string           `json:"publicIp"`     // the same, and on a machine without a public address
	LastStartedAt           string            `json:"lastStartedAt"`
	LastStatusChange        string            `json:"lastStatusChange"`
	CreatedAt               string            `json:"createdAt"`
	ConsumerUserID          string            `json:"consumerUserId"`
}

// The states a pod is meant to be in.
const (
	running    = "RUNNING"
	exited     = "EXITED"
	terminated = "TERMINATED"
)

const (
	cloudSecure    = "SECURE"
	cloudCommunity = "COMMUNITY"
)

// podTimestamp shows fractions of a second, so that two starts within one can be told apart.
func podTimestamp(at time.Time) string { return at.Format(time.RFC3339Nano) }

// newPod is a running pod that is not ready. A create chooses its machine; the one here serves PutObject.
func newPod(id string) pod {
	now := podTimestamp(clock.Start)
	p := pod{
		podMembers: podMembers{
			ID:                id,
			Name:              "my pod",
			DesiredStatus:     running,
			ContainerDiskInGb: 50,
			VolumeInGb:        20,
			VolumeMountPath:   "/workspace",
			Env:               map[string]string{},
			Ports:             []string{"8888/http", "22/tcp"},
			DockerEntrypoint:  []string{},
			DockerStartCmd:    []string{},
			MachineID:         "m00000000000",
			LastStartedAt:     now,
			LastStatusChange:  now,
			CreatedAt:         now,
			ConsumerUserID:    accountID,
		},
		ComputeType: computeGPU,
		CloudType:   cloudSecure,
	}
	p.onGPUs(gpuTypes()[0], 1, placement{dataCenter: dataCenters()[0], publicIP: true})
	return p
}

func (p pod) key() (id, name string) { return p.ID, p.Name }

// holds is what a stopped pod holds too.
func (p pod) holds() []reference {
	var held []reference
	for kind, id := range map[string]string{
		kindTemplates:              p.TemplateID,
		kindNetworkVolumes:         p.NetworkVolumeID,
		kindContainerRegistryAuths: p.ContainerRegistryAuthID,
	} {
		if id != "" {
			held = append(held, reference{kind, id})
		}
	}
	return held
}

func (s *Server) findPod(c *call) (pod, error) {
	return s.pods.find(c.request.PathValue("podId"))
}

func (s *Server) createPod(c *call) (any, error) {
	in, err := decodeBody[podCreate](c)
	if err != nil {
		return nil, err
	}
	if err := in.check(s); err != nil {
		return nil, err
	}
	p := newPod("")
	in.inherit(s, &p)
	in.apply(&p)
	if err := s.choose(&p, in); err != nil {
		return nil, err
	}
	p.ID = s.pods.vacant(s.ids.pod)
	p.MachineID = s.chooser.machine()
	p.CreatedAt = podTimestamp(s.clock.Now())
	s.deploy(&p) // Every create deploys.
	s.pods.save(p)
	return s.podAnswer(p, podFlags{}), nil
}

func (s *Server) getPod(c *call, p pod) (any, error) {
	include, err := c.podFlags()
	if err != nil {
		return nil, err
	}
	return s.podAnswer(p, include), nil
}

func (s *Server) updatePod(c *call, p pod) (any, error) {
	in, err := decodeBody[podUpdate](c)
	if err != nil {
		return nil, err
	}
	if err := firstOf(in.check(s), p.isNoWorker(), in.checkOf(p)); err != nil {
		return nil, err
	}
	in.apply(&p)
	if in.resets() && p.DesiredStatus == running {
		s.renew(&p, p.PortMappings)
	}
	s.pods.save(p)
	return s.podAnswer(p, podFlags{}), nil
}

func (s *Server) deletePod(_ *call, p pod) (any, error) {
	if err := firstOf(p.isNoWorker(), p.isNotLocked("deleted")); err != nil {
		return nil, err
	}
	s.pods.remove(p.ID)
	return nil, nil
}

// isNoWorker is the rule of whatever changes a pod: workers are their endpoint's.
func (p pod) isNoWorker() error {
	if p.EndpointID != "" {
		return badRequest("the pod is a worker of endpoint %q and cannot be changed by itself", p.EndpointID)
	}
	return nil
}

func (p pod) isNotLocked(participle string) error {
	if p.Locked {
		return ruleBroken("the pod is locked and cannot be %s", participle)
	}
	return nil
}
