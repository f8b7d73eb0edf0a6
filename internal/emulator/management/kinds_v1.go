package management

import (
	"net/http"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// networkVolumes1 are those of contract 2.4.
func networkVolumes1() kind[account.NetworkVolume] {
	return kind[account.NetworkVolume]{
		noun: "NetworkVolume", of: networkVolumesOf,
		find: func(c *call) (account.NetworkVolume, error) {
			v, err := c.account.NetworkVolumes.Find(c.id())
			if err != nil && c.HTTP.Method == http.MethodDelete {
				err = account.ErrNetworkVolumeNonexistent
			}
			return v, err
		},
		create: (*account.Account).CreateNetworkVolume,
		update: (*account.Account).UpdateNetworkVolume,
		remove: (*account.Account).DeleteNetworkVolume,
		shown:  func(c *call, v account.NetworkVolume) object { return c.members("NetworkVolume", v) },
	}
}

// containerRegistryAuths1 are those of contract 2.5. The document has no credentials.
func containerRegistryAuths1() kind[account.ContainerRegistryAuth] {
	return kind[account.ContainerRegistryAuth]{
		noun: "ContainerRegistryAuth", of: containerRegistryAuthsOf,
		create: (*account.Account).CreateContainerRegistryAuth,
		remove: (*account.Account).DeleteContainerRegistryAuth,
		shown: func(c *call, auth account.ContainerRegistryAuth) object {
			return c.members("ContainerRegistryAuth", auth)
		},
	}
}

// templates1 are those of contract 2.2. A GET finds a template with any flags.
func templates1() kind[account.Template] {
	return kind[account.Template]{
		noun: "Template", of: templatesOf,
		list: func(c *call) ([]account.Template, error) {
			return c.account.ListTemplates(account.TemplateGroups{
				EndpointBound: c.flags["includeEndpointBoundTemplates"], Public: c.flags["includePublicTemplates"],
				Platform: c.flags["includePlatformTemplates"] || c.flags["include"+c.platform()+"Templates"],
			}, c.now), nil
		},
		create: (*account.Account).CreateTemplate,
		update: (*account.Account).UpdateTemplate,
		remove: (*account.Account).DeleteTemplate,
		shown:  templateOf1,
	}
}

// templateOf1 returns a template on the wire, with the deployment's own spelling of isPlatform beside the neutral one.
func templateOf1(c *call, t account.Template) object {
	shown := c.members("Template", t)
	shown["is"+c.platform()] = t.IsPlatform
	return shown
}

// endpoints1 are those of contract 2.3.
func endpoints1() kind[account.Endpoint] {
	return kind[account.Endpoint]{
		noun: "Endpoint", of: endpointsOf,
		create: (*account.Account).CreateEndpoint,
		update: (*account.Account).UpdateEndpoint,
		remove: (*account.Account).DeleteEndpoint,
		shown:  endpointOf1,
	}
}

// endpointOf1 returns an endpoint on the wire.
func endpointOf1(c *call, e account.Endpoint) object {
	if e.Flashboot && c.api.service.FlashbootSuffix {
		e.Name += " -fb"
	}
	// They come back in any order (contract 2.3), so not in the one that was sent.
	e.NetworkVolumeIDs = slices.Clone(e.NetworkVolumeIDs)
	slices.Reverse(e.NetworkVolumeIDs)
	shown := c.members("Endpoint", e)
	shown["env"] = map[string]string{}
	// Only behind the API's back can a template go before its endpoints.
	if t, err := c.account.Templates.Find(e.TemplateID); err == nil {
		shown["env"] = t.Env // An endpoint has no other: its template's, secrets included.
		if c.flags["includeTemplate"] || c.of.HasBody {
			shown["template"] = templateOf1(c, t)
		}
	}
	if c.flags["includeWorkers"] {
		workers := []object{}
		for _, worker := range c.account.Workers(e.ID) {
			workers = append(workers, workerOf1(c, worker))
		}
		shown["workers"] = workers
	}
	return shown
}

// pods1 are those of contract 2.6.
func pods1() kind[account.Pod] {
	return kind[account.Pod]{
		noun: "Pod", of: podsOf,
		list: func(c *call) ([]account.Pod, error) {
			return c.account.ListPods(account.PodFilter(c.Query), c.flags["includeWorkers"], c.now)
		},
		create: (*account.Account).CreatePod,
		update: (*account.Account).UpdatePod,
		remove: (*account.Account).DeletePod,
		shown:  podOf1,
	}
}

// podActions1 are the operations on a pod that take no body.
func podActions1() map[string]handler {
	all, pods := map[string]handler{}, pods1()
	for _, name := range []string{
		account.ActionStart, account.ActionStop, account.ActionReset, account.ActionRestart,
	} {
		all[strings.ToUpper(name[:1])+name[1:]+"Pod"] = on(pods.found, func(c *call, p account.Pod) (any, error) {
			if err := c.NoBody(); err != nil {
				return nil, err
			}
			p, err := c.account.OperatePod(p, name, c.now)
			return pods.answer(c, p, err)
		})
	}
	return all
}

// podOf1 returns a pod on the wire, with the objects beside it that the request includes.
func podOf1(c *call, p account.Pod) object {
	shown := workerOf1(c, p)
	if c.flags["includeMachine"] {
		shown["machine"] = p.Machine
	}
	if v, err := c.account.NetworkVolumes.Find(p.NetworkVolumeID); err == nil && c.flags["includeNetworkVolume"] {
		shown["networkVolume"] = c.members("NetworkVolume", v)
	}
	if t, err := c.account.Templates.Find(p.TemplateID); err == nil && c.flags["includeTemplate"] {
		shown["template"] = templateOf1(c, t)
	}
	if c.flags["includeSavingsPlans"] {
		shown["savingsPlans"] = []any{} // There are none to buy.
	}
	return shown
}

// workerOf1 returns a pod on the wire by itself, such as a worker in its endpoint.
func workerOf1(c *call, p account.Pod) object {
	if p.DesiredStatus != account.StatusRunning {
		p.PublicIP, p.PortMappings = nil, nil // Behind the API's back a pod can be stopped without losing them.
	}
	shown := c.members("Pod", p)
	shown["image"] = p.Image // Deployments answer this or imageName; here are both.
	delete(shown, "machine")
	return shown
}
