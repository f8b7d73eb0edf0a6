package emulator

import "slices"

// podFlags are what GET embeds beside a pod.
type podFlags struct{ machine, networkVolume, template, savingsPlans, workers bool }

func (c *call) podFlags() (flags podFlags, err error) {
	err = firstOf(
		c.flag("includeMachine", &flags.machine),
		c.flag("includeNetworkVolume", &flags.networkVolume),
		c.flag("includeTemplate", &flags.template),
		c.flag("includeSavingsPlans", &flags.savingsPlans),
		c.flag("includeWorkers", &flags.workers),
	)
	return flags, err
}

// podAnswer is a pod as the service answers it.
type podAnswer struct {
	podMembers
	Image         string          `json:"image"` // Deployments answer this or imageName; here are both.
	Machine       *machine        `json:"machine,omitempty"`
	NetworkVolume *networkVolume  `json:"networkVolume,omitempty"`
	Template      *templateAnswer `json:"template,omitempty"`
	SavingsPlans  *[]struct{}     `json:"savingsPlans,omitempty"`
}

func (s *Server) podAnswer(p pod, include podFlags) podAnswer {
	a := podAnswer{podMembers: p.podMembers, Image: p.ImageName}
	if p.DesiredStatus != running {
		a.PublicIP, a.PortMappings = nil, nil // Behind the API's back a pod can be stopped without losing them.
	}
	if include.machine {
		a.Machine = &p.Machine
	}
	if v, err := s.networkVolumes.find(p.NetworkVolumeID); err == nil && include.networkVolume {
		a.NetworkVolume = &v
	}
	if t, err := s.templates.find(p.TemplateID); err == nil && include.template {
		embedded := s.templateAnswer(t)
		a.Template = &embedded
	}
	if include.savingsPlans {
		a.SavingsPlans = &[]struct{}{} // There are none to buy.
	}
	return a
}

func (s *Server) listPods(c *call) (any, error) {
	include, err := c.podFlags()
	if err != nil {
		return nil, err
	}
	err = firstOf(
		c.filterOneOf("computeType", computeGPU, computeCPU),
		c.filterOneOf("desiredStatus", running, exited, terminated),
	)
	if err != nil {
		return nil, err
	}
	answers := []podAnswer{}
	for _, p := range s.pods.all(func(p pod) bool {
		return (p.EndpointID == "" || include.workers) && c.filtered(p)
	}) {
		answers = append(answers, s.podAnswer(p, include))
	}
	return answers, nil
}

// filtered tells whether a pod passes every filter of the query. Of one that is there several times any value will do.
func (c *call) filtered(p pod) bool {
	gpuTypeID := ""
	if p.Gpu != nil {
		gpuTypeID = p.Gpu.ID
	}
	for name, value := range map[string]string{
		"computeType":     p.ComputeType,
		"cpuFlavorId":     p.CPUFlavorID,
		"dataCenterId":    p.Machine.DataCenterID,
		"desiredStatus":   p.DesiredStatus,
		"endpointId":      p.EndpointID,
		"gpuTypeId":       gpuTypeID,
		"id":              p.ID,
		"imageName":       p.ImageName,
		"name":            p.Name,
		"networkVolumeId": p.NetworkVolumeID,
		"templateId":      p.TemplateID,
	} {
		if c.query.Has(name) && !slices.Contains(c.query[name], value) {
			return false
		}
	}
	return true
}

// filterOneOf is the rule of a filter by an enumeration. One by an id may name what does not exist.
func (c *call) filterOneOf(name string, choices ...string) error {
	for _, value := range c.query[name] {
		if err := oneOf(name, &value, choices...); err != nil {
			return err
		}
	}
	return nil
}
