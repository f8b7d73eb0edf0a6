package emulator

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// The operations of contract 2.6.

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
	account.PodMembers
	Image         string                 `json:"image"` // Deployments answer this or imageName; here are both.
	Machine       *account.Machine       `json:"machine,omitempty"`
	NetworkVolume *account.NetworkVolume `json:"networkVolume,omitempty"`
	Template      *templateAnswer        `json:"template,omitempty"`
	SavingsPlans  *[]struct{}            `json:"savingsPlans,omitempty"`
}

func (s *Server) podAnswer(p account.Pod, include podFlags) podAnswer {
	a := podAnswer{PodMembers: p.PodMembers, Image: p.ImageName}
	if p.DesiredStatus != account.StatusRunning {
		a.PublicIP, a.PortMappings = nil, nil // Behind the API's back a pod can be stopped without losing them.
	}
	if include.machine {
		a.Machine = &p.Machine
	}
	if v, err := s.account.NetworkVolumes.Find(p.NetworkVolumeID); err == nil && include.networkVolume {
		a.NetworkVolume = &v
	}
	if t, err := s.account.Templates.Find(p.TemplateID); err == nil && include.template {
		embedded := s.templateAnswer(t)
		a.Template = &embedded
	}
	if include.savingsPlans {
		a.SavingsPlans = &[]struct{}{} // There are none to buy.
	}
	return a
}

func (s *Server) findPod(c *call) (account.Pod, error) {
	return s.account.Pods.Find(c.request.PathValue("podId"))
}

func (s *Server) listPods(c *call) (any, error) {
	include, err := c.podFlags()
	if err != nil {
		return nil, err
	}
	pods, err := s.account.ListPods(account.PodFilter(c.query), include.workers)
	if err != nil {
		return nil, err
	}
	answers := []podAnswer{}
	for _, p := range pods {
		answers = append(answers, s.podAnswer(p, include))
	}
	return answers, nil
}

func (s *Server) createPod(c *call) (any, error) {
	in, err := decodeBody[account.PodCreate](c)
	if err != nil {
		return nil, err
	}
	p, err := s.account.CreatePod(in, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return s.podAnswer(p, podFlags{}), nil
}

func (s *Server) getPod(c *call, p account.Pod) (any, error) {
	include, err := c.podFlags()
	if err != nil {
		return nil, err
	}
	return s.podAnswer(p, include), nil
}

func (s *Server) updatePod(c *call, p account.Pod) (any, error) {
	in, err := decodeBody[account.PodUpdate](c)
	if err != nil {
		return nil, err
	}
	p, err = s.account.UpdatePod(p.ID, in, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return s.podAnswer(p, podFlags{}), nil
}

func (s *Server) deletePod(_ *call, p account.Pod) (any, error) {
	return nil, s.account.DeletePod(p.ID, s.clock.Now())
}

func (s *Server) startPod(c *call, p account.Pod) (any, error) {
	return s.operatePod(c, p, s.account.StartPod)
}

func (s *Server) stopPod(c *call, p account.Pod) (any, error) {
	return s.operatePod(c, p, s.account.StopPod)
}

func (s *Server) resetPod(c *call, p account.Pod) (any, error) {
	return s.operatePod(c, p, s.account.ResetPod)
}

func (s *Server) restartPod(c *call, p account.Pod) (any, error) {
	return s.operatePod(c, p, s.account.RestartPod)
}

// operatePod is for the operations that take no body.
func (s *Server) operatePod(
	c *call, p account.Pod, operate func(id string, at time.Time) (account.Pod, error),
) (any, error) {
	if err := c.noBody(); err != nil {
		return nil, err
	}
	p, err := operate(p.ID, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return s.podAnswer(p, podFlags{}), nil
}
