package management2

import (
	"maps"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// endpointHandlers are the operations of contract-v2 5.1 to 5.5.
func endpointHandlers() map[string]handler {
	find := func(c *call) (account.Endpoint, error) { return c.account.Endpoints.Find(c.id()) }
	return map[string]handler{
		"ListEndpoints":  always(listEndpoints),
		"CreateEndpoint": creates(createEndpoint, endpointOf),
		"GetEndpoint":    shows(find, endpointOf),
		"UpdateEndpoint": changes(find, (*account.Account).ChangeEndpoint, endpointOf),
		"DeleteEndpoint": deletes(find, (*account.Account).RemoveEndpoint),

		"ListEndpointReleases": on(find, listReleases),
		"ListEndpointWorkers":  on(find, listWorkers),
	}
}

// typeQueue is the one type of endpoints that the emulator has.
const typeQueue = "QUEUE"

// endpointOf returns an endpoint on the wire. It has no container settings if its template is gone.
func endpointOf(c *call, e account.Endpoint) object {
	shown := e.Shown()
	shown["type"], shown["requestUrls"] = typeQueue, c.requestURLs(e.ID)
	if t, err := c.account.Templates.Find(e.TemplateID); err == nil {
		maps.Copy(shown, t.Settings.Shown())
	}
	return shown
}

// requestURLs returns the URLs of an endpoint's queue, at the host that the client called.
func (c *call) requestURLs(id string) object {
	base := "http://" + c.HTTP.Host + besideQueue + "/" + id
	return object{
		"run": base + "/run", "runSync": base + "/runsync", "status": base + "/status/{job_id}",
		"stream": base + "/stream/{job_id}", "cancel": base + "/cancel/{job_id}", "retry": base + "/retry/{job_id}",
		"purgeQueue": base + "/purge-queue", "health": base + "/health",
	}
}

func listEndpoints(c *call) (any, error) {
	return page(c, "endpoints", c.account.Endpoints.Listed(c.now), c.account.Endpoints.Number, endpointOf)
}

func createEndpoint(a *account.Account, in account.Input, at time.Time) (account.Endpoint, error) {
	if of := in.Text("type"); of != typeQueue {
		return account.Endpoint{}, notImplemented("endpoints of type " + of)
	}
	return a.AddEndpoint(in, at)
}
