package management

import (
	"net/http"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// networkVolumes2 are those of contract-v2 6.
func networkVolumes2() kind[account.NetworkVolume] {
	return kind[account.NetworkVolume]{
		noun: "NetworkVolume", of: networkVolumesOf, member: "networkVolumes",
		create: func(a *account.Account, in account.Input, at time.Time) (account.NetworkVolume, error) {
			in["dataCenterId"] = in["dataCenter"]
			return a.CreateNetworkVolume(in, at)
		},
		update: (*account.Account).UpdateNetworkVolume,
		remove: (*account.Account).DeleteNetworkVolume,
		shown: func(_ *call, v account.NetworkVolume) object {
			return object{"id": v.ID, "name": v.Name, "size": v.Size, "dataCenter": v.DataCenterID, "type": v.Type}
		},
	}
}

// containerRegistryAuths2 are those of contract-v2 7. Delegations are left out.
func containerRegistryAuths2() kind[account.ContainerRegistryAuth] {
	return kind[account.ContainerRegistryAuth]{
		noun: "ContainerRegistryAuth", of: containerRegistryAuthsOf, member: "registries",
		create: (*account.Account).CreateContainerRegistryAuth,
		remove: (*account.Account).RemoveContainerRegistryAuth,
		shown: func(_ *call, auth account.ContainerRegistryAuth) object { // Without the credentials.
			return object{"id": auth.ID, "name": auth.Name}
		},
	}
}

// templates2 are those of contract-v2 4. Anybody's can be read.
func templates2() kind[account.Template] {
	return kind[account.Template]{
		noun: "Template", of: templatesOf, member: "templates", paged: true,
		find: func(c *call) (account.Template, error) {
			if c.HTTP.Method == http.MethodGet {
				return c.account.Templates.Find(c.id())
			}
			return c.account.OwnTemplate(c.id())
		},
		list:   func(c *call) ([]account.Template, error) { return c.account.ListOwnTemplates(c.now), nil },
		create: (*account.Account).AddTemplate,
		update: (*account.Account).ChangeTemplate,
		remove: (*account.Account).DeleteTemplate,
		shown:  templateOf,
	}
}

// endpoints2 are those of contract-v2 5.1 to 5.3.
func endpoints2() kind[account.Endpoint] {
	return kind[account.Endpoint]{
		noun: "Endpoint", of: endpointsOf, member: "endpoints", paged: true,
		create: func(a *account.Account, in account.Input, at time.Time) (account.Endpoint, error) {
			if of := in.Text("type"); of != typeQueue {
				return account.Endpoint{}, notImplemented("endpoints of type " + of)
			}
			return a.AddEndpoint(in, at)
		},
		update: (*account.Account).ChangeEndpoint,
		remove: (*account.Account).RemoveEndpoint,
		shown:  endpointOf,
	}
}

// pods2 are those of contract-v2 8. Workers are none.
func pods2() kind[account.Pod] {
	return kind[account.Pod]{
		noun: "Pod", of: podsOf, member: "pods", paged: true,
		has:    func(p account.Pod) bool { return p.EndpointID == "" },
		create: (*account.Account).AddPod,
		update: (*account.Account).ChangePod,
		remove: (*account.Account).DeletePod,
		shown:  podOf,
	}
}

func actOnPod(c *call, p account.Pod) (any, error) {
	action := c.in.Text("action")
	p, err := c.account.ActOnPod(p, action, c.now)
	if err != nil || action == account.ActionTerminate {
		return nil, err
	}
	return podOf(c, p), nil
}

// otherHandlers are the operations of version 2 on templates, endpoints and pods that other kinds do not have.
func otherHandlers() map[string]handler {
	return map[string]handler{
		"ListPublicTemplates":  always(listPublicTemplates),
		"ListEndpointReleases": on(endpoints2().found, listReleases),
		"ListEndpointWorkers":  on(endpoints2().found, listWorkers),
		podAction:              on(pods2().found, actOnPod),
	}
}
