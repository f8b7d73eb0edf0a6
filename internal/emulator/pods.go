package emulator

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// The operations of contract 2.6.

// podFlags are what GET embeds beside a pod.
type podFlags struct{ machine, networkVolume, template, savingsPlans, workers bool }

func podFlagsOf(r *wire.Request) (flags podFlags, err error) {
	err = firstOf(
		r.Flag("includeMachine", &flags.machine),
		r.Flag("includeNetworkVolume", &flags.networkVolume),
		r.Flag("includeTemplate", &flags.template),
		r.Flag("includeSavingsPlans", &flags.savingsPlans),
		r.Flag("includeWorkers", &flags.workers),
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

func (s *Server) findPod(r *wire.Request) (account.Pod, error) {
	return s.account.Pods.Find(r.PathValue("podId"))
}

func (s *Server) listPods(r *wire.Request) (any, error) {
	include, err := podFlagsOf(r)
	if err != nil {
		return nil, err
	}
	pods, err := s.account.ListPods(account.PodFilter(r.Query), include.workers)
	if err != nil {
		return nil, err
	}
	answers := []podAnswer{}
	for _, p := range pods {
		answers = append(answers, s.podAnswer(p, include))
	}
	return answers, nil
}

func (s *Server) createPod(r *wire.Request) (any, error) {
	in, err := wire.DecodeBody[account.PodCreate](r)
	if err != nil {
		return nil, err
	}
	p, err := s.account.CreatePod(in, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return s.podAnswer(p, podFlags{}), nil
}

func (s *Server) getPod(r *wire.Request, p account.Pod) (any, error) {
	include, err := podFlagsOf(r)
	if err != nil {
		return nil, err
	}
	return s.podAnswer(p, include), nil
}

func (s *Server) updatePod(r *wire.Request, p account.Pod) (any, error) {
	in, err := wire.DecodeBody[account.PodUpdate](r)
	if err != nil {
		return nil, err
	}
	p, err = s.account.UpdatePod(p.ID, in, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return s.podAnswer(p, podFlags{}), nil
}

func (s *Server) deletePod(_ *wire.Request, p account.Pod) (any, error) {
	return nil, s.account.DeletePod(p.ID, s.clock.Now())
}

func (s *Server) startPod(r *wire.Request, p account.Pod) (any, error) {
	return s.operatePod(r, p, s.account.StartPod)
}

func (s *Server) stopPod(r *wire.Request, p account.Pod) (any, error) {
	return s.operatePod(r, p, s.account.StopPod)
}

func (s *Server) resetPod(r *wire.Request, p account.Pod) (any, error) {
	return s.operatePod(r, p, s.account.ResetPod)
}

func (s *Server) restartPod(r *wire.Request, p account.Pod) (any, error) {
	return s.operatePod(r, p, s.account.RestartPod)
}

// operatePod is for the operations that take no body.
func (s *Server) operatePod(
	r *wire.Request, p account.Pod, operate func(id string, at time.Time) (account.Pod, error),
) (any, error) {
	if err := r.NoBody(); err != nil {
		return nil, err
	}
	p, err := operate(p.ID, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return s.podAnswer(p, podFlags{}), nil
}
