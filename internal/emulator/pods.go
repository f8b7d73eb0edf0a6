package emulator

import (
	"cmp"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// podHandlers are the operations of contract 2.6.
type podHandlers struct{ *Server }

// podFlags are the objects that GET embeds beside a pod.
type podFlags struct{ machine, networkVolume, template, savingsPlans, workers bool }

func podFlagsOf(r *wire.Request) (flags podFlags, err error) {
	err = cmp.Or(
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
	Image         string                        `json:"image"` // Deployments answer this or imageName; here are both.
	Machine       *account.Machine              `json:"machine,omitempty"`
	NetworkVolume *account.NetworkVolumeMembers `json:"networkVolume,omitempty"`
	Template      *templateAnswer               `json:"template,omitempty"`
	SavingsPlans  *[]struct{}                   `json:"savingsPlans,omitempty"`
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
		a.NetworkVolume = &v.NetworkVolumeMembers
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

func (h podHandlers) find(r *wire.Request) (account.Pod, error) {
	return h.account.Pods.Find(r.PathValue("podId"))
}

func (h podHandlers) list(r *wire.Request) (any, error) {
	include, err := podFlagsOf(r)
	if err != nil {
		return nil, err
	}
	pods, err := h.account.ListPods(account.PodFilter(r.Query), include.workers, h.clock.Now())
	if err != nil {
		return nil, err
	}
	answers := []podAnswer{}
	for _, p := range pods {
		answers = append(answers, h.podAnswer(p, include))
	}
	return answers, nil
}

func (h podHandlers) shown(p account.Pod) any { return h.podAnswer(p, podFlags{}) }

func (h podHandlers) create(in account.PodCreate) (account.Pod, error) {
	return h.account.CreatePod(in, h.clock.Now())
}

func (h podHandlers) get(r *wire.Request, p account.Pod) (any, error) {
	include, err := podFlagsOf(r)
	if err != nil {
		return nil, err
	}
	return h.podAnswer(p, include), nil
}

func (h podHandlers) update(p account.Pod, in account.PodUpdate) (account.Pod, error) {
	return h.account.UpdatePod(p.ID, in, h.clock.Now())
}

func (h podHandlers) delete(_ *wire.Request, p account.Pod) (any, error) {
	return nil, h.account.DeletePod(p.ID, h.clock.Now())
}

func (h podHandlers) start(r *wire.Request, p account.Pod) (any, error) {
	return h.operate(r, p, h.account.StartPod)
}

func (h podHandlers) stop(r *wire.Request, p account.Pod) (any, error) {
	return h.operate(r, p, h.account.StopPod)
}

func (h podHandlers) reset(r *wire.Request, p account.Pod) (any, error) {
	return h.operate(r, p, h.account.ResetPod)
}

func (h podHandlers) restart(r *wire.Request, p account.Pod) (any, error) {
	return h.operate(r, p, h.account.RestartPod)
}

// operate runs an operation that takes no body.
func (h podHandlers) operate(
	r *wire.Request, p account.Pod, operate func(id string, at time.Time) (account.Pod, error),
) (any, error) {
	if err := r.NoBody(); err != nil {
		return nil, err
	}
	p, err := operate(p.ID, h.clock.Now())
	if err != nil {
		return nil, err
	}
	return h.podAnswer(p, podFlags{}), nil
}
