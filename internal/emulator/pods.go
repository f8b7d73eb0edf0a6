package emulator

import (
	"net/http"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// pods is the resource of contract 2.6.
func (s *Server) pods() resource[account.Pod] {
	shown := func(include wire.Flags) func(account.Pod) map[string]any {
		return func(p account.Pod) map[string]any { return s.podAnswer(p, include) }
	}
	return resource[account.Pod]{
		Server: s, kind: KindPods, path: "/v1/pods", section: "2.6", noun: "Pod", created: http.StatusCreated,
		of: func(a *account.Account) *account.Collection[account.Pod] { return a.Pods },
		list: func(a *account.Account, r *wire.Request, at time.Time) ([]account.Pod, error) {
			include, err := podFlagsOf(r)
			if err != nil {
				return nil, err
			}
			return a.ListPods(account.PodFilter(r.Query), include["includeWorkers"], at)
		},
		create:  (*account.Account).CreatePod,
		update:  (*account.Account).UpdatePod,
		remove:  (*account.Account).DeletePod,
		changed: shown(nil),
		shown: func(r *wire.Request) (func(account.Pod) map[string]any, error) {
			include, err := podFlagsOf(r)
			return shown(include), err
		},
	}
}

// podActions returns the routes of the operations on a pod that take no body.
func (s *Server) podActions() (routes []wire.Route) {
	pods := s.pods()
	for _, name := range []string{
		account.ActionStart, account.ActionStop, account.ActionReset, account.ActionRestart,
	} {
		operation := strings.ToUpper(name[:1]) + name[1:] + "Pod"
		routes = append(routes, op(post, pods.path+"/{podId}/"+name, operation, on(s, pods.find,
			bodiless(func(_ *wire.Request, p account.Pod) (any, error) {
				return pods.answer(s.account.OperatePod(p, name, s.clock.Now()))
			}))))
	}
	return answering(KindPods, ruled("contract "+pods.section, routes...)...)
}

// podFlagsOf reads which objects are embedded beside a pod, and whether a list has workers.
func podFlagsOf(r *wire.Request) (wire.Flags, error) {
	return r.Flags("includeMachine", "includeNetworkVolume", "includeTemplate", "includeSavingsPlans", "includeWorkers")
}

// podAnswer returns a pod as the service answers it.
func (s *Server) podAnswer(p account.Pod, include wire.Flags) map[string]any {
	if p.DesiredStatus != account.StatusRunning {
		p.PublicIP, p.PortMappings = nil, nil // Behind the API's back a pod can be stopped without losing them.
	}
	answer := shownAs("Pod", p)
	answer["image"] = p.Image // Deployments answer this or imageName; here are both.
	if !include["includeMachine"] {
		delete(answer, "machine")
	}
	if v, err := s.account.NetworkVolumes.Find(p.NetworkVolumeID); err == nil && include["includeNetworkVolume"] {
		answer["networkVolume"] = shownAs("NetworkVolume", v)
	}
	if t, err := s.account.Templates.Find(p.TemplateID); err == nil && include["includeTemplate"] {
		answer["template"] = s.templateAnswer(t)
	}
	if include["includeSavingsPlans"] {
		answer["savingsPlans"] = []any{} // There are none to buy.
	}
	return answer
}
