package emulator

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// pods is the resource of contract 2.6.
func (s *Server) pods() resource[account.Pod] {
	shown := func(include podFlags) func(account.Pod) any {
		return func(p account.Pod) any { return s.podAnswer(p, include) }
	}
	return resource[account.Pod]{
		kind: KindPods, path: "/v1/pods", noun: "Pod", created: http.StatusCreated,
		of: func(a *account.Account) *account.Collection[account.Pod] { return a.Pods },
		list: func(a *account.Account, r *wire.Request, at time.Time) ([]account.Pod, error) {
			include, err := podFlagsOf(r)
			if err != nil {
				return nil, err
			}
			return a.ListPods(account.PodFilter(r.Query), include.workers, at)
		},
		create:  (*account.Account).CreatePod,
		update:  (*account.Account).UpdatePod,
		remove:  (*account.Account).DeletePod,
		changed: shown(podFlags{}),
		shown: func(r *wire.Request) (func(account.Pod) any, error) {
			include, err := podFlagsOf(r)
			return shown(include), err
		},
	}
}

// podActions returns the routes of the operations on a pod that take no body.
func (s *Server) podActions() (routes []wire.Route) {
	pods := s.pods()
	for name, act := range map[string]func(a *account.Account, id string, at time.Time) (account.Pod, error){
		"start": (*account.Account).StartPod, "stop": (*account.Account).StopPod,
		"reset": (*account.Account).ResetPod, "restart": (*account.Account).RestartPod,
	} {
		operation := strings.ToUpper(name[:1]) + name[1:] + "Pod"
		routes = append(routes, op(post, pods.path+"/{podId}/"+name, operation, on(s, pods.findFor(s),
			bodiless(func(_ *wire.Request, p account.Pod) (any, error) {
				p, err := act(s.account, p.ID, s.clock.Now())
				if err != nil {
					return nil, err
				}
				return pods.changed(p), nil
			}))))
	}
	return answering(KindPods, routes...)
}

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
	Template      any                           `json:"template,omitempty"`
	SavingsPlans  *[]struct{}                   `json:"savingsPlans,omitempty"`
}

func (s *Server) podAnswer(p account.Pod, include podFlags) podAnswer {
	p.Args = "" // Of version 2.
	a := podAnswer{PodMembers: p.PodMembers, Image: p.Image}
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
		a.Template = s.templateAnswer(t)
	}
	if include.savingsPlans {
		a.SavingsPlans = &[]struct{}{} // There are none to buy.
	}
	return a
}
